/* ODE by rules that are its own: its step is semi-implicit Euler, v' = v - h g, then z' = z + h v',
 * so that z falls by g h^2 (1 + 2 + ... + n).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/engines/bench.h"
#include "problems/model.h"

#ifdef ENGINE_ODE

Test(ode, a_ball_falls_as_semi_implicit_euler_has_it) {
    engine_expect_fall(ENGINE_ODE, NULL, "solver", "step", 1, engine_exact);
    engine_expect_fall(ENGINE_ODE, NULL, "solver", "quick", 1, engine_exact);
}

Test(ode, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    engine_expect_spring(ENGINE_ODE, "spring", "force", 1e-14);
}

/* Why the model is refused. */
static const char *refusal_of(const char *model, struct diagnostic *d) {
    struct model *m = engine_model(model, NULL);
    const struct subject_options options = subject_default_options();
    const struct plugin plugin = {
        .place = ENGINE_ODE, .name = "it", .is_engine = true, .seconds_limit = 20};
    struct subject s;
    cr_assert(plugin_open((void *)&plugin, m, &options, &s, d) != 0);
    model_free(m);
    return d->text;
}

Test(ode, what_it_does_not_have_is_the_reason_why_it_refuses_a_scene) {
    struct diagnostic d = {""};
    const char *why = refusal_of("stick_slip_belt", &d);
    cr_expect(strstr(why, "one coefficient of friction") != NULL, "%s", why);
    why = refusal_of("woodpecker_bodies", &d);
    cr_expect(strstr(why, "slides along one axis and turns") != NULL, "%s", why);
}

/* Whether it is taken; if not, *d says why. */
static bool takes(const char *name, const char *value, struct diagnostic *d) {
    struct engine_case c = {.m = engine_model("pendulum", NULL)};
    const struct subject_options options = subject_default_options();
    c.option = (struct plugin_option){name, value};
    c.plugin = (struct plugin){.place = ENGINE_ODE,
                               .name = "it",
                               .options = &c.option,
                               .options_count = 1,
                               .is_engine = true,
                               .seconds_limit = 20};
    return plugin_open(&c.plugin, c.m, &options, &c.subject, d) == 0;
}

/* Seen to fail: 0 taken, and a half, for none at all. */
Test(ode, a_setting_that_it_does_not_have_is_refused) {
    static const char *const refused[][2] = {
        {"solver", "slow"},    {"iterations", "0"},    {"iterations", "-1"},
        {"iterations", "0.5"}, {"iterations", "1e30"}, {"iterations", "nan"}};
    struct diagnostic d = {""};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cr_expect(!takes(refused[i][0], refused[i][1], &d), "%s=%s", refused[i][0],
                  refused[i][1]);
        cr_expect(strstr(d.text, refused[i][1]) != NULL, "%s", d.text);
    }
    cr_expect(takes("iterations", "1", &d), "%s", d.text);
}

#endif

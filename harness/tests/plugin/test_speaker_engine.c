/* Version 2 of the line protocol: a program is told the model, and may be an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/plugins.h"
#include "problems/model.h"

#define ENGINE "python3 " PROJECT_FOLDER "/harness/tests/plugins/speaking_engine.py"

static struct model *ball(void) {
    static const struct setting setting = {"g", "10"};
    struct model *m;
    struct diagnostic d = {""};
    cr_assert(model_read(&m, HALFSTEP_MODELS "/bouncing_ball.model", 1, &setting, &d) ==
                  PROBLEM_OK,
              "%s", d.text);
    return m;
}

static void make(struct plugin_case *c, const char *place) {
    if (!plugin_can_run("python3"))
        cr_skip_test("no python3 here");
    plugin_case_make(c, place, NULL, NULL, NULL, NULL);
    c->plugin.seconds_limit = 20;
    c->plugin.is_engine = true;
}

static const char *text(const json_t *list, const char *key) {
    return json_string_value(json_object_get(json_array_get(list, 0), key));
}

Test(speaker_engine, it_declares_what_a_library_does) {
    struct plugin_case c;
    struct plugin_traits traits;
    struct diagnostic d = {""};
    json_t *declared;
    make(&c, ENGINE);
    cr_assert(plugin_probe(&traits, &c.plugin, &d) == 0, "%s", d.text);
    cr_expect(traits.is_engine && strcmp(traits.name, "speaking ball") == 0);
    cr_assert(plugin_declared(&declared, &c.plugin, &d) == 0, "%s", d.text);
    const json_t *scenes = json_object_get(declared, "scenes");
    const json_t *settings = json_object_get(declared, "settings");
    cr_expect_str_eq(text(scenes, "models"), "bouncing_ball bouncing_ball_?*");
    cr_expect_str_eq(text(scenes, "set"), "g=10");
    cr_expect_str_eq(text(scenes, "differs"), "it is a point");
    cr_expect_str_eq(text(settings, "values"), "yes, no");
    cr_expect_str_eq(text(settings, "best"), "yes");
    cr_expect(json_integer_value(json_object_get(declared, "significand_bits")) == 24);
    cr_expect_str_eq(json_string_value(json_object_get(declared, "version")), "1.5");
}

/* Free fall by its rule: z = z0 - g h^2 n (n + 1)/2. */
Test(speaker_engine, it_makes_steps_of_its_own_with_the_models_numbers) {
    const struct subject_options options = subject_default_options();
    struct plugin_case c;
    make(&c, ENGINE " checks");
    struct model *m = ball();
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, (const double[]){1, 0}) == 0, "%s", s.why(s.self));
    for (int i = 0; i < 4; i++)
        cr_assert(s.step(s.self, 0.0625) == 0, "%s", s.why(s.self));
    cr_expect(fabs(s.state(s.self)[0] - (1 - 10 * 0.0625 * 0.0625 * 10)) < 1e-15);
    cr_expect(fabs(s.energy(s.self) - 1.37 * (2.5 * 2.5 / 2 + 10 * s.state(s.self)[0])) <
              1e-14);
    s.free(s.self);
}

/* Version 2 of the interface: libraries of version 1 go on, and engines declare what they build.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"
#include "problems/model.h"

static const char spring[] = "position q = 0.37\nvelocity v = -0.83\n"
                             "q' = v\nv' = -1.37*q - 0.29*v\n";

static void step_of(const char *name, double *x) {
    struct model *m = model_from(spring);
    const struct subject_options options = subject_default_options();
    struct plugin_case c;
    plugin_case_make(&c, plugin_path(name), NULL, NULL, NULL, NULL);
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, (const double[]){0.37, -0.83}) == 0);
    cr_assert(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
    memcpy(x, s.state(s.self), 2 * sizeof *x);
    s.free(s.self);
}

Test(interface, a_library_of_version_1_gives_the_bits_that_one_of_version_2_gives) {
    double old[2], new[2];
    step_of("heun_1", old);
    step_of("heun", new);
    cr_expect(memcmp(old, new, sizeof old) == 0);
    /* Heun by hand: k1 = (v, -1.37 q - 0.29 v), k2 at x + h k1. */
    const double h = 0.125, k1 = -1.37 * 0.37 + 0.29 * 0.83;
    const double euler[] = {0.37 - h * 0.83, -0.83 + h * k1};
    cr_expect(fabs(old[0] - (0.37 + h / 2 * (-0.83 + euler[1]))) < 1e-15);
}

Test(interface, an_engine_is_found_by_what_it_declares) {
    struct plugin_case c;
    struct plugin_traits traits;
    struct diagnostic d = {""};
    json_t *declared;
    plugin_case_make(&c, plugin_path("own_bounce"), NULL, NULL, NULL, NULL);
    cr_assert(plugin_probe(&traits, &c.plugin, &d) == 0, "%s", d.text);
    cr_expect(traits.is_engine && strcmp(traits.name, "own bounce") == 0);
    cr_assert(plugin_declared(&declared, &c.plugin, &d) == 0, "%s", d.text);
    const json_t *scene = json_array_get(json_object_get(declared, "scenes"), 0);
    cr_expect_str_eq(json_string_value(json_object_get(scene, "set")), "g=10");
    cr_expect_str_eq(json_string_value(json_object_get(declared, "version")), "1.2");
    const json_t *setting = json_array_get(json_object_get(declared, "settings"), 0);
    cr_expect_str_eq(json_string_value(json_object_get(setting, "best")), "none");
    json_decref(declared);
    cr_expect(!plugin_left_children());
}

Test(interface, an_engine_is_given_the_models_that_it_builds_and_no_others) {
    struct plugin_case c;
    struct diagnostic d = {""};
    plugin_case_make(&c, plugin_path("own_bounce"), NULL, NULL, NULL, NULL);
    c.plugin.is_engine = true;
    struct model *m = model_from(spring);
    cr_expect(plugin_takes(&c.plugin, m, &d) == PLUGIN_UNUSABLE);
    cr_expect(strstr(d.text, "does not build") != NULL, "%s", d.text);
}

/* Seen to fail: "create returned NULL" alone. */
Test(interface, why_there_is_none_is_told_in_the_words_of_the_integrator) {
    struct plugin_case c;
    struct diagnostic d = {""};
    plugin_case_make(&c, plugin_path("own_bounce"), NULL, NULL, NULL, NULL);
    c.plugin.is_engine = true;
    struct model *m;
    cr_assert(model_parse(&m, "bouncing_ball.model", spring, strlen(spring), 0, NULL,
                          &d) == PROBLEM_OK);
    cr_expect(plugin_takes(&c.plugin, m, &d) == PLUGIN_UNUSABLE);
    cr_expect(strstr(d.text, "create failed: it is for one ball above a floor") != NULL,
              "%s", d.text);
}

Test(interface, an_engine_makes_the_bounce_that_the_model_has_in_closed_form) {
    struct model *m;
    struct diagnostic d = {""};
    struct plugin_case c;
    const struct subject_options options = subject_default_options();
    cr_assert(model_read(&m, HALFSTEP_MODELS "/bouncing_ball.model", 0, NULL, &d) ==
                  PROBLEM_OK,
              "%s", d.text);
    plugin_case_make(&c, plugin_path("own_bounce"), NULL, NULL, NULL, NULL);
    c.plugin.is_engine = true;
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, (const double[]){1, 0}) == 0, "%s", s.why(s.self));
    cr_assert(s.step(s.self, 0.75) == 0, "%s", s.why(s.self));
    /* Falls for sqrt(2/g), leaves with e sqrt(2 g), e = 0.8. */
    const double g = 9.81, rest = 0.75 - sqrt(2 / g), up = 0.8 * sqrt(2 * g);
    cr_expect(fabs(s.state(s.self)[0] - (up * rest - g * rest * rest / 2)) < 1e-14);
    cr_expect(fabs(s.state(s.self)[1] - (up - g * rest)) < 1e-14);
    s.free(s.self);
}

static const char bob[] = "position x = 0, y = -1\nvelocity u = 2, w = 0\n"
                          "x' = u\ny' = w\nmass u, u = 3\nmass w, w = 3\n"
                          "force u = 0\nforce w = -30\njoint rod = x^2 + y^2 - 1\n";

/* A pendulum of length 1 at its lowest point has the acceleration u^2/l upwards, whatever the
 * mass; and the multiplier is that of m (u^2/l + g) = -G_y lambda, G_y = 2 y. */
Test(interface, a_library_that_takes_joints_has_their_rows_and_tells_multipliers) {
    const struct subject_options options = subject_default_options();
    struct plugin_case c;
    struct plugin_traits traits;
    struct diagnostic d = {""};
    const double h = 0.125, x[] = {0, -1, 2, 0};
    struct model *m = model_from(bob);
    plugin_case_make(&c, plugin_path("with_joints"), NULL, NULL, NULL, NULL);
    cr_expect(plugin_check_model(&c.plugin, m, &d) != 0, "it has not been asked yet");
    cr_assert(plugin_probe(&traits, &c.plugin, &d) == 0, "%s", d.text);
    c.plugin.takes = traits.takes;
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, x) == 0 && s.step(s.self, h) == 0, "%s", s.why(s.self));
    cr_expect(fabs(s.state(s.self)[2] - 2) < 1e-15);
    cr_expect(fabs(s.state(s.self)[3] - h * 4) < 1e-15);
    cr_expect(fabs(s.state(s.self)[1] - (-1 + h * h * 4)) < 1e-15);
    cr_assert(s.joints == 1 && s.multipliers != NULL);
    cr_expect(fabs(s.multipliers(s.self)[0] - 3 * (4 + 10) / 2.) < 1e-13, "%.17g",
              s.multipliers(s.self)[0]);
    s.free(s.self);
}

/* halfstep engines: what an engine comes to stands in its cell, and what one does to itself harms
 * nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/plugins.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

static json_t *run_with(const char *rest) {
    return halfstep_json(0, "engines %s %s --json", plugin_path("own_bounce"), rest);
}

static const json_t *cell(const json_t *document, size_t i) {
    return json_array_get(json_object_get(document, "cells"), i);
}

/* Its bounces are exact. It says that it has g = 10, and so has the model. */
Test(command_engines, an_exact_engine_has_the_restitution_that_it_is_given) {
    static const double e[] = {0, 0, 0.5, 0.8, 0, 1};
    json_t *document = run_with("bounce_*");
    json_t *schema = halfstep_json(0, "engines --schema");
    char why[256];
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
    cr_assert(json_array_size(json_object_get(document, "cells")) == 6);
    for (size_t i = 0; i < 6; i++) { /* numbers 1 and 4: sunk, and the error of 0.8 */
        cr_expect_str_eq(text_in(cell(document, i), "status"), "measured");
        cr_expect(fabs(number_in(cell(document, i), "value") - e[i]) < 1e-7, "%g: %.17g",
                  e[i], number_in(cell(document, i), "value"));
        cr_expect(number_in(cell(document, i), "equivalence") < 1e-14);
        cr_expect(strstr(text_in(cell(document, i), "set"), "g=10") != NULL);
        cr_expect(strstr(text_in(cell(document, i), "command"), "--set 'g=10'") != NULL);
    }
}

Test(command_engines, a_scene_that_it_does_not_build_is_a_dash) {
    json_t *document = run_with("slide_22");
    cr_expect_str_eq(text_in(cell(document, 0), "status"), "not-built");
    cr_expect(json_is_null(json_object_get(cell(document, 0), "value")));
}

Test(command_engines, another_mass_is_found_out_before_anything_is_measured) {
    json_t *document = run_with("bounce_0.8 --option mass=1.01");
    /* m v^2/2 is one in a hundred larger, with m = 1.37, v = 0.37, over m g z0. */
    const double off = 0.01 * 1.37 * 0.37 * 0.37 / 2 / (1.37 * 10 * 1.37);
    cr_expect(fabs(number_in(cell(document, 0), "equivalence") - off) < 1e-3 * off,
              "%g, not %g", number_in(cell(document, 0), "equivalence"), off);
}

Test(command_engines, one_that_crashes_hangs_or_prints_harms_nothing_and_is_told) {
    static const struct {
        const char *option, *status, *why;
    } faults[] = {{"crash", "failed", "crashed in step"},
                  {"hang", "failed", "did not return"},
                  {"print", "measured", ""},
                  {"crash-energy", "failed", "crashed in telling what it is asked"},
                  {"overrun", "failed", "impulses wrote past the end"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char rest[128];
        snprintf(rest, sizeof rest, "bounce_1 --call-limit 1 --option fault=%s",
                 faults[i].option);
        json_t *document = run_with(rest);
        cr_expect_str_eq(text_in(cell(document, 0), "status"), faults[i].status);
        cr_expect(strstr(text_in(cell(document, 0), "why"), faults[i].why) != NULL, "%s",
                  text_in(cell(document, 0), "why"));
    }
}

/* The contact stepper is run again and has no setting that moves a scene. */
Test(command_engines, a_run_again_is_compared_with_the_first) {
    json_t *document = halfstep_json(0, "engines contact-stepper elsewhere --json");
    cr_assert(json_array_size(json_object_get(document, "cells")) == 4);
    cr_expect(json_is_null(json_object_get(cell(document, 0), "value")));
    cr_expect_str_eq(text_in(cell(document, 3), "quantity"), "again");
    cr_expect(json_is_number(json_object_get(cell(document, 3), "value")) &&
              !(number_in(cell(document, 3), "value") > 0));
}

/* ---- In the gate, and in the studies of equations that are asked for by name */

static struct program_outcome run_command(const char *command) {
    return halfstep_run("%s --integrator %s", command, plugin_path("own_bounce"));
}

/* Seen to fail: it failed in the fingerprint, and was undecided in the others. */
Test(command_engines, studies_of_equations_are_not_applicable_to_an_engine) {
    struct program_outcome o = run_command("gate bouncing_ball --profile quick");
    cr_expect(o.status == 0, "%s%s", o.out, o.err);
    cr_expect(strstr(o.out, "3 studies of equations, which it is not given") != NULL,
              "%s", o.out);
}

Test(command_engines, a_study_of_equations_by_name_is_refused_to_an_engine) {
    static const char *const studies[] = {"fingerprint", "conditions"};
    for (int i = 0; i < 2; i++) {
        struct program_outcome o = run_command(studies[i]);
        cr_expect(o.status == 2, "%d", o.status);
        cr_expect(strstr(o.err, "builds scenes of its own: the study of ") != NULL, "%s",
                  o.err);
    }
}

/* Steps from 1/64 to 1/2048 s; its bounces are exact at each. */
Test(command_engines, a_ladder_has_six_steps) {
    json_t *document = run_with("bounce_0.8");
    const json_t *ladders = json_object_get(document, "ladders");
    cr_assert(json_array_size(ladders) == 2, "restitution, error");
    const json_t *points = json_object_get(json_array_get(ladders, 0), "points");
    cr_assert(json_array_size(points) == 6);
    for (size_t i = 0; i < 6; i++) {
        const json_t *point = json_array_get(points, i);
        cr_expect(fabs(number_in(point, "h") * ldexp(64, (int)i) - 1) < 1e-15);
        cr_expect(fabs(number_in(point, "value") - 0.8) < 1e-7);
        cr_expect(number_in(point, "seconds") > 0);
    }
}

/* Free fall by semi-implicit Euler would be off by g h t/2; the stepper's is exact. */
Test(command_engines, methods_of_ours_stand_beside_engines) {
    json_t *document = halfstep_json(0, "engines contact-stepper fall pendulum --json");
    const json_t *swing = cell(document, 0);
    cr_expect_str_eq(text_in(swing, "scene"), "pendulum");
    cr_expect(strstr(text_in(swing, "command"), "--method contact-stepper") != NULL);
    cr_expect(number_in(swing, "half") < 0.6 * number_in(swing, "value"), "of order 1");
    cr_expect(number_in(cell(document, 3), "value") < 1e-13, "%g",
              number_in(cell(document, 3), "value"));
}

/* A program moved away from the build, as it is before the launcher builds engines. */
Test(command_engines, an_engine_that_is_not_built_is_told_with_what_builds_it) {
    const struct scratch folder = scratch_make();
    char line[1024];
    snprintf(line, sizeof line,
             "cd %s && mkdir -p bin share/halfstep && cp %s bin/halfstep && "
             "ln -s %s share/halfstep/models && "
             "for name in '' ode; do bin/halfstep engines $name 2>&1; echo $?; done",
             folder.path, HALFSTEP_PROGRAM, HALFSTEP_MODELS);
    const struct program_outcome o =
        program_run("/bin/sh", (const char *[]){"-c", line, NULL});
    cr_expect(strstr(o.out, "no engine is built: ode") != NULL &&
                  strstr(o.out, "finds\n3\n") != NULL,
              "%s", o.out);
    cr_expect(strstr(o.out,
                     "engine 'ode' is not built: the launcher, './halfstep engines',"
                     " builds those whose packages it finds\n2\n") != NULL,
              "%s", o.out);
}

Test(command_engines, out_has_a_page_whose_numbers_lead_to_their_commands) {
    struct scratch folder = scratch_make();
    char place[96];
    snprintf(place, sizeof place, "%s/engines.html", folder.path);
    halfstep_says(0, NULL, NULL, "engines %s fall bounce_0.8 --out %s",
                  plugin_path("own_bounce"), folder.path);
    char *page = scratch_read(place);
    cr_assert(page != NULL);
    cr_expect(strstr(page, "<a href=\"#bounce_0.8-1\">0.8</a>") != NULL);
    cr_expect(strstr(page, "<tr id=\"bounce_0.8-1\">") != NULL);
    cr_expect(strstr(page, "halfstep solve bouncing_ball --integrator") != NULL);
    cr_expect(strstr(page, "id=\"engines-restitution\"") != NULL, "the figure");
    snprintf(place, sizeof place, "%s/models", folder.path);
    cr_expect(access(place, F_OK) != 0, "an empty folder");
}

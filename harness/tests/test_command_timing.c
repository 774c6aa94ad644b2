/* `halfstep timing` as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/program.h"
#include "harness/tests/results_of.h"

static const char *const quantities[] = {"ns-per-step", "original-ratio",
                                         "step-over-kernels"};

/* Machine times are not judged here: only that everything is there and is a number. */
Test(command_timing, a_recorded_model_has_its_times_ratios_and_floors) {
    struct program_outcome o = program_run_line(
        HALFSTEP_PROGRAM,
        "timing pendulum --method implicit-euler --quick --seed 7 --json");
    cr_assert(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    json_t *document = json_loads(o.out, 0, NULL), *result;
    cr_assert(document != NULL);
    cr_expect(number_in(document, "seed") == 7);
    int found[3] = {0};
    size_t i;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        for (int k = 0; k < 3; k++)
            if (strcmp(text_in(result, "quantity"), quantities[k]) == 0) {
                found[k]++;
                cr_expect(number_in(result, "low") <= number_in(result, "value") &&
                              number_in(result, "value") <= number_in(result, "high"),
                          "%s", quantities[k]);
                cr_expect(number_in(result, "value") > 0);
                cr_expect_str_eq(text_in(result, "method"), "implicit-euler");
                cr_expect(json_array_size(json_object_get(result, "points")) >= 2);
            }
    }
    for (int k = 0; k < 3; k++)
        cr_expect(found[k] == 2, "%s: %d", quantities[k], found[k]);
    json_decref(document);
    program_clear(&o);
}

Test(command_timing, other_models_have_no_original) {
    struct program_outcome o =
        program_run_line(HALFSTEP_PROGRAM, "timing quadratic --quick --seed 7");
    cr_expect(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    cr_expect(strstr(o.out, "quadratic") != NULL && strstr(o.out, "ns/step") != NULL);
    cr_expect(strstr(o.out, "times faster") == NULL, "%s", o.out);
    program_clear(&o);
}

Test(command_timing, changed_parameters_are_not_compared_with_the_original) {
    struct program_outcome o = program_run_line(
        HALFSTEP_PROGRAM,
        "timing pendulum --set g=3.7 --method implicit-euler --quick --seed 7 --json");
    cr_expect(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    cr_expect(strstr(o.out, "original-ratio") == NULL);
    program_clear(&o);
}

Test(command_timing, a_method_that_projects_has_its_own_table) {
    json_t *document =
        program_json(HALFSTEP_PROGRAM,
                     "timing rod_pendulum --method runge-kutta-merson --quick --json", 0);
    size_t i, rods = 0;
    json_t *result;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        cr_expect_str_eq(text_in(result, "method"), "runge-kutta-merson");
        cr_expect(number_in(result, "value") > 0);
        rods += strcmp(text_in(result, "model"), "rod_pendulum") == 0;
    }
    cr_expect(rods == 4 && i == 8, "%zu of %zu", rods, i);
    json_decref(document);
}

Test(command_timing, a_method_is_not_timed_on_models_of_others) {
    struct program_outcome o =
        program_run_line(HALFSTEP_PROGRAM, "timing pendulum --method bdf --quick");
    cr_expect(o.status == 2 && strstr(o.err, "rod_pendulum") != NULL, "%s", o.err);
    program_clear(&o);
}

Test(command_timing, wrong_usage_is_refused) {
    static const char *const lines[] = {
        "timing --seed x",         "timing --seed -1",       "timing --time-limit 0",
        "timing --method nothing", "timing nothing_like_it", "timing --quick=yes"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, lines[i]);
        cr_expect(o.status == 2, "%s: %d", lines[i], o.status);
        cr_expect(o.err[0] != '\0' && o.out[0] == '\0');
        program_clear(&o);
    }
}

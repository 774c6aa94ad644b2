/* `halfstep timing` as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/commands/timing_models.h"
#include "harness/tests/scratch.h"

static const char *const quantities[] = {"ns-per-step", "original-ratio",
                                         "step-over-kernels"};

/* What the line printed. Machine times are not judged here: verdicts may fail. */
static json_t *timing_document(const char *line) {
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_assert(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    json_t *document = json_loads(o.out, 0, NULL);
    cr_assert(document != NULL, "%s", line);
    return document;
}

Test(command_timing, a_recorded_model_has_its_times_ratios_and_floors) {
    json_t *result;
    json_t *document = timing_document("timing pendulum --method implicit-euler --quick "
                                       "--seed 7 --json --no-instructions");
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
}

Test(command_timing, changed_parameters_are_not_compared_with_the_original) {
    struct program_outcome o =
        halfstep_run("timing pendulum --set g=3.7 --method implicit-euler --quick "
                     "--seed 7 --no-instructions");
    cr_expect(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    cr_expect(strstr(o.out, "pendulum") != NULL && strstr(o.out, "ns/step") != NULL);
    cr_expect(strstr(o.out, "times faster") == NULL, "%s", o.out);
}

Test(command_timing, a_method_is_not_timed_on_models_that_it_does_not_take) {
    halfstep_says(2, NULL, "contact-stepper",
                  "timing pendulum --method contact-stepper --quick");
}

/* First order and fourth: the slope of the error over the number of steps, and what it says
 * about the cost of a tenth of the error. */
static void expect_order(const json_t *results, double least, double most) {
    size_t i;
    int curves = 0;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        if (strcmp(text_in(result, "quantity"), "work-precision") != 0 ||
            strcmp(text_in(result, "kind"), "fixed") != 0)
            continue;
        const double order = number_in(result, "order");
        const char *method = text_in(result, "method");
        cr_expect(order > least && order < most, "%s: %g", method, order);
        const json_t *at = json_object_get(result, "at");
        const double rough = number_in(json_array_get(at, 0), "evaluations"),
                     fine = number_in(json_array_get(at, 2), "evaluations");
        if (most < 2)
            cr_expect(fabs(fine / rough / 100 - 1) < 0.1, "%s: %g to %g", method, rough,
                      fine);
        curves++;
    }
    cr_expect(curves > 0);
}

/* The pendulum's own numbers by hand: a step of semi-explicit Euler's gaming form evaluates the
 * rates once, of Merson's method five times. */
Test(command_timing, the_document_is_as_its_schema_says_and_counts_as_a_hand_does) {
    char why[512] = "";
    json_t *schema = record_schema(&timing_document_record), *one;
    json_t *document = timing_document("timing pendulum --set l=0.002 --method "
                                       "runge-kutta-merson --quick --seed 5 --json");
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
    const json_t *list = json_object_get(document, "measurements");
    cr_assert(json_array_size(list) >= 1);
    size_t i;
    json_array_foreach((json_t *)list, i, one) {
        const json_t *counters = json_object_get(one, "counters");
        const json_t *ns = json_object_get(one, "ns");
        const json_t *cycles = json_object_get(one, "cycles");
        const json_t *instructions = json_object_get(one, "instructions");
        if (strcmp(text_in(one, "kind"), "fixed") == 0) {
            cr_expect(number_in(counters, "steps") == 64);
            cr_expect(number_in(counters, "evaluations") == 5 * 64);
        }
        cr_expect(number_in(counters, "allocations") == 0);
        cr_expect(number_in(ns, "low") <= number_in(ns, "value"));
        cr_expect(number_in(ns, "value") <= number_in(ns, "high"));
        cr_expect(number_in(cycles, "value") > 0);
        cr_expect(json_array_size(json_object_get(ns, "processes")) == 4);
        cr_expect(json_array_size(json_object_get(ns, "blocks")) > 8);
        cr_expect(json_is_object(instructions) ||
                  json_is_string(json_object_get(one, "instructions_missing")));
    }
    expect_order(json_object_get(document, "results"), 3.5, 5.5);
}

Test(command_timing, cost_at_equal_accuracy_follows_the_order) {
    json_t *document = timing_document("timing pendulum --method explicit-euler --quick "
                                       "--seed 5 --json --no-instructions");
    expect_order(json_object_get(document, "results"), 0.9, 1.1);
}

/* A method that projects has a table of its own, which has rows of other models, too. */
static void expect_table(const json_t *results, const char *method) {
    size_t i, rods = 0, rows = 0, lanes = 0;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        const char *quantity = text_in(result, "quantity");
        if (strcmp(quantity, "work-precision") == 0)
            continue; /* of a form */
        cr_expect_str_eq(text_in(result, "method"), method);
        cr_expect(number_in(result, "value") > 0);
        lanes += strcmp(quantity, "lanes-ratio") == 0;
        rows += strcmp(quantity, "lanes-ratio") != 0;
        rods += strcmp(quantity, "lanes-ratio") != 0 &&
                strcmp(text_in(result, "model"), "rod_pendulum") == 0;
    }
    cr_expect(rods == 4 && rows == 12, "%zu of %zu", rods, rows);
    cr_expect(lanes == 6, "%zu models and all", lanes);
}

static void expect_kept_truths(const json_t *models) {
    size_t i;
    json_t *model;
    cr_expect(json_array_size(models) >= 6);
    json_array_foreach((json_t *)models, i, model) {
        const json_t *times = json_object_get(json_object_get(model, "truth"), "times");
        cr_expect(json_is_true(json_object_get(json_array_get(times, 0), "cached")), "%s",
                  text_in(model, "name"));
    }
}

/* The page tells the truth of each, as it is kept. Seen to fail: found anew. */
Test(command_timing, it_says_what_is_to_be_reached_and_its_page_has_every_model) {
    struct scratch s = scratch_make();
    char line[256];
    snprintf(line, sizeof line,
             "timing rod_pendulum --method semi-explicit-euler --quick --seed 5 "
             "--no-instructions --out %s/timing",
             s.path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0 || o.status == 1, "%d: %s", o.status, o.err);
    cr_expect_str_eq(o.err, "", "it is silent in a pipe");
    cr_expect(strstr(o.out, "number to reach") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "at equal relative error") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "Every method on its models") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "/timing/index.html\n") != NULL, "%s", o.out);
    snprintf(line, sizeof line, "%s/timing/results.json", s.path);
    json_t *document = json_load_file(line, 0, NULL);
    expect_order(json_object_get(document, "results"), 0.9, 1.1);
    expect_table(json_object_get(document, "results"), "semi-explicit-euler");
    expect_kept_truths(json_object_get(document, "models"));
}

Test(command_timing, a_process_that_is_not_carried_out_is_a_failure) {
    json_t *result,
        *document = timing_document("timing pendulum --method implicit-euler --quick "
                                    "--no-instructions --time-limit 1e-4 --json");
    size_t i, failed = 0;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        if (strcmp(text_in(result, "quantity"), "study") != 0)
            continue;
        failed++;
        cr_expect_str_eq(text_in(result, "verdict"), "fail");
        cr_expect_str_eq(text_in(result, "model"), "pendulum");
        cr_expect(strstr(text_in(result, "reason"),
                         "the timing of pendulum could not be carried out: ") != NULL,
                  "%s", text_in(result, "reason"));
    }
    cr_expect(failed > 0);
}

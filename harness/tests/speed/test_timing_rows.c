/* The table of the mechanical methods' steps: what a process finds, and results from what
 * processes have found, on data whose truth is known.
 *
 * Seen to fail: rows of another mode; a ratio upside down; allocations that are not judged;
 * a bound held against the value in place of the interval; counters of all runs together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/timing/timing_rows.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

enum { processes = 8 };

static struct catalogue *open_catalogue(void) {
    struct session session = {.models = HALFSTEP_MODELS, .err = stderr, .out = stdout};
    struct catalogue *catalogue;
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED, "%s", session.why.text);
    return catalogue;
}

static int find_row(const char *model, const char *method) {
    for (int row = 0; row < timing_rows_count; row++)
        if (strcmp(timing_rows[row].model, model) == 0 &&
            strcmp(timing_rows[row].method, method) == 0)
            return row;
    cr_assert(false, "no row of %s by %s", model, method);
    return -1;
}

/* Every row takes `ns` a step, in default mode half of it, with a scatter of processes. */
static void make_found(json_t **found, gsl_rng *random, double ns, double scatter,
                       double allocations) {
    for (int p = 0; p < processes; p++) {
        json_t *cases = json_array();
        for (int i = 0; i < 2 * timing_rows_count; i++) {
            const double its = i % 2 == FAST_FAITHFUL ? ns : ns / 2;
            json_array_append_new(
                cases,
                json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "ns",
                          its * exp(gsl_ran_gaussian(random, scatter)), "least", its / 2,
                          "steps", 200.0, "attempts", 230.0, "evaluations", 1060.0,
                          "iterations", 230.0, "q_projections", 14.0, "u_projections",
                          17.0, "allocations", allocations));
        }
        found[p] = json_pack("{s:o}", "cases", cases);
    }
}

static const json_t *find(const json_t *results, const char *model, const char *method,
                          const char *mode, const char *quantity) {
    size_t i;
    json_t *r;
    json_array_foreach(results, i, r) {
        if (strcmp(text_in(r, "model"), model) == 0 &&
            strcmp(text_in(r, "method"), method) == 0 &&
            strcmp(text_in(r, "mode"), mode) == 0 &&
            strcmp(text_in(r, "quantity"), quantity) == 0)
            return r;
    }
    cr_assert(false, "no %s of %s, %s, %s", quantity, model, method, mode);
    return NULL;
}

static json_t *make_results(double ns, double scatter, double allocations) {
    json_t *found[processes], *results = json_array();
    gsl_rng *random = seeded_random();
    struct catalogue *catalogue = open_catalogue();
    struct diagnostic d = {""};
    make_found(found, random, ns, scatter, allocations);
    cr_assert(timing_results_of_rows(catalogue, processes, found, results, &d) ==
                  EXIT_PASSED,
              "%s", d.text);
    for (int p = 0; p < processes; p++)
        json_decref(found[p]);
    catalogue_free(catalogue);
    gsl_rng_free(random);
    return results;
}

static const char see[] = "semi-explicit-euler", merson[] = "runge-kutta-merson";

Test(timing_rows, results_are_the_true_numbers) {
    json_t *results = make_results(37, 1e-4, 0);
    const json_t *ns = find(results, "rod_pendulum", merson, "faithful", "ns-per-step");
    cr_expect(fabs(number_in(ns, "value") / 37 - 1) < 1e-3);
    cr_assert(json_array_size(json_object_get(ns, "points")) == 2);
    const json_t *every = json_array_get(json_object_get(ns, "points"), 1);
    cr_expect_str_eq(text_in(every, "projection"), "every-step");
    cr_expect(number_in(every, "evaluations") == 5.3);
    cr_expect(number_in(every, "q_projections") == 0.07);
    cr_expect(number_in(every, "allocations") == 0);
    const json_t *ratio =
        find(results, "rod_pendulum", merson, "default", "original-ratio");
    cr_expect(fabs(number_in(ratio, "value") / (31547.4 / 18.5) - 1) < 1e-3, "%g",
              number_in(ratio, "value"));
    cr_expect(number_in(ratio, "expected") == 20);
    cr_expect_str_eq(text_in(ratio, "verdict"), "pass");
    json_decref(results);
}

/* 20 ns for a step of semi-explicit Euler on a spring, twenty times faster for Merson's
 * method on the rod. */
Test(timing_rows, bounds_are_held_against_the_interval) {
    static const struct {
        double ns, scatter;
        const char *step, *ratio; /* the verdicts */
    } judged[] = {
        {19, 1e-4, "pass", "pass"},           {21, 1e-4, "fail", "pass"},
        {20, 0.05, "not-asymptotic", "pass"}, {1500, 1e-4, "fail", "pass"},
        {1650, 1e-4, "fail", "fail"},         {1577.4, 0.05, "fail", "not-asymptotic"}};
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        json_t *results = make_results(judged[i].ns, judged[i].scatter, 0);
        const json_t *r = find(results, "spring_damper", see, "faithful", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].step, "%zu", i);
        r = find(results, "rod_pendulum", merson, "faithful", "original-ratio");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].ratio, "%zu", i);
        json_decref(results);
    }
}

Test(timing_rows, a_step_that_allocates_fails) {
    json_t *results = make_results(7, 1e-4, 1);
    const json_t *r = find(results, "rod_pendulum", merson, "default", "ns-per-step");
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
    r = find(results, "rod_pendulum", merson, "default", "original-ratio");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    json_decref(results);
}

Test(timing_rows, methods_choose_their_rows) {
    cr_expect(timing_rows_choose(NULL) && timing_rows_choose(merson));
    cr_expect(!timing_rows_choose("velocity-implicit-euler"));
    const int row = find_row("rod_pendulum", merson);
    cr_expect(timing_row_is_chosen(row, merson) && !timing_row_is_chosen(row, see));
}

/* Times are the machine's; the counters are known. */
Test(timing_rows, a_process_counts_what_a_run_takes) {
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_own_place(), &d) == 0, "%s", d.text);
    struct timing_found f = {.workloads = timing_rows_workloads(see),
                             .describe = timing_rows_found};
    json_t *found = timing_found_measure(&f, build.library[0], 3, 7, 60, &d);
    cr_assert(found != NULL, "%s", d.text);
    const json_t *cases = json_object_get(found, "cases");
    cr_assert(json_array_size(cases) == 2 * (size_t)timing_rows_count);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *one = json_array_get(cases, i);
        const struct timing_row *row = &timing_rows[i / 2];
        const bool every = row->projection == PROJECTED_EVERY_STEP;
        cr_expect(json_is_null(one) == (strcmp(row->method, see) != 0));
        if (json_is_null(one))
            continue;
        cr_expect(number_in(one, "steps") == round(row->length / row->step));
        cr_expect(number_in(one, "evaluations") ==
                  number_in(one, "steps") + (i % 2 == FAST_FAITHFUL));
        cr_expect(number_in(one, "allocations") == 0);
        cr_expect(number_in(one, "ns") > 0 && number_in(one, "least") > 0);
        cr_expect(!every || number_in(one, "q_projections") >= number_in(one, "steps"));
    }
    json_decref(found);
    json_decref(f.workloads);
    bench_build_clear(&build);
}

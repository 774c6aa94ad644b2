/* The table of the mechanical methods' steps: what a process finds, and results from what
 * processes have found, on data whose truth is known.
 *
 * Seen to fail: rows of another mode; a ratio upside down; allocations that are not judged;
 * a bound held against the value in place of the interval; counters of all runs together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/timing/timing_rows.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

enum { processes = 8 };

/* Every row takes `ns` a step, in default mode half of it, with a scatter of processes. */
static void make_found(struct batch *b, gsl_rng *random, double ns, double scatter,
                       double allocations) {
    const struct batch_setup how = {.processes = processes, .rounds = 1};
    cr_assert(batch_make(b, TIMING_ROWS, &how, timing_rows_workloads(false, NULL)) == 0);
    for (int p = 0; p < processes; p++) {
        json_t *contestants = json_array();
        for (int i = 0; i < TIMING_ROW_PARTS * timing_rows_count; i++) {
            const double its = i % TIMING_ROW_PARTS == TIMING_FAITHFUL ? ns : ns / 2;
            json_array_append_new(
                contestants,
                json_is_null(json_array_get(b->workloads, (size_t)i))
                    ? json_null()
                    : say_measured(200 * its * exp(gsl_ran_gaussian(random, scatter)),
                                   json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}",
                                             "steps", 200.0, "attempts", 230.0,
                                             "evaluations", 1060.0, "iterations", 230.0,
                                             "q_projections", 14.0, "u_projections", 17.0,
                                             "allocations", allocations)));
        }
        take_measured(b, p, contestants);
    }
}

static json_t *make_results(double ns, double scatter, double allocations) {
    json_t *results = json_array();
    gsl_rng *random = seeded_random();
    struct batch b;
    make_found(&b, random, ns, scatter, allocations);
    struct timing_results found = {.count = 0};
    timing_rows_results(&b, false, &found);
    add_told(results, &found);
    return results;
}

static const char see[] = "semi-explicit-euler", merson[] = "runge-kutta-merson";

Test(timing_rows, results_are_the_true_numbers) {
    json_t *results = make_results(37, 1e-4, 0);
    const json_t *ns =
        find_timing(results, "rod_pendulum", merson, "faithful", "ns-per-step");
    cr_expect(fabs(number_in(ns, "value") / 37 - 1) < 1e-3);
    cr_assert(json_array_size(json_object_get(ns, "points")) == 2);
    const json_t *every = json_array_get(json_object_get(ns, "points"), 1);
    cr_expect_str_eq(text_in(every, "projection"), "every-step");
    cr_expect(number_in(every, "evaluations") == 5.3);
    cr_expect(number_in(every, "q_projections") == 0.07);
    cr_expect(number_in(every, "allocations") == 0);
    const json_t *ratio =
        find_timing(results, "rod_pendulum", merson, "default", "original-ratio");
    cr_expect(fabs(number_in(ratio, "value") / (31547.4 / 18.5) - 1) < 1e-3, "%g",
              number_in(ratio, "value"));
    cr_expect(number_in(ratio, "expected") == 20);
    cr_expect_str_eq(text_in(ratio, "verdict"), "pass");
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
        const json_t *r =
            find_timing(results, "spring_damper", see, "faithful", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].step, "%zu", i);
        r = find_timing(results, "rod_pendulum", merson, "faithful", "original-ratio");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].ratio, "%zu", i);
    }
}

Test(timing_rows, a_step_that_allocates_fails) {
    json_t *results = make_results(7, 1e-4, 1);
    const json_t *r =
        find_timing(results, "rod_pendulum", merson, "default", "ns-per-step");
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
    r = find_timing(results, "rod_pendulum", merson, "default", "original-ratio");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
}

static int count_chosen(bool of_contacts, const char *method) {
    json_t *workloads = timing_rows_workloads(of_contacts, method), *one;
    size_t i;
    int chosen = 0;
    json_array_foreach(workloads, i, one) {
        chosen += !json_is_null(one);
    }
    return chosen;
}

Test(timing_rows, methods_choose_their_rows) {
    cr_expect(count_chosen(false, NULL) > count_chosen(false, merson) &&
              count_chosen(false, merson) > 0);
    cr_expect(count_chosen(false, "velocity-implicit-euler") == 0);
    cr_expect(count_chosen(true, merson) == 0 &&
              count_chosen(true, TIMING_CONTACTS_METHOD) > 0);
    json_t *workloads = timing_rows_workloads(false, merson), *one;
    size_t i, chosen = 0;
    json_array_foreach(workloads, i, one) {
        const bool is_merson =
            strcmp(timing_rows[i / TIMING_ROW_PARTS].method, merson) == 0;
        cr_expect(json_is_null(one) || is_merson);
        chosen += !json_is_null(one);
    }
    cr_expect(chosen == 6, "%zu", chosen);
}

/* Times are the machine's; the counters are known. */
Test(timing_rows, a_process_counts_what_a_run_takes) {
    const struct batch_setup how = {
        .processes = 1, .rounds = 3, .block_ns = 3e4, .is_whole = true};
    struct batch b;
    cr_assert(batch_make(&b, TIMING_ROWS, &how, timing_rows_workloads(false, see)) == 0);
    measure_batch(&b, 60);
    for (int i = 0; i < TIMING_ROW_PARTS * timing_rows_count; i++) {
        const struct timing_row *row = &timing_rows[i / TIMING_ROW_PARTS];
        const int part = i % TIMING_ROW_PARTS;
        const double steps = batch_count(&b, i, "steps");
        cr_expect((batch_counters(&b, i) == NULL) ==
                  (strcmp(row->method, see) != 0 || part == TIMING_PEER));
        if (batch_counters(&b, i) == NULL)
            continue;
        cr_expect(steps == round(row->length / row->step));
        cr_expect(batch_count(&b, i, "evaluations") == steps + (part == TIMING_FAITHFUL));
        cr_expect(batch_count(&b, i, "allocations") == 0);
        cr_expect(batch_ns(&b, 0, i) > 0 && batch_least(&b, 0, i) > 0);
        cr_expect(batch_least(&b, 0, i) <= batch_ns(&b, 0, i));
        cr_expect(strcmp(row->option, "every-step") != 0 ||
                  batch_count(&b, i, "q_projections") >= steps);
    }
}

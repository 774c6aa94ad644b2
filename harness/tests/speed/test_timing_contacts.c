/* The table of the stepper with contacts: what a process finds, and results from what processes
 * have found, on data whose truth is known.
 *
 * Seen to fail: modes exchanged; a ratio upside down; allocations that are not judged; the bound
 * of another row, or held against the value in place of the interval; a peer that is missing taken
 * for a failure; PLUS in the place of PGS.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_rows.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

enum { processes = 8 };

/* What the processes are to have found. */
struct truth {
    /* A step in default mode; faithful mode takes three times, Simbody 90 times. */
    double ns;
    double scatter, allocations;
    const char *missing; /* why Simbody takes no part; NULL: it does */
};

/* A pass of ten steps, a block in one round. Its second height is 0, Simbody's is not known, its
 * first off by 1e-9. */
static json_t *case_of(const struct truth *t, int part, double scatter) {
    static const double times[TIMING_ROW_PARTS] = {1, 3, 90};
    if (part == TIMING_PEER && t->missing != NULL)
        return json_pack("{s:s}", "failed", t->missing);
    const double ns = 10 * t->ns * times[part] * scatter;
    return json_pack("{s:f, s:[f], s:{s:i, s:f, s:f, s:[f, o]}}", "ns", ns, "blocks",
                     10 * t->ns * times[part], "counters", "steps", 10, "allocations",
                     part == TIMING_PEER ? 0 : t->allocations, "iterations", 2.5, "end",
                     part == TIMING_PEER ? 1e-9 : 0,
                     part == TIMING_PEER ? json_null() : json_real(1));
}

static json_t *make_results(const struct truth *t) {
    const struct batch_setup how = {.processes = processes, .rounds = 1};
    json_t *results = json_array();
    gsl_rng *random = seeded_random();
    struct batch b;
    cr_assert(batch_make(&b, TIMING_CONTACTS, &how, timing_rows_workloads(true, NULL)) ==
              0);
    for (int p = 0; p < processes; p++) {
        json_t *contestants = json_array(), *workload;
        size_t i;
        json_array_foreach(b.workloads, i, workload) {
            json_array_append_new(
                contestants, json_is_null(workload)
                                 ? json_null()
                                 : case_of(t, (int)i % TIMING_ROW_PARTS,
                                           exp(gsl_ran_gaussian(random, t->scatter))));
        }
        take_measured(&b, p, contestants);
    }
    struct timing_results found = {.count = 0};
    timing_rows_results(&b, true, &found);
    add_told(results, &found);
    return results;
}

static void check_near(const json_t *result, const char *key, double expected) {
    const double value = number_in(result, key);
    cr_expect(isfinite(value) && fabs(value / expected - 1) < 1e-3, "%s %g, not %g", key,
              value, expected);
}

Test(timing_contacts, results_are_the_true_numbers) {
    json_t *results = make_results(&(struct truth){370, 1e-4, 0, NULL});
    const json_t *ns =
        find_timing(results, "slider_stack", NULL, "faithful", "ns-per-step");
    check_near(ns, "value", 3 * 370);
    cr_assert(json_array_size(json_object_get(ns, "points")) == 2);
    const json_t *point = json_array_get(json_object_get(ns, "points"), 1);
    cr_expect_str_eq(text_in(point, "solver"), "PGS");
    cr_expect_str_eq(text_in(point, "size"), "10");
    cr_expect(number_in(point, "iterations") == 0.25);
    cr_expect(number_in(point, "peer_off") == 1e-9);
    check_near(point, "peer_ns", 90 * 370);
    check_near(find_timing(results, "slider_stack", NULL, "default", "original-ratio"),
               "value", 52190.4 / 370);
    check_near(find_timing(results, "slider_stack", NULL, "faithful", "peer-ratio"),
               "value", 30);
    check_near(find_timing(results, "cradle", NULL, "default", "peer-ratio"), "value",
               90);
}

/* 1 us for ten points on each other, 25 us for ten bricks. */
Test(timing_contacts, bounds_are_held_against_the_interval) {
    static const struct {
        double ns, scatter;
        const char *sliders, *bricks; /* the verdicts */
    } judged[] = {{950, 1e-4, "pass", "pass"},
                  {1050, 1e-4, "fail", "pass"},
                  {1000, 0.05, "not-asymptotic", "pass"},
                  {24900, 1e-4, "fail", "pass"},
                  {25100, 1e-4, "fail", "fail"}};
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        json_t *results =
            make_results(&(struct truth){judged[i].ns, judged[i].scatter, 0, NULL});
        const json_t *r =
            find_timing(results, "slider_stack", NULL, "default", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].sliders, "%zu", i);
        cr_expect(number_in(r, "expected") == 1000);
        r = find_timing(results, "brick_stack", NULL, "default", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].bricks, "%zu", i);
        r = find_timing(results, "slider_stack", NULL, "faithful", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), "pass", "%zu", i);
    }
}

Test(timing_contacts, a_step_that_allocates_fails) {
    json_t *results = make_results(&(struct truth){37, 1e-4, 1, NULL});
    const json_t *r = find_timing(results, "cradle", NULL, "default", "ns-per-step");
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
    r = find_timing(results, "cradle", NULL, "default", "peer-ratio");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
}

Test(timing_contacts, without_simbody_its_rows_say_how_to_have_it) {
    json_t *results =
        make_results(&(struct truth){37, 1e-4, 0, "install libsimbody-dev"});
    const json_t *r = find_timing(results, "slider_stack", NULL, "default", "peer-ratio");
    cr_expect(strstr(text_in(r, "reason"), "libsimbody-dev") != NULL);
    cr_expect(json_is_null(json_object_get(r, "value")));
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    check_near(find_timing(results, "slider_stack", NULL, "default", "original-ratio"),
               "value", 52190.4 / 37);
}

/* Simbody's bodies are where the faithful mode has them, where its solver is exact: a point
 * says. */
static void check_places(const struct batch *b) {
    json_t *results = json_array(), *result, *point;
    size_t i, k;
    struct timing_results found = {.count = 0};
    timing_rows_results(b, true, &found);
    add_told(results, &found);
    json_array_foreach(results, i, result) {
        json_array_foreach(json_object_get(result, "points"), k, point) {
            const json_t *off = json_object_get(point, "peer_off");
            const char *size = text_in(point, "size");
            if (json_is_number(off) && strcmp(text_in(point, "solver"), "PLUS") == 0)
                cr_expect(json_number_value(off) <= 1e-12, "%s %s: %g",
                          text_in(result, "model"), size, json_number_value(off));
        }
    }
}

/* Times are the machine's. Nothing is allocated, all solves of default mode are verified. */
Test(timing_contacts, a_process_finds_what_a_pass_takes, .timeout = 250) {
    const struct batch_setup how = {.processes = 1, .rounds = 3, .block_ns = 3e4};
    struct batch b;
    cr_assert(batch_make(&b, TIMING_CONTACTS, &how, timing_rows_workloads(true, NULL)) ==
              0);
    measure_batch(&b, 240);
    int found = 0;
    for (int i = 0; i < TIMING_ROW_PARTS * timing_rows_count; i++) {
        const int part = i % TIMING_ROW_PARTS;
        const char *solver = timing_rows[i / TIMING_ROW_PARTS].option;
        if (batch_counters(&b, i) == NULL) {
            cr_expect(part == TIMING_PEER || batch_failure(&b, i) == NULL, "%d: %s", i,
                      batch_failure(&b, i));
            continue;
        }
        cr_expect(batch_ns(&b, 0, i) > 0 && batch_least(&b, 0, i) > 0, "%d", i);
        if (part == TIMING_PEER)
            continue;
        found++;
        cr_expect(batch_count(&b, i, "allocations") == 0, "%d", i);
        cr_expect(part == TIMING_FAITHFUL ||
                      batch_count(&b, i, "solves_not_verified") == 0,
                  "%d", i);
        /* PGS needs sweeps by the dozen, PLUS an iteration or two. */
        cr_expect(part == TIMING_DEFAULT || (batch_each(&b, i, "iterations") > 12) ==
                                                (strcmp(solver, "pgs") == 0),
                  "%d: %g", i, batch_each(&b, i, "iterations"));
    }
    cr_expect(found == 2 * 7 - 1, "%d", found);
    check_places(&b);
}

Test(timing_contacts, a_stack_is_timed_at_its_size) {
    const struct timing_chain_request request = {NULL, NULL, 310, 1, 3};
    struct diagnostic d = {""};
    struct timing_chain c;
    cr_assert(timing_chain_make(&c, &timing_chain_kinds[2], &request, &d) == 0, "%s",
              d.text);
    cr_assert(c.sizes == 1 && c.variants.count == 1 && c.kind->masses[0] == 10);
    measure_batch(&c.at[0], 60);
    cr_expect_str_eq(c.kind->model, TIMING_SLIDERS);
    cr_expect(json_array_size(json_object_get(batch_counters(&c.at[0], 0), "end")) == 20);
    cr_expect(batch_ns(&c.at[0], 0, 0) > 0 && batch_count(&c.at[0], 0, "memory") > 0);
    cr_expect(batch_count(&c.at[0], 0, "steps") == 64 &&
              batch_count(&c.at[0], 0, "allocations") == 0);
}

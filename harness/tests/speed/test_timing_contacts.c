/* The table of the stepper with contacts: what a process finds, and results from what processes
 * have found, on data whose truth is known.
 *
 * Seen to fail: modes exchanged; a ratio upside down; allocations that are not judged; the bound of
 * another row, or held against the value in place of the interval; heights taken for speeds, masses
 * of other velocities; a floor under the cradle; a peer that is missing taken for a failure; PLUS in
 * the place of PGS.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/scene.h"
#include "harness/speed/timing/timing_contacts.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

enum { processes = 8, PARTS = TIMING_CONTACT_PARTS };

static struct catalogue *open_catalogue(void) {
    struct session session = {.models = HALFSTEP_MODELS, .err = stderr, .out = stdout};
    struct catalogue *catalogue;
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED, "%s", session.why.text);
    return catalogue;
}

/* What the processes are to have found. */
struct truth {
    double
        ns; /* a step in default mode; faithful mode takes three times, Simbody 90 times */
    double scatter, allocations;
    const char *missing; /* why Simbody takes no part; NULL: it does */
};

static json_t *case_of(const struct truth *t, int part, double scatter) {
    static const double times[PARTS] = {1, 3, 90};
    if (part == TIMING_CONTACT_SIMBODY && t->missing != NULL)
        return json_pack("{s:s}", "why", t->missing);
    json_t *one = json_pack("{s:f, s:f, s:f}", "ns", t->ns * times[part] * scatter, "off",
                            part == TIMING_CONTACT_SIMBODY ? 1e-9 : 0, "allocations",
                            part == TIMING_CONTACT_SIMBODY ? 0 : t->allocations);
    if (t->missing == NULL)
        json_object_set_new(one, "ratio", json_real(times[2] / times[part]));
    json_object_set_new(one, "iterations", json_real(0.25));
    return one;
}

static json_t *make_results(const struct truth *t) {
    json_t *found[processes], *results = json_array();
    gsl_rng *random = seeded_random();
    struct catalogue *catalogue = open_catalogue();
    struct diagnostic d = {""};
    for (int p = 0; p < processes; p++) {
        json_t *cases = json_array();
        for (int i = 0; i < PARTS * timing_contact_rows_count; i++)
            json_array_append_new(
                cases,
                timing_contact_rows[i / PARTS].original_steps == 0 &&
                        i % PARTS != TIMING_CONTACT_DEFAULT
                    ? json_null()
                    : case_of(t, i % PARTS, exp(gsl_ran_gaussian(random, t->scatter))));
        found[p] = json_pack("{s:o}", "cases", cases);
    }
    cr_assert(timing_results_of_contacts(catalogue, processes, found, results, &d) ==
                  EXIT_PASSED,
              "%s", d.text);
    for (int p = 0; p < processes; p++)
        json_decref(found[p]);
    catalogue_free(catalogue);
    gsl_rng_free(random);
    return results;
}

static const json_t *find(const json_t *results, const char *model, const char *mode,
                          const char *quantity) {
    size_t i;
    json_t *r;
    json_array_foreach(results, i, r) {
        if (strcmp(text_in(r, "model"), model) == 0 &&
            strcmp(text_in(r, "mode"), mode) == 0 &&
            strcmp(text_in(r, "quantity"), quantity) == 0)
            return r;
    }
    cr_assert(false, "no %s of %s, %s", quantity, model, mode);
    return NULL;
}

static void check_near(const json_t *result, const char *key, double expected) {
    const double value = number_in(result, key);
    cr_expect(isfinite(value) && fabs(value / expected - 1) < 1e-3, "%s %g, not %g", key,
              value, expected);
}

Test(timing_contacts, results_are_the_true_numbers) {
    json_t *results = make_results(&(struct truth){370, 1e-4, 0, NULL});
    const json_t *ns = find(results, "slider_stack", "faithful", "ns-per-step");
    check_near(ns, "value", 3 * 370);
    cr_assert(json_array_size(json_object_get(ns, "points")) == 2);
    const json_t *point = json_array_get(json_object_get(ns, "points"), 1);
    cr_expect_str_eq(text_in(point, "solver"), "PGS");
    cr_expect_str_eq(text_in(point, "size"), "10");
    cr_expect(number_in(point, "iterations") == 0.25);
    cr_expect(number_in(point, "peer_off") == 1e-9);
    check_near(point, "peer_ns", 90 * 370);
    check_near(find(results, "slider_stack", "default", "original-ratio"), "value",
               52190.4 / 370);
    check_near(find(results, "slider_stack", "faithful", "peer-ratio"), "value", 30);
    check_near(find(results, "cradle", "default", "peer-ratio"), "value", 90);
    json_decref(results);
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
        const json_t *r = find(results, "slider_stack", "default", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].sliders, "%zu", i);
        cr_expect(number_in(r, "expected") == 1000);
        r = find(results, "brick_stack", "default", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), judged[i].bricks, "%zu", i);
        r = find(results, "slider_stack", "faithful", "ns-per-step");
        cr_expect_str_eq(text_in(r, "verdict"), "pass", "%zu", i);
        json_decref(results);
    }
}

Test(timing_contacts, a_step_that_allocates_fails) {
    json_t *results = make_results(&(struct truth){37, 1e-4, 1, NULL});
    const json_t *r = find(results, "cradle", "default", "ns-per-step");
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
    r = find(results, "cradle", "default", "peer-ratio");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    json_decref(results);
}

Test(timing_contacts, without_simbody_its_rows_say_how_to_have_it) {
    json_t *results =
        make_results(&(struct truth){37, 1e-4, 0, "install libsimbody-dev"});
    const json_t *r = find(results, "slider_stack", "default", "peer-ratio");
    cr_expect(strstr(text_in(r, "reason"), "libsimbody-dev") != NULL);
    cr_expect(json_is_null(json_object_get(r, "value")));
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    check_near(find(results, "slider_stack", "default", "original-ratio"), "value",
               52190.4 / 37);
    json_decref(results);
}

static struct bench_build own_build(void) {
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_own_place(), &d) == 0, "%s", d.text);
    return build;
}

static struct model *read_model(const struct catalogue *catalogue, const char *name,
                                struct setting *setting, int count) {
    const struct model_settings settings = {count, setting, NULL};
    struct diagnostic d = {""};
    struct model *m;
    cr_assert(models_read(&m, catalogue, name, &settings, &d) == EXIT_PASSED, "%s",
              d.text);
    return m;
}

/* The third brick of three that lie 0.02 m above each other. */
Test(timing_contacts, scenes_have_the_numbers_of_their_models) {
    struct catalogue *catalogue = open_catalogue();
    struct setting setting[] = {{"n", "3"},   {"top", "7"},    {"gap", "0.02"},
                                {"b", "0.3"}, {"vy[3]", "-1"}, {"mu", "0.4"}};
    struct model *m = read_model(catalogue, "brick_stack", setting, 6);
    struct scene s;
    struct diagnostic d = {""};
    cr_assert(scene_make(&s, m, "brick_stack", PEER_SCENE_PGS, 1, &d) == 0, "%s", d.text);
    const struct peer_scene *scene = &s.scene;
    cr_assert(scene->bodies == 3 && scene->shape == PEER_SCENE_BRICKS);
    cr_expect(scene->has_floor && scene->solver == PEER_SCENE_PGS);
    cr_expect(scene->mass[0] == 1 && scene->mass[2] == 7 && scene->speed[2] == -1);
    cr_expect(fabs(scene->height[2] - 1.56) < 1e-15, "%g", scene->height[2]);
    cr_expect(fabs(scene->inertia[2] - 7 * 0.34 / 3) < 1e-15, "%g", scene->inertia[2]);
    cr_expect(scene->half_height == 0.3 && scene->half_width == 0.5);
    cr_expect(scene->gravity == 9.81 && scene->friction == 0.4 &&
              scene->restitution == 0);
    cr_expect_str_eq(m->state[s.height[2]], "y[3]");
    scene_clear(&s);
    model_free(m);
    m = read_model(catalogue, "pendulum", NULL, 0);
    cr_expect(scene_make(&s, m, "pendulum", PEER_SCENE_PGS, 1, &d) != 0);
    scene_clear(&s);
    model_free(m);
    catalogue_free(catalogue);
}

/* Times are the machine's. Nothing is allocated, all solves of default mode are verified, and
 * Simbody's bodies are where the faithful mode has them, where its solver is exact. */
Test(timing_contacts, a_process_finds_what_a_pass_takes, .timeout = 250) {
    struct bench_build build = own_build();
    struct diagnostic d = {""};
    struct timing_found f = {.workloads = timing_contacts_workloads(),
                             .describe = timing_contacts_found};
    json_t *found = timing_found_measure(&f, build.library[0], 3, 7, 240, &d);
    cr_assert(found != NULL, "%s", d.text);
    const json_t *cases = json_object_get(found, "cases");
    cr_assert(json_array_size(cases) == PARTS * (size_t)timing_contact_rows_count);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *one = json_array_get(cases, i);
        const struct timing_contact_row *row = &timing_contact_rows[i / PARTS];
        const json_t *why = json_object_get(one, "why");
        if (json_is_null(one) || (i % PARTS == TIMING_CONTACT_SIMBODY && why != NULL))
            continue;
        cr_expect(number_in(one, "ns") > 0 && number_in(one, "least") > 0, "%zu", i);
        if (i % PARTS == TIMING_CONTACT_SIMBODY) {
            cr_expect(row->solver == PEER_SCENE_PGS || number_in(one, "off") <= 1e-12,
                      "row %zu: %g", i / PARTS, number_in(one, "off"));
            continue;
        }
        cr_expect(number_in(one, "allocations") == 0, "%zu", i);
        cr_expect(i % PARTS == TIMING_CONTACT_FAITHFUL ||
                      number_in(one, "solves_not_verified") == 0,
                  "%zu", i);
        /* PGS needs sweeps by the dozen, PLUS an iteration or two. */
        cr_expect(i % PARTS == TIMING_CONTACT_DEFAULT ||
                      (number_in(one, "iterations") > 12) ==
                          (row->solver == PEER_SCENE_PGS),
                  "%zu: %g", i, number_in(one, "iterations"));
    }
    json_decref(found);
    json_decref(f.workloads);
    bench_build_clear(&build);
}

Test(timing_contacts, a_stack_is_timed_at_its_size) {
    struct bench_build build = own_build();
    struct diagnostic d = {""};
    const struct timing_length length = {.kind = &timing_chain_kinds[2],
                                         .masses = 12,
                                         .rounds = 3,
                                         .library = build.library[0],
                                         .seconds = 60};
    json_t *found = timing_chain_measure(&length, &d);
    cr_assert(found != NULL, "%s", d.text);
    const json_t *one = json_array_get(json_object_get(found, "variants"), 0);
    cr_expect_str_eq(length.kind->model, TIMING_SLIDERS);
    cr_expect(number_in(found, "masses") == 12);
    cr_expect(number_in(one, "ns") > 0 && number_in(one, "bytes") > 0);
    cr_expect(number_in(one, "steps") == 64 && number_in(one, "allocations") == 0);
    json_decref(found);
    bench_build_clear(&build);
}

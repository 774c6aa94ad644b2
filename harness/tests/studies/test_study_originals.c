/* The originals study: our own methods reproduce every recorded case, and what deviates in
 * one decision or in one digit is named.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/results/result_list.h"
#include "harness/studies/originals/original_file.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/study_originals.h"
#include "harness/tests/results_of.h"
#include "problems/catalogue.h"

enum { cases_recorded = 657, results_recorded = 31 };

/* What is done to our own integrator. */
enum change {
    NO_CHANGE,
    OTHER_MATRICES,
    OTHER_ACCURACY,
    NUDGED,
    ESTIMATE,
    LATE,
    MOVED_FAILS
};

/* Of a state, relatively: above the tolerance of 1e-12; of the time. */
#define NUDGE 3e-12
#define LATENESS 0x1p-50

static struct subject inner;
static double nudged[ORIGINAL_MOST_STATES];
static int starts;

static const double *nudge(const double *x) {
    for (int i = 0; i < inner.nq + inner.nv + inner.nz; i++)
        nudged[i] = x[i];
    nudged[0] += NUDGE * fmax(1, fabs(x[0]));
    return nudged;
}

static const double *state_nudged(void *self) {
    return nudge(inner.state(self));
}

static const double *estimate_nudged(void *self) {
    return nudge(inner.estimate(self));
}

/* Simbody's cases are done with three moved starts first. */
static int starts_after_three(void *self, double t, const double *x) {
    return starts++ < 3 ? -1 : inner.start(self, t, x);
}

static double time_late(void *self) {
    return inner.time(self) * (1 + LATENESS);
}

static int open_changed(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    enum change change = *(enum change *)context;
    struct subject_options own = *options;
    if (change == OTHER_MATRICES && own.integrator.newton == FAST_REUSE)
        own.integrator.newton = FAST_FRESH;
    if (change == OTHER_ACCURACY && !isnan(own.integrator.accuracy))
        own.integrator.accuracy *= 2;
    int failed = subject_open(s, m, &own, d);
    inner = *s;
    starts = 0;
    if (!failed && change == MOVED_FAILS)
        s->start = starts_after_three;
    if (!failed && (change == NUDGED || change == MOVED_FAILS))
        s->state = state_nudged;
    if (!failed && change == ESTIMATE)
        s->estimate = estimate_nudged;
    if (!failed && change == LATE)
        s->time = time_late;
    return failed;
}

static json_t *study(enum change change, const struct model_names *names, double share) {
    static const char *const pair[] = {"velocity-implicit-euler", "implicit-euler", NULL},
                             *const projected[] = {"semi-explicit-euler-2", NULL};
    const bool is_simbody = change == MOVED_FAILS;
    const char *const *methods = is_simbody ? projected : pair;
    struct diagnostic d = {""};
    struct catalogue *c;
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    struct study s = {.method = methods[0],
                      .methods = methods,
                      .open_subject = open_changed,
                      .context = &change};
    struct originals_request r = {is_simbody ? SIMBODY_RECORDS : ORIGINAL_RECORDS, share,
                                  c, names};
    struct results list = {.count = 0};
    cr_assert(study_originals(&s, &r, &list, &d) == 0, "%s", d.text);
    json_t *results = results_tell(&list);
    return results;
}

static double sum_of(const json_t *results, const char *key) {
    size_t i;
    const json_t *result;
    double sum = 0;
    json_array_foreach(results, i, result) {
        sum += number_in(result, key);
    }
    return sum;
}

Test(study_originals, every_recorded_case_is_reproduced) {
    json_t *results = study(NO_CHANGE, NULL, 0);
    expect_no_alarm(results);
    cr_expect(sum_of(results, "value") == cases_recorded);
    cr_expect(sum_of(results, "expected") == cases_recorded);
    cr_expect(json_array_size(results) == results_recorded, "%zu",
              json_array_size(results));
}

Test(study_originals, only_named_problems_are_studied) {
    const char *const name[] = {"pendulum", "no_such_problem", NULL};
    struct model_names names = {2, (const char **)(size_t)name};
    json_t *results = study(NO_CHANGE, &names, 1);
    cr_assert(json_array_size(results) == 2);
    cr_expect(number_in(json_array_get(results, 0), "value") == 63);
    cr_expect(number_in(json_array_get(results, 1), "value") == 12);
    cr_expect_str_eq(text_in(json_array_get(results, 1), "method"), "implicit-euler");
}

Test(study_originals, a_share_takes_so_many_of_each_problem) {
    json_t *results = study(NO_CHANGE, NULL, 0.25);
    double taken = sum_of(results, "expected");
    cr_expect(fabs(taken - cases_recorded / 4.0) <= results_recorded, "%g", taken);
    expect_no_alarm(results);
}

/* By what two builds of the original differ in, ten times where a decision may fall otherwise. */
Test(study_originals, what_is_tolerated_follows_from_what_builds_differ_in) {
    static const struct {
        const char *kind;
        int robust;
        double difference, tolerated;
    } rows[] = {{"error_controlled", 1, 1e-9, 1e-7}, {"error_controlled", 1, 1e-6, 1e-5},
                {"single_step", 1, 1e-14, 1e-12},    {"single_step", 1, 1e-6, 1e-6},
                {"single_step", 0, 1e-14, 1e-12},    {"single_step", 0, 1e-6, 1e-5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *record = json_pack("{s:s, s:[b, f]}", "kind", rows[i].kind, "cross_build",
                                   rows[i].robust, rows[i].difference);
        const double tolerated = original_tolerance(record);
        cr_expect(fabs(tolerated / rows[i].tolerated - 1) <= 1e-15, "row %zu: %g", i,
                  tolerated);
    }
}

/* On each problem, but for those with few cases. */
Test(study_originals, what_deviates_fails_and_is_named) {
    static const struct {
        enum change change;
        const char *named;
    } cases[] = {{OTHER_MATRICES, "derivative_evals"},
                 {OTHER_ACCURACY, "double_pendulum:h="},
                 {NUDGED, "state"},
                 {ESTIMATE, "the error estimate"},
                 {LATE, "time"}};
    const char *const name[] = {"double_pendulum", NULL};
    struct model_names names = {1, (const char **)(size_t)name};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results = study(cases[i].change, &names, 0), *result;
        size_t k;
        json_array_foreach(results, k, result) {
            cr_expect_str_eq(text_in(result, "verdict"), "fail", "%s", cases[i].named);
            cr_expect(json_is_true(json_object_get(result, "required")));
            cr_expect(strstr(text_in(result, "reason"), cases[i].named) != NULL, "%s: %s",
                      cases[i].named, text_in(result, "reason"));
            cr_expect(json_array_size(json_object_get(result, "points")) > 0);
        }
    }
}

/* What rounding decides is told by moved starts; of those that fail there is nothing to tell. */
Test(study_originals, a_moved_start_that_fails_widens_no_tolerance) {
    const char *const name[] = {"spring_damper", NULL};
    struct model_names names = {1, (const char **)(size_t)name};
    json_t *results = study(MOVED_FAILS, &names, 0);
    cr_assert(json_array_size(results) == 1);
    cr_expect(number_in(json_array_get(results, 0), "value") == 0);
}

Test(study_originals, a_file_that_is_none_is_a_message) {
    struct diagnostic d = {""};
    json_t *records;
    cr_expect(original_open(&records, "/nowhere/original.json", &d) != 0);
    cr_expect(strstr(d.text, "/nowhere/original.json") != NULL, "%s", d.text);
}

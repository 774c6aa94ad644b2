/* The ladder of ways to a truth, on models of every grade.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "ref/tests/testing.h"
#include "ref/truth.h"
#include "ref/vector.h"

enum { none = -1, most_told = 16 };

/* What was asked and told. */
struct log {
    int stopped; /* the way that is stopped at once; REF_WAYS: all; none */
    int asked[REF_WAYS];
    int told;
    enum ref_way way[most_told];
    enum ref_status status[most_told];
    double progress;
};

static bool stop(void *context, enum ref_way way) {
    struct log *log = context;
    log->asked[way]++;
    return log->stopped == REF_WAYS || log->stopped == (int)way;
}

static void note(void *context, enum ref_way way, enum ref_status status) {
    struct log *log = context;
    cr_assert(log->told < most_told);
    log->way[log->told] = way;
    log->status[log->told++] = status;
}

static void show(void *context, double fraction) {
    ((struct log *)context)->progress = fraction;
}

static bool was_told(const struct log *log, enum ref_way way, enum ref_status status) {
    for (int i = 0; i < log->told; i++)
        if (log->way[i] == way && log->status[i] == status)
            return true;
    return false;
}

static enum ref_status solve(struct ref_truth **truth, const char *text, double time,
                             unsigned ways, struct log *log) {
    struct model *m = testing_model(text);
    mpfr_t *t = testing_doubles(1, 200, &time);
    const struct ref_truth_options options = {.digits = 20,
                                              .constants = EVAL_EXACT_CONSTANTS,
                                              .ways = ways,
                                              .progress = show,
                                              .stop = stop,
                                              .tried = note,
                                              .context = log};
    return ref_best_truth(truth, m, 1, vector_const(t), &options);
}

static const char formula[] = "state z = 1\nz' = -z\nsolution z = exp(-t)\n";
static const char linear[] = "state z = 1\nz' = -z\n";
static const char smooth[] = "state z = 1\nz' = -z^2 + 0.1*sin(t)\n";
static const char kinked[] = "state z = 0\nz' = 1 + step(z - 0.5)\n";
static const char rough[] = "state z = 0, y = 0\nz' = 1 + step(z - 0.5)\n"
                            "y' = 1 + step(y - 0.5)\n";
static const char fast[] = "tags stiff\nstate z = 1\nstate y = 2\n"
                           "z' = -z^2\ny' = -100000*(y - z)*(1 + y^2)\n";
static const char oscillating[] = "tags stiff, oscillatory\nposition q = 0.37\n"
                                  "velocity v = -0.2\nq' = v\nv' = -1e8*q - q^3\n";

Test(best, each_model_gets_the_best_grade_there_is) {
    static const struct {
        const char *text;
        enum ref_grade grade;
        enum ref_way way;
    } expected[] = {
        {formula, REF_GRADE_CLOSED_FORM, REF_BY_FORMULA},
        {linear, REF_GRADE_CERTIFIED, REF_BY_EXPONENTIAL},
        {smooth, REF_GRADE_CERTIFIED, REF_BY_ENCLOSURE},
        {kinked, REF_GRADE_CERTIFIED, REF_BY_ENCLOSURE},
        {rough, REF_GRADE_CONVERGED, REF_BY_TAYLOR},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct log log = {.stopped = none};
        struct ref_truth *truth;
        cr_assert(solve(&truth, expected[i].text, 1, 0, &log) == REF_OK);
        cr_expect(truth->grade == expected[i].grade && truth->way == expected[i].way,
                  "%s by %s", ref_grade_name(truth->grade), ref_way_name(truth->way));
        cr_expect(truth->digits[0] >= 20);
    }
}

Test(best, a_way_that_is_stopped_falls_to_the_next_one) {
    struct log log = {.stopped = REF_BY_ENCLOSURE};
    struct ref_truth *truth;
    cr_assert(solve(&truth, smooth, 1, 0, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_TAYLOR && truth->grade == REF_GRADE_CONVERGED);
    cr_expect(was_told(&log, REF_BY_ENCLOSURE, REF_OUT_OF_TIME));
    cr_expect(was_told(&log, REF_BY_FORMULA, REF_NOT_APPLICABLE));
    cr_expect(log.asked[REF_BY_TAYLOR] > 1 && log.asked[REF_BY_COLLOCATION] == 0);
    cr_expect(log.progress > 0.99);
}

Test(best, taylor_stopped_falls_to_collocation) {
    struct log log = {.stopped = REF_BY_TAYLOR};
    struct ref_truth *truth;
    unsigned ways = 1u << REF_BY_TAYLOR | 1u << REF_BY_COLLOCATION;
    cr_assert(solve(&truth, smooth, 1, ways, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_COLLOCATION);
    cr_expect(was_told(&log, REF_BY_TAYLOR, REF_OUT_OF_TIME));
}

Test(best, when_all_are_stopped_there_is_none) {
    struct log log = {.stopped = REF_WAYS};
    struct ref_truth *truth;
    cr_expect(solve(&truth, smooth, 1, 0, &log) == REF_OUT_OF_TIME && truth == NULL);
    cr_expect(was_told(&log, REF_BY_COLLOCATION, REF_OUT_OF_TIME));
}

Test(best, a_way_for_which_there_is_no_time_does_not_begin) {
    struct log log = {.stopped = REF_WAYS, .progress = -1};
    struct ref_truth *truth;
    cr_expect(solve(&truth, smooth, 1, 0, &log) == REF_OUT_OF_TIME && truth == NULL);
    cr_expect(log.progress == -1, "%g", log.progress);
}

Test(best, only_the_ways_that_are_allowed_are_tried) {
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    cr_assert(solve(&truth, formula, 1, 1u << REF_BY_TAYLOR, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_TAYLOR && log.told == 0);
    ref_truth_free(truth);
    cr_expect(solve(&truth, smooth, 1, 1u << REF_BY_FORMULA, &log) == REF_NOT_APPLICABLE);
    cr_expect(truth == NULL);
}

/* Taylor's method would take some ten thousand steps. */
Test(best, a_stiff_model_without_proof_is_solved_by_collocation) {
    unsigned ways = 1u << REF_BY_TAYLOR | 1u << REF_BY_COLLOCATION;
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    cr_assert(solve(&truth, fast, 1, ways, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_COLLOCATION && log.asked[REF_BY_TAYLOR] == 0);
}

Test(best, taylor_is_given_up_when_its_steps_would_be_too_many) {
    unsigned ways = 1u << REF_BY_TAYLOR | 1u << REF_BY_COLLOCATION;
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    cr_assert(solve(&truth, fast + sizeof "tags stiff", 3, ways, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_COLLOCATION);
    cr_expect(was_told(&log, REF_BY_TAYLOR, REF_TOO_LONG));
    cr_expect(log.asked[REF_BY_TAYLOR] < 1000, "%d", log.asked[REF_BY_TAYLOR]);
}

/* Any method follows each of the oscillations, some thousand of them. */
Test(best, a_stiff_model_that_oscillates_is_left_to_taylor) {
    unsigned ways = 1u << REF_BY_TAYLOR | 1u << REF_BY_COLLOCATION;
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    cr_assert(solve(&truth, oscillating, 0.7, ways, &log) == REF_OK);
    cr_expect(truth->way == REF_BY_TAYLOR && log.told == 0);
    cr_expect(truth->steps[0] + truth->steps[1] > 4000, "%ld and %ld", truth->steps[0],
              truth->steps[1]);
}

/* A pendulum that swings for ever, and a chaotic motion whose enclosure begins again and again. */
Test(best, a_time_that_no_number_of_steps_reaches_is_told_soon) {
    static const char *const text[] = {
        "position a = 1\nvelocity w = 0\na' = w\nw' = -sin(a)\n",
        "state x = 1, y = 1, z = 20\nx' = 10*(y - x)\ny' = x*(28 - z) - y\n"
        "z' = x*y - 8/3*z\n"};
    static const enum ref_status status[] = {REF_TOO_FAR, REF_UNABLE};
    for (int k = 0; k < 2; k++) {
        struct log log = {.stopped = none};
        struct ref_truth *truth;
        cr_expect(solve(&truth, text[k], 1e12, 1u << REF_BY_ENCLOSURE, &log) ==
                  status[k]);
        cr_expect(log.asked[REF_BY_ENCLOSURE] < 20000, "%d", log.asked[REF_BY_ENCLOSURE]);
    }
}

/* x = 1/sqrt(1 + 2 t), whose steps are as long as the time that has passed. */
Test(best, a_time_that_longer_and_longer_steps_reach_is_reached) {
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    cr_assert(solve(&truth, "state x = 1\nx' = -x^3\n", 1e40, 0, &log) == REF_OK);
    cr_expect_float_eq(mpfr_get_d(truth->state[0], MPFR_RNDN) * sqrt(2e40), 1, 1e-15);
}

Test(best, the_reason_is_that_of_the_last_way_that_could_apply) {
    struct log log = {.stopped = none};
    struct ref_truth *truth;
    enum ref_status status = solve(&truth, "state z = 2\nz' = z^2\n", 1, 0, &log);
    cr_expect(status != REF_OK && status != REF_NOT_APPLICABLE && truth == NULL, "%s",
              ref_status_text(status));
    cr_expect(was_told(&log, REF_BY_TAYLOR, REF_STEP_TOO_SMALL));
    const struct ref_truth_options options = {.digits = 0};
    struct model *m = testing_model(linear);
    mpfr_t *t = testing_doubles(1, 200, (const double[]){1});
    cr_expect(ref_best_truth(&truth, m, 1, vector_const(t), &options) ==
              REF_BAD_ARGUMENT);
}

/* At the start `wall` follows from `rod`, and so the reduced equations do without it; the two
 * part like t^4. */
Test(best, a_motion_that_leaves_a_joint_has_no_truth) {
    static const char *const TEXT[] = {
        "position x = 0.6, y = -0.8\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
        "u' = 0\nv' = -9.81\njoint rod = sqrt(x^2 + y^2) - 1\n"
        "joint wall = x^2 + y^2 - 1 - t^4\n",
        "position x = 0.6, y = -0.8\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
        "u' = 0\nv' = -9.81\njoint rod = sqrt(x^2 + y^2) - 1\n"
        "joint wall = x^2 + y^2 - 1\n"};
    static const enum ref_status EXPECTED[] = {REF_JOINT_BROKEN, REF_OK};
    for (int i = 0; i < 2; i++) {
        struct model *m = testing_model(TEXT[i]);
        struct ref_truth_options options = {.digits = 20, .max_steps = 1000};
        struct ref_truth *truth;
        mpfr_t t;
        mpfr_init2(t, 64);
        mpfr_set_d(t, 0.5, MPFR_RNDN);
        cr_expect(ref_best_truth(&truth, m, 1, (const mpfr_t *)&t, &options) ==
                  EXPECTED[i]);
        cr_expect((truth != NULL) == (EXPECTED[i] == REF_OK));
    }
}

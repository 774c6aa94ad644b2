/* Work of the two modes beside each other from several starts, on an integrator that is told
 * from each start how many evaluations it takes and how far off it is.
 *
 * Seen to fail: four starts in place of eight; no repetition; one for the pair, too; the model's
 * own start left out of the mean; the mean of the ratios in place of the geometric one; an
 * interval of 95 %; starts at the model's initial values; a mean of two starts; errors judged
 * start by start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject.h"
#include "harness/results/result_list.h"
#include "harness/studies/statistics/study_statistics.h"
#include "harness/studies/statistics/study_statistics_compare.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

/* From the model's own start to the end; from 1/8, ... 7/8 half of the span. */
static const char moving[] = "span 0 .. 2\nstate x = 0.83, y = -0.4\nx' = 1\ny' = 0*x\n";
enum { STARTS = 8 };

/* What the default mode is told of each start, and the faithful one's errors. */
struct course {
    double ratio[STARTS]; /* evaluations, in units of the faithful mode's */
    double error[STARTS], faithful[STARTS]; /* in units of the accuracy */
    int fails_from;                         /* the default mode, from this start on */
};

static struct {
    struct course course;
    bool is_begun[STARTS];
    bool is_default;
    int start;
    double accuracy, t, x[2];
} made;

static int start(void *self, double t, const double *x) {
    (void)self;
    made.t = t;
    made.start = (int)lround(STARTS * t);
    cr_assert(made.start < STARTS && fabs(STARTS * t - made.start) < 1e-12, "%g", t);
    cr_expect(fabs(x[0] - (0.83 + t)) < 1e-12, "x = %g at t = %g", x[0], t);
    made.is_begun[made.start] = true;
    memcpy(made.x, x, sizeof made.x);
    return 0;
}

static int advance(void *self, double h, double t_final) {
    const struct course *c = &made.course;
    (void)self;
    (void)h;
    if (made.is_default && made.start >= c->fails_from)
        return -1;
    double off = made.is_default ? c->error[made.start] : c->faithful[made.start];
    cr_expect(fabs(t_final - (made.start == 0 ? 2 : made.t + 1)) < 1e-12, "from %g to %g",
              made.t, t_final);
    made.x[0] += t_final - made.t;
    made.x[1] = -0.4 + off * made.accuracy;
    made.t = t_final;
    return 0;
}

static const double *state(void *self) {
    (void)self;
    return made.x;
}

static double time_now(void *self) {
    (void)self;
    return made.t;
}

static const char *why(void *self) {
    (void)self;
    return "it was told to fail";
}

/* Of order 2. */
static void statistics(void *self, struct named_numbers *into) {
    double evaluations = 100 / sqrt(made.accuracy);
    (void)self;
    if (made.is_default)
        evaluations *= made.course.ratio[made.start];
    named_add_count(into, "steps_taken", 40);
    named_add_measure(into, "derivative_evals", evaluations);
}

static void free_nothing(void *self) {
    (void)self;
}

static int open_made(void *context, struct model *m,
                     const struct subject_options *options, struct subject *s,
                     struct diagnostic *d) {
    (void)context;
    (void)m;
    (void)d;
    made.accuracy = options->integrator.accuracy;
    made.is_default = options->integrator.mode == FAST_DEFAULT;
    made.start = 0;
    *s = (struct subject){.method = "made",
                          .start = start,
                          .advance = advance,
                          .state = state,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_nothing};
    return 0;
}

/* The result "evaluations-ratio", which the caller frees. */
static json_t *ratio_of(const char *method, const struct course *course) {
    struct model *m = model_from(moving);
    struct study s = own_study(m);
    struct statistics_truth truth = {.is_asked_for = false};
    struct diagnostic d = {""};
    memset(&made, 0, sizeof made);
    made.course = *course;
    s.method = method;
    s.open_subject = open_made;
    struct results list = {.count = 0};
    cr_assert(statistics_work(&s, &truth, &list, &d) == 0, "%s", d.text);
    json_t *results = results_tell(&list);
    return json_incref(find_result(results, "double", "evaluations-ratio"));
}

static int count_starts(void) {
    int count = 0;
    for (int j = 0; j < STARTS; j++)
        count += made.is_begun[j];
    return count;
}

static const struct course costly_at_first = {{1.5, 0.8, 0.7, 0.9, 0.6, 0.75, 0.85, 0.95},
                                              {1, 1, 1, 1, 1, 1, 1, 1},
                                              {1, 1, 1, 1, 1, 1, 1, 1},
                                              STARTS};

/* exp(mean +- t s / sqrt(n)) of the logarithms of the first n ratios. */
static void expect_mean(const json_t *result, const struct course *c, int n,
                        double student) {
    double mean = 0, squares = 0;
    for (int j = 0; j < n; j++)
        mean += log(c->ratio[j]) / n;
    for (int j = 0; j < n; j++)
        squares += pow(log(c->ratio[j]) - mean, 2);
    const double half = student * sqrt(squares / (n - 1) / n);
    cr_expect(fabs(number_in(result, "value") - exp(mean)) < 1e-9, "%.10g, not %.10g",
              number_in(result, "value"), exp(mean));
    cr_expect(fabs(number_in(result, "low") - exp(mean - half)) < 1e-5,
              "%.10g, not %.10g", number_in(result, "low"), exp(mean - half));
    cr_expect(fabs(number_in(result, "high") - exp(mean + half)) < 1e-5,
              "%.10g, not %.10g", number_in(result, "high"), exp(mean + half));
}

/* Student's t for 7 and 2 degrees of freedom, two-sided, 99.8 %: 4.785290, 22.327125 (Abramowitz
 * and Stegun, table 26.10). */
Test(study_statistics_compare, a_ratio_that_fails_at_one_start_is_measured_from_eight) {
    json_t *result = ratio_of("explicit-euler", &costly_at_first);
    cr_expect(count_starts() == STARTS, "%d", count_starts());
    expect_mean(result, &costly_at_first, STARTS, 4.785290);
    cr_expect_str_eq(text_in(result, "verdict"), "pass");
    cr_expect(strstr(text_in(result, "reason"), "from several starts") != NULL, "%s",
              text_in(result, "reason"));
}

Test(study_statistics_compare, a_ratio_that_passes_is_measured_once) {
    struct course cheap = costly_at_first;
    cheap.ratio[0] = 0.9;
    json_t *result = ratio_of("explicit-euler", &cheap);
    cr_expect(count_starts() == 1, "%d", count_starts());
    cr_expect(fabs(number_in(result, "value") - 0.9) < 1e-9);
}

Test(study_statistics_compare, a_ratio_of_the_pair_is_measured_once) {
    json_t *result = ratio_of("implicit-euler", &costly_at_first);
    cr_expect(count_starts() == 1, "%d", count_starts());
    cr_expect_str_eq(text_in(result, "verdict"), "fail");
}

Test(study_statistics_compare, a_ratio_that_fails_from_all_starts_fails) {
    struct course costly = costly_at_first;
    for (int j = 0; j < STARTS; j++)
        costly.ratio[j] = 1.2 + 0.01 * j;
    json_t *result = ratio_of("explicit-euler", &costly);
    cr_expect_str_eq(text_in(result, "verdict"), "fail");
    expect_mean(result, &costly, STARTS, 4.785290);
}

/* A curve of three accuracies, with these errors in units of 1e-2 and evaluations. */
static struct work_curve curve_of(const double error[3], const double evaluations[3],
                                  long steps) {
    struct work_curve c = {.points = 3};
    for (int k = 0; k < c.points; k++)
        c.point[k] = (struct work_point){.accuracy = 0.01 / (k + 1),
                                         .error = 1e-2 * error[k],
                                         .evaluations = evaluations[k],
                                         .steps = steps,
                                         .resolved = true};
    return c;
}

/* Too few points for lines: half the error is worth sqrt(2) of the evaluations where these are
 * 1/sqrt(error), and as many as at the same accuracy where no errors are around.
 *
 * Seen to fail: compared at the same accuracy alone; between points without their logarithms;
 * between errors that go up and down. */
Test(study_statistics_compare, few_points_are_compared_at_equal_errors) {
    const double theirs[3] = {4, 1, 0.25}, ours[3] = {2, 0.5, 0.125};
    const double cost[3] = {100, 200, 400}, dearer[3] = {150, 300, 440};
    const struct work_curve a = curve_of(ours, dearer, 1000);
    const struct work_curve b = curve_of(theirs, cost, 1000);
    struct comparison c = comparison_make(&a, &b, 1);
    const double expected = cbrt(1.5 / sqrt(2) * 1.5 / sqrt(2) * 1.1);
    cr_expect(fabs(c.value - expected) < 1e-12, "%.15g, not %.15g", c.value, expected);
    const double erratic[3] = {4, 1, 2};
    const struct work_curve e = curve_of(erratic, cost, 1000);
    c = comparison_make(&a, &e, 1);
    cr_expect(fabs(c.value - cbrt(1.5 * 1.5 * 1.1)) < 1e-12, "%.15g", c.value);
}

/* Seen to fail: an accuracy worth itself, whatever the solution's size. */
Test(study_statistics_compare,
     where_the_faithful_mode_fails_throughout_an_accuracy_is_a_part_of_the_size) {
    const double error[3] = {400, 200, 100}, none[3] = {NAN, NAN, NAN},
                 cost[3] = {1, 2, 3};
    const struct work_curve a = curve_of(error, cost, 10), b = curve_of(none, cost, 10);
    cr_expect_null(comparison_make(&a, &b, 1000).wrong);
    const struct comparison c = comparison_make(&a, &b, 100);
    cr_expect_eq(c.wrong, &a.point[0]);
    cr_expect(fabs(c.excess - 4) < 1e-12, "%.15g", c.excess);
}

/* Errors of 100 beside a solution of 2: where the faithful mode is as far off at the next accuracy,
 * it is luck which of the modes fails. Seen to fail: its failure without a look at the others. */
Test(study_statistics_compare, where_both_have_lost_the_solution_no_error_is_wrong) {
    const double error[3] = {1e4, 300, 1}, beyond[3] = {NAN, 300, 1},
                 near[3] = {NAN, 100, 1}, cost[3] = {1, 2, 3};
    const struct work_curve a = curve_of(error, cost, 10);
    const struct work_curve lost = curve_of(beyond, cost, 10),
                            resolved = curve_of(near, cost, 10);
    cr_expect_null(comparison_make(&a, &lost, 2).wrong);
    cr_expect_eq(comparison_make(&a, &resolved, 2).wrong, &a.point[0]);
}

/* Seen to fail: lost wherever the faithful mode is not, and nowhere. */
Test(study_statistics_compare, a_run_is_lost_but_beside_failures_of_the_faithful_mode) {
    const double error[3] = {4, NAN, 1}, whole[3] = {4, 2, 1}, erratic[3] = {NAN, 2, 1};
    const double cost[3] = {100, 200, 300};
    const struct work_curve a = curve_of(error, cost, 10);
    struct work_curve b = curve_of(whole, cost, 10), c = curve_of(erratic, cost, 10);
    for (int k = 0; k < 3; k++)
        b.point[k].used = c.point[k].used = true;
    cr_expect_eq(comparison_make(&a, &b, 1).lost, &a.point[1]);
    cr_expect_null(comparison_make(&a, &c, 1).lost);
}

/* Seen to fail: no step left out of the interval. */
Test(study_statistics_compare, what_one_step_makes_of_the_evaluations_cannot_be_told) {
    const double error[3] = {4, 1, 0.25}, cost[3] = {40, 40, 40}, more[3] = {44, 44, 44};
    const struct work_curve a = curve_of(error, more, 11), b = curve_of(error, cost, 10);
    const struct comparison c = comparison_make(&a, &b, 1);
    cr_expect(fabs(c.value - 1.1) < 1e-12, "%.15g", c.value);
    cr_expect(fabs(c.low - 1) < 1e-12, "%.15g", c.low);
    cr_expect(fabs(c.high - 1.21) < 1e-12, "%.15g", c.high);
}

/* An error five times the faithful mode's: no luck if no start has a larger one. */
Test(study_statistics_compare, an_error_is_wrong_beside_the_largest_of_all_starts) {
    struct course wrong = costly_at_first;
    wrong.error[0] = 5;
    json_t *result = ratio_of("explicit-euler", &wrong);
    cr_expect(count_starts() == STARTS, "%d", count_starts());
    cr_expect_str_eq(text_in(result, "verdict"), "fail");
    cr_expect(fabs(number_in(result, "high") - 5) < 1e-6, "%g",
              number_in(result, "high"));
    wrong.faithful[3] = 2;
    result = ratio_of("explicit-euler", &wrong);
    cr_expect(!isnan(number_in(result, "value")), "%s", text_in(result, "reason"));
}

Test(study_statistics_compare, three_starts_have_a_mean_and_two_have_none) {
    struct course short_lived = costly_at_first;
    short_lived.fails_from = 3;
    json_t *result = ratio_of("explicit-euler", &short_lived);
    expect_mean(result, &short_lived, 3, 22.327125);
    short_lived.fails_from = 2;
    result = ratio_of("explicit-euler", &short_lived);
    cr_expect(isnan(number_in(result, "value")));
    cr_expect_str_eq(text_in(result, "verdict"), "not-asymptotic");
}

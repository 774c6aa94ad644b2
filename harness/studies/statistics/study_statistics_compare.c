/* Two curves beside each other: by lines, or accuracy by accuracy; from one start, or from many.
 *
 * From one start an error is small at some accuracies by luck, of either mode, and the first
 * term of an error depends on where the solution is: what fails from the model's start is
 * measured from later points of the solution, too, half of the span each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics_compare.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/message.h"
#include "harness/results/study.h"
#include "problems/model.h"

/* A line needs so many points, and errors that vary by so much. */
enum { LINE_POINTS = 4, LINE_SPREAD = 2 };

/* Errors of two runs of the same accuracy, for that they count as equal, and for that the
 * larger one is wrong. */
static const double equal_error = 1.1;
enum { WRONG_ERROR = 3 };

/* Starts, the model's own included, in the first half of the span; and how sure the interval of
 * the mean over them is: hundreds of models and methods are compared, of which one in a thousand
 * may be above 1 by chance. */
enum { STARTS = 8, LEAST_STARTS = 3 };
static const double confidence = 0.998;

bool work_line_is_fitted(const struct work_line *line) {
    return line->points >= LINE_POINTS && line->spread >= LINE_SPREAD;
}

static bool is_line(const struct work_line *line) {
    return work_line_is_fitted(line) && line->slope < 0;
}

static void compare_lines(struct comparison *r, const struct work_line *ours,
                          const struct work_line *theirs) {
    double difference = ours->intercept - theirs->intercept +
                        (ours->slope - theirs->slope) * theirs->centre;
    double noise = 2 * hypot(ours->residual / sqrt(ours->points),
                             theirs->residual / sqrt(theirs->points));
    r->value = exp(difference);
    r->low = exp(difference - noise);
    r->high = exp(difference + noise);
    r->how = "by lines fitted to evaluations over errors";
}

/* Whether no error is larger than that of the accuracy before. */
static bool follows(const struct work_curve *c) {
    bool falls = true;
    for (int k = 0; k + 1 < c->points; k++)
        if (c->point[k].resolved && c->point[k + 1].resolved)
            falls &= c->point[k].error >= c->point[k + 1].error;
    return falls;
}

/* The evaluations that a curve has at this error, between points of neighbouring accuracies, log
 * over log. NaN: none are around it, or its errors do not follow the accuracies. */
static double evaluations_at(const struct work_curve *c, double error) {
    for (int k = 0; k + 1 < c->points && follows(c); k++) {
        const struct work_point *a = &c->point[k], *b = &c->point[k + 1];
        if (!(a->resolved && b->resolved && a->error >= error && error >= b->error &&
              a->error > b->error))
            continue;
        double part = log(a->error / error) / log(a->error / b->error);
        return a->evaluations * pow(b->evaluations / a->evaluations, part);
    }
    return NAN;
}

/* The evaluations that the faithful mode takes for the error of ours at the k-th accuracy:
 * between its own errors, or at that accuracy, where ours is no larger. NaN: it does not resolve
 * the solution. */
static double evaluations_expected(const struct work_point *ours,
                                   const struct work_curve *theirs, int k) {
    const struct work_point *other = &theirs->point[k];
    double between = ours->resolved ? evaluations_at(theirs, ours->error) : NAN;
    if (!isnan(between))
        return between;
    return other->resolved && ours->error <= equal_error * other->error
               ? other->evaluations
               : NAN;
}

/* Steps are whole: what one of them makes of the evaluations cannot be told. */
static double grain_of(const struct work_point *p) {
    return p->steps > 1 ? -log1p(-1 / (double)p->steps) : INFINITY;
}

/* Point by point, where the faithful mode resolves the solution. */
static void compare_points(struct comparison *r, const struct work_curve *ours,
                           const struct work_curve *theirs) {
    double sum = 0, grain = 0;
    int compared = 0, both = 0;
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        double expected = evaluations_expected(&ours->point[k], theirs, k);
        both += theirs->point[k].resolved;
        if (isnan(expected))
            continue;
        sum += log(ours->point[k].evaluations / expected);
        grain += grain_of(&ours->point[k]);
        compared++;
    }
    if (compared > 0 && 2 * compared >= both) {
        r->grain = grain / compared;
        r->value = exp(sum / compared);
        r->low = exp(sum / compared - r->grain);
        r->high = exp(sum / compared + r->grain);
    }
    r->how = "point by point at equal errors, or accuracies where there are none";
}

/* Whether at a tighter accuracy than the k-th the errors are larger than the solution. */
static bool is_lost_later(const struct work_curve *c, int k, double size) {
    for (int i = k + 1; i < c->points; i++)
        if (c->point[i].error > size)
            return true;
    return false;
}

/* The error that a run of the k-th accuracy may have: the other mode's, and the accuracy at
 * least. Where the other mode does not resolve the solution of that size either, both may have
 * lost it, but not by more than there is of it. Where it has failed there is what accuracies are
 * worth here: the most that its errors are of them, and no more than the solution, unless its own
 * are more at a tighter accuracy; where it has failed at all of them, an accuracy is a part of
 * the solution's size. */
static double error_expected(const struct work_curve *theirs, int k, double size) {
    const struct work_point *other = &theirs->point[k];
    double worth = NAN;
    if (!isnan(other->error) && other->resolved)
        return fmax(other->error, other->accuracy);
    if (!isnan(other->error))
        return fmax(isfinite(other->error) ? other->error : 0,
                    fmax(size, other->accuracy));
    if (is_lost_later(theirs, k, size))
        return INFINITY;
    for (int i = 0; i < theirs->points; i++)
        worth = fmax(worth, theirs->point[i].error / theirs->point[i].accuracy);
    worth = fmax(isnan(worth) ? size : worth, 1);
    return fmin(worth * other->accuracy, fmax(size, other->accuracy));
}

/* Whether ours fails where theirs resolves the solution. Where theirs has failed at the accuracy
 * before, it is luck whether a run gets through. */
static bool is_lost(const struct work_curve *ours, const struct work_curve *theirs,
                    int k) {
    const bool is_luck = k > 0 && isnan(theirs->point[k - 1].error);
    return isnan(ours->point[k].error) && theirs->point[k].used && !is_luck;
}

struct comparison comparison_make(const struct work_curve *ours,
                                  const struct work_curve *theirs, double size) {
    struct comparison r = {
        .value = NAN, .low = NAN, .high = NAN, .how = "", .excess = WRONG_ERROR};
    struct work_line a = work_fit(ours), b = work_fit(theirs);
    if (is_line(&a) && is_line(&b))
        compare_lines(&r, &a, &b);
    else
        compare_points(&r, ours, theirs);
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        const struct work_point *one = &ours->point[k];
        double excess = one->error / error_expected(theirs, k, size);
        if (excess > r.excess) {
            r.wrong = one;
            r.excess = excess;
        }
        if (is_lost(ours, theirs, k))
            r.lost = one;
    }
    return r;
}

/* Of the starts so far: for each accuracy the largest error and the largest that it may be. */
struct starts {
    int count; /* with a value */
    double sum, squares, grain;
    double error[WORK_MOST_POINTS], expected[WORK_MOST_POINTS];
};

static void add_start(struct starts *all, const struct comparison *one,
                      const struct work_curve *ours, const struct work_curve *theirs,
                      double size) {
    if (!isnan(one->value)) {
        all->count++;
        all->sum += log(one->value);
        all->squares += log(one->value) * log(one->value);
        all->grain += one->grain;
    }
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        all->error[k] = fmax(all->error[k], ours->point[k].error);
        all->expected[k] = fmax(all->expected[k], error_expected(theirs, k, size));
    }
}

/* The solution from the j-th start on. */
static struct trajectory window_of(const struct trajectory *t, int j, double *state) {
    struct trajectory window = *t;
    double half = (t->end - t->begin) / 2;
    window.begin = t->begin + half * j / STARTS;
    window.end = window.begin + half;
    window.initial = state;
    trajectory_at(t, window.begin, state);
    return window;
}

/* Where rates have kinks that no error control sees, it is luck whether a step of the k-th
 * accuracy goes over one: errors may be those of the accuracy before. */
static double largest_expected(const struct starts *all, int k, bool has_kinks) {
    return has_kinks && k > 0 ? fmax(all->expected[k - 1], all->expected[k])
                              : all->expected[k];
}

static void judge_starts(struct comparison *c, const struct starts *all, bool has_kinks,
                         const struct work_curve *ours, const struct work_curve *theirs) {
    const double n = all->count;
    *c = (struct comparison){.value = NAN,
                             .low = NAN,
                             .high = NAN,
                             .how = "from several starts along the solution",
                             .excess = WRONG_ERROR,
                             .lost = c->lost};
    if (all->count >= LEAST_STARTS) {
        double mean = all->sum / n;
        double variance = fmax(0, all->squares / n - mean * mean) / (n - 1);
        double half = sqrt(variance) * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, n - 1) +
                      all->grain / n;
        c->value = exp(mean);
        c->low = exp(mean - half);
        c->high = exp(mean + half);
    }
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        const double expected = largest_expected(all, k, has_kinks);
        if (all->error[k] > c->excess * expected) {
            c->wrong = &ours->point[k];
            c->excess = all->error[k] / expected;
        }
    }
}

int comparison_repeat(struct comparison *c, const struct work_ladder *l,
                      const struct work_curve *ours, const struct work_curve *theirs,
                      struct diagnostic *d) {
    const double size = l->trajectory->size;
    struct starts all = {.count = 0};
    double *state = calloc((size_t)l->trajectory->nx + 1, sizeof *state);
    int failed = state == NULL ? message_set(d, "out of memory") : 0;
    add_start(&all, c, ours, theirs, size);
    for (int j = 1; j < STARTS && !failed; j++) {
        struct trajectory window = window_of(l->trajectory, j, state);
        struct work_ladder later = *l;
        struct work_curve a, b;
        later.trajectory = &window;
        failed = work_own(&a, &later, FAST_DEFAULT, d) ||
                 work_own(&b, &later, FAST_FAITHFUL, d);
        if (failed)
            break;
        struct comparison one = comparison_make(&a, &b, size);
        add_start(&all, &one, &a, &b, size);
    }
    free(state);
    if (!failed)
        judge_starts(c, &all, model_has_kinks(l->study->model), ours, theirs);
    return failed;
}

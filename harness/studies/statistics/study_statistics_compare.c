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

/* A line needs so many points, and errors that vary by so much. */
enum { LINE_POINTS = 4 };
#define LINE_SPREAD 2

/* Errors of two runs of the same accuracy, for that they count as equal, and for that the
 * larger one is wrong. */
#define EQUAL_ERROR 1.1
#define WRONG_ERROR 3

/* Starts, the model's own included, in the first half of the span; and how sure the interval of
 * the mean over them is. */
enum { STARTS = 8, LEAST_STARTS = 3 };
#define CONFIDENCE 0.95

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

/* Accuracy by accuracy, where the faithful mode resolves the solution and the default mode's
 * error is no larger. */
static void compare_points(struct comparison *r, const struct work_curve *ours,
                           const struct work_curve *theirs) {
    double sum = 0;
    int compared = 0, both = 0;
    for (int k = 0; k < ours->points && k < theirs->points; k++) {
        const struct work_point *a = &ours->point[k], *b = &theirs->point[k];
        both += b->resolved;
        if (!(b->resolved && a->error <= EQUAL_ERROR * b->error))
            continue;
        sum += log(a->evaluations / b->evaluations);
        compared++;
    }
    if (compared > 0 && 2 * compared >= both)
        r->value = r->low = r->high = exp(sum / compared);
    r->how = "at the same accuracies, since the errors do not follow them";
}

/* The error that a run of the k-th accuracy may have: the other mode's, and the accuracy at
 * least. Where the other mode does not resolve the solution of that size either, both may have
 * lost it, but not by more than there is of it. Where it has failed there is what accuracies are
 * worth here: the most that its errors are of them, and no more than the solution. */
static double error_expected(const struct work_curve *theirs, int k, double size) {
    const struct work_point *other = &theirs->point[k];
    double worth = 1;
    if (!isnan(other->error) && other->resolved)
        return fmax(other->error, other->accuracy);
    if (!isnan(other->error))
        return fmax(isfinite(other->error) ? other->error : 0,
                    fmax(size, other->accuracy));
    for (int i = 0; i < theirs->points; i++)
        worth = fmax(worth, theirs->point[i].error / theirs->point[i].accuracy);
    return fmin(worth * other->accuracy, fmax(size, other->accuracy));
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
        const struct work_point *one = &ours->point[k], *other = &theirs->point[k];
        double excess = one->error / error_expected(theirs, k, size);
        if (excess > r.excess) {
            r.wrong = one;
            r.excess = excess;
        }
        if (isnan(one->error) && other->used)
            r.lost = one;
    }
    return r;
}

/* Of the starts so far: for each accuracy the largest error and the largest that it may be. */
struct starts {
    int count; /* with a value */
    double sum, squares;
    double error[WORK_MOST_POINTS], expected[WORK_MOST_POINTS];
};

static void add_start(struct starts *all, const struct comparison *one,
                      const struct work_curve *ours, const struct work_curve *theirs,
                      double size) {
    if (!isnan(one->value)) {
        all->count++;
        all->sum += log(one->value);
        all->squares += log(one->value) * log(one->value);
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

static void judge_starts(struct comparison *c, const struct starts *all,
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
        double half = sqrt(variance) * gsl_cdf_tdist_Pinv(0.5 + CONFIDENCE / 2, n - 1);
        c->value = exp(mean);
        c->low = exp(mean - half);
        c->high = exp(mean + half);
    }
    for (int k = 0; k < ours->points && k < theirs->points; k++)
        if (all->error[k] > c->excess * all->expected[k]) {
            c->wrong = &ours->point[k];
            c->excess = all->error[k] / all->expected[k];
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
        later.timed = false;
        failed = work_own(&a, &later, FAST_DEFAULT, d) ||
                 work_own(&b, &later, FAST_FAITHFUL, d);
        if (failed)
            break;
        struct comparison one = comparison_make(&a, &b, size);
        add_start(&all, &one, &a, &b, size);
    }
    free(state);
    if (!failed)
        judge_starts(c, &all, ours, theirs);
    return failed;
}

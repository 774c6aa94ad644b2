/* Accepted steps made again by a new start, and how far the two are apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/numbers/finite.h"
#include "harness/integrators/subject.h"
#include "harness/results/study_projected.h"
#include "harness/studies/control/control_run.h"

/* A repeated step may be off by this part of max(1, |x|), and by what so many roundings of its
 * ends make of its size. */
static const double same = 1e-12, roundings = 16;

/* Iterations end at some part of the accuracy or of the estimate, in norms of their own. */
static const double iterated = 20;

int control_calls_of(const struct subject *s, const double **call) {
    return s->calls != NULL ? s->calls(s->self, call) : 0;
}

/* The largest |a_i - b_i|, infinite where one is not finite, over what may come of rounding, and
 * (slack) of an iteration. */
static double find_apart(const struct control_step *step, const double *a,
                         const double *b, double slack) {
    const double h = step->next_t - step->t;
    const double ends = roundings * DBL_EPSILON * fmax(fabs(step->t), fabs(step->next_t));
    double apart = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++) {
        double size = fmax(1, fmax(fabs(step->x[i]), fabs(step->next_x[i])));
        double move = fabs(step->next_x[i] - step->x[i]) / h;
        double units = fabs(a[i] - b[i]) / ((same + slack) * size + ends * move);
        apart = isnan(units) ? INFINITY : fmax(apart, units);
    }
    return apart;
}

/* What was tried on the way to the step, from its calls and those of its repetition. */
static void find_attempts(const struct control_run *run, struct control_step *step,
                          const struct subject *again, const double *calls, int count) {
    const double *repeated = NULL;
    int repeated_count = control_calls_of(again, &repeated);
    const size_t size = (size_t)repeated_count * (2 + CONTROL_ENTRIES) * sizeof(double);
    if (repeated_count == 0)
        return;
    if (run->is_iterative) {
        control_find_first(step, calls, count, repeated, repeated_count);
        return;
    }
    double *kept = malloc(size);
    if (kept == NULL)
        return;
    memcpy(kept, repeated, size);
    control_find_attempts(step, calls, count, kept, repeated_count, again);
    free(kept);
}

void control_repeat_step(struct control_run *run, struct control_step *step,
                         const struct subject *again, double t, const double *calls,
                         int count, double accuracy) {
    double h = step->next_t - step->t;
    if (again->start(again->self, t, step->x) || again->step(again->self, h)) {
        step->apart = run->is_iterative ? NAN : INFINITY;
        return;
    }
    double x[CONTROL_ENTRIES], error[CONTROL_ENTRIES];
    memcpy(x, again->state(again->self), sizeof x);
    if (run->has_estimate)
        memcpy(error, again->estimate(again->self), sizeof error);
    double slack = run->is_iterative ? iterated * accuracy : 0;
    step->apart = find_apart(step, x, step->next_x, slack);
    if (run->has_estimate && are_finite(error, CONTROL_ENTRIES) &&
        are_finite(step->error, CONTROL_ENTRIES))
        step->error_apart = find_apart(step, error, step->error, slack);
    if (t != step->t)
        return;
    find_attempts(run, step, again, calls, count);
    control_weigh_memory(run, step, x, again);
}

/* Whether steps of several sizes ask for different numbers of values, or for Jacobians. Of our own
 * methods it is known: without joints the explicit ones solve nothing. */
bool control_is_iterative(const struct study *s, const struct subject *again,
                          double begin, const double *x) {
    enum { SIZES = 8 };
    static const double size[SIZES] = {0.011,  0.037, 0.0029, 0.17,
                                       0.0007, 0.083, 0.31,   0.00013};
    if (!s->foreign)
        return study_family(s) != INTEGRATOR_PROJECTED;
    const double *ignored;
    int count[SIZES] = {0};
    bool differ = false;
    for (int i = 0; i < SIZES; i++) {
        double from[CONTROL_ENTRIES];
        for (int k = 0; k < CONTROL_ENTRIES; k++)
            from[k] = x[k] + 0.07 * i * (k + 1);
        if (again->start(again->self, begin + 0.21 * i, from) == 0 &&
            again->step(again->self, size[i]) == 0)
            count[i] = control_calls_of(again, &ignored);
        differ = differ || (count[i] > 0 && count[0] > 0 && count[i] != count[0]);
    }
    return subject_counter(again, "jacobian_calls") > 0 || differ;
}

bool control_goes_on(const struct control_run *run) {
    int clean = 0, differ = 0;
    for (int i = 1; i < run->steps; i++) {
        const struct control_step *step = &run->step[i];
        if (step->rejected > 0 || isnan(step->apart))
            continue;
        clean++;
        differ += step->apart > 1;
    }
    return 2 * differ > clean;
}

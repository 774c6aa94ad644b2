/* When a Newton iteration may end (Hairer, Wanner: Solving Ordinary Differential Equations
 * II, IV.8): with theta = |dx_k| / |dx_k-1| the distance to the solution is estimated by
 * eta |dx_k|, eta = theta / (1 - theta), and is to be below kappa times the accuracy.
 *
 * The test is defined here to become part of the iterations for small systems.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONVERGENCE_H
#define FAST_CONVERGENCE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* The first iteration after which theta is trusted. */
enum { fast_first_judged_iteration = 2 };

/* What rounding alone does to an iterate. */
static const double fast_update_epsilon = 10 * DBL_EPSILON;

/* The distance to the solution at which iterating may end. */
double fast_newton_tolerance(double accuracy);

/* The 2-norm of dx[n], summed as the original's matrix library sums: by fours, and what is left
 * as a pair and a single one. Where an iteration goes to and fro, theta is 1 but for rounding,
 * and whether that is divergence hangs on the last bit. */
static inline double fast_norm(const int n, const double *dx) {
    double even = 0, odd = 0, next_even = 0, next_odd = 0;
    int i = 0;
    for (; n - i >= 4; i += 4) {
        even += dx[i] * dx[i];
        odd += dx[i + 1] * dx[i + 1];
        next_even += dx[i + 2] * dx[i + 2];
        next_odd += dx[i + 3] * dx[i + 3];
    }
    even += next_even;
    odd += next_odd;
    if (n - i >= 2) {
        even += dx[i] * dx[i];
        odd += dx[i + 1] * dx[i + 1];
        i += 2;
    }
    const double pairs = even + odd;
    return sqrt(i == n ? pairs : pairs + dx[i] * dx[i]);
}

/* An update of up to so many times that may be mere rounding. */
static const double fast_near_rounding = 64;

/* Whether every |dx[j]| is at most epsilon max(|x[j]|, 1), which is the larger of two numbers
 * after rounding, too. */
static inline bool fast_update_is_within(const double epsilon, const int n,
                                         const double *x, const double *dx) {
    for (int j = 0; j < n; j++) {
        const double part = epsilon * fabs(x[j]), limit = epsilon > part ? epsilon : part;
        if (!(fabs(dx[j]) <= limit)) /* nor if either is NaN */
            return false;
    }
    return true;
}

/* With 10 eps. */
static inline bool fast_update_is_zero(const int n, const double *x, const double *dx) {
    return fast_update_is_within(fast_update_epsilon, n, x, dx);
}

/* Whether that is so of the move from `from` to x[n]. */
static inline bool fast_move_is_zero(const int n, const double *x, const double *from) {
    for (int j = 0; j < n; j++) {
        const double moved = x[j] - from[j];
        if (!fast_update_is_zero(1, &x[j], &moved))
            return false;
    }
    return true;
}

enum fast_verdict { FAST_CONVERGED, FAST_DIVERGED, FAST_GO_ON };

/* Whether eta norm is certainly below (-1) or above (1) the tolerance; 0: rounding may decide.
 * By products, as eta norm = norm^2 / (last_norm - norm): what follows waits for the verdict,
 * and quotients take long. */
static inline int fast_compare_distance(double norm, double last_norm, double tolerance) {
    /* With theta at least so much below 1 rounding changes 1 - theta by 1e-12 of itself. */
    const double least_gap = 1e-3, margin = 1e-9;
    const double gap = last_norm - norm, square = norm * norm, bound = tolerance * gap;
    if (!(gap > least_gap * last_norm))
        return 0;
    if (square < bound * (1 - margin))
        return -1;
    return square > bound * (1 + margin);
}

/* The verdict on iteration i = 0, 1, ... that has made x by adding dx; norm and last_norm
 * are the norms of dx and of the update before it. near: fast_update_is_near_zero. */
static inline enum fast_verdict
fast_check_convergence(int i, const int n, const double *x, const double *dx, bool near,
                       double norm, double last_norm, double tolerance) {
    if (near && fast_update_is_zero(n, x, dx))
        return FAST_CONVERGED;
    if (i < fast_first_judged_iteration)
        return FAST_GO_ON;
    const int compared = fast_compare_distance(norm, last_norm, tolerance);
    if (compared != 0)
        return compared < 0 ? FAST_CONVERGED : FAST_GO_ON;
    const double theta = norm / last_norm, eta = theta / (1 - theta);
    if (theta > 1)
        return FAST_DIVERGED;
    return eta * norm < tolerance ? FAST_CONVERGED : FAST_GO_ON;
}

/* Whether the update is near rounding; what is zero is so, too. */
static inline bool fast_update_is_near_zero(const int n, const double *x,
                                            const double *dx) {
    return fast_update_is_within(fast_near_rounding * fast_update_epsilon, n, x, dx);
}

/* Whether rounding may decide it, or the next one, where the update is near rounding: the
 * distance alone does not say that the iteration has converged. */
static inline bool fast_rounding_may_decide(int i, double norm, double last_norm,
                                            double tolerance) {
    return i < fast_first_judged_iteration ||
           fast_compare_distance(norm, last_norm, tolerance) >= 0;
}

/* What the verdict rests on, as PAIR_DECISION_NEWTON tells it. */
void fast_explain_convergence(int i, int n, const double *x, const double *dx,
                              double norm, double last_norm, double tolerance,
                              double *value, double *limit);

#endif

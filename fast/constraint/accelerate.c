/* Accelerations of reduced index. The constraints' second derivative, G v' + bias = 0,
 * and v' = a - R lambda, R = M^-1 G^T, give
 *
 *     G R lambda = G a + bias
 *
 * (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, VII.1, (1.46)). G
 * R is symmetric and positive definite while G has full rank.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"

static bool all_finite(int n, const double *x) {
    double zero = 0;
    for (int i = 0; i < n; i++)
        zero += 0 * x[i];
    return zero == 0;
}

static void copy_rows(int n, const double *from, double *to) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static enum fast_status accelerate_freely(constraint *c, double t, const double *x,
                                          double *ydot) {
    const struct integrator_system *system = &c->system;
    if (system->rates(system->context, t, x, c->rates) != 0)
        return constraint_fail(c, FAST_CALLBACK, -1);
    if (!all_finite(c->ny, c->rates))
        return constraint_fail(c, FAST_NOT_FINITE, -1);
    copy_rows(c->ny, c->rates, ydot);
    return FAST_OK;
}

/* One row, G and R full. False: G R is not safely positive. */
static bool accelerate_one(constraint *c) {
    const int n = c->nv;
    const double *g = c->matrix, *r = c->response;
    double *a = c->rates;
    double definite = 0, right = c->bias[0];
    for (int j = 0; j < n; j++) {
        definite += g[j] * r[j];
        right += g[j] * a[j];
    }
    if (!(definite > 0))
        return false;
    const double lambda = right / definite;
    for (int j = 0; j < n; j++)
        a[j] -= lambda * r[j];
    c->multiplier[0] = lambda;
    constraint_count_rank(c, 1, &c->largest_rank);
    return true;
}

/* In default mode the pivot below which it is looked at whether constraints depend on
 * each other: what such constraints ask for in addition is wrong by their errors over
 * its root. */
static const double suspicious_pivot = 1e-6;

/* Without the complete factorisation if they are known to, or seem to. */
static bool factor_product(constraint *c) {
    const double round_off = c->rows * CONSTRAINT_ACCELERATION_PIVOT;
    if (!c->is_faithful && c->known_rank > 0 && c->known_rank < c->rows)
        return false;
    gram_form_response(c->gram, c->matrix, c->response);
    return gram_factor(c->gram,
                       c->is_faithful || round_off > suspicious_pivot ? round_off
                                                                      : suspicious_pivot,
                       false);
}

static enum fast_status accelerate_any(constraint *c, double t, const double *x) {
    const int m = c->rows, n = c->nv;
    enum fast_status status = FAST_OK;
    copy_rows(m, c->bias, c->right);
    fast_multiply_add(m, n, c->patterns[0], c->matrix, 1, c->rates, c->right);
    if (factor_product(c)) {
        gram_solve(c->gram, c->right, c->multiplier);
        constraint_count_rank(c, m, &c->largest_rank);
    } else {
        status = constraint_accelerate_singular(c, t, x);
    }
    if (status == FAST_OK)
        fast_multiply_add(n, m, c->patterns[2], c->response, -1, c->multiplier, c->rates);
    return status;
}

enum fast_status constraint_accelerate(constraint *c, double t, const double *x,
                                       double *ydot, double *lambda) {
    const struct integrator_system *system = &c->system;
    c->failed_row = -1;
    if (c->rows == 0)
        return accelerate_freely(c, t, x, ydot);
    if (system->dynamics(system->context, t, x, c->rates, c->bias, c->matrix,
                         c->response) != 0)
        return constraint_fail(c, FAST_CALLBACK, -1);
    const bool is_one = c->rows == 1 && c->patterns[0] == NULL && c->patterns[2] == NULL;
    enum fast_status status = FAST_OK;
    if (!is_one || !accelerate_one(c))
        status = accelerate_any(c, t, x);
    if (status != FAST_OK)
        return status;
    if (!all_finite(c->ny, c->rates) || !all_finite(c->rows, c->multiplier))
        return constraint_fail(c, FAST_NOT_FINITE, -1);
    copy_rows(c->ny, c->rates, ydot);
    if (lambda != NULL)
        copy_rows(c->rows, c->multiplier, lambda);
    return FAST_OK;
}

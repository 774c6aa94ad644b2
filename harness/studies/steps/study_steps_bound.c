/* A bound on what rounding may make of an implicit Euler sub-step y = x + k F(t, y).
 *
 * Newton's method in double ends at a y for which the computed residual vanishes to rounding,
 * so y solves the equation with a perturbation r on its right-hand side,
 *
 *     |r| <= u (2 k |F| + |y|) + k dF + |dx|,                                           (1)
 *
 * where 2 k |F| is for the products and differences that form the residual, dF bounds the
 * error of F as evaluated (roundoff.h), with errors of its arguments of u (|q| + k |q'|) for
 * positions, which are formed anew as q + k N v in each iteration, u |y| for the other states
 * and 2 u |t| for the time, and dx is the error that x comes with. Hence
 *
 *     |error of y| <= |(I - k dF/dx)^-1| |r| + u |y| + 2 kappa accuracy,                (2)
 *
 * the last term for the iteration that ends before rounding does (Drake's stop rule). With a
 * map N(q), which lags an iteration behind, the last update dq is left in q' = N(q) v: the lag
 * k |G| |dq|, G = d(N v)/dq, is added to r, and to the errors of the positions at which F is
 * evaluated. Where the rule is "the update is zero", |dq| <= 10 eps max(1, |q|).
 *
 * Newton's matrix is that of the velocities and other states alone, A = I - k Fy - k^2 Fq N,
 * which takes q to follow v as k N. With a map N(q) it follows as (I - k G)^-1 k N,
 * G = d(N v)/dq, so that the iteration converges linearly, and a last update dy leaves
 *
 *     |r| <= k |Fq| |(I - k G)^-1 - I| k |N| |dy|                                       (3)
 *
 * of the equations unsolved. The stop rule takes the last update's rate of convergence for
 * that of the next one. The first update's may be much smaller, as it has begun from a guess
 * of second order, and says nothing of (3). What the rule says of dy itself is
 * |dy|^2 <= 2 kappa accuracy |y - x|, as no update before it is longer than the step, or that
 * it is rounding, 10 eps max(1, |y|).
 *
 * The original's velocity-implicit method makes q = x + k N(q of the iterate before) v instead,
 * and solves for v with just that q: it leaves no (3), but dq is as long as the stop rule lets
 * it be. The rule's rate is that of the whole iterate, which falls fast as long as v's error,
 * squared in each iteration, is larger than q's, which falls by k G, and slowly afterwards: so
 * one good rate may end the iteration with k |G| |dq| far above kappa accuracy. From
 * |dx|^2 / (|dx before| - |dx|) < kappa accuracy, asked from the third iteration on, and updates
 * that do not grow any more by then,
 *
 *     |dq|^2 <= kappa accuracy |dx_2|,
 *     |dx_2| <= 2 |e_1|,   |e_1| <= |M^-1| k (|J(y) - J(x)| + |G|) |y - x|              (4)
 *
 * with e_1 the error after the first update from x (or from a better guess): Newton's own, by
 * the change of J = dF/dx over the step, and the lag of that update. The second update goes no
 * further than the distance of both its ends, twice the first one's.
 *
 * Its first-order form needs F to be near its linearisation: |M^-1| k |J(y) - J(x)| < 1/2,
 * which also makes the solution the only one near (L. V. Kantorovich's condition).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

/* Drake's stop rule: the last update is below this, relative to max(1, |x|), or expected to
 * be wrong by less than kappa times the accuracy. */
#define LAST_UPDATE (10 * DBL_EPSILON)
#define NEWTON_KAPPA 0.05

/* What the rule expects is an estimate from two updates: it is trusted to this factor. */
#define ESTIMATE_FACTOR 2

/* Largest change of the iteration matrix over the step, relative to the matrix. */
#define LARGEST_CHANGE 0.5

int step_bound_init(struct step_bound *b, struct model *m) {
    int nx = m->nq + m->nv + m->nz;
    size_t n = (size_t)nx;
    *b = (struct step_bound){.model = m, .nx = nx};
    b->roundoff = roundoff_alloc(m);
    b->jacobian_program = model_jacobian_program(m, &b->pattern);
    if (!b->roundoff || !b->jacobian_program ||
        eval_double_alloc(&b->jacobian, m->graph, b->jacobian_program) != PROBLEM_OK)
        return -1;
    b->iteration = gsl_matrix_alloc(n, n);
    b->inverse = gsl_matrix_alloc(n, n);
    b->permutation = gsl_permutation_alloc(n);
    b->entry = room_doubles(&b->room, b->pattern.count);
    b->entry_at_x = room_doubles(&b->room, b->pattern.count);
    b->in = room_doubles(&b->room, 1 + nx);
    b->residual = room_doubles(&b->room, nx);
    b->lag = room_doubles(&b->room, nx);
    b->follow = room_doubles(&b->room, nx);
    b->shift = room_doubles(&b->room, nx);
    b->contraction = room_doubles(&b->room, nx);
    return b->room.is_short || !(b->iteration && b->inverse && b->permutation);
}

void step_bound_clear(struct step_bound *b) {
    roundoff_free(b->roundoff);
    eval_double_free(b->jacobian);
    program_free(b->jacobian_program);
    expr_matrix_clear(&b->pattern);
    gsl_matrix_free(b->iteration);
    gsl_matrix_free(b->inverse);
    gsl_permutation_free(b->permutation);
    room_clear(&b->room);
}

/* entry := dF/dx at (t, x). */
static void differentiate(struct step_bound *b, double t, const double *x,
                          double *entry) {
    b->in[0] = t;
    memcpy(b->in + 1, x, (size_t)b->nx * sizeof *x);
    eval_double_run(b->jacobian, b->in, entry);
}

/* inverse := |(I - k dF/dx)^-1| with dF/dx in entry. False: it is singular. */
static bool invert(struct step_bound *b, double k) {
    int sign;
    gsl_matrix_set_identity(b->iteration);
    for (int e = 0; e < b->pattern.count; e++)
        *gsl_matrix_ptr(b->iteration, (size_t)b->pattern.row[e],
                        (size_t)b->pattern.column[e]) -= k * b->entry[e];
    if (gsl_linalg_LU_decomp(b->iteration, b->permutation, &sign) != GSL_SUCCESS ||
        gsl_linalg_LU_invert(b->iteration, b->permutation, b->inverse) != GSL_SUCCESS)
        return false;
    for (size_t i = 0; i < (size_t)b->nx; i++) {
        for (size_t j = 0; j < (size_t)b->nx; j++) {
            double *element = gsl_matrix_ptr(b->inverse, i, j);
            *element = fabs(*element);
            if (!isfinite(*element))
                return false;
        }
    }
    return true;
}

/* Row i of |M^-1| times the residual. */
static double carry(const struct step_bound *b, int i) {
    double sum = 0;
    for (int j = 0; j < b->nx; j++)
        sum += gsl_matrix_get(b->inverse, (size_t)i, (size_t)j) * b->residual[j];
    return sum;
}

/* The size of a component over the step. */
static double size_of(const struct sub_step *step, int i) {
    return fmax(fabs(step->x[i]), fabs(step->y[i]));
}

/* Whether |M^-1| k |J(y) - J(x)| < 1/2 in the norm weighted by the components' sizes; J(y) is
 * in entry. */
static bool is_nearly_linear(struct step_bound *b, const struct sub_step *step) {
    differentiate(b, step->t, step->x, b->entry_at_x);
    for (int i = 0; i < b->nx; i++)
        b->residual[i] = 0;
    for (int e = 0; e < b->pattern.count; e++)
        b->residual[b->pattern.row[e]] += step->k * fabs(b->entry[e] - b->entry_at_x[e]) *
                                          size_of(step, b->pattern.column[e]);
    for (int i = 0; i < b->nx; i++) {
        if (!(carry(b, i) <= LARGEST_CHANGE * size_of(step, i)))
            return false;
    }
    return true;
}

/* |e_1| of (4); dF/dx at y and at x are in entry and entry_at_x. */
static double first_error(struct step_bound *b, const struct sub_step *step) {
    double sum = 0;
    for (int i = 0; i < b->nx; i++)
        b->residual[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        bool of_map = row < b->model->nq && column < b->model->nq;
        double change = fabs(b->entry[e] - b->entry_at_x[e]);
        b->residual[row] += step->k * (change + (of_map ? fabs(b->entry[e]) : 0)) *
                            fabs(step->y[column] - step->x[column]);
    }
    for (int i = 0; i < b->nx; i++)
        sum = hypot(sum, carry(b, i));
    return sum;
}

/* lag := what a map that lags an iteration behind leaves; dF/dx at y and at x are in entry and
 * entry_at_x. */
static void find_lag(struct step_bound *b, const struct sub_step *step, double accuracy) {
    double by_rate = 0;
    if (b->lags && !b->model->map_is_identity)
        by_rate = sqrt(ESTIMATE_FACTOR * NEWTON_KAPPA * accuracy * first_error(b, step));
    for (int i = 0; i < b->nx; i++)
        b->lag[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        double update = fmax(by_rate, LAST_UPDATE * fmax(1, fabs(step->y[column])));
        if (row < b->model->nq && column < b->model->nq)
            b->lag[row] += step->k * fabs(b->entry[e]) * update;
    }
}

/* How long the last update of component i may be. */
static double last_update(const struct sub_step *step, int nx, int i, double accuracy) {
    double way = 0;
    for (int k = 0; k < nx; k++)
        way = hypot(way, step->y[k] - step->x[k]);
    return fmax(sqrt(ESTIMATE_FACTOR * NEWTON_KAPPA * accuracy * way),
                LAST_UPDATE * fmax(1, fabs(step->y[i])));
}

/* follow := k |N| |dy|, contraction := the sums of the rows of k |G|. The largest of both. */
static void find_follow(struct step_bound *b, const struct sub_step *step,
                        double accuracy, double *largest, double *norm) {
    int nq = b->model->nq;
    *largest = *norm = 0;
    for (int i = 0; i < nq; i++)
        b->follow[i] = b->contraction[i] = 0;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row >= nq)
            continue;
        double size = step->k * fabs(b->entry[e]);
        if (column < nq)
            b->contraction[row] += size;
        else
            b->follow[row] += size * last_update(step, b->nx, column, accuracy);
    }
    for (int i = 0; i < nq; i++) {
        *largest = fmax(*largest, b->follow[i]);
        *norm = fmax(*norm, b->contraction[i]);
    }
}

/* residual += (3), by |(I - k G)^-1 - I| w <= |k G| (w + |k G| |w| / (1 - |k G|)) in maximum
 * norms. False: |k G| is not below 1. dF/dx at y is in entry. */
static bool add_neglected(struct step_bound *b, const struct sub_step *step,
                          double accuracy) {
    int nq = b->model->nq;
    double largest, norm;
    if (b->model->map_is_identity)
        return true;
    find_follow(b, step, accuracy, &largest, &norm);
    if (!(norm < 1))
        return false;
    for (int i = 0; i < nq; i++)
        b->shift[i] = b->contraction[i] * norm / (1 - norm) * largest;
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row < nq && column < nq)
            b->shift[row] += step->k * fabs(b->entry[e]) * b->follow[column];
    }
    for (int e = 0; e < b->pattern.count; e++) {
        int row = b->pattern.row[e], column = b->pattern.column[e];
        if (row >= nq && column < nq)
            b->residual[row] += step->k * fabs(b->entry[e]) * b->shift[column];
    }
    return true;
}

/* The field at (t, y) with the arguments' errors of (1) and the lag. */
static void evaluate_field(struct step_bound *b, const struct sub_step *step) {
    struct roundoff *r = b->roundoff;
    roundoff_set(r, step->t, step->y, 2 * ROUNDOFF_UNIT);
    for (int i = 0; i < b->nx; i++) {
        double formed = i < b->model->nq ? fabs(step->y[i] - step->x[i]) : 0;
        r->in_error[1 + i] = ROUNDOFF_UNIT * (fabs(step->y[i]) + formed) + b->lag[i];
    }
    roundoff_run(r);
}

bool step_bound_sub_step(struct step_bound *b, const struct sub_step *step,
                         const double *x_error, double accuracy, double *bound) {
    differentiate(b, step->t, step->y, b->entry);
    if (!invert(b, step->k) || !is_nearly_linear(b, step))
        return false;
    find_lag(b, step, accuracy);
    evaluate_field(b, step);
    for (int i = 0; i < b->nx; i++)
        b->residual[i] = ROUNDOFF_UNIT * (2 * step->k * fabs(b->roundoff->field[i]) +
                                          fabs(step->y[i])) +
                         step->k * b->roundoff->bound[i] + x_error[i] + b->lag[i];
    if (!add_neglected(b, step, accuracy))
        return false;
    for (int i = 0; i < b->nx; i++)
        bound[i] = carry(b, i) + ROUNDOFF_UNIT * fabs(step->y[i]) +
                   ESTIMATE_FACTOR * NEWTON_KAPPA * accuracy;
    return true;
}

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
 * the last term for the iteration that ends before rounding does (Drake's stop rule). With a map
 * N(q), which lags an iteration behind, the last update dq is left in q' = N(q) v: the lag k |G|
 * |dq|, G = d(N v)/dq, is added to r, and to the errors of the positions at which F is
 * evaluated. Where the rule is "the update is zero", |dq| <= 10 eps max(1, |q|). How long dq is,
 * and what else an iteration that follows the map leaves unsolved, is (3) and (4) of
 * study_steps_bound_lag.c.
 *
 * Its first-order form needs F to be near its linearisation: |M^-1| k |J(y) - J(x)| < 1/2,
 * which also makes the solution the only one near (L. V. Kantorovich's condition).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "problems/model.h"
#include "problems/program/program.h"

/* Largest change of the iteration matrix over the step, relative to the matrix. */
static const double largest_change = 0.5;

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
        if (!(step_bound_carry(b, i) <= largest_change * size_of(step, i)))
            return false;
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
    step_bound_find_lag(b, step, accuracy);
    evaluate_field(b, step);
    for (int i = 0; i < b->nx; i++)
        b->residual[i] = ROUNDOFF_UNIT * (2 * step->k * fabs(b->roundoff->field[i]) +
                                          fabs(step->y[i])) +
                         step->k * b->roundoff->bound[i] + x_error[i] + b->lag[i];
    if (!step_bound_add_neglected(b, step, accuracy))
        return false;
    for (int i = 0; i < b->nx; i++)
        bound[i] = step_bound_carry(b, i) + ROUNDOFF_UNIT * fabs(step->y[i]) +
                   step_bound_left * accuracy;
    return true;
}

/* One step of a method given by its tableau, in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/tableau_step.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* Newton iterations at most; digits that its last update leaves to rounding. */
enum { MOST_ITERATIONS = 100, SPARE_BITS = 12 };

/* The matrix is formed anew while the updates are larger than this part of the rates: from
 * then on each iteration adds some ten digits. */
static const double converging = 1e-8;

/* from NULL: zeros. */
static mpfr_t *copy_coefficients(struct tableau_step *s, mpq_t *from, int count) {
    mpfr_t *copy = room_numbers(&s->room, count, s->bits);
    for (int i = 0; i < count && copy != NULL && from != NULL; i++)
        mpfr_set_q(copy[i], from[i], MPFR_RNDN);
    return copy;
}

static void copy_tableau(struct tableau_step *s, const struct tableau *t) {
    const int n = t->stages;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        s->a[part] = copy_coefficients(s, t->a[part], n * n);
    s->c = copy_coefficients(s, t->c, n);
    s->bq = copy_coefficients(s, t->bq, n);
    s->bv = copy_coefficients(s, t->bv, n);
    s->eq = copy_coefficients(s, t->eq, n);
    s->ev = copy_coefficients(s, t->ev, n);
    s->has_estimate = t->eq != NULL && t->ev != NULL;
}

/* Whether some coefficient on or above the diagonal (strictly above: `strictly`) is not
 * zero. */
static bool reaches_ahead(const mpfr_t *a, int stages, bool strictly) {
    for (int i = 0; i < stages; i++)
        for (int j = i + strictly; j < stages; j++)
            if (!mpfr_zero_p(a[i * stages + j]))
                return true;
    return false;
}

/* L_i may use K_j, L_j before it; K_i may use L_i, too. */
static void classify(struct tableau_step *s) {
    int n = s->stages;
    s->is_explicit = !reaches_ahead(vector_const(s->a[TABLEAU_VQ]), n, false) &&
                     !reaches_ahead(vector_const(s->a[TABLEAU_VV]), n, false) &&
                     !reaches_ahead(vector_const(s->a[TABLEAU_QQ]), n, false) &&
                     !reaches_ahead(vector_const(s->a[TABLEAU_QV]), n, true);
    s->is_plain = true;
    for (int k = 0; k < n * n; k++)
        s->is_plain = s->is_plain &&
                      mpfr_equal_p(s->a[TABLEAU_QQ][k], s->a[TABLEAU_VQ][k]) &&
                      mpfr_equal_p(s->a[TABLEAU_QV][k], s->a[TABLEAU_VV][k]);
}

int tableau_step_init(struct tableau_step *s, struct model *m, const struct tableau *t,
                      mpfr_prec_t bits) {
    int nx = m->nq + m->nv + m->nz;
    *s = (struct tableau_step){
        .model = m, .nq = m->nq, .nx = nx, .stages = t->stages, .bits = bits};
    s->scratch = room_number(&s->room, bits);
    s->rate = room_numbers(&s->room, t->stages * nx, bits);
    s->in = room_numbers(&s->room, 1 + nx, bits);
    s->out = room_numbers(&s->room, nx, bits);
    s->sums = room_numbers(&s->room, nx, bits);
    s->result = room_numbers(&s->room, nx, bits);
    s->estimate = room_numbers(&s->room, nx, bits);
    s->program = model_field_program(m);
    copy_tableau(s, t);
    if (s->room.is_short || s->program == NULL)
        return -1;
    classify(s);
    if (eval_mpfr_alloc(&s->field, m->graph, s->program, bits, EVAL_DOUBLE_CONSTANTS) !=
        PROBLEM_OK)
        return -1;
    if (!s->is_explicit)
        s->matrix = stage_matrix_alloc(s);
    return !s->is_explicit && s->matrix == NULL;
}

void tableau_step_clear(struct tableau_step *s) {
    eval_mpfr_free(s->field);
    program_free(s->program);
    stage_matrix_free(s->matrix);
    room_clear(&s->room);
}

/* out := the part of the field at stage i, (K_i) or (L_i) or, where the arguments are the
 * same, both. */
static void evaluate_part(struct tableau_step *s, double t, const double *x, double h,
                          int i, enum stage_part part) {
    tableau_step_arguments(s, t, x, h, i, part);
    eval_mpfr_run(s->field, vector_const(s->in), s->out);
}

static void set_rates(struct tableau_step *s, int i, int from, int to) {
    for (int k = from; k < to; k++)
        mpfr_set(s->rate[i * s->nx + k], s->out[k], MPFR_RNDN);
}

/* Takes each stage's parts of the field, one after the other. */
static void sweep(struct tableau_step *s, double t, const double *x, double h,
                  void (*take)(struct tableau_step *s, int i, int from, int to)) {
    for (int i = 0; i < s->stages; i++) {
        evaluate_part(s, t, x, h, i, STAGE_L);
        take(s, i, s->is_plain ? 0 : s->nq, s->nx);
        if (s->is_plain)
            continue;
        evaluate_part(s, t, x, h, i, STAGE_K);
        take(s, i, 0, s->nq);
    }
}

/* The rates at the start for all stages, where Newton's method begins. */
static void guess(struct tableau_step *s, double t, const double *x) {
    mpfr_set_d(s->in[0], t, MPFR_RNDN);
    vector_set_doubles(s->in + 1, x, s->nx);
    eval_mpfr_run(s->field, vector_const(s->in), s->out);
    for (int i = 0; i < s->stages; i++)
        set_rates(s, i, 0, s->nx);
}

/* sums := the field's part minus the rates at stage i, into the update's right-hand side. */
static void take_residual(struct tableau_step *s, int i, int from, int to) {
    for (int k = from; k < to; k++) {
        mpfr_sub(s->sums[k], s->out[k], s->rate[i * s->nx + k], MPFR_RNDN);
        gsl_vector_set(s->matrix->update, (size_t)(i * s->nx + k),
                       mpfr_get_d(s->sums[k], MPFR_RNDN));
    }
}

/* rate += matrix^-1 residual; returns the largest update relative to the largest rate. */
static double update(struct tableau_step *s) {
    struct stage_matrix *m = s->matrix;
    double largest = 0, size = 0;
    gsl_linalg_LU_svx(m->factors, m->permutation, m->update);
    for (int k = 0; k < m->n; k++) {
        double change = gsl_vector_get(m->update, (size_t)k);
        mpfr_add_d(s->rate[k], s->rate[k], change, MPFR_RNDN);
        largest = fmax(largest, fabs(change));
        size = fmax(size, fabs(mpfr_get_d(s->rate[k], MPFR_RNDN)));
        if (!isfinite(change))
            return NAN;
    }
    return largest == 0 ? 0 : largest / size;
}

static enum ref_status solve(struct tableau_step *s, double t, const double *x,
                             double h) {
    double change = INFINITY, enough = ldexp(1, SPARE_BITS - (int)s->bits);
    guess(s, t, x);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        if (change > converging) {
            enum ref_status status = stage_matrix_form(s->matrix, s, t, x, h, false);
            if (status != REF_OK)
                return status;
        }
        sweep(s, t, x, h, take_residual);
        change = update(s);
        if (isnan(change))
            return REF_NOT_FINITE;
        if (change <= enough)
            return REF_OK;
    }
    return REF_NOT_CONVERGED;
}

enum ref_status tableau_step_make(struct tableau_step *s, double t, const double *x,
                                  double h) {
    enum ref_status status = REF_OK;
    if (s->is_explicit)
        sweep(s, t, x, h, set_rates);
    else
        status = solve(s, t, x, h);
    for (int k = 0; k < s->nx && status == REF_OK; k++) {
        tableau_step_sum(s, vector_const(k < s->nq ? s->bq : s->bv), k, h, s->result[k]);
        mpfr_add_d(s->result[k], s->result[k], x[k], MPFR_RNDN);
        tableau_step_sum(s, vector_const(k < s->nq ? s->eq : s->ev), k, h,
                         s->estimate[k]);
        if (!mpfr_number_p(s->result[k]) || !mpfr_number_p(s->estimate[k]))
            status = REF_NOT_FINITE;
    }
    return status;
}

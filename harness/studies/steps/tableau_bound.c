/* Bounds on the rounding errors of a tableau's step.
 *
 * A stage's argument X_i = x + h sum a_ij k_j and the results are sums of at most s products,
 * whose errors are, in whatever order they are summed and in how many parts,
 *
 *     e_i <= (s + 2) u (|x| + h sum |a_ij| |k_j|) + h sum |a_ij| dk_j,                      (1)
 *
 * dk_i being the error of F as evaluated at an argument that is off by e_i (roundoff.h). An
 * explicit method's errors follow one from the other. An implicit one's iteration ends at
 * stages whose equations hold but for errors r of their evaluation, dk of (1) without its
 * last term, so that dk <= |M^-1| r with the matrix M of the stages' equations.
 *
 * Joints of which one follows from the others determine the accelerations on them alone: off
 * them G v' + bias = 0 contradicts itself, and which of its rows give way is another law in each
 * formula and each solver, with the same accelerations on the joints. At an argument that is
 * further off than rounding dk is infinite. What then is left to compare are results of
 * arguments on the joints, as explicit Euler's of the start; the others are held against the
 * replay and, with projection, the truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/tableau_bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Beyond the number of stages: the sum with x, and a coefficient's own rounding. */
enum { MORE_ROUNDINGS = 2 };

/* An argument is on the joints when it is so many rounding errors of its size away. */
enum { MOST_ROUNDINGS_OFF = 16 };

/* An implicit step is compared when the largest change of its matrix over the step, against
 * the matrix, is below this. */
static const double largest_change = 0.5;

bool tableau_joints_depend(const struct model *m) {
    bool depends = false;
    for (int k = 0; k < m->joints; k++)
        depends = depends || !m->joint[k].independent;
    return depends;
}

int tableau_bound_init(struct tableau_bound *b, struct tableau_step *step) {
    struct model *m = step->model;
    const int nx = step->nx, points = STAGE_PARTS * step->stages + 1;
    const int n = step->stages * nx;
    *b = (struct tableau_bound){.step = step, .roundoff = roundoff_alloc(m)};
    b->rate_error = room_doubles(&b->room, 2 * n);
    b->point = room_doubles(&b->room, points * nx);
    b->time = room_doubles(&b->room, points);
    b->at = room_take(&b->room, (size_t)points, sizeof *b->at);
    b->result = room_doubles(&b->room, nx);
    b->estimate = room_doubles(&b->room, nx);
    b->time_there = room_number(&b->room, step->bits);
    b->near = room_numbers(&b->room, nx, step->bits);
    if (!step->is_explicit)
        b->inverse = gsl_matrix_alloc((size_t)n, (size_t)n);
    return b->roundoff == NULL || b->room.is_short ||
           (!step->is_explicit && b->inverse == NULL) ||
           (tableau_joints_depend(m) &&
            ref_joints_alloc(&b->joints, m, step->bits, EVAL_DOUBLE_CONSTANTS) != REF_OK);
}

void tableau_bound_clear(struct tableau_bound *b) {
    roundoff_free(b->roundoff);
    room_clear(&b->room);
    gsl_matrix_free(b->inverse);
    ref_joints_free(b->joints);
}

/* Whether the components from `first` on of b->near are those of the argument but for rounding. */
static bool are_near(const struct tableau_bound *b, int first, int end) {
    double off = 0, size = 0;
    for (int k = first; k < end; k++) {
        mpfr_sub(b->near[k], b->near[k], b->step->in[1 + k], MPFR_RNDN);
        off = fmax(off, fabs(mpfr_get_d(b->near[k], MPFR_RNDN)));
        size = fmax(size, fabs(b->roundoff->in[1 + k]));
    }
    return off <= MOST_ROUNDINGS_OFF * ROUNDOFF_UNIT * size;
}

/* Whether the joints say what the accelerations are at the step's argument. */
static bool is_determined(struct tableau_bound *b) {
    const struct tableau_step *s = b->step;
    if (b->joints == NULL)
        return true;
    mpfr_set(b->time_there, s->in[0], MPFR_RNDN);
    vector_set(b->near, vector_const(s->in + 1), s->nx);
    return ref_joints_project(b->joints, b->time_there, b->near) == REF_OK &&
           are_near(b, 0, s->nq) && are_near(b, s->nq, s->nx);
}

/* The error (1) of x_k + h sum coefficient_j rate_jk; `carried`: with its last term. */
static double sum_error(const struct tableau_bound *b, const mpfr_t *coefficient, int k,
                        double x, double h, bool carried) {
    const struct tableau_step *s = b->step;
    double rounded = fabs(x), error = 0, rates = 0;
    for (int j = 0; j < s->stages; j++) {
        double a = fabs(mpfr_get_d(coefficient[j], MPFR_RNDN));
        if (a == 0)
            continue;
        double part = a * fabs(mpfr_get_d(s->rate[j * s->nx + k], MPFR_RNDN));
        a *= fabs(h);
        rates += part;
        rounded += part * fabs(h);
        error += carried ? a * b->rate_error[j * s->nx + k] : 0;
    }
    return (s->stages + MORE_ROUNDINGS) * ROUNDOFF_UNIT * rounded +
           b->size_error * rates + error;
}

/* The field with its errors for a part of stage i. */
static void evaluate(struct tableau_bound *b, double t, const double *x, double h, int i,
                     enum stage_part part) {
    struct tableau_step *s = b->step;
    struct roundoff *r = b->roundoff;
    const int place = STAGE_PARTS * i + (int)part;
    bool of_k = part == STAGE_K;
    const mpfr_t *of_q =
        vector_const(s->a[of_k ? TABLEAU_QQ : TABLEAU_VQ] + i * s->stages);
    const mpfr_t *of_y =
        vector_const(s->a[of_k ? TABLEAU_QV : TABLEAU_VV] + i * s->stages);
    tableau_step_arguments(s, t, x, h, i, part);
    vector_get_doubles(r->in, vector_const(s->in), 1 + s->nx);
    r->in_error[0] = b->size_error;
    for (int k = 0; k < s->nx; k++)
        r->in_error[1 + k] =
            sum_error(b, k < s->nq ? of_q : of_y, k, x[k], h, s->is_explicit);
    roundoff_run(r);
    const bool known = part != STAGE_L || is_determined(b);
    for (int k = s->nq; k < s->nx && !known; k++)
        r->bound[k] = INFINITY;
    b->time[place] = r->in[0];
    memcpy(b->point + place * s->nx, r->in + 1, (size_t)s->nx * sizeof *b->point);
}

static void evaluate_stages(struct tableau_bound *b, double t, const double *x,
                            double h) {
    const struct tableau_step *s = b->step;
    const double *bound = b->roundoff->bound;
    for (int i = 0; i < s->stages; i++) {
        double *error = b->rate_error + i * s->nx;
        evaluate(b, t, x, h, i, STAGE_L);
        memcpy(error + s->nq, bound + s->nq, (size_t)(s->nx - s->nq) * sizeof *error);
        evaluate(b, t, x, h, i, STAGE_K);
        memcpy(error, bound, (size_t)s->nq * sizeof *error);
    }
}

/* rate_error := |M^-1| rate_error, with the matrix at the step's stages. */
static bool carry(struct tableau_bound *b, double t, const double *x, double h) {
    struct stage_matrix *m = b->step->matrix;
    if (stage_matrix_form(m, b->step, t, x, h, false) != REF_OK ||
        gsl_linalg_LU_invert(m->factors, m->permutation, b->inverse) != GSL_SUCCESS)
        return false;
    for (int i = 0; i < m->n; i++) {
        double sum = 0;
        for (int j = 0; j < m->n; j++)
            sum +=
                fabs(gsl_matrix_get(b->inverse, (size_t)i, (size_t)j)) * b->rate_error[j];
        gsl_vector_set(m->update, (size_t)i, sum);
    }
    for (int i = 0; i < m->n; i++) {
        b->rate_error[i] = gsl_vector_get(m->update, (size_t)i);
        if (!isfinite(b->rate_error[i]))
            return false;
    }
    return true;
}

/* max_i (|M^-1| |M - M0| |rates|)_i / max |rates|; `difference` is M - M0. */
static double find_change(const struct tableau_bound *b, const gsl_matrix *difference) {
    const struct tableau_step *s = b->step;
    double *moved = b->rate_error + s->stages * s->nx; /* room behind the errors */
    double largest = 0, size = 0;
    int n = s->stages * s->nx;
    for (int k = 0; k < n; k++) {
        moved[k] = 0;
        for (int j = 0; j < n; j++)
            moved[k] += fabs(gsl_matrix_get(difference, (size_t)k, (size_t)j)) *
                        fabs(mpfr_get_d(s->rate[j], MPFR_RNDN));
        size = fmax(size, fabs(mpfr_get_d(s->rate[k], MPFR_RNDN)));
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += fabs(gsl_matrix_get(b->inverse, (size_t)i, (size_t)k)) * moved[k];
        largest = fmax(largest, sum);
    }
    return largest == 0 ? 0 : largest / size;
}

/* Whether |M^-1 (M - M0)| < 1/2, M0 being the matrix with all stages at the start: the
 * solution is then the only one near. M and its inverse are known. */
static bool is_nearly_linear(struct tableau_bound *b, double t, const double *x,
                             double h) {
    struct stage_matrix *m = b->step->matrix;
    gsl_matrix *difference = gsl_matrix_alloc(m->matrix->size1, m->matrix->size2);
    if (difference == NULL)
        return false;
    gsl_matrix_memcpy(difference, m->matrix);
    bool known = stage_matrix_form(m, b->step, t, x, h, true) == REF_OK;
    gsl_matrix_sub(difference, m->matrix);
    known = known && find_change(b, difference) <= largest_change;
    gsl_matrix_free(difference);
    return known;
}

/* All stages' arguments and the start. */
static bool is_smooth(struct tableau_bound *b, double t, const double *x,
                      const double *reach) {
    int nx = b->step->nx, points = STAGE_PARTS * b->step->stages;
    for (int k = 0; k < points; k++)
        b->at[k] = b->point + k * nx;
    b->at[points] = x;
    b->time[points] = t;
    return roundoff_is_smooth(b->roundoff, points + 1, b->time, b->at, reach);
}

bool tableau_bound_find(struct tableau_bound *b, double t, const double *x, double h,
                        const double *reach) {
    const struct tableau_step *s = b->step;
    b->size_error = 2 * ROUNDOFF_UNIT * fmax(fabs(t), fabs(t + h));
    evaluate_stages(b, t, x, h);
    if (!is_smooth(b, t, x, reach))
        return false;
    if (!s->is_explicit && (!carry(b, t, x, h) || !is_nearly_linear(b, t, x, h)))
        return false;
    b->has_estimate = true;
    for (int k = 0; k < s->nx; k++) {
        const mpfr_t *of_result = vector_const(k < s->nq ? s->bq : s->bv);
        const mpfr_t *of_estimate = vector_const(k < s->nq ? s->eq : s->ev);
        b->result[k] = sum_error(b, of_result, k, x[k], h, true);
        b->estimate[k] = sum_error(b, of_estimate, k, x[k], h, true);
        if (!isfinite(b->result[k]))
            return false;
        b->has_estimate = b->has_estimate && isfinite(b->estimate[k]);
    }
    return true;
}

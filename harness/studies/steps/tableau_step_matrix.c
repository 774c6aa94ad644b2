/* The matrix of the stages' equations in double.
 *
 *     d(K_i - N(Q_i) V_i):   I - h Aqq_ij d(N v)/dq on K_j,  - h Aqv_ij N on the v of L_j
 *     d(L_i - f(.., Q'_i, Y_i)):   - h Avq_ij df/dq on K_j,  I - h Avv_ij df/dy on L_j
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/tableau_step.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "ref/vector.h"

struct stage_matrix *stage_matrix_alloc(const struct tableau_step *s) {
    struct stage_matrix *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    size_t n = (size_t)(s->stages * s->nx);
    m->nx = s->nx;
    m->n = (int)n;
    m->program = model_jacobian_program(s->model, &m->pattern);
    m->entry = room_doubles(&m->room, m->pattern.count);
    m->in = room_doubles(&m->room, 1 + s->nx);
    m->matrix = gsl_matrix_alloc(n, n);
    m->factors = gsl_matrix_alloc(n, n);
    m->update = gsl_vector_alloc(n);
    m->permutation = gsl_permutation_alloc(n);
    if (m->room.is_short ||
        !(m->program && m->matrix && m->factors && m->update && m->permutation) ||
        eval_double_alloc(&m->jacobian, s->model->graph, m->program) != PROBLEM_OK) {
        stage_matrix_free(m);
        return NULL;
    }
    return m;
}

void stage_matrix_free(struct stage_matrix *m) {
    if (m == NULL)
        return;
    eval_double_free(m->jacobian);
    program_free(m->program);
    expr_matrix_clear(&m->pattern);
    room_clear(&m->room);
    gsl_matrix_free(m->matrix);
    gsl_matrix_free(m->factors);
    gsl_vector_free(m->update);
    gsl_permutation_free(m->permutation);
    free(m);
}

/* Subtracts h A_ij dF/dx from the rows of one part of stage i. */
static void add_part(struct stage_matrix *m, struct tableau_step *s, double h, int i,
                     enum stage_part part) {
    for (int k = 0; k <= s->nx; k++)
        m->in[k] = mpfr_get_d(s->in[k], MPFR_RNDN);
    eval_double_run(m->jacobian, m->in, m->entry);
    for (int e = 0; e < m->pattern.count; e++) {
        int row = m->pattern.row[e], column = m->pattern.column[e];
        if ((row < s->nq) != (part == STAGE_K))
            continue;
        bool of_q = column < s->nq;
        int which = part == STAGE_K ? (of_q ? TABLEAU_QQ : TABLEAU_QV)
                                    : (of_q ? TABLEAU_VQ : TABLEAU_VV);
        for (int j = 0; j < s->stages; j++) {
            double a = mpfr_get_d(s->a[which][i * s->stages + j], MPFR_RNDN);
            *gsl_matrix_ptr(m->matrix, (size_t)(i * s->nx + row),
                            (size_t)(j * s->nx + column)) -= h * a * m->entry[e];
        }
    }
}

static void set_arguments(struct tableau_step *s, double t, const double *x, double h,
                          int i, enum stage_part part, bool at_start) {
    tableau_step_arguments(s, t, x, h, i, part);
    for (int k = 0; k < s->nx && at_start; k++)
        mpfr_set_d(s->in[1 + k], x[k], MPFR_RNDN);
}

enum ref_status stage_matrix_form(struct stage_matrix *m, struct tableau_step *s,
                                  double t, const double *x, double h, bool at_start) {
    int sign;
    gsl_matrix_set_identity(m->matrix);
    for (int i = 0; i < s->stages; i++) {
        set_arguments(s, t, x, h, i, STAGE_K, at_start);
        add_part(m, s, h, i, STAGE_K);
        set_arguments(s, t, x, h, i, STAGE_L, at_start);
        add_part(m, s, h, i, STAGE_L);
    }
    gsl_matrix_memcpy(m->factors, m->matrix);
    if (gsl_linalg_LU_decomp(m->factors, m->permutation, &sign) != GSL_SUCCESS)
        return REF_SINGULAR;
    for (size_t k = 0; k < (size_t)m->n; k++) {
        double pivot = gsl_matrix_get(m->factors, k, k);
        if (pivot == 0 || !isfinite(pivot))
            return REF_SINGULAR;
    }
    return REF_OK;
}

void tableau_step_sum(struct tableau_step *s, const mpfr_t *coefficient, int k, double h,
                      mpfr_ptr sum) {
    mpfr_set_zero(sum, 1);
    for (int j = 0; j < s->stages; j++) {
        if (mpfr_zero_p(coefficient[j]))
            continue;
        mpfr_mul(s->scratch, coefficient[j], s->rate[j * s->nx + k], MPFR_RNDN);
        mpfr_add(sum, sum, s->scratch, MPFR_RNDN);
    }
    mpfr_mul_d(sum, sum, h, MPFR_RNDN);
}

void tableau_step_arguments(struct tableau_step *s, double t, const double *x, double h,
                            int i, enum stage_part part) {
    const mpfr_t *of_q =
        vector_const(s->a[part == STAGE_K ? TABLEAU_QQ : TABLEAU_VQ] + i * s->stages);
    const mpfr_t *of_y =
        vector_const(s->a[part == STAGE_K ? TABLEAU_QV : TABLEAU_VV] + i * s->stages);
    mpfr_mul_d(s->in[0], s->c[i], h, MPFR_RNDN);
    mpfr_add_d(s->in[0], s->in[0], t, MPFR_RNDN);
    for (int k = 0; k < s->nx; k++) {
        tableau_step_sum(s, k < s->nq ? of_q : of_y, k, h, s->in[1 + k]);
        mpfr_add_d(s->in[1 + k], s->in[1 + k], x[k], MPFR_RNDN);
    }
}

/* One step of a method given by its tableau, in MPFR:
 *
 *     K_i = N(Q_i) V_i,               Q_i = q0 + h sum_j Aqq_ij K_j,  V_i = v0 + h sum_j Aqv_ij L_j
 *     L_i = f(t0 + c_i h, Q'_i, Y_i), Q'_i = q0 + h sum_j Avq_ij K_j, Y_i = y0 + h sum_j Avv_ij L_j
 *     q1 = q0 + h sum_i bq_i K_i,     y1 = y0 + h sum_i bv_i L_i,     y = (v, z)
 *
 * (harness/fingerprint/trees/tableau.h). What an explicit method needs is there in the order
 * L_1, K_1, L_2, K_2, ..; the stages of an implicit one are found by Newton's method with
 * matrices in double and residuals in MPFR, to the last bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TABLEAU_STEP_H
#define HARNESS_TABLEAU_STEP_H

#include <gsl/gsl_linalg.h>

#include "problems/base/room.h"
#include "harness/fingerprint/trees/tableau.h"
#include "problems/graph/expr_matrix.h"
#include "ref/status.h"

struct eval_mpfr; /* problems/readers/eval_mpfr.h */
struct model;     /* problems/model.h */

/* What of a stage is evaluated: K_i or L_i. */
enum stage_part { STAGE_K, STAGE_L, STAGE_PARTS };

struct tableau_step {
    struct model *model;
    int nq, nx, stages;
    bool is_explicit, is_plain; /* plain: both parts of a stage have the same arguments */
    bool has_estimate;
    mpfr_prec_t bits;
    struct room room;
    mpfr_t *a[TABLEAU_PARTS], *c, *bq, *bv, *eq, *ev; /* as the tableau's */
    struct program *program;
    struct eval_mpfr *field;
    mpfr_t *rate; /* (K_i, L_i), stage by stage (size stages nx) */
    mpfr_t *in;   /* t, x of a part of a stage (size 1 + nx) */
    mpfr_t *out;  /* the field there (size nx) */
    mpfr_t *sums;
    mpfr_ptr scratch;
    mpfr_t *result, *estimate;   /* of the step made last (size nx) */
    struct stage_matrix *matrix; /* of an implicit method; else NULL */
};

/* *s refers to m and not to the tableau. Freed with tableau_step_clear in any case. Nonzero:
 * out of memory, or a constant of the model is not finite. */
int tableau_step_init(struct tableau_step *s, struct model *m, const struct tableau *t,
                      mpfr_prec_t bits);
void tableau_step_clear(struct tableau_step *s);

/* A step of h from the doubles (t, x[nx]), with the model's constants rounded to double.
 * REF_NOT_FINITE, REF_SINGULAR, REF_NOT_CONVERGED: there is none, or it was not found. */
enum ref_status tableau_step_make(struct tableau_step *s, double t, const double *x,
                                  double h);

/* sum := h sum_j coefficient_j rate_jk. */
void tableau_step_sum(struct tableau_step *s, const mpfr_t *coefficient, int k, double h,
                      mpfr_ptr sum);

/* s->in := the arguments of a part of stage i. */
void tableau_step_arguments(struct tableau_step *s, double t, const double *x, double h,
                            int i, enum stage_part part);

/* The matrix I - h A (x) J of the stages' equations, K and L stage by stage. */
struct stage_matrix {
    int nx, n; /* n = stages nx */
    struct program *program;
    struct expr_matrix pattern;
    struct eval_double *jacobian;
    struct room room;
    double *entry, *in; /* (sizes pattern.count, 1 + nx) */
    gsl_matrix *matrix, *factors;
    gsl_vector *update;
    gsl_permutation *permutation;
};
struct stage_matrix *stage_matrix_alloc(const struct tableau_step *s);
void stage_matrix_free(struct stage_matrix *m); /* takes NULL */

/* matrix := that at the step's stages as they are, with its factors; or (at_start) as if all
 * stages were x. REF_SINGULAR. */
enum ref_status stage_matrix_form(struct stage_matrix *m, struct tableau_step *s,
                                  double t, const double *x, double h, bool at_start);

#endif

/* The equations of one step from x_0 at t, for the polynomial x(t + tau h) of degree s:
 *
 *     X_j = x_0 + z_j,    (D z)_j = h F(t + c_j h, X_j),    j = 1 .. s,    x_1 = X_s
 *
 * (Hairer, Wanner (1996), IV.8), and what is left of them at some stages.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"
#include "ref/task.h"

void ref_stages_take_branches(struct ref_stages *e, mpfr_srcptr t) {
    signed char *branch = eval_jet_branches(e->field);
    mpfr_set(eval_jet_input(e->field, 0)[0], t, MPFR_RNDN);
    for (int i = 0; i < e->nx; i++)
        mpfr_set(eval_jet_input(e->field, 1 + i)[0], e->start[i], MPFR_RNDN);
    for (int i = 0; i < e->field_program->switches; i++)
        branch[i] = 0;
    eval_jet_order(e->field, 0);
    for (int i = 0; i < e->field_program->switches; i++)
        branch[i] = (signed char)eval_jet_branch(e->field, i);
}

void ref_stages_evaluate(struct ref_stages *e, mpfr_srcptr c) {
    mpfr_ptr time = eval_jet_input(e->field, 0)[0];
    mpfr_mul(e->term, c, e->h, MPFR_RNDN);
    mpfr_add(time, e->t, e->term, MPFR_RNDN);
    eval_jet_order(e->field, 0);
}

bool ref_stages_start_is_finite(struct ref_stages *e) {
    mpfr_set_zero(e->h, 1);
    for (int i = 0; i < e->nx; i++)
        mpfr_set(eval_jet_input(e->field, 1 + i)[0], e->start[i], MPFR_RNDN);
    ref_stages_evaluate(e, e->radau->node[0]);
    for (int i = 0; i < e->nx; i++)
        if (!mpfr_number_p(eval_jet_output(e->field, i)[0]))
            return false;
    return true;
}

/* The field's state := X_j; the scales grow with it. */
static void set_stage(struct ref_stages *e, int j) {
    for (int i = 0; i < e->nx; i++) {
        mpfr_ptr x = eval_jet_input(e->field, 1 + i)[0];
        mpfr_add(x, e->start[i], e->z[j * e->nx + i], MPFR_RNDN);
        if (mpfr_cmpabs(x, e->scale[i]) > 0)
            mpfr_abs(e->scale[i], x, MPFR_RNDN);
    }
}

void ref_stages_sum(struct ref_stages *e, const mpfr_t *row, int i) {
    mpfr_set_zero(e->sum, 1);
    for (int j = 1; j <= e->radau->stages; j++) {
        mpfr_mul(e->term, row[j], e->z[j * e->nx + i], MPFR_RNDN);
        mpfr_add(e->sum, e->sum, e->term, MPFR_RNDN);
    }
}

enum ref_status ref_stages_defect(struct ref_stages *e, const mpfr_t *row, mpfr_t *b) {
    for (int i = 0; i < e->nx; i++) {
        ref_stages_sum(e, row, i);
        mpfr_mul(b[i], e->h, eval_jet_output(e->field, i)[0], MPFR_RNDN);
        mpfr_sub(b[i], b[i], e->sum, MPFR_RNDN);
        if (!mpfr_number_p(b[i]))
            return REF_NOT_FINITE;
    }
    return REF_OK;
}

static void start_scales(struct ref_stages *e) {
    for (int i = 0; i < e->nx; i++)
        mpfr_abs(e->scale[i], e->start[i], MPFR_RNDN);
}

/* Raises the scales to the smallest that counts. */
static void finish_scales(struct ref_stages *e) {
    vector_norm(e->sum, vector_const(e->scale), e->nx);
    mpfr_div_2ui(e->sum, e->sum, REF_STAGES_FLOOR_BITS, MPFR_RNDN);
    for (int i = 0; i < e->nx; i++)
        mpfr_max(e->scale[i], e->scale[i], e->sum, MPFR_RNDN);
}

enum ref_status ref_stages_residual(struct ref_stages *e) {
    int s = e->radau->stages;
    start_scales(e);
    for (int j = 1; j <= s; j++) {
        set_stage(e, j);
        ref_stages_evaluate(e, e->radau->node[j]);
        enum ref_status status =
            ref_stages_defect(e, vector_const(e->radau->slope + j * (s + 1)),
                              e->residual + (j - 1) * e->nx);
        if (status != REF_OK)
            return status;
    }
    finish_scales(e);
    return REF_OK;
}

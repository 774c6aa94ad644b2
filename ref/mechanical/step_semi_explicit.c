/* Semi-explicit Euler, y = (v, z), y' = f(t, q, y) (E. Hairer, C. Lubich, G. Wanner, Geometric
 * Numerical Integration (2006), I.(1.9)):
 *
 *     form 1, position implicit   q1 = q + h N(q1) v,          y1 = y + h f(t + h, q1, y)
 *     form 2, velocity implicit   y1 = y + h f(t, q, y1),      q1 = q + h N(q) v1
 *     gaming                      y1 = y + h f(t, q, y),       q1 = q + h N(q) v1
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_mpfr.h"
#include "ref/mechanical/step.h"
#include "ref/vector.h"

/* out[first ..] := x + h rate, of the components first .. end - 1. */
static void advance(ref_step *s, const mpfr_t *x, mpfr_srcptr h, const mpfr_t *rate,
                    int first, int end, mpfr_t *out) {
    for (int i = first; i < end; i++) {
        mpfr_mul(s->term, h, rate[i], MPFR_RNDN);
        mpfr_add(out[i], x[i], s->term, MPFR_RNDN);
    }
}

/* q1 = q + h N(q) v1, v1 being in result. */
static enum ref_status advance_positions(ref_step *s, const mpfr_t *x, mpfr_srcptr h,
                                         mpfr_t *result) {
    vector_set(s->in + 1, x, s->nq);
    for (int i = s->nq; i < s->nx; i++)
        mpfr_set(s->in[1 + i], result[i], MPFR_RNDN);
    eval_mpfr_run(s->map, vector_const(s->in + 1), s->slope[0]);
    if (!vector_is_finite(vector_const(s->slope[0]), s->nq))
        return REF_NOT_FINITE;
    advance(s, x, h, vector_const(s->slope[0]), 0, s->nq, result);
    return REF_OK;
}

static enum ref_status step_gaming(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                   mpfr_srcptr h, mpfr_t *result) {
    vector_set(s->point, x, s->nx);
    enum ref_status status = ref_step_field(s, t, x, s->slope[0]);
    if (status != REF_OK)
        return status;
    advance(s, x, h, vector_const(s->slope[0]), s->nq, s->nx, result);
    return advance_positions(s, x, h, result);
}

static enum ref_status step_velocity_implicit(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                              mpfr_srcptr h, mpfr_t *result) {
    vector_set(s->point, x, s->nx);
    vector_set(s->base, x, s->nx);
    enum ref_status status =
        ref_step_solve_block(s, t, h, s->nq, s->nx - s->nq, s->point);
    if (status != REF_OK)
        return status;
    for (int i = s->nq; i < s->nx; i++)
        mpfr_set(result[i], s->point[i], MPFR_RNDN);
    return advance_positions(s, x, h, result);
}

static enum ref_status step_position_implicit(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                              mpfr_srcptr h, mpfr_t *result) {
    mpfr_t t1;
    mpfr_init2(t1, s->work);
    mpfr_add(t1, t, h, MPFR_RNDN);
    vector_set(s->point, x, s->nx);
    vector_set(s->base, x, s->nx);
    enum ref_status status = ref_step_solve_block(s, t1, h, 0, s->nq, s->point);
    if (status == REF_OK)
        status = ref_step_field(s, t1, vector_const(s->point), s->slope[0]);
    mpfr_clear(t1);
    if (status != REF_OK)
        return status;
    vector_set(result, vector_const(s->point), s->nq);
    advance(s, x, h, vector_const(s->slope[0]), s->nq, s->nx, result);
    return REF_OK;
}

enum ref_status ref_step_semi_explicit(ref_step *s, enum ref_mechanical_method form,
                                       mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                                       mpfr_t *result) {
    switch (form) {
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
        return step_position_implicit(s, t, x, h, result);
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT:
        return step_velocity_implicit(s, t, x, h, result);
    default: return step_gaming(s, t, x, h, result);
    }
}

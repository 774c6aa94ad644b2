/* The norm of a step's error: the largest of
 *
 *     || N N+ e_q ||,   || S e_v ||,   || S e_z ||,    S_i = 1 if |x_i| <= 1, else 1/|x_i|
 *
 * N at the step's end and x at its start, as root mean squares or largest components (Simbody 3.7,
 * AbstractIntegratorRep::takeOneStep, calcErrorNorm; all weights 1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/mechanical/replay.h"
#include "ref/vector.h"

void ref_mechanical_freeze_scales(ref_mechanical *r) {
    for (int i = r->nq; i < r->nx; i++) {
        mpfr_abs(r->scale[i], r->x[i], MPFR_RNDN);
        if (mpfr_cmp_ui(r->scale[i], 1) <= 0)
            mpfr_set_ui(r->scale[i], 1, MPFR_RNDN);
        else
            mpfr_ui_div(r->scale[i], 1, r->scale[i], MPFR_RNDN);
    }
}

void ref_mechanical_group_norm(ref_mechanical *r, const mpfr_t *value, int n,
                               mpfr_ptr norm) {
    mpfr_set_zero(norm, 1);
    if (n == 0)
        return;
    if (r->options.infinity_norm) {
        vector_norm(norm, value, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        mpfr_sqr(r->b, value[i], MPFR_RNDN);
        mpfr_add(norm, norm, r->b, MPFR_RNDN);
    }
    mpfr_div_ui(norm, norm, (unsigned long)n, MPFR_RNDN);
    mpfr_sqrt(norm, norm, MPFR_RNDN);
}

/* small := N N+ e_q at the step's end. */
static void keep_what_velocities_reach(ref_mechanical *r, const mpfr_t *error) {
    if (r->unmap == NULL) {
        vector_set(r->small, error, r->nq);
        return;
    }
    ref_mechanical_unmap(r, vector_const(r->trial), error, r->small);
    ref_mechanical_map(r, vector_const(r->trial), vector_const(r->small), r->small);
}

static void widen(mpfr_ptr norm, mpfr_srcptr other) {
    if (mpfr_greater_p(other, norm) || mpfr_nan_p(other))
        mpfr_set(norm, other, MPFR_RNDN);
}

void ref_mechanical_norm(ref_mechanical *r, const mpfr_t *error, mpfr_ptr norm) {
    mpfr_t group;
    mpfr_init2(group, r->bits);
    keep_what_velocities_reach(r, error);
    ref_mechanical_group_norm(r, vector_const(r->small), r->nq, norm);
    for (int i = r->nq; i < r->nx; i++)
        mpfr_mul(r->small[i], r->scale[i], error[i], MPFR_RNDN);
    const mpfr_t *scaled = vector_const(r->small);
    ref_mechanical_group_norm(r, scaled + r->nq, r->nv, group);
    widen(norm, group);
    ref_mechanical_group_norm(r, scaled + r->nq + r->nv, r->nx - r->nq - r->nv, group);
    widen(norm, group);
    mpfr_clear(group);
}

void ref_mechanical_map(ref_mechanical *r, const mpfr_t *q, const mpfr_t *v,
                        mpfr_t *qdot) {
    vector_set(r->in, q, r->nq);
    vector_set(r->in + r->nq, v, r->nv);
    eval_mpfr_run(r->map, vector_const(r->in), qdot);
}

/* change := |quaternion|^2 change, of each quaternion of q. */
static void weigh_quaternions(ref_mechanical *r, const mpfr_t *q, mpfr_t *change) {
    for (int k = 0; k < r->model->quaternions; k++) {
        const int *position = r->model->quaternion[k].position;
        mpfr_set_zero(r->b, 1);
        for (int i = 0; i < 4; i++) {
            mpfr_sqr(r->a, q[position[i]], MPFR_RNDN);
            mpfr_add(r->b, r->b, r->a, MPFR_RNDN);
        }
        for (int i = 0; i < 4; i++)
            mpfr_mul(change[position[i]], change[position[i]], r->b, MPFR_RNDN);
    }
}

void ref_mechanical_unmap(ref_mechanical *r, const mpfr_t *q, const mpfr_t *dq,
                          mpfr_t *v) {
    vector_set(r->in, q, r->nq);
    vector_set(r->in + r->nq, dq, r->nq);
    weigh_quaternions(r, q, r->in + r->nq);
    if (r->unmap != NULL)
        eval_mpfr_run(r->unmap, vector_const(r->in), v);
    else
        vector_set(v, dq, r->nv);
}

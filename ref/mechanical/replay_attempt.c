/* An attempt at a step, from (t, x) to t1, h = t1 - t, each formula in the order of the
 * original's operations, and which results are projected:
 *
 *     semi-explicit Euler    v1 = v + h v', z1 = z + h z', q1 = q + h N(q) v1; always
 *     semi-explicit Euler 2  the same once for h, twice for h/2; only the second's result; N of the
 *                            step of h is that at the trial that was rejected before, if one was
 *     explicit Euler         always, before it is evaluated; its error is that of the unprojected one
 *     Merson                 if the error is at most 2^p times the accuracy
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/replay.h"
#include "ref/vector.h"

#include <math.h>

#include "problems/model.h"
#include "problems/readers/eval_mpfr.h"

int ref_mechanical_error_order(const ref_mechanical *r) {
    return r->options.method == REF_RUNGE_KUTTA_MERSON ? 4 : 2;
}

/* out := from + h slope, of the components first .. end - 1. */
static void advance(ref_mechanical *r, mpfr_srcptr h, const mpfr_t *from,
                    const mpfr_t *slope, int first, int end, mpfr_t *out) {
    for (int i = first; i < end; i++) {
        mpfr_mul(r->a, h, slope[i], MPFR_RNDN);
        mpfr_add(out[i], from[i], r->a, MPFR_RNDN);
    }
}

/* out := a gaming step of h from x, whose rates are in slope, with N at q. */
static enum ref_status advance_gaming(ref_mechanical *r, mpfr_srcptr h, const mpfr_t *x,
                                      const mpfr_t *q, const mpfr_t *slope, mpfr_t *out) {
    advance(r, h, x, slope, r->nq, r->nx, out);
    ref_mechanical_map(r, q, vector_const(out + r->nq), r->small);
    if (!vector_is_finite(vector_const(r->small), r->nq))
        return REF_NOT_FINITE;
    advance(r, h, x, vector_const(r->small), 0, r->nq, out);
    return REF_OK;
}

static enum ref_status attempt_semi_explicit(ref_mechanical *r) {
    const mpfr_t *x = vector_const(r->x);
    return advance_gaming(r, r->h, x, x, vector_const(r->slope), r->trial);
}

static enum ref_status attempt_two_halves(ref_mechanical *r) {
    mpfr_t *big = r->work[0], *middle = r->work[1], *slope = r->work[2];
    const mpfr_t *x = vector_const(r->x), *xdot = vector_const(r->slope);
    const mpfr_t *place = r->is_retried ? vector_const(r->trial) : x;
    enum ref_status status = advance_gaming(r, r->h, x, place, xdot, big);
    mpfr_div_2ui(r->b, r->h, 1, MPFR_RNDN);
    if (status == REF_OK)
        status = advance_gaming(r, r->b, x, x, xdot, middle);
    mpfr_add(r->c, r->t, r->b, MPFR_RNDN);
    if (status == REF_OK)
        status = ref_mechanical_field(r, r->c, vector_const(middle), slope);
    if (status == REF_OK)
        status = advance_gaming(r, r->b, vector_const(middle), vector_const(middle),
                                vector_const(slope), r->trial);
    for (int i = 0; i < r->nx && status == REF_OK; i++)
        mpfr_sub(r->error[i], r->trial[i], big[i], MPFR_RNDN);
    return status;
}

/* Projects the result unless the constraints are further away than the limit. */
static enum ref_status project_within(ref_mechanical *r, double limit, mpfr_t *error) {
    if (r->options.projection == REF_OFF)
        return REF_OK;
    const struct ref_projection how = {.forced = r->options.projection == REF_EVERY_STEP,
                                       .local_only = true,
                                       .limit = limit};
    bool changed = false;
    enum ref_status status =
        ref_mechanical_project(r, r->t1, r->trial, &how, error, &changed);
    r->end_slope_is_known = r->end_slope_is_known && !changed;
    return status;
}

static enum ref_status attempt_explicit(ref_mechanical *r) {
    advance(r, r->h, vector_const(r->x), vector_const(r->slope), 0, r->nx, r->trial);
    if (!vector_is_finite(vector_const(r->trial), r->nx))
        return REF_NOT_FINITE;
    vector_set(r->error, vector_const(r->trial), r->nx);
    enum ref_status status = project_within(r, INFINITY, NULL);
    if (status == REF_OK)
        status = ref_mechanical_field(r, r->t1, vector_const(r->trial), r->end_slope);
    mpfr_div_2ui(r->b, r->h, 1, MPFR_RNDN);
    for (int i = 0; i < r->nx && status == REF_OK; i++) {
        mpfr_add(r->a, r->slope[i], r->end_slope[i], MPFR_RNDN);
        mpfr_mul(r->a, r->b, r->a, MPFR_RNDN);
        mpfr_add(r->a, r->x[i], r->a, MPFR_RNDN);
        mpfr_sub(r->error[i], r->error[i], r->a, MPFR_RNDN);
    }
    r->end_slope_is_known = status == REF_OK;
    return status;
}

/* out := x + h sum of a row of Merson's table. */
static void combine(ref_mechanical *r, const struct merson_row *row, mpfr_t *out) {
    merson_combine(row, r->h, vector_const(r->x), r->work, r->nx, out, r->a, r->b);
}

/* The error is handed on as an absolute value, as the original has it. */
static enum ref_status attempt_merson(ref_mechanical *r) {
    mpfr_t *point = r->work[STEP_SLOPES];
    vector_set(r->work[0], vector_const(r->slope), r->nx);
    for (int k = 1; k < STEP_SLOPES; k++) {
        const struct merson_row *row = &merson_rows[k];
        combine(r, row, point);
        merson_time(row, r->t, r->h, r->c);
        enum ref_status status =
            ref_mechanical_field(r, r->c, vector_const(point), r->work[k]);
        if (status != REF_OK)
            return status;
    }
    combine(r, &merson_rows[STEP_SLOPES], r->trial);
    for (int i = 0; i < r->nx; i++) {
        mpfr_sub(r->a, r->trial[i], point[i], MPFR_RNDN);
        mpfr_abs(r->a, r->a, MPFR_RNDN);
        mpfr_mul_d(r->error[i], r->a, 0.2, MPFR_RNDN);
    }
    return REF_OK;
}

/* Projects the result; of Merson only if the error is not hopeless, and unless the constraints
 * are too far away. */
static enum ref_status project_result(ref_mechanical *r) {
    if (r->options.method != REF_RUNGE_KUTTA_MERSON)
        return project_within(r, INFINITY, NULL);
    ref_mechanical_norm(r, vector_const(r->error), r->a);
    double hopeless = ldexp(r->options.accuracy, ref_mechanical_error_order(r));
    if (mpfr_cmp_d(r->a, hopeless) > 0)
        return REF_OK;
    return project_within(r, fmax(2 * r->tolerance, sqrt(r->tolerance)), r->error);
}

enum ref_status ref_mechanical_attempt(ref_mechanical *r) {
    enum ref_status status;
    mpfr_sub(r->h, r->t1, r->t, MPFR_RNDN);
    r->end_slope_is_known = false;
    switch (r->options.method) {
    case REF_SEMI_EXPLICIT_EULER_2: status = attempt_two_halves(r); break;
    case REF_EXPLICIT_EULER: return attempt_explicit(r);
    case REF_RUNGE_KUTTA_MERSON: status = attempt_merson(r); break;
    default: status = attempt_semi_explicit(r); break;
    }
    if (status == REF_OK && !vector_is_finite(vector_const(r->trial), r->nx))
        status = REF_NOT_FINITE;
    return status == REF_OK ? project_result(r) : status;
}

enum ref_status ref_mechanical_field(ref_mechanical *r, mpfr_srcptr t, const mpfr_t *x,
                                     mpfr_t *slope) {
    r->count.realizations++;
    if (r->model->joints > 0)
        return ref_joints_field(r->joints, t, x, slope, NULL, NULL);
    mpfr_set(r->in[0], t, MPFR_RNDN);
    vector_set(r->in + 1, x, r->nx);
    eval_mpfr_run(r->field, vector_const(r->in), slope);
    return vector_is_finite(vector_const(slope), r->nx) ? REF_OK : REF_NOT_FINITE;
}

/* One step of default mode: impacts, forces, positions by the trapezoidal rule, and as many
 * sub-steps as there are impacts of contacts without rows,
 *
 *     M (v1 - v+ - h a) = J^T r + G^T lambda,   q1 = q0 + h N(q0) (v+ + v1) / 2
 *
 * with a half way, at (t + h/2, q0 + h/2 N(q0) v+, v+), and rows u_n >= 0 for what touches,
 * u_n >= -gap / h for what does not, neither bounces nor is fast: those may close, and with such a
 * row, or where the mean velocity would penetrate, q1 = q0 + h N(q0) v1. What carried load up to
 * the end of a sub-step and touches there has a row in the next one, if nothing is hit at its
 * start. Joints: G v1 + g_t + h bias = 0, so that q1 is on them to third order; then half of lambda
 * is taken back, and what joints need at q1 put in its place (H. C. Andersen, J. Comput. Phys. 52
 * (1983) 24: RATTLE).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

/* Where impacts follow each other faster and faster, some day it is enough. */
enum { MOST_IMPACTS = 100000 };

/* trial := positions at tau of the sub-step: q0 + N (tau v+ + k tau^2 / h (v1 - v+)), k = 1/2
 * or 1, with quaternions of norm 1. */
static void place(struct ref_contact *c, mpfr_srcptr tau, bool with_end) {
    struct ref_scene *s = &c->scene;
    const mpfr_t *v = vector_const(c->x + s->nq);
    mpfr_div(c->term, tau, c->h, MPFR_RNDN);
    if (!with_end)
        mpfr_div_si(c->term, c->term, 2, MPFR_RNDN);
    for (int k = 0; k < s->nv; k++) {
        mpfr_sub(c->d[k], c->v_end[k], v[k], MPFR_RNDN);
        mpfr_fma(c->d[k], c->term, c->d[k], v[k], MPFR_RNDN);
        mpfr_mul(c->d[k], c->d[k], tau, MPFR_RNDN);
    }
    vector_set(c->trial, vector_const(c->x), s->nx);
    ref_scene_move(s, vector_const(c->x), vector_const(c->d), c->trial);
    ref_scene_normalise(s, c->trial);
}

/* The gap of contact i at tau; sum: the time. */
static enum ref_status find_gap(struct ref_contact *c, mpfr_srcptr tau, bool with_end,
                                int i, mpfr_ptr gap) {
    place(c, tau, with_end);
    mpfr_add(c->sum, c->t, tau, MPFR_RNDN);
    enum ref_status status =
        ref_scene_gaps(&c->scene, c->sum, vector_const(c->trial), c->gap);
    mpfr_set(gap, c->gap[i], MPFR_RNDN);
    return status;
}

/* low (gap > 0) and high (gap < 0) := so close that nothing is between them. */
static enum ref_status close_in(struct ref_contact *c, bool with_end, int i, mpfr_ptr low,
                                mpfr_ptr high) {
    enum ref_status status = REF_OK;
    mpfr_t middle, gap;
    mpfr_inits2(c->work, middle, gap, (mpfr_ptr)NULL);
    for (mpfr_prec_t k = 0; k < 2 * c->work && status == REF_OK; k++) {
        mpfr_add(middle, low, high, MPFR_RNDN);
        mpfr_div_si(middle, middle, 2, MPFR_RNDN);
        if (mpfr_lessequal_p(middle, low) || mpfr_greaterequal_p(middle, high))
            break;
        status = find_gap(c, middle, with_end, i, gap);
        mpfr_set(mpfr_sgn(gap) >= 0 ? low : high, middle, MPFR_RNDN);
    }
    mpfr_clears(middle, gap, (mpfr_ptr)NULL);
    return status;
}

/* tau := the first time at which the gap of contact i changes from positive to negative, if it is
 * before tau. The sub-step is looked through in pieces. */
static enum ref_status locate(struct ref_contact *c, bool with_end, int i, mpfr_ptr tau) {
    enum { PIECES = 64 };
    mpfr_t low, high, gap;
    mpfr_inits2(c->work, low, high, gap, (mpfr_ptr)NULL);
    enum ref_status status = REF_OK;
    bool was_positive = false, found = false;
    for (int k = 1; k <= PIECES && status == REF_OK && !found; k++) {
        mpfr_mul_si(high, c->h, k, MPFR_RNDN);
        mpfr_div_si(high, high, PIECES, MPFR_RNDN);
        mpfr_mul_si(low, c->h, k - 1, MPFR_RNDN);
        mpfr_div_si(low, low, PIECES, MPFR_RNDN);
        status = find_gap(c, high, with_end, i, gap);
        if (k == 1)
            was_positive = mpfr_sgn(c->scene.gap[i]) > 0 || c->separates[i];
        found = was_positive && mpfr_sgn(gap) < 0;
        was_positive = mpfr_sgn(gap) > 0;
    }
    if (found && status == REF_OK)
        status = close_in(c, with_end, i, low, high);
    if (found && mpfr_less_p(low, tau))
        mpfr_set(tau, low, MPFR_RNDN);
    mpfr_clears(low, high, gap, (mpfr_ptr)NULL);
    return status;
}

/* part := the length of the sub-step: h, or up to the first impact of a contact that has no
 * row. */
static enum ref_status find_part(struct ref_contact *c, bool with_end) {
    const struct ref_scene *s = &c->scene;
    mpfr_set(c->part, c->h, MPFR_RNDN);
    if (!c->options.locates_impacts)
        return REF_OK;
    enum ref_status status = REF_OK;
    for (int i = 0; i < s->contacts && status == REF_OK; i++)
        if (!c->takes_part[i])
            status = locate(c, with_end, i, c->part);
    return status;
}

/* v -= share M^-1 G^T lambda / 2, of the load. */
static void take_half_back(struct ref_contact *c, mpfr_t *v, mpfr_srcptr share) {
    const struct ref_scene *s = &c->scene;
    for (int j = 0; j < s->joints; j++) {
        mpfr_mul(c->term, share, c->hold[j], MPFR_RNDN);
        mpfr_div_si(c->term, c->term, -2, MPFR_RNDN);
        for (int k = 0; k < s->nv; k++)
            mpfr_fma(v[k], c->term, c->elimination.R[j * s->nv + k], v[k], MPFR_RNDN);
    }
}

/* The state at the end of part of the sub-step. */
static enum ref_status advance(struct ref_contact *c, bool with_end) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = REF_OK;
    if (with_end && mpfr_less_p(c->part, c->h)) {
        mpfr_set(c->h, c->part, MPFR_RNDN);
        status = ref_contact_fly(c);
        if (status == REF_OK)
            status = ref_contact_load(c);
        with_end = status == REF_OK && ref_contact_moves_with_end(c);
    }
    if (status != REF_OK)
        return status;
    mpfr_t *v = c->x + s->nq, *z = v + s->nv, share;
    place(c, c->part, with_end);
    mpfr_init2(share, c->work);
    mpfr_div(share, c->part, c->h, MPFR_RNDN);
    vector_set(c->x, vector_const(c->trial), s->nq);
    for (int k = 0; k < s->nv; k++) {
        mpfr_sub(c->term, c->v_end[k], v[k], MPFR_RNDN);
        mpfr_fma(v[k], share, c->term, v[k], MPFR_RNDN);
    }
    take_half_back(c, v, share);
    for (int k = 0; k < s->nz; k++)
        mpfr_fma(z[k], c->part, c->rates[s->nv + k], z[k], MPFR_RNDN);
    for (int i = 0; i < s->rows; i++) {
        mpfr_mul(c->load[i], c->load[i], share, MPFR_RNDN);
        mpfr_add(c->impulse[i], c->impulse[i], c->load[i], MPFR_RNDN);
    }
    mpfr_clear(share);
    mpfr_add(c->t, c->t, c->part, MPFR_RNDN);
    return REF_OK;
}

static enum ref_status take_part(struct ref_contact *c) {
    enum ref_status status = ref_contact_look(c, c->t, vector_const(c->x));
    if (status == REF_OK)
        status = ref_contact_collide(c);
    if (status == REF_OK)
        status = ref_contact_prepare_load(c);
    if (status == REF_OK)
        status = ref_contact_load(c);
    if (status != REF_OK)
        return status;
    bool with_end = ref_contact_moves_with_end(c);
    status = find_part(c, with_end);
    if (status == REF_OK)
        status = advance(c, with_end);
    if (status == REF_OK)
        status = ref_contact_position(c);
    for (int i = 0; i < c->scene.contacts; i++)
        c->lasts[i] = mpfr_sgn(c->load[c->scene.first[i]]) > 0 &&
                      mpfr_cmp_d(c->scene.gap[i], c->in_use.tolerance) <= 0;
    return status;
}

enum ref_status ref_contact_default(struct ref_contact *c) {
    mpfr_set(c->rest, c->h, MPFR_RNDN);
    mpfr_set(c->whole, c->h, MPFR_RNDN);
    for (int k = 0; k < MOST_IMPACTS; k++) {
        mpfr_set(c->h, c->rest, MPFR_RNDN);
        enum ref_status status = take_part(c);
        if (status != REF_OK)
            return status;
        mpfr_sub(c->rest, c->rest, c->part, MPFR_RNDN);
        if (mpfr_sgn(c->rest) <= 0)
            return REF_OK;
    }
    return REF_TOO_LONG;
}

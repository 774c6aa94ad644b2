/* The laws of Signorini and Coulomb as a natural map: for w > 0 they hold if and only if
 *
 *     r_n = max(0, r_n - u_n / w),   r_t = P(r_t - u_t / w),
 *
 * P onto the disc of radius mu (r_n + known) (P. Alart, A. Curnier, Comput. Methods Appl. Mech.
 * Engrg. 92 (1991) 353).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/cone.h"

void ref_cone_velocities(struct ref_cone *c) {
    for (int i = 0; i < c->rows; i++) {
        mpfr_set(c->u[i], c->b[i], MPFR_RNDN);
        for (int j = 0; j < c->rows; j++)
            if (!mpfr_zero_p(c->r[j]))
                mpfr_fma(c->u[i], ref_cone_entry(c, i, j), c->r[j], c->u[i], MPFR_RNDN);
    }
}

void ref_cone_radius(struct ref_cone *c, int i) {
    mpfr_add(c->radius, c->r[c->first[i]], c->known[i], MPFR_RNDN);
    if (mpfr_sgn(c->radius) < 0)
        mpfr_set_zero(c->radius, 1);
    mpfr_mul(c->radius, c->radius, c->friction[i], MPFR_RNDN);
}

bool ref_cone_has_friction(const struct ref_cone *c, int i) {
    return c->part[i] != REF_NO_PART && c->first[i + 1] - c->first[i] > 1 &&
           !mpfr_zero_p(c->friction[i]);
}

static void note_residual(struct ref_cone *c, int i, mpfr_ptr e) {
    mpfr_mul(e, e, c->weight[i], MPFR_RNDN);
    if (mpfr_nan_p(e))
        mpfr_set_inf(c->residual, 1);
    else if (mpfr_cmpabs(e, c->residual) > 0)
        mpfr_abs(c->residual, e, MPFR_RNDN);
}

static void measure_normal(struct ref_cone *c, int i) {
    int n = c->first[i];
    mpfr_set(c->term, c->r[n], MPFR_RNDN);
    if (c->part[i] == REF_WHOLE_PART) {
        mpfr_div(c->sum, c->u[n], c->weight[i], MPFR_RNDN);
        mpfr_sub(c->sum, c->r[n], c->sum, MPFR_RNDN);
        if (mpfr_sgn(c->sum) > 0)
            mpfr_sub(c->term, c->term, c->sum, MPFR_RNDN);
    }
    note_residual(c, i, c->term);
}

static void measure_friction(struct ref_cone *c, int i) {
    int n = c->first[i], slides = c->first[i + 1] - n - 1;
    mpfr_set_zero(c->size, 1);
    for (int k = 0; k < slides; k++) {
        mpfr_div(c->y[k], c->u[n + 1 + k], c->weight[i], MPFR_RNDN);
        mpfr_sub(c->y[k], c->r[n + 1 + k], c->y[k], MPFR_RNDN);
        mpfr_hypot(c->size, c->size, c->y[k], MPFR_RNDN);
    }
    ref_cone_radius(c, i);
    for (int k = 0; k < slides; k++) {
        if (!ref_cone_has_friction(c, i)) {
            mpfr_set_zero(c->y[k], 1);
        } else if (mpfr_greater_p(c->size, c->radius)) {
            mpfr_mul(c->y[k], c->y[k], c->radius, MPFR_RNDN);
            mpfr_div(c->y[k], c->y[k], c->size, MPFR_RNDN);
        }
        mpfr_sub(c->term, c->r[n + 1 + k], c->y[k], MPFR_RNDN);
        note_residual(c, i, c->term);
    }
}

bool ref_cone_is_solved(struct ref_cone *c) {
    ref_cone_velocities(c);
    mpfr_set_zero(c->residual, 1);
    for (int i = 0; i < c->contacts; i++) {
        measure_normal(c, i);
        measure_friction(c, i);
    }
    mpfr_div_2si(c->term, c->scale, c->bits, MPFR_RNDN);
    return mpfr_lessequal_p(c->residual, c->term);
}

/* Below 2^-(bits - SLACK_BITS) of the scale a velocity is zero. */
enum { SLACK_BITS = 4 };

void ref_cone_classify(struct ref_cone *c) {
    mpfr_div_2si(c->term, c->scale, c->bits - SLACK_BITS, MPFR_RNDN);
    for (int i = 0; i < c->contacts; i++) {
        int n = c->first[i], end = c->first[i + 1];
        struct ref_cone_state *state = &c->state[i];
        *state = (struct ref_cone_state){.tangent = REF_FREE, .fixed = true};
        state->closed =
            c->part[i] == REF_WHOLE_PART && mpfr_lessequal_p(c->u[n], c->term);
        bool grips = state->closed || !mpfr_zero_p(c->known[i]);
        if (!ref_cone_has_friction(c, i) || !grips)
            continue;
        mpfr_set_zero(c->size, 1);
        for (int k = n + 1; k < end; k++)
            mpfr_hypot(c->size, c->size, c->u[k], MPFR_RNDN);
        state->tangent = mpfr_lessequal_p(c->size, c->term) ? REF_STICK : REF_SLIDE;
        for (int k = n + 1; k < end && state->tangent == REF_SLIDE; k++) {
            mpfr_div(c->direction[k], c->u[k], c->size, MPFR_RNDN);
            mpfr_neg(c->direction[k], c->direction[k], MPFR_RNDN);
        }
    }
}

void ref_cone_energy(struct ref_cone *c, mpfr_ptr energy, const mpfr_t *other) {
    mpfr_set_zero(energy, 1);
    for (int i = 0; i < c->rows; i++) {
        mpfr_set_zero(c->sum, 1);
        for (int j = 0; j < c->rows; j++) {
            mpfr_set(c->term, c->r[j], MPFR_RNDN);
            if (other != NULL)
                mpfr_sub(c->term, c->term, other[j], MPFR_RNDN);
            mpfr_fma(c->sum, ref_cone_entry(c, i, j), c->term, c->sum, MPFR_RNDN);
        }
        mpfr_set(c->term, c->r[i], MPFR_RNDN);
        if (other != NULL)
            mpfr_sub(c->term, c->term, other[i], MPFR_RNDN);
        mpfr_fma(energy, c->sum, c->term, energy, MPFR_RNDN);
    }
}

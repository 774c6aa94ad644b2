/* Impulses of least norm among those that give the same velocities: with the sliding
 * directions known, r = E x + r0 is affine in what is free of it, and
 *
 *     minimise  |E x + r0|^2   subject to   W (E x + r0) = W r
 *
 * is solved by (E^T W E + prox E^T E) x = E^T W (r - r0) - prox E^T r0, whose error is of the
 * size of prox (N. J. Higham, Accuracy and Stability of Numerical Algorithms (2002), section
 * 20.9: weighting). A contact that would pull is taken out, one that would grip too much is held
 * to the edge of its cone, one after the other; where even so a law is broken, the impulses
 * stay as they were.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/cone.h"
#include "ref/linear.h"
#include "ref/vector.h"

/* Row i's unknown: its own, its contact's normal, or none (r_i is what r0 says). */
static int find_unknown(const struct ref_cone *c, int contact, int i) {
    const struct ref_cone_state *state = &c->state[contact];
    int n = c->first[contact];
    if (i == n)
        return state->closed ? n : -1;
    if (state->tangent == REF_STICK)
        return i;
    return state->tangent == REF_SLIDE && state->closed ? n : -1;
}

/* E_i, unknown: 1, or mu d_i where row i slides. */
static void set_coefficient(const struct ref_cone *c, int contact, int i, mpfr_ptr e) {
    if (find_unknown(c, contact, i) == i)
        mpfr_set_si(e, 1, MPFR_RNDN);
    else
        mpfr_mul(e, c->friction[contact], c->direction[i], MPFR_RNDN);
}

/* saved := r - r0, change := r0. */
static void split_impulses(struct ref_cone *c) {
    for (int i = 0; i < c->contacts; i++) {
        for (int k = c->first[i]; k < c->first[i + 1]; k++) {
            mpfr_set_zero(c->change[k], 1);
            if (k > c->first[i] && c->state[i].tangent == REF_SLIDE) {
                mpfr_mul(c->change[k], c->friction[i], c->known[i], MPFR_RNDN);
                mpfr_mul(c->change[k], c->change[k], c->direction[k], MPFR_RNDN);
            }
            mpfr_sub(c->saved[k], c->r[k], c->change[k], MPFR_RNDN);
        }
    }
}

/* b_p += E_ip ((W saved)_i - prox r0_i); A_pq += E_ip E_jq (W_ij + prox delta_ij). */
static void add_row(struct ref_cone *c, mpfr_t *b, int contact, int i) {
    int p = find_unknown(c, contact, i);
    if (p < 0)
        return;
    mpfr_t e, f;
    mpfr_inits2(c->work, e, f, (mpfr_ptr)NULL);
    set_coefficient(c, contact, i, e);
    mpfr_mul(c->sum, c->prox, c->change[i], MPFR_RNDN);
    mpfr_neg(c->sum, c->sum, MPFR_RNDN);
    for (int k = 0; k < c->contacts; k++) {
        for (int j = c->first[k]; j < c->first[k + 1]; j++) {
            mpfr_fma(c->sum, ref_cone_entry(c, i, j), c->saved[j], c->sum, MPFR_RNDN);
            int q = find_unknown(c, k, j);
            if (q < 0)
                continue;
            set_coefficient(c, k, j, f);
            mpfr_mul(f, f, e, MPFR_RNDN);
            mpfr_set(c->term, ref_cone_entry(c, i, j), MPFR_RNDN);
            if (i == j)
                mpfr_add(c->term, c->term, c->prox, MPFR_RNDN);
            mpfr_ptr entry = ref_linear_entry(c->system, p, q);
            mpfr_fma(entry, f, c->term, entry, MPFR_RNDN);
        }
    }
    mpfr_fma(b[p], e, c->sum, b[p], MPFR_RNDN);
    mpfr_clears(e, f, (mpfr_ptr)NULL);
}

/* A := 1 in rows without an unknown. */
static void begin_system(struct ref_cone *c, mpfr_t *b) {
    ref_linear_identity(c->system);
    for (int i = 0; i < c->contacts; i++) {
        for (int k = c->first[i]; k < c->first[i + 1]; k++) {
            mpfr_set_zero(b[k], 1);
            if (find_unknown(c, i, k) == k)
                mpfr_set_zero(ref_linear_entry(c->system, k, k), 1);
        }
    }
}

/* r := r0 + E x. */
static void join_impulses(struct ref_cone *c, mpfr_t *x) {
    for (int i = 0; i < c->contacts; i++) {
        for (int k = c->first[i]; k < c->first[i + 1]; k++) {
            mpfr_set(c->r[k], c->change[k], MPFR_RNDN);
            int p = find_unknown(c, i, k);
            if (p < 0)
                continue;
            set_coefficient(c, i, k, c->term);
            mpfr_fma(c->r[k], c->term, x[p], c->r[k], MPFR_RNDN);
        }
    }
}

static enum ref_status minimise_norm(struct ref_cone *c, mpfr_t *x) {
    split_impulses(c);
    begin_system(c, x);
    for (int i = 0; i < c->contacts; i++)
        for (int k = c->first[i]; k < c->first[i + 1]; k++)
            add_row(c, x, i, k);
    enum ref_status status = ref_linear_factor(c->system);
    if (status != REF_OK)
        return status;
    ref_linear_solve(c->system, x);
    join_impulses(c, x);
    return ref_cone_newton(c, false);
}

/* The contact that pulls most is opened; false: none pulls. */
static bool open_pulling(struct ref_cone *c) {
    int worst = -1;
    for (int i = 0; i < c->contacts; i++) {
        mpfr_srcptr r = c->r[c->first[i]];
        if (c->state[i].closed && mpfr_sgn(r) < 0 &&
            (worst < 0 || mpfr_less_p(r, c->r[c->first[worst]])))
            worst = i;
    }
    if (worst < 0)
        return false;
    c->state[worst] = (struct ref_cone_state){.tangent = REF_FREE, .fixed = true};
    return true;
}

/* The contact whose friction exceeds its cone most keeps to the cone's edge in the direction of
 * that friction; false: none exceeds it. */
static bool bend_gripping(struct ref_cone *c) {
    int worst = -1;
    mpfr_set_zero(c->sum, 1);
    for (int i = 0; i < c->contacts; i++) {
        if (c->state[i].tangent != REF_STICK)
            continue;
        mpfr_set_zero(c->size, 1);
        for (int k = c->first[i] + 1; k < c->first[i + 1]; k++)
            mpfr_hypot(c->size, c->size, c->r[k], MPFR_RNDN);
        ref_cone_radius(c, i);
        mpfr_sub(c->term, c->size, c->radius, MPFR_RNDN);
        if (!mpfr_greater_p(c->term, c->sum))
            continue;
        mpfr_set(c->sum, c->term, MPFR_RNDN);
        worst = i;
        for (int k = c->first[i] + 1; k < c->first[i + 1]; k++)
            mpfr_div(c->direction[k], c->r[k], c->size, MPFR_RNDN);
    }
    if (worst >= 0)
        c->state[worst].tangent = REF_SLIDE;
    return worst >= 0;
}

void ref_cone_share(struct ref_cone *c) {
    mpfr_t *before = vector_alloc(c->rows, c->work);
    mpfr_t *x = vector_alloc(c->rows, c->work);
    bool solved = false;
    if (before != NULL && x != NULL) {
        vector_set(before, vector_const(c->r), c->rows);
        for (int k = 0; k <= 2 * c->contacts && !solved; k++) {
            enum ref_status status = minimise_norm(c, x);
            solved = ref_cone_is_solved(c) && status == REF_OK;
            if (status != REF_OK || solved || !(open_pulling(c) || bend_gripping(c)))
                break;
            vector_set(c->r, vector_const(before), c->rows);
        }
        if (!solved)
            vector_set(c->r, vector_const(before), c->rows);
    }
    ref_cone_is_solved(c);
    vector_free(before, c->rows);
    vector_free(x, c->rows);
}

/* The proof of one step.
 *
 * P is a polynomial with exact coefficients, however found; e = x - P; sigma in [0, 1]. F is
 * evaluated in Taylor models along P, which gives D_i >= |int_0^sigma (P' - h F(t, P))_i|. F and J
 * are evaluated along P +- margin: where they are known F is continuously differentiable there.
 *
 * *Existence.* Let L >= h |J| on that tube, and v_i = |e_i(0)| + D_i. Picard's operator maps e to
 *
 *     e_i(0) - int_0^sigma (P' - h F(t, P))_i + int_0^sigma (h F(t, P + e) - h F(t, P))_i,
 *
 * and functions with |e(sigma)| <= e^(sigma L) v, component by component, to such functions:
 *
 *     |..| <= v + int_0^sigma L e^(u L) v du = e^(sigma L) v,
 *
 * as long as E = e^L v is at most the margin (L >= 0: e^(sigma L) v grows with sigma). So it has a
 * fixed point among them (J. Schauder, Studia Mathematica 2 (1930)). As F is differentiable in the
 * tube the solution is unique, and every solution from the set is that one, |e| <= E.
 *
 * *The image.* J's models are Jp +- rho on the tube, Jp a polynomial of balls. With V any
 * polynomial, V(0) = I, the vector y = e - V e(0) has y(0) = 0 and, since F(P + e) - F(P) = M e
 * with M a mean of J over the tube, |M - Jp| <= rho,
 *
 *     y' = h Jp y + (h Jp V - V') e(0) + h (M - Jp) e - (P' - h F(t, P)).
 *
 * With g_i = sum_j W_ij |e_j(0)| + h sum_j rho_ij E_j + D_i, W >= |h Jp V - V'|, therefore
 * |y(sigma)| <= g + int_0^sigma L |y|, and |y| <= e^L g = rest (Gronwall's lemma: the inequality
 * put into itself n times leaves a rest of L^n/n!). So
 *
 *     x(t + h) = P(1) + V(1) e(0) + y(1),      |y(1)| <= rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/certificate/claim.h"

#include "problems/base/many.h"

/* Of J as many coefficients are kept as P has above 2^-NEAR_BITS of it. */
enum { NEAR_BITS = 40, LEAST_NEAR = 8 };

/* Margins of components that are small beside the largest; over errors at the start. */
enum { FLOOR_BITS = 30, WIDTH_BITS = 28 };

slong claim_nothing(const struct claim *c) {
    return -16 * c->bits;
}

/* margin_i := the size of P_i, or a part of the largest one, or of 1 where there is none;
 * from_one: 1 where that is more. Whether the largest one is nearly nothing. */
static bool find_sizes(struct claim *c, bool from_one) {
    mag_t largest, term;
    mag_inits(largest, term);
    for (int i = 0; i < c->n; i++) {
        mag_zero(c->margin + i);
        for (int k = 0; k <= c->terms; k++) {
            arb_get_mag(term, claim_polynomial(c, i) + k);
            mag_add(c->margin + i, c->margin + i, term);
        }
        mag_max(largest, largest, c->margin + i);
    }
    const bool is_nothing = mag_cmp_2exp_si(largest, -c->bits) < 0;
    mag_mul_2exp_si(largest, largest, -FLOOR_BITS);
    if (from_one || mag_is_zero(largest))
        mag_one(largest);
    for (int i = 0; i < c->n; i++)
        mag_max(c->margin + i, c->margin + i, largest);
    mag_clears(term, largest);
    return is_nothing;
}

/* margin_i := 2^-near of P_i's size, near = bits/2, or less where errors are wider than that. As
 * find_sizes. */
static bool set_margins(struct claim *c, bool from_one) {
    mag_t ratio, widest;
    mag_inits(ratio, widest);
    const bool is_nothing = find_sizes(c, from_one);
    for (int i = 0; i < c->n; i++) {
        mag_div(ratio, c->start + i, c->margin + i);
        mag_max(widest, widest, ratio);
    }
    c->near_bits = c->bits / 2;
    if (!mag_is_special(widest)) {
        const slong free_bits = -(slong)ceil(mag_get_d_log2_approx(widest)) - WIDTH_BITS;
        c->near_bits = free_bits < c->near_bits ? free_bits : c->near_bits;
    }
    for (int i = 0; i < c->n; i++)
        mag_mul_2exp_si(c->margin + i, c->margin + i, -c->near_bits);
    mag_clears(widest, ratio);
    return is_nothing;
}

/* How many coefficients matter to bounds of J. */
static int choose_room(const struct claim *c) {
    int room = LEAST_NEAR;
    mag_t small, term;
    mag_inits(small, term);
    for (int i = 0; i < c->n; i++) {
        mag_mul_2exp_si(small, c->margin + i, c->near_bits - NEAR_BITS);
        for (int k = c->order - 1; k >= room; k--) {
            arb_get_mag(term, claim_polynomial(c, i) + k);
            if (mag_cmp(term, small) > 0)
                room = k + 1;
        }
    }
    mag_clears(term, small);
    return room < c->order ? room : c->order;
}

bool claim_run_along(struct claim *c, struct taylor_program *program, const arf_t t,
                     const arf_t h, mag_srcptr around) {
    mag_t none;
    mag_init(none);
    taylor_program_time(program, t, h);
    for (int i = 0; i < c->n; i++)
        taylor_program_input(program, 1 + i, claim_polynomial(c, i), c->order + 1,
                             around != NULL ? around + i : none);
    mag_clear(none);
    return taylor_program_run(program);
}

/* Of the errors, with those margins. */
static enum claim_outcome prove_existence(struct claim *c, const arf_t t, const arf_t h) {
    c->jacobian.space.room = c->watch.space.room = choose_room(c);
    if (!claim_run_along(c, &c->jacobian, t, h, c->margin))
        return CLAIM_UNDEFINED;
    if (!claim_find_rate(c, h))
        return CLAIM_TOO_LONG;
    c->field.space.room = c->terms;
    if (!claim_run_along(c, &c->field, t, h, NULL))
        return CLAIM_UNDEFINED;
    claim_find_defect(c, h);
    return claim_bound_error(c) ? CLAIM_HOLDS : CLAIM_TOO_WIDE;
}

/* Any margins would do: those beside P, of which a model in small units may ask; where P is
 * nearly nothing and its defect is not, those beside 1. */
enum claim_outcome claim_prove(struct claim *c, const arf_t t, const arf_t h,
                               const struct claim_set *set) {
    claim_set_hull(c->start, set);
    const bool is_nothing = set_margins(c, false);
    enum claim_outcome outcome = prove_existence(c, t, h);
    if (outcome == CLAIM_TOO_WIDE && is_nothing) {
        set_margins(c, true);
        if (prove_existence(c, t, h) == CLAIM_HOLDS)
            outcome = CLAIM_HOLDS;
    }
    if (outcome == CLAIM_HOLDS)
        claim_find_map(c, h);
    return outcome;
}

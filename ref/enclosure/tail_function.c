/* Remainders through functions, in the notation of tail_operation.c.
 *
 *   f(a)      f(A(s)) is analytic and bounded by M on |s| <= rho if f is on the ball
 *             |z - a_0| <= sum_{k >= 1} |a_k| rho^k, so Cauchy's estimates bound its terms;
 *             f(a) - f(A) <= |f'| |T_a|, with |f'| <= M'/d where f is bounded by M' on a
 *             ball that is larger than all of A + T_a by d.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

/* How many radii rho, and distances d, are tried. */
enum { MOST_RADII = 40, MOST_WIDTHS = 8 };

/* bound >= |f(z)| for |z - a_0| <= radius; infinite where f is not known to be analytic. */
static void bound_function(mag_t bound, const struct enclosure_tail *t,
                           const struct instruction *code, const mag_t radius) {
    acb_t z, exponent, value;
    acb_inits(z, exponent, value);
    acb_set_round_arb(z, eval_arb_jet_output(t->jet, code->a), ENCLOSURE_LOW_BITS);
    if (code->b >= 0)
        acb_set_arb(exponent, eval_arb_jet_output(t->jet, code->b));
    arb_add_error_mag(acb_realref(z), radius);
    arb_add_error_mag(acb_imagref(z), radius);
    acb_operate(value, code->operation, z, exponent, NULL, ENCLOSURE_LOW_BITS);
    acb_get_mag(bound, value);
    acb_clears(value, exponent, z);
}

/* radius := sum_{k >= 1} |a_k| rho^k = sum_{k >= 1} term_k (rho/h)^k. */
static void find_radius(mag_t radius, const struct enclosure_tail *t, int a,
                        const mag_t ratio) {
    mag_srcptr term = t->term + (slong)a * (t->room + 1);
    mag_zero(radius);
    for (int k = t->order - 1; k >= 1; k--) {
        mag_add(radius, radius, term + k);
        mag_mul(radius, radius, ratio);
    }
}

/* tail := the terms of f(A) from N on: the least of Cauchy's bounds for a few rho. */
static void expand_function(mag_t tail, const struct enclosure_tail *t,
                            const struct instruction *code) {
    mag_t ratio, radius, bound, inverse;
    mag_inits(ratio, radius, bound, inverse);
    mag_inf(tail);
    mag_set_ui(ratio, 2); /* rho/h */
    for (int trial = 0; trial < MOST_RADII; trial++) {
        find_radius(radius, t, code->a, ratio);
        bound_function(bound, t, code, radius);
        mag_inv(inverse, ratio);
        mag_geom_series(inverse, inverse, (ulong)t->order);
        mag_mul(bound, bound, inverse);
        if (mag_cmp(bound, tail) >= 0)
            break;
        mag_set(tail, bound);
        mag_mul_ui(ratio, ratio, 3);
        mag_mul_2exp_si(ratio, ratio, -1);
    }
    mag_clears(inverse, bound, radius, ratio);
}

/* slope := min(slope, M'/d); whether M' is finite. */
static bool try_width(mag_t slope, const struct enclosure_tail *t,
                      const struct instruction *code, const mag_t width) {
    mag_t radius, bound;
    mag_inits(radius, bound);
    mag_add(radius, t->sum + (slong)code->a * (t->room + 1) + 1, t->tail + code->a);
    mag_add(radius, radius, width);
    bound_function(bound, t, code, radius);
    bool finite = !mag_is_inf(bound);
    mag_div(bound, bound, width);
    mag_min(slope, slope, bound);
    mag_clears(bound, radius);
    return finite;
}

/* slope >= |f'(z)| for all z in A + T_a: with d = 1, which suits entire functions however
 * small a is, or the first that is good of a few d below |a|, which suit singularities at 0.
 */
static void bound_slope(mag_t slope, const struct enclosure_tail *t,
                        const struct instruction *code) {
    mag_t width;
    mag_init(width);
    mag_one(width);
    mag_inf(slope);
    try_width(slope, t, code, width);
    arb_get_mag(width, eval_arb_jet_output(t->jet, code->a));
    bool done = mag_is_zero(width);
    for (int trial = 0; trial < MOST_WIDTHS && !done; trial++) {
        mag_mul_2exp_si(width, width, -3);
        done = try_width(slope, t, code, width);
    }
    mag_clear(width);
}

void enclosure_tail_function(mag_t tail, const struct enclosure_tail *t,
                             const struct instruction *code) {
    mag_t slope;
    mag_init(slope);
    expand_function(tail, t, code);
    if (!mag_is_zero(t->tail + code->a)) {
        bound_slope(slope, t, code);
        mag_addmul(tail, slope, t->tail + code->a);
    }
    mag_clear(slope);
}

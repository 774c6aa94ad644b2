/* The sign of an enclosed function over a part of a step. With b_k the coefficients about the
 * middle c of an interval of half width w,
 *
 *     sign b_0 > sum_{k >= 1} |b_k| w^k + error
 *
 * proves it there; where that does not hold the interval is halved. At an event, u = 0, the
 * function is a_l u^l (1 + ..) but for its first coefficients and the error: with
 *
 *     c = |a_l| - sum_{k > l} |a_k| rho^(k-l) > 0,   e = sum_{k < l} |a_k| rho^k + error
 *
 * it has the sign of a_l u^l for |u| <= rho but for |u| <= (e/c)^(1/l), and there it is no
 * larger than twice e.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/base/many.h"
#include "ref/range/range.h"

enum {
    MOST_HALVINGS = 24, /* of the part */
    MOST_LEAD = 4,      /* l at an event */
    /* Of an event: (e/c)^(1/l) is below 2^-8 rho, and the first coefficients are below 2^4
     * times the error, or below 2^-(bits/3) of the function. */
    APART_BITS = 8,
    AGREE_BITS = 4,
    ROUNDING_PART = 3,
    /* What is no larger than 2^16 times its error is zero. */
    VANISHING_BITS = 16
};

/* Coefficients of the function of u = s / radius. */
static arb_ptr scale(arb_srcptr a, int count, const mag_t radius, slong bits) {
    arb_ptr b = _arb_vec_init(count);
    arb_t power, length;
    arb_inits(power, length);
    arf_set_mag(arb_midref(length), radius);
    arb_one(power);
    for (int k = 0; k < count; k++) {
        arb_mul(b + k, a + k, power, bits);
        arb_mul(power, power, length, bits);
    }
    arb_clears(power, length);
    return b;
}

/* sum := sum_{first <= k < last} |b_k| w^(k - first), w = 2^-halvings. */
static void add_sizes(mag_t sum, arb_srcptr b, int first, int last, long halvings) {
    mag_t term;
    mag_init(term);
    mag_zero(sum);
    for (int k = last - 1; k >= first; k--) {
        mag_mul_2exp_si(sum, sum, -halvings);
        arb_get_mag(term, b + k);
        mag_add(sum, sum, term);
    }
    mag_clear(term);
}

/* Whether sign b_0 outweighs the rest for |v| <= 2^-halvings. */
static bool is_settled(arb_srcptr b, int count, long halvings, const mag_t error,
                       int sign) {
    mag_t rest, first;
    mag_inits(rest, first);
    add_sizes(rest, b, 1, count, halvings);
    mag_mul_2exp_si(rest, rest, -halvings);
    mag_add(rest, rest, error);
    arb_get_mag_lower(first, b);
    bool settled = mag_cmp(first, rest) > 0 && arf_sgn(arb_midref(b)) == sign;
    mag_clears(rest, first);
    return settled;
}

/* On [left, left + 2^(1 - halvings)] by halving. */
static bool holds_between(arb_srcptr b, int count, const arf_t left, long halvings,
                          const mag_t error, int sign, slong bits) {
    arb_ptr shifted = _arb_vec_init(count);
    arb_t middle;
    arb_init(middle);
    arf_one(arb_midref(middle));
    arf_mul_2exp_si(arb_midref(middle), arb_midref(middle), -halvings);
    arf_add(arb_midref(middle), arb_midref(middle), left, ARF_PREC_EXACT, ARF_RND_NEAR);
    _arb_vec_set(shifted, b, count);
    _arb_poly_taylor_shift(shifted, middle, count, bits);
    bool holds = is_settled(shifted, count, halvings, error, sign);
    if (!holds && halvings < MOST_HALVINGS && arf_sgn(arb_midref(shifted)) * sign > 0)
        holds =
            holds_between(b, count, left, halvings + 1, error, sign, bits) &&
            holds_between(b, count, arb_midref(middle), halvings + 1, error, sign, bits);
    _arb_vec_clear(shifted, count);
    arb_clear(middle);
    return holds;
}

/* Whether the coefficients below l are zero but for what the error and rounding do. */
static bool starts_at_zero(const mag_t low, const mag_t lead, const mag_t error, int l,
                           long halvings, slong bits) {
    mag_t limit;
    mag_init(limit);
    mag_mul_2exp_si(limit, error, AGREE_BITS);
    bool zero = mag_cmp(low, limit) <= 0;
    mag_mul_2exp_si(limit, lead, -halvings * l - (long)bits / ROUNDING_PART);
    zero = zero || mag_cmp(low, limit) <= 0;
    mag_clear(limit);
    return zero;
}

/* The test at an event for |u| <= 2^-halvings, with the coefficient l for the first. */
static bool leads(arb_srcptr b, int count, int l, long halvings, const mag_t error,
                  int sign, int side, slong bits) {
    mag_t rest, low, lead;
    if (l >= count || arf_sgn(arb_midref(b + l)) != (side < 0 && l % 2 ? -sign : sign))
        return false;
    mag_inits(rest, low, lead);
    add_sizes(rest, b, l + 1, count, halvings);
    mag_mul_2exp_si(rest, rest, 1 - halvings); /* twice: c >= |a_l| / 2 */
    add_sizes(low, b, 0, l, halvings);
    arb_get_mag_lower(lead, b + l);
    bool holds =
        mag_cmp(lead, rest) > 0 && starts_at_zero(low, lead, error, l, halvings, bits);
    mag_add(low, low, error);
    mag_mul_2exp_si(low, low, 1 + APART_BITS + halvings * l);
    holds = holds && mag_cmp(lead, low) > 0;
    mag_clears(rest, low, lead);
    return holds;
}

/* On the one side of the event at 0. */
static bool holds_beside(arb_srcptr b, int count, const mag_t error, int sign, int side,
                         slong bits) {
    bool holds = false;
    arf_t left;
    arf_init(left);
    for (long halvings = 0; halvings < MOST_HALVINGS && !holds; halvings++) {
        bool begins = false;
        for (int l = 1; l <= MOST_LEAD && !begins; l++)
            begins = leads(b, count, l, halvings, error, sign, side, bits);
        if (!begins)
            continue;
        holds = true; /* and on the intervals from 2^-k to 2^(1-k) */
        for (long k = 1; k <= halvings && holds; k++) {
            arf_set_si_2exp_si(left, side < 0 ? -2 : 1, -k);
            holds = holds_between(b, count, left, k + 1, error, sign, bits);
        }
        break;
    }
    arf_clear(left);
    return holds;
}

bool ref_range_sign(arb_srcptr a, int count, const mag_t radius, const mag_t error,
                    int sign, int side, slong bits) {
    if (!_arb_vec_is_finite(a, count) || mag_is_inf(error))
        return false;
    arb_ptr b = scale(a, count, radius, bits);
    bool holds = is_settled(b, count, 0, error, sign);
    if (!holds && side == 0) {
        arf_t left;
        arf_init(left);
        arf_set_si(left, -1);
        holds = holds_between(b, count, left, 0, error, sign, bits);
        arf_clear(left);
    } else if (!holds) {
        holds = holds_beside(b, count, error, sign, side, bits);
        if (!holds) {
            arf_t left;
            arf_init(left);
            arf_set_si(left, side < 0 ? -1 : 0);
            holds = holds_between(b, count, left, 1, error, sign, bits);
            arf_clear(left);
        }
    }
    _arb_vec_clear(b, count);
    return holds;
}

bool ref_range_vanishes(arb_srcptr a, int count, const mag_t radius, const mag_t error) {
    if (!_arb_vec_is_finite(a, count) || mag_is_inf(error))
        return false;
    mag_t sum, limit, term;
    mag_inits(sum, limit, term);
    for (int k = count - 1; k >= 0; k--) {
        mag_mul(sum, sum, radius);
        arb_get_mag(term, a + k);
        mag_add(sum, sum, term);
    }
    mag_mul_2exp_si(limit, error, VANISHING_BITS);
    bool vanishes = mag_cmp(sum, limit) <= 0;
    mag_clears(sum, limit, term);
    return vanishes;
}

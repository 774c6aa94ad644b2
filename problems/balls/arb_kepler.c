/* Kepler's equation f(E) = E - e sin E - M = 0, |e| < 1: f' = 1 - e cos E is between 1 - |e|
 * and 1 + |e|, so f has one zero, and any x is near to it:
 *
 *     |E - x| <= |f(x)|/(1 - |e|) = d,         E in x - f(x)/f'(x + [-d, d])
 *
 * (mean value theorem; the second form is an interval step of Newton's method and sharp). x
 * comes from steps of Newton's method on middles at doubled precisions, begun in double by
 * bisection, and nothing need be known of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_special.h"

#include <math.h>

#include "problems/base/many.h"

/* Bits of a double's result that are right even where f' is small; halvings of an interval
 * of length 2 that a double notices. */
enum { FIRST_BITS = 8, HALVINGS = 60 };

/* A rough zero. */
static double bisect(double mean, double e) {
    double low = mean - 1, high = mean + 1;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = low + (high - low) / 2;
        if (middle - e * sin(middle) < mean)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* value := f(x), slope := f'(y). */
static void evaluate(arb_t value, arb_t slope, const arb_t x, const arb_t y,
                     arb_srcptr mean, arb_srcptr e, slong bits) {
    arb_sin(value, x, bits);
    arb_mul(value, value, e, bits);
    arb_sub(value, x, value, bits);
    arb_sub(value, value, mean, bits);
    arb_cos(slope, y, bits);
    arb_mul(slope, slope, e, bits);
    arb_sub_ui(slope, slope, 1, bits);
    arb_neg(slope, slope);
}

/* x := its middle after a step of Newton's method from there. */
static void improve(arb_t x, arb_srcptr mean, arb_srcptr e, slong bits) {
    arb_t value, slope;
    arb_inits(value, slope);
    evaluate(value, slope, x, x, mean, e, bits);
    arb_div(value, value, slope, bits);
    arb_sub(x, x, value, bits);
    arb_get_mid_arb(x, x);
    arb_clears(value, slope);
}

/* An exact x near to the zero of the middles. */
static void approach(arb_t x, arb_srcptr mean, arb_srcptr eccentricity, slong bits) {
    arb_t m, e;
    arb_inits(m, e);
    arb_get_mid_arb(m, mean);
    arb_get_mid_arb(e, eccentricity);
    arb_set_d(x, bisect(arf_get_d(arb_midref(m), ARF_RND_NEAR),
                        arf_get_d(arb_midref(e), ARF_RND_NEAR)));
    for (slong have = FIRST_BITS; have < bits; have *= 2)
        improve(x, m, e, bits);
    improve(x, m, e, bits);
    arb_clears(m, e);
}

/* r := a ball around E, given x and 1 - |e| > 0. */
static void prove(arb_ptr r, const arb_t x, const arb_t gap, arb_srcptr mean,
                  arb_srcptr e, slong bits) {
    arb_t value, slope, around;
    mag_t distance;
    arb_inits(value, slope, around);
    mag_init(distance);
    evaluate(value, slope, x, x, mean, e, bits);
    arb_div(around, value, gap, bits);
    arb_get_mag(distance, around);
    arb_set(around, x);
    arb_add_error_mag(around, distance);
    evaluate(value, slope, x, around, mean, e, bits);
    arb_div(value, value, slope, bits);
    arb_sub(r, x, value, bits);
    if (!arb_is_finite(r) || arb_contains(r, around))
        arb_set(r, around);
    mag_clear(distance);
    arb_clears(value, slope, around);
}

/* n := mid(M)/(2 pi), about; rest := M - 2 pi n, turns := 2 pi n. */
static void reduce(arb_t rest, arb_t turns, arb_srcptr mean, slong bits) {
    arf_t n;
    arf_init(n);
    arb_const_pi(turns, bits);
    arb_mul_2exp_si(turns, turns, 1);
    arf_div(n, arb_midref(mean), arb_midref(turns), bits, ARF_RND_NEAR);
    arf_floor(n, n);
    arb_mul_arf(turns, turns, n, bits);
    arb_sub(rest, mean, turns, bits);
    arf_clear(n);
}

void arb_kepler(arb_ptr r, arb_srcptr mean, arb_srcptr eccentricity, slong bits) {
    arb_t gap, x, rest, turns;
    arb_inits(gap, x, rest, turns);
    arb_abs(gap, eccentricity);
    arb_sub_ui(gap, gap, 1, bits);
    arb_neg(gap, gap);
    if (arb_is_positive(gap) && arb_is_finite(mean)) {
        reduce(rest, turns, mean, bits);
        approach(x, rest, eccentricity, bits);
        prove(r, x, gap, rest, eccentricity, bits);
        arb_add(r, r, turns, bits);
    } else {
        arb_indeterminate(r);
    }
    arb_clears(gap, x, rest, turns);
}

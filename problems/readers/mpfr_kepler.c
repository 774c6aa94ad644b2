/* On [0, pi] the function E - e sin E - M is convex for e > 0, and Newton's method from above
 * descends to its zero; for e < 0 it is concave, and Newton's method from below ascends. With
 * sin E <= E and E - sin E >= E^3/12 there, the zero is at most M/(1 - e) and the cube root of
 * 12 M/e for e > 0, and at least M/(1 - e) for e < 0. The bounds are near enough to it for
 * the difference from it to be as precise as it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_special.h"

/* Newton's method comes near the zero in some steps, and then doubles the bits. It has
 * come so near that one more step suffices at this many bits over the half of them. */
enum { NEWTON_LIMIT = 1000, OVER_HALF = 12 };

/* x := a bound of the zero, from the side whence Newton's method comes. */
static void begin(mpfr_ptr x, mpfr_srcptr mean, mpfr_srcptr e) {
    mpfr_rnd_t away = mpfr_sgn(e) < 0 ? MPFR_RNDD : MPFR_RNDU;
    mpfr_t bound;
    mpfr_init2(bound, mpfr_get_prec(x));
    mpfr_ui_sub(bound, 1, e, away == MPFR_RNDU ? MPFR_RNDD : MPFR_RNDU);
    mpfr_div(x, mean, bound, away);
    if (mpfr_sgn(e) > 0) {
        mpfr_div(bound, mean, e, away);
        mpfr_mul_ui(bound, bound, 12, away);
        mpfr_cbrt(bound, bound, away);
        mpfr_min(x, x, bound, away);
        mpfr_const_pi(bound, away);
        mpfr_min(x, x, bound, away);
    }
    mpfr_clear(bound);
}

/* x := the zero of x - e sin x - M, for 0 < M <= pi, |e| < 1. */
static void solve(mpfr_ptr x, mpfr_srcptr mean, mpfr_srcptr e) {
    mpfr_t sine, slope, value;
    mpfr_exp_t bits = (mpfr_exp_t)mpfr_get_prec(x);
    mpfr_inits2(mpfr_get_prec(x), sine, slope, value, (mpfr_ptr)NULL);
    begin(x, mean, e);
    for (int i = 0; i < NEWTON_LIMIT; i++) {
        mpfr_sin_cos(sine, slope, x, MPFR_RNDN);
        mpfr_mul(sine, sine, e, MPFR_RNDN);
        mpfr_mul(slope, slope, e, MPFR_RNDN);
        mpfr_ui_sub(slope, 1, slope, MPFR_RNDN);
        mpfr_sub(value, x, sine, MPFR_RNDN);
        mpfr_sub(value, value, mean, MPFR_RNDN);
        mpfr_div(value, value, slope, MPFR_RNDN);
        mpfr_sub(x, x, value, MPFR_RNDN);
        if (!mpfr_regular_p(value) || !mpfr_regular_p(x) ||
            mpfr_get_exp(value) < mpfr_get_exp(x) - bits / 2 - OVER_HALF)
            break; /* one more step would double the bits */
    }
    mpfr_clears(sine, slope, value, (mpfr_ptr)NULL);
}

/* M = 2 pi n + s M', 0 <= M' <= pi, s = +-1. */
void mpfr_kepler(mpfr_ptr r, mpfr_srcptr mean, mpfr_srcptr eccentricity) {
    mpfr_t pi, rest, turns;
    mpfr_inits2(mpfr_get_prec(r), pi, rest, turns, (mpfr_ptr)NULL);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_div(turns, mean, pi, MPFR_RNDN);
    mpfr_div_2ui(turns, turns, 1, MPFR_RNDN);
    mpfr_rint(turns, turns, MPFR_RNDN);
    mpfr_mul(turns, turns, pi, MPFR_RNDN);
    mpfr_mul_2ui(turns, turns, 1, MPFR_RNDN);
    mpfr_sub(rest, mean, turns, MPFR_RNDN);
    const int sign = mpfr_sgn(rest) < 0 ? -1 : 1;
    mpfr_abs(rest, rest, MPFR_RNDN);
    if (mpfr_zero_p(rest))
        mpfr_set_zero(r, 1);
    else
        solve(r, rest, eccentricity);
    mpfr_mul_si(r, r, sign, MPFR_RNDN);
    mpfr_add(r, r, turns, MPFR_RNDN);
    mpfr_clears(pi, rest, turns, (mpfr_ptr)NULL);
}

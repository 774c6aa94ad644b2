/* Functions of balls. With m and r the argument's middle and radius, |f(x) - f(m)| is at
 * most
 *
 *     r                          sin, cos, atan, tanh
 *     r/sqrt(m)                  sqrt
 *     e^m (e^r - 1)              exp
 *     r/(m - r)                  log
 *     r/(c (c - r))              tan, c = |cos m|
 *     r/sqrt(1 - (|m| + r)^2)    asin, acos; 4 sqrt(r) where that reaches the end points,
 *                                as acos(1 - d) <= (pi/2) sqrt(2 d) for 0 <= d <= 2
 *     r cosh(|m| + r)            sinh, cosh
 *     |m^n| (e^w - 1)            power, w = s |log|m|| + (|n| + s) r/(|m| - r)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/ball_functions.h"

#include "problems/readers/mpfr_operation.h"

typedef int mpfr_function(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

/* A ball that touches the negative numbers is cut: the root of [0, m + r] is in
 * [0, sqrt(m + r)]. */
static void take_root(struct ball *x, const struct ball *a) {
    if (mpfr_sgn(a->mid) > 0 && mpfr_cmp(a->mid, a->rad) >= 0) {
        mpfr_sqrt(x->rad, a->mid, MPFR_RNDD);
        mpfr_div(x->rad, a->rad, x->rad, MPFR_RNDU);
        ball_add_rounding(x, mpfr_sqrt(x->mid, a->mid, MPFR_RNDN));
    } else {
        mpfr_add(x->rad, a->mid, a->rad, MPFR_RNDU);
        mpfr_sqrt(x->rad, x->rad, MPFR_RNDU); /* not a number if all of a is negative */
        mpfr_set_zero(x->mid, 1);
        ball_add_rounding(x, 0);
    }
}

static void take_exponential(struct ball *x, const struct ball *a) {
    mpfr_t power;
    mpfr_init2(power, BALL_RADIUS_BITS);
    mpfr_expm1(x->rad, a->rad, MPFR_RNDU);
    mpfr_exp(power, a->mid, MPFR_RNDU);
    mpfr_mul(x->rad, x->rad, power, MPFR_RNDU);
    mpfr_clear(power);
    ball_add_rounding(x, mpfr_exp(x->mid, a->mid, MPFR_RNDN));
}

/* The radius of log x over |m| - r, or not a number where that is not positive. */
static void bound_logarithm(mpfr_ptr bound, const struct ball *a) {
    mpfr_abs(bound, a->mid, MPFR_RNDD);
    mpfr_sub(bound, bound, a->rad, MPFR_RNDD);
    if (mpfr_sgn(bound) > 0)
        mpfr_div(bound, a->rad, bound, MPFR_RNDU);
    else
        mpfr_set_nan(bound);
}

static void take_logarithm(struct ball *x, const struct ball *a) {
    bound_logarithm(x->rad, a);
    ball_add_rounding(x, mpfr_log(x->mid, a->mid, MPFR_RNDN));
}

static void take_tangent(struct ball *x, const struct ball *a) {
    mpfr_t c, d;
    mpfr_inits2(BALL_RADIUS_BITS, c, d, (mpfr_ptr)NULL);
    mpfr_cos(c, a->mid, MPFR_RNDZ);
    mpfr_abs(c, c, MPFR_RNDD);
    mpfr_sub(d, c, a->rad, MPFR_RNDD);
    if (mpfr_sgn(d) > 0) {
        mpfr_mul(c, c, d, MPFR_RNDD);
        mpfr_div(x->rad, a->rad, c, MPFR_RNDU);
    } else {
        mpfr_set_nan(x->rad);
    }
    mpfr_clears(c, d, (mpfr_ptr)NULL);
    ball_add_rounding(x, mpfr_tan(x->mid, a->mid, MPFR_RNDN));
}

/* asin or acos near an end point: the middle is moved into [-1, 1] if a reaches it. */
static void take_inverse_at_end(struct ball *x, const struct ball *a, mpfr_function *f) {
    mpfr_t low, middle;
    mpfr_init2(low, BALL_RADIUS_BITS);
    mpfr_init2(middle, mpfr_get_prec(a->mid));
    mpfr_abs(low, a->mid, MPFR_RNDD);
    mpfr_sub(low, low, a->rad, MPFR_RNDD);
    mpfr_set(middle, a->mid, MPFR_RNDN);
    if (mpfr_cmp_ui(low, 1) <= 0 && mpfr_cmp_ui(middle, 1) > 0)
        mpfr_set_si(middle, 1, MPFR_RNDN);
    else if (mpfr_cmp_ui(low, 1) <= 0 && mpfr_cmp_si(middle, -1) < 0)
        mpfr_set_si(middle, -1, MPFR_RNDN);
    mpfr_sqrt(x->rad, a->rad, MPFR_RNDU);
    mpfr_mul_2ui(x->rad, x->rad, 2, MPFR_RNDU);
    ball_add_rounding(x, f(x->mid, middle, MPFR_RNDN));
    mpfr_clears(low, middle, (mpfr_ptr)NULL);
}

static void take_inverse(struct ball *x, const struct ball *a, mpfr_function *f) {
    mpfr_t end;
    mpfr_init2(end, BALL_RADIUS_BITS);
    mpfr_abs(end, a->mid, MPFR_RNDU);
    mpfr_add(end, end, a->rad, MPFR_RNDU);
    mpfr_sqr(end, end, MPFR_RNDU);
    mpfr_ui_sub(end, 1, end, MPFR_RNDD);
    if (mpfr_sgn(end) > 0) {
        mpfr_sqrt(end, end, MPFR_RNDD);
        mpfr_div(x->rad, a->rad, end, MPFR_RNDU);
        ball_add_rounding(x, f(x->mid, a->mid, MPFR_RNDN));
    } else {
        take_inverse_at_end(x, a, f);
    }
    mpfr_clear(end);
}

static void take_hyperbolic(struct ball *x, const struct ball *a, mpfr_function *f) {
    mpfr_abs(x->rad, a->mid, MPFR_RNDU);
    mpfr_add(x->rad, x->rad, a->rad, MPFR_RNDU);
    mpfr_cosh(x->rad, x->rad, MPFR_RNDU);
    mpfr_mul(x->rad, x->rad, a->rad, MPFR_RNDU);
    ball_add_rounding(x, f(x->mid, a->mid, MPFR_RNDN));
}

/* Functions whose slope is at most 1. */
static void take_gentle(struct ball *x, const struct ball *a, mpfr_function *f) {
    mpfr_set(x->rad, a->rad, MPFR_RNDU);
    ball_add_rounding(x, f(x->mid, a->mid, MPFR_RNDN));
}

static bool is_trigonometric(enum expr_operation function) {
    return function == EXPR_SIN || function == EXPR_COS || function == EXPR_TAN;
}

void ball_function(struct ball *x, enum expr_operation function, const struct ball *a) {
    if (is_trigonometric(function) && !mpfr_is_angle(a->mid)) {
        mpfr_set_nan(x->mid);
        return;
    }
    switch (function) {
    case EXPR_SQRT: take_root(x, a); break;
    case EXPR_EXP: take_exponential(x, a); break;
    case EXPR_LOG: take_logarithm(x, a); break;
    case EXPR_SIN: take_gentle(x, a, mpfr_sin); break;
    case EXPR_COS: take_gentle(x, a, mpfr_cos); break;
    case EXPR_TAN: take_tangent(x, a); break;
    case EXPR_ASIN: take_inverse(x, a, mpfr_asin); break;
    case EXPR_ACOS: take_inverse(x, a, mpfr_acos); break;
    case EXPR_ATAN: take_gentle(x, a, mpfr_atan); break;
    case EXPR_SINH: take_hyperbolic(x, a, mpfr_sinh); break;
    case EXPR_COSH: take_hyperbolic(x, a, mpfr_cosh); break;
    case EXPR_TANH: take_gentle(x, a, mpfr_tanh); break;
    default: mpfr_set_nan(x->mid); break;
    }
}

/* More than |log|m|| changes when |m| is rounded to the bits of a radius. */
static const double ROUNDING_OF_BASE = 0x1p-60;

/* A power of zero, or of a negative number to an integer power, is a number too. */
void ball_power(struct ball *x, const struct ball *a, const struct ball *b) {
    mpfr_t logarithm, exponent;
    mpfr_inits2(BALL_RADIUS_BITS, logarithm, exponent, (mpfr_ptr)NULL);
    if (mpfr_zero_p(a->mid) && mpfr_zero_p(a->rad) && mpfr_cmp(b->mid, b->rad) > 0) {
        mpfr_set_zero(x->rad, 1);
    } else if (mpfr_sgn(a->mid) < 0 && !mpfr_zero_p(b->rad)) {
        mpfr_set_nan(x->rad);
    } else {
        bound_logarithm(x->rad, a);
        mpfr_abs(exponent, b->mid, MPFR_RNDU);
        mpfr_add(exponent, exponent, b->rad, MPFR_RNDU);
        mpfr_mul(x->rad, x->rad, exponent, MPFR_RNDU);
        mpfr_abs(logarithm, a->mid, MPFR_RNDN);
        mpfr_log(logarithm, logarithm, MPFR_RNDA);
        mpfr_abs(logarithm, logarithm, MPFR_RNDU);
        mpfr_add_d(logarithm, logarithm, ROUNDING_OF_BASE, MPFR_RNDU);
        mpfr_mul(logarithm, logarithm, b->rad, MPFR_RNDU);
        mpfr_add(x->rad, x->rad, logarithm, MPFR_RNDU);
        mpfr_expm1(x->rad, x->rad, MPFR_RNDU);
        mpfr_pow(logarithm, a->mid, b->mid, MPFR_RNDA);
        mpfr_abs(logarithm, logarithm, MPFR_RNDU);
        mpfr_mul(x->rad, x->rad, logarithm, MPFR_RNDU);
    }
    ball_add_rounding(x, mpfr_pow(x->mid, a->mid, b->mid, MPFR_RNDN));
    mpfr_clears(logarithm, exponent, (mpfr_ptr)NULL);
}

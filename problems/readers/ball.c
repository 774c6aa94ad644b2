/* Ball arithmetic: the middle is computed by MPFR, the radius from the bounds stated with
 * each operation (m, n and r, s are the middles and radii of the arguments), plus one unit
 * in the last place of the middle when that was rounded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/ball.h"

#include "problems/readers/ball_functions.h"

void ball_init(struct ball *x, mpfr_prec_t bits) {
    mpfr_init2(x->mid, bits);
    mpfr_init2(x->rad, BALL_RADIUS_BITS);
    mpfr_set_zero(x->rad, 1);
}

void ball_clear(struct ball *x) {
    mpfr_clear(x->mid);
    mpfr_clear(x->rad);
}

void ball_add_rounding(struct ball *x, int inexact) {
    if (!mpfr_number_p(x->mid) || !mpfr_number_p(x->rad) ||
        (inexact != 0 && mpfr_zero_p(x->mid))) {
        mpfr_set_nan(x->mid);
    } else if (inexact != 0) {
        mpfr_exp_t unit = mpfr_get_exp(x->mid) - (mpfr_exp_t)mpfr_get_prec(x->mid);
        mpfr_t ulp;
        mpfr_init2(ulp, BALL_RADIUS_BITS);
        mpfr_set_ui_2exp(ulp, 1, unit, MPFR_RNDU);
        mpfr_add(x->rad, x->rad, ulp, MPFR_RNDU);
        mpfr_clear(ulp);
    }
}

void ball_set(struct ball *x, const struct ball *a) {
    mpfr_set(x->rad, a->rad, MPFR_RNDU);
    ball_add_rounding(x, mpfr_set(x->mid, a->mid, MPFR_RNDN));
}

void ball_set_rational(struct ball *x, mpq_srcptr q) {
    mpfr_set_zero(x->rad, 1);
    ball_add_rounding(x, mpfr_set_q(x->mid, q, MPFR_RNDN));
}

/* r + s, for sum and difference alike. */
static void add_balls(struct ball *x, const struct ball *a, const struct ball *b,
                      int (*operate)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)) {
    mpfr_add(x->rad, a->rad, b->rad, MPFR_RNDU);
    ball_add_rounding(x, operate(x->mid, a->mid, b->mid, MPFR_RNDN));
}

/* (|m| + r) s + |n| r. */
static void multiply_balls(struct ball *x, const struct ball *a, const struct ball *b) {
    mpfr_t t;
    mpfr_init2(t, BALL_RADIUS_BITS);
    mpfr_abs(t, a->mid, MPFR_RNDU);
    mpfr_add(t, t, a->rad, MPFR_RNDU);
    mpfr_mul(x->rad, t, b->rad, MPFR_RNDU);
    mpfr_abs(t, b->mid, MPFR_RNDU);
    mpfr_mul(t, t, a->rad, MPFR_RNDU);
    mpfr_add(x->rad, x->rad, t, MPFR_RNDU);
    ball_add_rounding(x, mpfr_mul(x->mid, a->mid, b->mid, MPFR_RNDN));
    mpfr_clear(t);
}

/* (|m/n| s + r)/(|n| - s), where |n| > s. */
static void divide_balls(struct ball *x, const struct ball *a, const struct ball *b) {
    mpfr_t low;
    mpfr_init2(low, BALL_RADIUS_BITS);
    mpfr_abs(low, b->mid, MPFR_RNDD);
    mpfr_sub(low, low, b->rad, MPFR_RNDD);
    if (mpfr_sgn(low) > 0) {
        mpfr_div(x->rad, a->mid, b->mid, MPFR_RNDA);
        mpfr_abs(x->rad, x->rad, MPFR_RNDU);
        mpfr_mul(x->rad, x->rad, b->rad, MPFR_RNDU);
        mpfr_add(x->rad, x->rad, a->rad, MPFR_RNDU);
        mpfr_div(x->rad, x->rad, low, MPFR_RNDU);
        ball_add_rounding(x, mpfr_div(x->mid, a->mid, b->mid, MPFR_RNDN));
    } else {
        mpfr_set_nan(x->mid);
    }
    mpfr_clear(low);
}

/* The branch where the sign of s is certain, else a ball around both: a and (|n - m| + s). */
static void select_ball(struct ball *x, const struct ball *s, const struct ball *a,
                        const struct ball *b) {
    if (mpfr_nan_p(s->mid)) {
        mpfr_set_nan(x->mid);
    } else if (mpfr_zero_p(s->rad) || mpfr_cmpabs(s->mid, s->rad) > 0) {
        ball_set(x, mpfr_sgn(s->mid) >= 0 ? a : b);
    } else {
        ball_set(x, a);
        mpfr_t distance;
        mpfr_init2(distance, BALL_RADIUS_BITS);
        mpfr_sub(distance, b->mid, a->mid, MPFR_RNDA);
        mpfr_abs(distance, distance, MPFR_RNDU);
        mpfr_add(distance, distance, b->rad, MPFR_RNDU);
        mpfr_add(x->rad, x->rad, distance, MPFR_RNDU);
        ball_add_rounding(x, 0);
        mpfr_clear(distance);
    }
}

void ball_apply(struct ball *r, enum expr_operation operation, const struct ball *a,
                const struct ball *b, const struct ball *c) {
    switch (operation) {
    case EXPR_PI:
        mpfr_set_zero(r->rad, 1);
        ball_add_rounding(r, mpfr_const_pi(r->mid, MPFR_RNDN));
        break;
    case EXPR_ADD: add_balls(r, a, b, mpfr_add); break;
    case EXPR_SUB: add_balls(r, a, b, mpfr_sub); break;
    case EXPR_MUL: multiply_balls(r, a, b); break;
    case EXPR_DIV: divide_balls(r, a, b); break;
    case EXPR_NEG:
        mpfr_set(r->rad, a->rad, MPFR_RNDU);
        ball_add_rounding(r, mpfr_neg(r->mid, a->mid, MPFR_RNDN));
        break;
    case EXPR_POW: ball_power(r, a, b); break;
    case EXPR_SELECT: select_ball(r, a, b, c); break;
    default:
        if (operation_is_special(operation))
            ball_special(r, operation, a, b);
        else
            ball_function(r, operation, a);
        break;
    }
}

bool ball_round(mpfr_ptr value, const struct ball *x) {
    if (!mpfr_number_p(x->mid))
        return false;
    mpfr_t low, high, bound;
    mpfr_inits2(mpfr_get_prec(value), low, high, (mpfr_ptr)NULL);
    mpfr_init2(bound, mpfr_get_prec(x->mid));
    mpfr_sub(bound, x->mid, x->rad, MPFR_RNDD);
    mpfr_set(low, bound, MPFR_RNDN);
    mpfr_add(bound, x->mid, x->rad, MPFR_RNDU);
    mpfr_set(high, bound, MPFR_RNDN);
    bool certain = mpfr_equal_p(low, high) != 0;
    if (certain)
        mpfr_set(value, low, MPFR_RNDN);
    mpfr_clears(low, high, bound, (mpfr_ptr)NULL);
    return certain;
}

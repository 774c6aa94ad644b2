/* The value of a constant, correctly rounded. A rational one is computed exactly. Otherwise
 * Ziv's strategy (ACM Trans. Math. Softw. 17 (1991) 410): a ball that contains the value,
 * at a precision that is doubled until all of the ball rounds to one number.
 *
 * No precision separates sin(pi) from zero, or a midpoint of two numbers from itself. At the
 * highest precision a ball within 2^(-bits/4) of zero counts as zero, as the result and as
 * the surface of a select, and one that is narrow against its middle as its middle.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "problems/graph/expr_exact.h"
#include "problems/graph/walk.h"
#include "problems/readers/ball.h"

/* Working precision: this much more than asked at first, and at most four times what is
 * asked plus 2^14. */
enum { GUARD_BITS = 64, HIGHEST_BITS = 1 << 14, HIGHEST_FACTOR = 4 };

static const struct ball *look_up(const struct ball *ball, const struct walk *w, expr e) {
    return e == EXPR_NONE ? NULL : &ball[walk_place(w, e)];
}

/* Whether all of x is within 2^(-bits/4) of zero. */
static bool is_negligible(const struct ball *x, mpfr_prec_t bits) {
    mpfr_t bound;
    mpfr_init2(bound, GUARD_BITS);
    mpfr_abs(bound, x->mid, MPFR_RNDU);
    mpfr_add(bound, bound, x->rad, MPFR_RNDU);
    bool negligible =
        mpfr_number_p(bound) && mpfr_cmp_ui_2exp(bound, 1, -(mpfr_exp_t)bits / 4) < 0;
    mpfr_clear(bound);
    return negligible;
}

/* x := a ball around the value of node e, from those of its arguments. */
static void evaluate_ball(struct ball *x, const graph *g, expr e,
                          const struct ball *const *argument, bool is_last) {
    const enum expr_operation operation = expr_operation(g, e);
    if (operation == EXPR_NUMBER)
        ball_set_rational(x, expr_value(g, e));
    else if (operation == EXPR_PARAMETER)
        ball_set(x, argument[0]);
    else if (operation == EXPR_SELECT && is_last &&
             is_negligible(argument[0], mpfr_get_prec(x->mid)))
        ball_set(x, argument[1]);
    else
        ball_apply(x, operation, argument[0], argument[1], argument[2]);
}

/* ball[i] := a ball around the value of node i; is_last: at the highest precision. */
static void evaluate_balls(struct ball *ball, const graph *g, const struct walk *w,
                           const struct exact *exact, bool is_last) {
    for (int i = 0; i < w->count; i++) {
        expr e = w->node[i];
        const struct ball *argument[3];
        for (int k = 0; k < 3; k++)
            argument[k] = look_up(ball, w, walk_next(g, e, k, WALK_ENTERS_CONSTANTS));
        if (exact[i].known)
            ball_set_rational(&ball[i], exact[i].value);
        else
            evaluate_ball(&ball[i], g, e, argument, is_last);
    }
}

/* What is known at the highest precision: zero, the middle, or no value. */
static enum problem_status settle(mpfr_ptr value, const struct ball *x,
                                  mpfr_prec_t bits) {
    if (!mpfr_number_p(x->mid))
        return PROBLEM_NOT_FINITE;
    if (is_negligible(x, bits)) {
        mpfr_set_zero(value, 1);
        return PROBLEM_OK;
    }
    mpfr_t bound;
    mpfr_init2(bound, GUARD_BITS);
    mpfr_mul_2ui(bound, x->rad, (unsigned long)bits / 4, MPFR_RNDU);
    bool narrow = mpfr_cmpabs(bound, x->mid) < 0;
    mpfr_clear(bound);
    if (narrow)
        mpfr_set(value, x->mid, MPFR_RNDN);
    return narrow ? PROBLEM_OK : PROBLEM_NOT_FINITE;
}

static enum problem_status round_irrational(mpfr_ptr value, const graph *g,
                                            const struct walk *w,
                                            const struct exact *exact) {
    const mpfr_prec_t wanted = mpfr_get_prec(value);
    const mpfr_prec_t highest = HIGHEST_FACTOR * wanted + HIGHEST_BITS;
    struct ball *ball = malloc((size_t)w->count * sizeof *ball);
    if (!ball)
        return PROBLEM_NO_MEMORY;
    bool certain = false;
    enum problem_status status = PROBLEM_OK;
    for (mpfr_prec_t bits = wanted + GUARD_BITS; !certain; bits *= 2) {
        for (int i = 0; i < w->count; i++)
            ball_init(&ball[i], bits);
        evaluate_balls(ball, g, w, exact, bits > highest);
        certain = ball_round(value, &ball[w->count - 1]);
        if (!certain && bits > highest) {
            status = settle(value, &ball[w->count - 1], bits);
            certain = true;
        }
        for (int i = 0; i < w->count; i++)
            ball_clear(&ball[i]);
    }
    free(ball);
    return status;
}

/* A rational operation on rationals without a value, as a division by zero, will not get
 * one at a higher precision. */
static bool is_undefined(const graph *g, const struct walk *w,
                         const struct exact *exact) {
    expr e = w->node[w->count - 1], divisor = expr_argument(g, e, 1);
    if (exact[w->count - 1].known || expr_operation(g, e) != EXPR_DIV)
        return false;
    const struct exact *b = &exact[walk_place(w, divisor)];
    return b->known && mpq_sgn(b->value) == 0;
}

enum problem_status expr_constant(const graph *g, expr e, mpfr_ptr value) {
    if (e == EXPR_NONE)
        return PROBLEM_NO_MEMORY;
    if (expr_operation(g, e) == EXPR_NUMBER) {
        mpfr_set_q(value, expr_value(g, e), MPFR_RNDN);
        return PROBLEM_OK;
    }
    struct walk w;
    enum problem_status status = walk_collect(&w, g, 1, &e, WALK_ENTERS_CONSTANTS);
    struct exact *exact =
        status == PROBLEM_OK ? calloc((size_t)w.count, sizeof *exact) : NULL;
    if (exact) {
        exact_evaluate(exact, g, &w);
        if (exact[w.count - 1].known)
            mpfr_set_q(value, exact[w.count - 1].value, MPFR_RNDN);
        else if (is_undefined(g, &w, exact))
            status = PROBLEM_NOT_FINITE;
        else
            status = round_irrational(value, g, &w, exact);
        exact_clear(exact, w.count);
        free(exact);
    } else if (status == PROBLEM_OK) {
        status = PROBLEM_NO_MEMORY;
    }
    walk_clear(&w);
    return status;
}

/* A subnormal double has as many bits as its exponent leaves above 2^-1074; rounding to
 * fewer bits at once avoids rounding twice. */
enum problem_status expr_constant_double(const graph *g, expr e, double *value) {
    mpfr_t rounded;
    mpfr_init2(rounded, DBL_MANT_DIG);
    enum problem_status status = expr_constant(g, e, rounded);
    if (status == PROBLEM_OK && mpfr_regular_p(rounded)) {
        mpfr_exp_t bits = mpfr_get_exp(rounded) - (DBL_MIN_EXP - DBL_MANT_DIG);
        if (bits >= 1 && bits < DBL_MANT_DIG) {
            mpfr_set_prec(rounded, (mpfr_prec_t)bits);
            status = expr_constant(g, e, rounded);
        }
    }
    double d = status == PROBLEM_OK ? mpfr_get_d(rounded, MPFR_RNDN) : 0;
    mpfr_clear(rounded);
    if (status == PROBLEM_OK && !isfinite(d))
        status = PROBLEM_NOT_FINITE;
    if (status == PROBLEM_OK)
        *value = d;
    return status;
}

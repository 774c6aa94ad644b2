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

#include "problems/balls/arb_round.h"
#include "problems/balls/constant_balls.h"
#include "problems/graph/expr.h"

/* Working precision: this much more than asked at first, and at most four times what is
 * asked plus 2^14. */
enum { GUARD_BITS = 64, HIGHEST_BITS = 1 << 14, HIGHEST_FACTOR = 4 };

/* What is known at the highest precision: zero, the middle, or no value. */
static enum problem_status settle(mpfr_ptr value, arb_srcptr x, slong bits) {
    if (!arb_is_finite(x))
        return PROBLEM_NOT_FINITE;
    if (arb_is_negligible(x, bits)) {
        mpfr_set_zero(value, 1);
        return PROBLEM_OK;
    }
    mpfr_t middle;
    mpfr_init2(middle, mpfr_get_prec(value));
    arf_get_mpfr(middle, arb_midref(x), MPFR_RNDN);
    const bool narrow = arb_rel_accuracy_bits(x) > bits / 4 && mpfr_number_p(middle);
    if (narrow)
        mpfr_set(value, middle, MPFR_RNDN);
    mpfr_clear(middle);
    return narrow ? PROBLEM_OK : PROBLEM_NOT_FINITE;
}

static enum problem_status round_irrational(mpfr_ptr value, const graph *g,
                                            const struct walk *w,
                                            const struct exact *exact) {
    const slong wanted = (slong)mpfr_get_prec(value);
    const slong highest = HIGHEST_FACTOR * wanted + HIGHEST_BITS;
    arb_ptr ball = constant_balls_alloc(w);
    if (!ball)
        return PROBLEM_NO_MEMORY;
    arb_srcptr last = ball + w->count - 1;
    bool certain = false;
    enum problem_status status = PROBLEM_OK;
    for (slong bits = wanted + GUARD_BITS; !certain; bits *= 2) {
        const bool is_last = bits > highest;
        constant_balls(ball, g, w, exact, bits, is_last ? BELIEF_ZEROS : BELIEF_DOMAINS);
        certain = arb_round(value, last, bits);
        if (!certain && is_last) {
            status = settle(value, last, bits);
            certain = true;
        }
    }
    constant_balls_free(ball, w);
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

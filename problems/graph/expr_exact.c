/* Constants in rational arithmetic: + - * /, integer powers and selects of rationals, and
 * functions at zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr_exact.h"

#include <stdlib.h>

#include "problems/graph/expr.h"

/* Longer numerators or denominators are left to floating-point arithmetic. */
static const size_t EXACT_BITS_LIMIT = 1 << 14;

static size_t bits(mpq_srcptr q) {
    size_t numerator = mpz_sizeinbase(mpq_numref(q), 2);
    size_t denominator = mpz_sizeinbase(mpq_denref(q), 2);
    return numerator > denominator ? numerator : denominator;
}

/* r := a^n, if that exists and is short. */
static bool power(mpq_ptr r, mpq_srcptr a, mpq_srcptr b) {
    if (mpz_cmp_ui(mpq_denref(b), 1) != 0 || !mpz_fits_slong_p(mpq_numref(b)))
        return false;
    long exponent = mpz_get_si(mpq_numref(b));
    unsigned long n =
        exponent < 0 ? 0UL - (unsigned long)exponent : (unsigned long)exponent;
    if (n > EXACT_BITS_LIMIT / bits(a) || (exponent < 0 && mpq_sgn(a) == 0))
        return false;
    mpz_pow_ui(mpq_numref(r), mpq_numref(a), n);
    mpz_pow_ui(mpq_denref(r), mpq_denref(a), n);
    if (exponent < 0)
        mpq_inv(r, r);
    return true;
}

/* r := the function at zero, where it is 0 or 1. */
static bool begin(mpq_ptr r, enum expr_operation function) {
    switch (function) {
    case EXPR_SIN:
    case EXPR_TAN:
    case EXPR_SINH:
    case EXPR_TANH:
    case EXPR_ASIN:
    case EXPR_ATAN:
    case EXPR_SQRT: mpq_set_ui(r, 0, 1); return true;
    case EXPR_COS:
    case EXPR_COSH:
    case EXPR_EXP: mpq_set_ui(r, 1, 1); return true;
    default: return false;
    }
}

/* r := the operation on rational arguments; false: it has no rational value here. */
static bool operate(mpq_ptr r, enum expr_operation operation, mpq_srcptr a,
                    mpq_srcptr b) {
    switch (operation) {
    case EXPR_ADD: mpq_add(r, a, b); return true;
    case EXPR_SUB: mpq_sub(r, a, b); return true;
    case EXPR_MUL: mpq_mul(r, a, b); return true;
    case EXPR_DIV:
        if (mpq_sgn(b) == 0)
            return false;
        mpq_div(r, a, b);
        return true;
    case EXPR_NEG: mpq_neg(r, a); return true;
    case EXPR_POW: return power(r, a, b);
    default: return mpq_sgn(a) == 0 && begin(r, operation);
    }
}

static const struct exact *look_up(const struct exact *exact, const struct walk *w,
                                   expr e) {
    const struct exact *found = e == EXPR_NONE ? NULL : &exact[walk_place(w, e)];
    return found && found->known ? found : NULL;
}

static bool evaluate_node(mpq_ptr r, const struct exact *exact, const graph *g,
                          const struct walk *w, expr e) {
    const enum expr_operation operation = expr_operation(g, e);
    if (operation == EXPR_NUMBER) {
        mpq_set(r, expr_value(g, e));
        return true;
    }
    const struct exact *a = look_up(exact, w, walk_next(g, e, 0, WALK_ENTERS_CONSTANTS));
    if (!a)
        return false;
    if (operation == EXPR_PARAMETER || operation == EXPR_SELECT) {
        if (operation == EXPR_SELECT)
            a = look_up(exact, w, expr_argument(g, e, mpq_sgn(a->value) >= 0 ? 1 : 2));
        if (a)
            mpq_set(r, a->value);
        return a != NULL;
    }
    expr second = expr_argument(g, e, 1);
    const struct exact *b = second == EXPR_NONE ? a : look_up(exact, w, second);
    return b && operate(r, operation, a->value, b->value);
}

void exact_evaluate(struct exact *exact, const graph *g, const struct walk *w) {
    for (int i = 0; i < w->count; i++) {
        mpq_init(exact[i].value);
        exact[i].known = evaluate_node(exact[i].value, exact, g, w, w->node[i]) &&
                         bits(exact[i].value) <= EXACT_BITS_LIMIT;
        if (!exact[i].known)
            mpq_clear(exact[i].value);
    }
}

void exact_clear(struct exact *exact, int count) {
    for (int i = 0; i < count; i++)
        if (exact[i].known)
            mpq_clear(exact[i].value);
}

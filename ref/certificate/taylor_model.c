/* Taylor models in one variable: a polynomial of balls in sigma and a bound on the rest, for
 * 0 <= sigma <= 1 (K. Makino, M. Berz, Taylor models and other validated functional inclusion
 * methods, International Journal of Pure and Applied Mathematics 6 (2003), section 2).
 *
 * With a = A + T_a, |T_a| <= r_a, and |A| the sum of A's coefficients' absolute values,
 *
 *     a b      T = [A B] + A T_b + B T_a + T_a T_b     [X]: X's terms of order `room` and above
 *     a / b    R: the quotient's first terms, so that A - R B = -[R B]; a/b - R is
 *              (T_a - R T_b - [R B]) / b
 *     sqrt a   R likewise, R^2 = A + [R^2]; sqrt a - R is (T_a - [R^2]) / (sqrt a + R)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"

void taylor_unknown(struct taylor_model *r) {
    mag_inf(r->rest);
}

/* high := a bound of [A B]. */
static void find_high_terms(mag_t high, const struct taylor_model *a,
                            const struct taylor_model *b, struct taylor_space *space) {
    mag_t term;
    mag_init(term);
    mag_zero(high);
    mag_zero(space->size + b->length); /* size_j := sum_{l >= j} |b_l| */
    for (int j = b->length - 1; j > space->room - a->length; j--) {
        arb_get_mag(term, b->c + j);
        mag_add(space->size + j, space->size + j + 1, term);
    }
    for (int i = a->length - 1; i > space->room - b->length; i--) {
        arb_get_mag(term, a->c + i);
        mag_addmul(high, term, space->size + space->room - i);
    }
    mag_clear(term);
}

/* rest := high + |A| r_b + |B| r_a + r_a r_b. */
static void add_rests(mag_t rest, const struct taylor_model *a,
                      const struct taylor_model *b) {
    mag_t sum;
    mag_init(sum);
    if (!mag_is_zero(b->rest)) {
        taylor_sum(sum, a, 0);
        mag_add(sum, sum, a->rest);
        mag_addmul(rest, sum, b->rest);
    }
    if (!mag_is_zero(a->rest)) {
        taylor_sum(sum, b, 0);
        mag_addmul(rest, sum, a->rest);
    }
    mag_clear(sum);
}

static void multiply(struct taylor_model *r, const struct taylor_model *a,
                     const struct taylor_model *b, struct taylor_space *space) {
    find_high_terms(r->rest, a, b, space);
    add_rests(r->rest, a, b);
}

/* rest := rest / (the least of a range that does not contain 0); infinite if it does. */
static void divide_by_least(mag_t rest, const arb_t range) {
    mag_t least;
    mag_init(least);
    arb_get_mag_lower(least, range);
    mag_div(rest, rest, least);
    mag_clear(least);
}

static void divide(struct taylor_model *r, const struct taylor_model *a,
                   const struct taylor_model *b, struct taylor_space *space) {
    mag_t sum;
    arb_t range;
    mag_init(sum);
    arb_init(range);
    find_high_terms(r->rest, b, r, space);
    mag_add(r->rest, r->rest, a->rest);
    taylor_sum(sum, r, 0);
    mag_addmul(r->rest, sum, b->rest);
    taylor_range(range, b);
    divide_by_least(r->rest, range);
    arb_clear(range);
    mag_clear(sum);
}

static void take_root(struct taylor_model *r, const struct taylor_model *a,
                      struct taylor_space *space) {
    arb_t range, root;
    arb_inits(range, root);
    mag_zero(r->rest);
    taylor_range(root, r);
    find_high_terms(r->rest, r, r, space);
    mag_add(r->rest, r->rest, a->rest);
    taylor_range(range, a);
    if (arb_is_positive(range) && arb_is_positive(root)) {
        arb_sqrt(range, range, CLAIM_LOW_BITS);
        arb_add(range, range, root, CLAIM_LOW_BITS);
        divide_by_least(r->rest, range);
    } else {
        mag_inf(r->rest);
    }
    arb_clears(range, root);
}

/* The branch that s chooses over all of [0, 1]; NULL: none for certain. */
static const struct taylor_model *choose(const struct taylor_model *s,
                                         const struct taylor_model *a,
                                         const struct taylor_model *b) {
    arb_t range;
    arb_init(range);
    taylor_range(range, s);
    const struct taylor_model *branch = arb_is_positive(range)   ? a
                                        : arb_is_negative(range) ? b
                                                                 : NULL;
    arb_clear(range);
    return branch;
}

/* The terms of r in own. False: the operation has none that are known. */
static bool find_terms(struct taylor_model *r, enum expr_operation operation,
                       const struct taylor_model *a, const struct taylor_model *b,
                       const struct taylor_space *space) {
    const int longest = b->length > a->length ? b->length : a->length;
    const slong bits = space->bits;
    int length;
    r->length = longest;
    switch (operation) {
    case EXPR_ADD: _arb_poly_add(r->own, a->c, a->length, b->c, b->length, bits); break;
    case EXPR_SUB: _arb_poly_sub(r->own, a->c, a->length, b->c, b->length, bits); break;
    case EXPR_NEG:
        r->length = a->length;
        _arb_vec_neg(r->own, a->c, a->length);
        break;
    case EXPR_MUL:
        length = a->length + b->length - 1;
        r->length = length < space->room ? length : space->room;
        if (a->length >= b->length)
            _arb_poly_mullow(r->own, a->c, a->length, b->c, b->length, r->length, bits);
        else
            _arb_poly_mullow(r->own, b->c, b->length, a->c, a->length, r->length, bits);
        break;
    case EXPR_DIV:
        r->length = b->length == 1 ? a->length : space->room;
        _arb_poly_div_series(r->own, a->c, a->length, b->c, b->length, r->length, bits);
        break;
    case EXPR_SQRT:
        r->length = a->length == 1 ? 1 : space->room;
        _arb_poly_sqrt_series(r->own, a->c, a->length, r->length, bits);
        break;
    default:
        r->length = a->length == 1 ? 1 : space->room;
        return taylor_function_terms(r, operation, a, b, bits);
    }
    return true;
}

static void find_rest(struct taylor_model *r, enum expr_operation operation,
                      const struct taylor_model *a, const struct taylor_model *b,
                      struct taylor_space *space) {
    switch (operation) {
    case EXPR_ADD:
    case EXPR_SUB: mag_add(r->rest, a->rest, b->rest); break;
    case EXPR_NEG: mag_set(r->rest, a->rest); break;
    case EXPR_MUL: multiply(r, a, b, space); break;
    case EXPR_DIV: divide(r, a, b, space); break;
    case EXPR_SQRT: take_root(r, a, space); break;
    default: taylor_function_rest(r->rest, operation, a, b, space->room); break;
    }
}

void taylor_operate(struct taylor_model *r, enum expr_operation operation,
                    const struct taylor_model *a, const struct taylor_model *b,
                    const struct taylor_model *c, struct taylor_space *space) {
    bool known = !mag_is_inf(a->rest);
    if (known && operation == EXPR_SELECT) {
        a = choose(a, b, c);
        known = a != NULL && !mag_is_inf(a->rest);
        if (known && r->own != NULL)
            _arb_vec_set(r->own, a->c, a->length);
        if (known) {
            mag_set(r->rest, a->rest);
            r->length = a->length;
        }
    } else {
        known = known && !mag_is_inf(b->rest) &&
                (r->own == NULL || find_terms(r, operation, a, b, space));
        if (known)
            find_rest(r, operation, a, b, space);
    }
    if (!known || mag_is_inf(r->rest) || !_arb_vec_is_finite(r->c, r->length))
        taylor_unknown(r);
}

/* Remainders through single operations. In the notation of tail.c, with |.| for bounds over
 * 0 <= s <= h, [X] for the terms of order N and above of a product X of polynomials, all
 * divided by (s/h)^N; r = R + T is the result.
 *
 *   a + b     |T| <= |T_a| + |T_b|.
 *   a b       R contains the terms of A B below N, so T = [A B] + A T_b + B T_a + T_a T_b.
 *   a / b     b r = a, and below N the terms of B R and A are the same:
 *             b T = T_a - R T_b - [B R].
 *   sqrt(a)   r^2 = a, likewise (r + R) T = T_a - [R^2]; r >= 0 where a >= 0, and R > 0.
 *   select    the branch's T, when the switching function keeps its sign.
 *   f(a)      see tail_function.c.
 *
 * |[A B]| <= sum_{i + j >= N} |a_i| |b_j| h^(i + j) = sum_i term_i(a) sum_{N - i}(b).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

static mag_ptr terms(const struct enclosure_tail *t, int slot) {
    return t->term + (slong)slot * (t->room + 1);
}

static mag_ptr sums(const struct enclosure_tail *t, int slot) {
    return t->sum + (slong)slot * (t->room + 1);
}

/* tail := tail + |[A B]|. */
static void add_product(mag_t tail, const struct enclosure_tail *t, int a, int b) {
    for (int i = 1; i < t->order; i++)
        mag_addmul(tail, terms(t, a) + i, sums(t, b) + t->order - i);
}

static void multiply(mag_t tail, const struct enclosure_tail *t, int a, int b) {
    mag_zero(tail);
    add_product(tail, t, a, b);
    mag_addmul(tail, sums(t, a), t->tail + b);
    mag_addmul(tail, sums(t, b), t->tail + a);
    mag_addmul(tail, t->tail + a, t->tail + b);
    if (mag_is_inf(t->tail + a) || mag_is_inf(t->tail + b))
        mag_inf(tail); /* also where the other factor is zero */
}

/* range := a ball around a(s) for 0 <= s <= h, or around A(s) as long as tail is zero. */
static void find_range(arb_t range, const struct enclosure_tail *t, int slot) {
    arb_srcptr series = eval_arb_jet_output(t->jet, slot);
    arb_set(range, series);
    arb_add_error_mag(range, sums(t, slot) + 1);
    if (arb_contains_zero(range)) { /* a closer look */
        arf_t end;
        arb_t s;
        arf_init(end);
        arb_init(s);
        arf_set_mag(end, t->length);
        if (t->two_sided) {
            mag_set(arb_radref(s), t->length);
        } else {
            arf_mul_2exp_si(arb_midref(s), end, -1);
            arf_get_mag(arb_radref(s), arb_midref(s));
        }
        _arb_poly_evaluate_horner(range, series, t->order, s, ENCLOSURE_LOW_BITS);
        arb_clear(s);
        arf_clear(end);
    }
    arb_add_error_mag(range, t->tail + slot);
}

/* tail := tail / min |a(s)|. */
static void divide_by_least(mag_t tail, const arb_t range) {
    mag_t least;
    mag_init(least);
    arb_get_mag_lower(least, range);
    mag_div(tail, tail, least);
    mag_clear(least);
}

static void divide(mag_t tail, const struct enclosure_tail *t, int r, int a, int b) {
    arb_t range;
    arb_init(range);
    mag_set(tail, t->tail + a);
    mag_addmul(tail, sums(t, r), t->tail + b);
    add_product(tail, t, b, r);
    find_range(range, t, b);
    divide_by_least(tail, range);
    arb_clear(range);
}

static void take_root(mag_t tail, const struct enclosure_tail *t, int r, int a) {
    arb_t range, root;
    arb_inits(range, root);
    find_range(range, t, a);
    find_range(root, t, r);
    mag_set(tail, t->tail + a);
    add_product(tail, t, r, r);
    if (arb_is_positive(range) && arb_is_positive(root))
        divide_by_least(tail, root);
    else
        mag_inf(tail);
    arb_clears(root, range);
}

static void choose_branch(mag_t tail, const struct enclosure_tail *t,
                          const struct instruction *code) {
    arb_t range;
    arb_init(range);
    find_range(range, t, code->a);
    if (arb_is_positive(range))
        mag_set(tail, t->tail + code->b);
    else if (arb_is_negative(range))
        mag_set(tail, t->tail + code->c);
    else
        mag_inf(tail);
    arb_clear(range);
}

void enclosure_tail_operate(struct enclosure_tail *t, int slot,
                            const struct instruction *code) {
    mag_ptr tail = t->tail + slot;
    switch (code->operation) {
    case EXPR_ADD:
    case EXPR_SUB: mag_add(tail, t->tail + code->a, t->tail + code->b); break;
    case EXPR_NEG: mag_set(tail, t->tail + code->a); break;
    case EXPR_MUL: multiply(tail, t, code->a, code->b); break;
    case EXPR_DIV: divide(tail, t, slot, code->a, code->b); break;
    case EXPR_SQRT: take_root(tail, t, slot, code->a); break;
    case EXPR_SELECT: choose_branch(tail, t, code); break;
    default: enclosure_tail_function(tail, t, code); break;
    }
}

/* Power series of balls: convolutions, and the steps that are not functions. With a_k the
 * coefficients of a,
 *
 *     r = a b    r_k = sum_{j=0}^k a_j b_{k-j}
 *     r = a/b    r_k = (a_k - sum_{j=0}^{k-1} r_j b_{k-j})/b_0
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/arb_jet.h"

#include "problems/balls/arb_operation.h"

static void multiply(const struct arb_jet_step *s, int k, slong bits) {
    if (s->a_is_constant)
        arb_mul(s->r + k, s->a, s->b + k, bits);
    else if (s->b_is_constant)
        arb_mul(s->r + k, s->a + k, s->b, bits);
    else if (s->a == s->b)
        arb_jet_square(s->r + k, s->a, 0, k, bits);
    else
        arb_jet_convolve(s->r + k, s->a, s->b, 0, k, k, bits);
}

static void divide(const struct arb_jet_step *s, int k, slong bits) {
    if (s->b_is_constant) {
        arb_mul(s->r + k, s->a + k, s->inverse, bits);
    } else {
        arb_jet_subtract(s->r + k, s->a + k, s->r, s->b, 0, k - 1, k, bits);
        arb_mul(s->r + k, s->r + k, s->inverse, bits);
    }
}

static void choose_branch(struct arb_jet_step *s) {
    if (arb_is_nonnegative(s->a))
        s->branch = s->b;
    else
        s->branch = arb_is_negative(s->a) ? s->c : NULL;
}

static void copy_branch(const struct arb_jet_step *s, int k) {
    if (s->branch)
        arb_set(s->r + k, s->branch + k);
    else
        arb_indeterminate(s->r + k);
}

void arb_jet_start(struct arb_jet_step *s, slong bits) {
    if (s->operation == EXPR_SELECT) {
        choose_branch(s);
        copy_branch(s, 0);
    } else if (s->operation <= EXPR_NEG) {
        arb_operate(s->r, s->operation, s->a, s->b, s->c, bits);
        if (s->operation == EXPR_DIV)
            arb_inv(s->inverse, s->b, bits);
    } else {
        arb_jet_function_start(s, bits);
    }
}

void arb_jet_order(const struct arb_jet_step *s, int k, slong bits) {
    switch (s->operation) {
    case EXPR_ADD: arb_add(s->r + k, s->a + k, s->b + k, bits); break;
    case EXPR_SUB: arb_sub(s->r + k, s->a + k, s->b + k, bits); break;
    case EXPR_MUL: multiply(s, k, bits); break;
    case EXPR_DIV: divide(s, k, bits); break;
    case EXPR_NEG: arb_neg(s->r + k, s->a + k); break;
    case EXPR_SELECT: copy_branch(s, k); break;
    default: arb_jet_function(s, k, bits); break;
    }
}

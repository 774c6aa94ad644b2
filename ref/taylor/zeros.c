/* Zeros of a polynomial p(u) = a_0 + .. + a_n u^n in (0, 1], from left to right.
 *
 * An interval of half width r about m is settled by the series about m, p(m + v) = sum
 * b_k v^k:
 *
 *     |b_0| > sum_{k>=1} |b_k| r^k            no zero
 *     |b_1| > sum_{k>=2} k |b_k| r^(k-1)      monotone: a zero if the end signs differ
 *
 * and halved otherwise. So nothing is missed, two zeros in one step included. Intervals
 * of width 2^-(bits/2) that still are not settled hold a double zero to rounding: |p|
 * there is about 2^-bits of the coefficients, and only the signs before and after are
 * known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/zeros.h"

#include <stdlib.h>

/* A zero is exact when the last correction is below 2^4 units in 1's last place. */
enum { POLISHED_BITS = 4 };

struct ref_zeros {
    int order;
    mpfr_prec_t bits;
    mpfr_t *a;  /* the polynomial (size order + 1) */
    mpfr_t *b;  /* about the interval's midpoint (size order + 1) */
    int sign;   /* of p at the left end */
    long level; /* the interval's width is 2^-level */
    mpfr_t left, right, middle;
    mpfr_t sum, term, value, slope;
};

enum ref_status ref_zeros_alloc(struct ref_zeros **z, int order, mpfr_prec_t bits) {
    *z = NULL;
    struct ref_zeros *zeros = calloc(1, sizeof *zeros);
    if (zeros == NULL)
        return REF_NO_MEMORY;
    zeros->order = order;
    zeros->bits = bits;
    mpfr_inits2(bits, zeros->left, zeros->right, zeros->middle, zeros->sum, zeros->term,
                zeros->value, zeros->slope, (mpfr_ptr)NULL);
    zeros->a = vector_alloc(order + 1, bits);
    zeros->b = vector_alloc(order + 1, bits);
    if (zeros->a == NULL || zeros->b == NULL) {
        ref_zeros_free(zeros);
        return REF_NO_MEMORY;
    }
    *z = zeros;
    return REF_OK;
}

void ref_zeros_free(struct ref_zeros *z) {
    if (z == NULL)
        return;
    vector_free(z->a, z->order + 1);
    vector_free(z->b, z->order + 1);
    mpfr_clears(z->left, z->right, z->middle, z->sum, z->term, z->value, z->slope,
                (mpfr_ptr)NULL);
    free(z);
}

mpfr_t *ref_zeros_polynomial(struct ref_zeros *z) {
    return z->a;
}

void ref_zeros_start(struct ref_zeros *z) {
    mpfr_set_zero(z->left, 1);
    z->level = 0;
    z->sign = mpfr_sgn(z->a[0]);
}

/* value := p(u), slope := p'(u), by Horner's rule. */
static void evaluate(struct ref_zeros *z, mpfr_srcptr u) {
    mpfr_set(z->value, z->a[z->order], MPFR_RNDN);
    mpfr_set_zero(z->slope, 1);
    for (int k = z->order - 1; k >= 0; k--) {
        mpfr_mul(z->slope, z->slope, u, MPFR_RNDN);
        mpfr_add(z->slope, z->slope, z->value, MPFR_RNDN);
        mpfr_mul(z->value, z->value, u, MPFR_RNDN);
        mpfr_add(z->value, z->value, z->a[k], MPFR_RNDN);
    }
}

/* b := the coefficients about the midpoint, by repeated synthetic division. */
static void shift_to_middle(struct ref_zeros *z) {
    vector_set(z->b, vector_const(z->a), z->order + 1);
    for (int i = 0; i < z->order; i++)
        for (int k = z->order - 1; k >= i; k--) {
            mpfr_mul(z->term, z->b[k + 1], z->middle, MPFR_RNDN);
            mpfr_add(z->b[k], z->b[k], z->term, MPFR_RNDN);
        }
}

/* Whether |c_from| > sum_{k>from} w_k |c_k| r^(k-from), r = 2^-halvings, with w_k = k for
 * from = 1 (a derivative) and 1 for from = 0. */
static bool outweighs(struct ref_zeros *z, const mpfr_t *c, int from, long halvings) {
    mpfr_set_zero(z->sum, 1);
    for (int k = z->order; k > from; k--) {
        mpfr_mul_ui(z->term, c[k], from == 0 ? 1 : (unsigned long)k, MPFR_RNDN);
        mpfr_abs(z->term, z->term, MPFR_RNDN);
        mpfr_add(z->sum, z->sum, z->term, MPFR_RNDU);
        mpfr_mul_2si(z->sum, z->sum, -halvings, MPFR_RNDU);
    }
    return mpfr_cmpabs(c[from], z->sum) > 0;
}

/* u := the zero between left and right, where the signs differ: Newton's method,
 * bisection where that leaves the bracket. */
static void polish(struct ref_zeros *z, mpfr_ptr u) {
    mpfr_set(u, z->middle, MPFR_RNDN);
    for (long i = 0; i < (long)z->bits; i++) {
        evaluate(z, u);
        mpfr_set(mpfr_sgn(z->value) == z->sign ? z->left : z->right, u, MPFR_RNDN);
        mpfr_div(z->term, z->value, z->slope, MPFR_RNDN);
        mpfr_sub(z->middle, u, z->term, MPFR_RNDN);
        bool inside = mpfr_number_p(z->middle) && mpfr_cmp(z->middle, z->left) >= 0 &&
                      mpfr_cmp(z->middle, z->right) <= 0;
        if (!inside) {
            mpfr_add(z->middle, z->left, z->right, MPFR_RNDN);
            mpfr_div_2ui(z->middle, z->middle, 1, MPFR_RNDN);
        }
        mpfr_sub(z->term, z->middle, u, MPFR_RNDN);
        mpfr_set(u, z->middle, MPFR_RNDN);
        if (ref_exponent(z->term) < POLISHED_BITS - (long)z->bits)
            return;
    }
}

/* The interval lies left of 1 and is as wide as its left end allows. */
static void advance(struct ref_zeros *z) {
    mpfr_set(z->left, z->right, MPFR_RNDN);
    while (z->level > 0) {
        mpfr_mul_2si(z->term, z->left, z->level - 1, MPFR_RNDN);
        if (!mpfr_integer_p(z->term))
            return;
        z->level--;
    }
}

static void take_interval(struct ref_zeros *z) {
    mpfr_set_ui_2exp(z->term, 1, -z->level, MPFR_RNDN);
    mpfr_add(z->right, z->left, z->term, MPFR_RNDN);
    mpfr_div_2ui(z->term, z->term, 1, MPFR_RNDN);
    mpfr_add(z->middle, z->left, z->term, MPFR_RNDN);
}

/* Whether p changes its sign up to the right end; a zero there counts if it is simple. */
static bool sign_changes(struct ref_zeros *z, bool simple) {
    evaluate(z, z->right);
    int sign = mpfr_sgn(z->value);
    return simple ? sign != z->sign : sign == -z->sign;
}

enum ref_zero ref_zeros_next(struct ref_zeros *z, mpfr_ptr u) {
    if (outweighs(z, vector_const(z->a), 0, 0))
        return REF_NO_ZERO;
    while (mpfr_cmp_ui(z->left, 1) < 0) {
        take_interval(z);
        shift_to_middle(z);
        long halvings = z->level + 1;
        bool settled = outweighs(z, vector_const(z->b), 0, halvings);
        bool monotone = !settled && outweighs(z, vector_const(z->b), 1, halvings);
        bool smallest = z->level >= (long)z->bits / 2;
        if ((monotone || (smallest && !settled)) && sign_changes(z, monotone)) {
            polish(z, u);
            return monotone ? REF_CROSSING : REF_FLAT_CROSSING;
        }
        if (!settled && !monotone && !smallest) {
            z->level++;
            continue;
        }
        advance(z);
        if (!settled && !monotone) {
            mpfr_set(u, z->middle, MPFR_RNDN);
            return REF_TOUCH;
        }
    }
    return REF_NO_ZERO;
}

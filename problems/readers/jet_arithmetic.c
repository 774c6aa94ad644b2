/* Power series: sums, products, quotients, roots (Griewank, Walther, Evaluating Derivatives,
 * 2nd ed., table 13.1). With r = sum r_k tau^k and so on:
 *
 *     r = a b       r_k = sum_{j=0}^{k} a_j b_{k-j}
 *     r = a/b       r_k = (a_k - sum_{j=0}^{k-1} r_j b_{k-j})/b_0
 *     r = sqrt a    r_k = (a_k - sum_{j=1}^{k-1} r_j r_{k-j})/(2 r_0)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/jet.h"

void jet_convolve(struct jet_work *w, mpfr_t *a, mpfr_t *b, int first, int last, int k) {
    mpfr_dot_sum(w->sum, &w->dot, (const mpfr_t *)(a + first),
                 (const mpfr_t *)(b + (k - first)), last - first + 1, w->bits);
}

/* Equal products are computed once and doubled. */
void jet_square(struct jet_work *w, mpfr_t *a, int first, int k) {
    jet_convolve(w, a, a, first, (k + 1) / 2 - 1, k);
    mpfr_mul_2ui(w->sum, w->sum, 1, MPFR_RNDN);
    if (k % 2 == 0 && k / 2 >= first) {
        mpfr_sqr(w->product, a[k / 2], MPFR_RNDN);
        mpfr_add(w->sum, w->sum, w->product, MPFR_RNDN);
    }
}

static void multiply(struct jet_work *w, const struct jet_step *s, int k) {
    if (s->a_is_constant) {
        mpfr_mul(s->r[k], s->a[0], s->b[k], MPFR_RNDN);
    } else if (s->b_is_constant) {
        mpfr_mul(s->r[k], s->a[k], s->b[0], MPFR_RNDN);
    } else if (s->a == s->b) {
        jet_square(w, s->a, 0, k);
        mpfr_set(s->r[k], w->sum, MPFR_RNDN);
    } else {
        mpfr_dot_sum(s->r[k], &w->dot, (const mpfr_t *)s->a, (const mpfr_t *)(s->b + k),
                     k + 1, w->bits);
    }
}

static void divide(struct jet_work *w, const struct jet_step *s, int k) {
    if (s->b_is_constant) {
        mpfr_div(s->r[k], s->a[k], s->b[0], MPFR_RNDN);
        return;
    }
    jet_convolve(w, s->r, s->b, 0, k - 1, k);
    mpfr_sub(w->sum, s->a[k], w->sum, MPFR_RNDN);
    mpfr_div(s->r[k], w->sum, s->b[0], MPFR_RNDN);
}

static void take_root(struct jet_work *w, const struct jet_step *s, int k) {
    jet_square(w, s->r, 1, k);
    mpfr_sub(w->sum, s->a[k], w->sum, MPFR_RNDN);
    mpfr_mul_2ui(w->product, s->r[0], 1, MPFR_RNDN);
    mpfr_div(s->r[k], w->sum, w->product, MPFR_RNDN);
}

/* The branch's coefficient; not a number when there is no branch. */
static void select_branch(const struct jet_step *s, int k) {
    if (s->branch == 0)
        mpfr_set_nan(s->r[k]);
    else
        mpfr_set(s->r[k], s->branch > 0 ? s->b[k] : s->c[k], MPFR_RNDN);
}

void jet_arithmetic(struct jet_work *w, const struct jet_step *s, int k) {
    switch (s->operation) {
    case EXPR_ADD: mpfr_add(s->r[k], s->a[k], s->b[k], MPFR_RNDN); break;
    case EXPR_SUB: mpfr_sub(s->r[k], s->a[k], s->b[k], MPFR_RNDN); break;
    case EXPR_MUL: multiply(w, s, k); break;
    case EXPR_DIV: divide(w, s, k); break;
    case EXPR_NEG: mpfr_neg(s->r[k], s->a[k], MPFR_RNDN); break;
    case EXPR_SQRT: take_root(w, s, k); break;
    case EXPR_SELECT: select_branch(s, k); break;
    default: mpfr_set_nan(s->r[k]); break; /* no arithmetic */
    }
}

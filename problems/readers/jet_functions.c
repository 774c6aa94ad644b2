/* Power series: elementary functions, by the differential equation that each one satisfies
 * (Griewank, Walther, Evaluating Derivatives, 2nd ed., table 13.2). D a is the series with
 * the coefficients j a_j, that of tau a':
 *
 *     r = exp a                 D r = r D a
 *     s, c = sin a, cos a       D s = c D a,   D c = -s D a     (sinh, cosh: D c = s D a)
 *     r = tan a                 D r = w D a,   w = 1 + r^2      (tanh: w = 1 - r^2, w_0 = sech^2 a_0)
 *     r = log a                 q D r = D a,   q = a
 *     r = atan a                q D r = D a,   q = 1 + a^2
 *     r = asin a                q D r = D a,   q = sqrt(1 - a^2)     (acos: q D r = -D a)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/jet.h"

/* Which auxiliary series is which. */
enum {
    EXTRA_DA = 0, /* D a: exp, the pairs, tan, tanh, power */
    EXTRA_W = 1,  /* tan, tanh */
    EXTRA_DR = 0, /* D r: log and the inverse functions */
    EXTRA_Q = 1,  /* the inverse functions */
    EXTRA_Q2 = 2  /* q^2: asin, acos */
};

int jet_extras(enum expr_operation operation) {
    switch (operation) {
    case EXPR_EXP:
    case EXPR_LOG:
    case EXPR_SIN:
    case EXPR_COS:
    case EXPR_SINH:
    case EXPR_COSH: return 1;
    case EXPR_POW:
    case EXPR_TAN:
    case EXPR_TANH:
    case EXPR_ATAN: return 2;
    case EXPR_ASIN:
    case EXPR_ACOS: return 3;
    default: return 0;
    }
}

/* 1 +- x^2 at order k, into y[k]. */
static void one_plus_square(struct jet_work *w, mpfr_t *y, mpfr_t *x, bool minus, int k) {
    jet_square(w, x, 0, k);
    if (minus)
        mpfr_neg(w->sum, w->sum, MPFR_RNDN);
    if (k == 0)
        mpfr_add_ui(w->sum, w->sum, 1, MPFR_RNDN);
    mpfr_set(y[k], w->sum, MPFR_RNDN);
}

/* y[k] := (1/k) sum_{j=1}^{k} (D a)_j x_{k-j}, from D y = x D a. */
static void integrate_product(struct jet_work *w, mpfr_t *y, mpfr_t *da, mpfr_t *x,
                              int k) {
    jet_convolve(w, da, x, 1, k, k);
    mpfr_div_ui(y[k], w->sum, (unsigned long)k, MPFR_RNDN);
}

/* r[k] from q D r = D a: (D r)_k = (k a_k - sum_{j=1}^{k-1} (D r)_j q_{k-j})/q_0. */
static void integrate_quotient(struct jet_work *w, const struct jet_step *s, mpfr_t *q,
                               int k) {
    mpfr_t *dr = s->extra[EXTRA_DR];
    jet_convolve(w, dr, q, 1, k - 1, k);
    mpfr_mul_ui(w->product, s->a[k], (unsigned long)k, MPFR_RNDN);
    if (s->operation == EXPR_ACOS)
        mpfr_neg(w->product, w->product, MPFR_RNDN);
    mpfr_sub(w->sum, w->product, w->sum, MPFR_RNDN);
    mpfr_div(dr[k], w->sum, q[0], MPFR_RNDN);
    mpfr_div_ui(s->r[k], dr[k], (unsigned long)k, MPFR_RNDN);
}

static void integrate_pair(struct jet_work *w, const struct jet_step *s, int k) {
    bool is_sine = s->operation == EXPR_SIN || s->operation == EXPR_SINH;
    mpfr_t *sine = is_sine ? s->r : s->partner, *cosine = is_sine ? s->partner : s->r;
    integrate_product(w, sine, s->extra[EXTRA_DA], cosine, k);
    integrate_product(w, cosine, s->extra[EXTRA_DA], sine, k);
    if (s->operation == EXPR_SIN || s->operation == EXPR_COS)
        mpfr_neg(cosine[k], cosine[k], MPFR_RNDN);
}

/* q of asin and acos: the root of 1 - a^2, as jet_arithmetic takes it. */
static void extend_root(struct jet_work *w, const struct jet_step *s, int k) {
    const struct jet_step root = {
        .operation = EXPR_SQRT, .r = s->extra[EXTRA_Q], .a = s->extra[EXTRA_Q2]};
    one_plus_square(w, s->extra[EXTRA_Q2], s->a, true, k);
    if (k == 0)
        mpfr_sqrt(root.r[0], root.a[0], MPFR_RNDN);
    else
        jet_arithmetic(w, &root, k);
}

void jet_function_start(struct jet_work *w, const struct jet_step *s) {
    switch (s->operation) {
    case EXPR_TAN: one_plus_square(w, s->extra[EXTRA_W], s->r, false, 0); break;
    case EXPR_TANH: /* of 1 - tanh^2 a nothing is left far from zero */
        mpfr_sech(s->extra[EXTRA_W][0], s->a[0], MPFR_RNDN);
        mpfr_sqr(s->extra[EXTRA_W][0], s->extra[EXTRA_W][0], MPFR_RNDN);
        break;
    case EXPR_ATAN: one_plus_square(w, s->extra[EXTRA_Q], s->a, false, 0); break;
    case EXPR_ASIN:
    case EXPR_ACOS: extend_root(w, s, 0); break;
    default: break; /* D a and D r begin with 0 */
    }
}

static void extend_argument(const struct jet_step *s, int k) {
    mpfr_mul_ui(s->extra[EXTRA_DA][k], s->a[k], (unsigned long)k, MPFR_RNDN);
}

static void jet_function(struct jet_work *w, const struct jet_step *s, int k) {
    switch (s->operation) {
    case EXPR_EXP:
        extend_argument(s, k);
        integrate_product(w, s->r, s->extra[EXTRA_DA], s->r, k);
        break;
    case EXPR_TAN:
    case EXPR_TANH:
        extend_argument(s, k);
        integrate_product(w, s->r, s->extra[EXTRA_DA], s->extra[EXTRA_W], k);
        one_plus_square(w, s->extra[EXTRA_W], s->r, s->operation == EXPR_TANH, k);
        break;
    case EXPR_LOG: integrate_quotient(w, s, s->a, k); break;
    case EXPR_ATAN:
        one_plus_square(w, s->extra[EXTRA_Q], s->a, false, k);
        integrate_quotient(w, s, s->extra[EXTRA_Q], k);
        break;
    case EXPR_ASIN:
    case EXPR_ACOS:
        extend_root(w, s, k);
        integrate_quotient(w, s, s->extra[EXTRA_Q], k);
        break;
    default: /* a pair */
        extend_argument(s, k);
        integrate_pair(w, s, k);
        break;
    }
}

void jet_step_order(struct jet_work *w, const struct jet_step *s, int k) {
    if (s->operation == EXPR_POW)
        jet_power(w, s, k);
    else if (jet_extras(s->operation) > 0)
        jet_function(w, s, k);
    else
        jet_arithmetic(w, s, k);
}

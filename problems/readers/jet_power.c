/* Power series: r = a^p with a constant p. From a D r = p r D a (D as in jet_functions.c):
 *
 *     k a_0 r_k = p sum_{j=1}^{k} (D a)_j r_{k-j} - sum_{j=1}^{k-1} a_j (D r)_{k-j}
 *
 * Where a_0 = 0, let a = tau^m b with b_0 != 0. Then r_k = 0 for k < p m. Beyond that, for
 * an integer p >= 1, r = tau^(p m) b^p by the same recurrence in b,
 *
 *     i b_0 s_i = sum_{j=1}^{i} (p j - (i - j)) b_j s_{i-j},   s = b^p,   i = k - p m,
 *
 * and for every other p the derivative does not exist: not a number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/jet.h"

enum { EXTRA_DA = 0, EXTRA_DR = 1 };

static void regular_power(struct jet_work *w, const struct jet_step *s, int k) {
    mpfr_t *da = s->extra[EXTRA_DA], *dr = s->extra[EXTRA_DR];
    mpfr_mul_ui(da[k], s->a[k], (unsigned long)k, MPFR_RNDN);
    jet_convolve(w, da, s->r, 1, k, k);
    mpfr_mul(dr[k], s->b[0], w->sum, MPFR_RNDN);
    jet_convolve(w, s->a, dr, 1, k - 1, k);
    mpfr_sub(w->sum, dr[k], w->sum, MPFR_RNDN);
    mpfr_div(dr[k], w->sum, s->a[0], MPFR_RNDN);
    mpfr_div_ui(s->r[k], dr[k], (unsigned long)k, MPFR_RNDN);
}

/* Coefficient i > 0 of b^p, where r is already shifted to begin with b_0^p. */
static void shifted_power(struct jet_work *w, mpfr_t *r, mpfr_t *b, long p, int i) {
    mpfr_set_zero(w->sum, 1);
    for (int j = 1; j <= i; j++) {
        mpfr_mul(w->product, b[j], r[i - j], MPFR_RNDN);
        mpfr_mul_si(w->product, w->product, p * j - (i - j), MPFR_RNDN);
        mpfr_add(w->sum, w->sum, w->product, MPFR_RNDN);
    }
    mpfr_div(w->sum, w->sum, b[0], MPFR_RNDN);
    mpfr_div_ui(r[i], w->sum, (unsigned long)i, MPFR_RNDN);
}

/* a_0 = 0. Of a, the coefficients 0 .. k are known. */
static void vanishing_power(struct jet_work *w, const struct jet_step *s, int k) {
    mpfr_srcptr p = s->b[0];
    int m = 1;
    while (m <= k && mpfr_zero_p(s->a[m]))
        m++;
    mpfr_mul_ui(w->product, p, (unsigned long)m, MPFR_RNDN);
    if (mpfr_zero_p(p) || mpfr_cmp_si(w->product, k) > 0) {
        mpfr_set_zero(s->r[k], 1);
    } else if (!mpfr_integer_p(p) || mpfr_cmp_ui(p, 1) < 0) {
        mpfr_set_nan(s->r[k]);
    } else { /* p m <= k: both are small integers, and a_m is known */
        int first = (int)mpfr_get_si(w->product, MPFR_RNDN);
        if (k == first)
            mpfr_pow(s->r[k], s->a[m], p, MPFR_RNDN);
        else
            shifted_power(w, s->r + first, s->a + m, mpfr_get_si(p, MPFR_RNDN),
                          k - first);
    }
}

void jet_power(struct jet_work *w, const struct jet_step *s, int k) {
    if (mpfr_zero_p(s->a[0]))
        vanishing_power(w, s, k);
    else
        regular_power(w, s, k);
}

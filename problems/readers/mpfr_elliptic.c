/* Jacobi's functions from the amplitude, and the cases of the parameter. For m > 1 (NIST
 * Digital Library of Mathematical Functions, 22.17(i), 19.7.4)
 *
 *     sn(u, m) = sn(v, 1/m)/sqrt(m),  cn(u, m) = dn(v, 1/m),  dn(u, m) = cn(v, 1/m),
 *     v = sqrt(m) u,      F(phi, m) = F(asin(sqrt(m) sin phi), 1/m)/sqrt(m).
 *
 * At m = 1: am = 2 atan tanh(u/2), sn = tanh u, cn = dn = 1/cosh u, F = atanh(sin phi).
 * K(m) = pi/(2 agm(1, sqrt(1 - m))).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_elliptic.h"

#include "problems/readers/mpfr_landen.h"

/* What becomes of m: the parameter in [0, 1), 1 - parameter, and sqrt(m) where m > 1. */
struct modulus {
    mpfr_t m, complement, root;
    bool reciprocal;
};

static void modulus_init(struct modulus *k, mpfr_srcptr m, mpfr_prec_t bits) {
    mpfr_inits2(bits, k->m, k->complement, k->root, (mpfr_ptr)NULL);
    k->reciprocal = mpfr_cmp_ui(m, 1) > 0;
    mpfr_ui_sub(k->complement, 1, m, MPFR_RNDN);
    if (k->reciprocal) {
        mpfr_sqrt(k->root, m, MPFR_RNDN);
        mpfr_ui_div(k->m, 1, m, MPFR_RNDN);
        mpfr_mul(k->complement, k->complement, k->m, MPFR_RNDN);
        mpfr_neg(k->complement, k->complement, MPFR_RNDN);
    } else {
        mpfr_set_ui(k->root, 1, MPFR_RNDN);
        mpfr_set(k->m, m, MPFR_RNDN);
    }
}

static void modulus_clear(struct modulus *k) {
    mpfr_clears(k->m, k->complement, k->root, (mpfr_ptr)NULL);
}

/* am, sn, cn or dn of the parameter 1. */
static void take_hyperbolic(mpfr_ptr r, enum expr_operation function, mpfr_srcptr u) {
    if (function == EXPR_SN) {
        mpfr_tanh(r, u, MPFR_RNDN);
    } else if (function == EXPR_AM) {
        mpfr_div_2ui(r, u, 1, MPFR_RNDN);
        mpfr_tanh(r, r, MPFR_RNDN);
        mpfr_atan(r, r, MPFR_RNDN);
        mpfr_mul_2ui(r, r, 1, MPFR_RNDN);
    } else {
        mpfr_sech(r, u, MPFR_RNDN);
    }
}

/* r := sqrt(1 - m + m cos^2 phi), without cancellation. */
static void take_delta(mpfr_ptr r, mpfr_srcptr phi, const struct modulus *k) {
    mpfr_cos(r, phi, MPFR_RNDN);
    mpfr_sqr(r, r, MPFR_RNDN);
    mpfr_fma(r, r, k->m, k->complement, MPFR_RNDN);
    mpfr_sqrt(r, r, MPFR_RNDN);
}

/* am, sn, cn or dn. */
static void take_jacobi(mpfr_ptr r, enum expr_operation function, mpfr_srcptr u,
                        const struct modulus *k) {
    const enum expr_operation delta = k->reciprocal ? EXPR_CN : EXPR_DN;
    mpfr_t phi;
    mpfr_init2(phi, mpfr_get_prec(r));
    mpfr_mul(r, u, k->root, MPFR_RNDN);
    mpfr_landen_amplitude(phi, r, k->complement);
    if (function == delta)
        take_delta(r, phi, k);
    else if (function == EXPR_CN || function == EXPR_DN)
        mpfr_cos(r, phi, MPFR_RNDN);
    else if (function == EXPR_AM && !k->reciprocal)
        mpfr_set(r, phi, MPFR_RNDN);
    else
        mpfr_sin(r, phi, MPFR_RNDN);
    if (k->reciprocal && (function == EXPR_SN || function == EXPR_AM))
        mpfr_div(r, r, k->root, MPFR_RNDN);
    if (k->reciprocal && function == EXPR_AM)
        mpfr_asin(r, r, MPFR_RNDN);
    mpfr_clear(phi);
}

/* phi := asin(sqrt(m) sin phi), or not a number, for m >= 1. */
static void reduce_angle(mpfr_ptr phi, const struct modulus *k) {
    mpfr_t right;
    mpfr_init2(right, mpfr_get_prec(phi));
    mpfr_const_pi(right, MPFR_RNDD);
    mpfr_div_2ui(right, right, 1, MPFR_RNDN);
    if (mpfr_cmpabs(phi, right) > 0)
        mpfr_set_nan(phi);
    mpfr_sin(phi, phi, MPFR_RNDN);
    mpfr_mul(phi, phi, k->root, MPFR_RNDN);
    mpfr_asin(phi, phi, MPFR_RNDN);
    mpfr_clear(right);
}

/* f := F(phi). At m = 1 it is atanh(sin phi). */
static void take_integral(mpfr_ptr f, mpfr_srcptr phi, const struct modulus *k) {
    const bool is_one = mpfr_zero_p(k->complement) != 0;
    mpfr_set(f, phi, MPFR_RNDN);
    if (k->reciprocal || is_one)
        reduce_angle(f, k);
    if (is_one) {
        mpfr_sin(f, f, MPFR_RNDN);
        mpfr_atanh(f, f, MPFR_RNDN);
    } else if (mpfr_regular_p(f)) {
        mpfr_landen_integral(f, k->complement);
    }
    mpfr_div(f, f, k->root, MPFR_RNDN);
}

void mpfr_elliptic_complete(mpfr_ptr r, mpfr_srcptr m) {
    mpfr_t one;
    mpfr_init2(one, mpfr_get_prec(r));
    mpfr_set_ui(one, 1, MPFR_RNDN);
    mpfr_sub(r, one, m, MPFR_RNDN);
    if (mpfr_sgn(r) <= 0)
        mpfr_set_nan(r);
    mpfr_sqrt(r, r, MPFR_RNDN);
    mpfr_agm(r, one, r, MPFR_RNDN);
    mpfr_const_pi(one, MPFR_RNDN);
    mpfr_div_2ui(one, one, 1, MPFR_RNDN);
    mpfr_div(r, one, r, MPFR_RNDN);
    mpfr_clear(one);
}

void mpfr_elliptic(mpfr_ptr r, enum expr_operation function, mpfr_srcptr a,
                   mpfr_srcptr m) {
    struct modulus k;
    modulus_init(&k, m, mpfr_get_prec(r));
    if (function == EXPR_ELLIPTIC_F)
        take_integral(r, a, &k);
    else if (mpfr_zero_p(k.complement))
        take_hyperbolic(r, function, a);
    else
        take_jacobi(r, function, a, &k);
    modulus_clear(&k);
}

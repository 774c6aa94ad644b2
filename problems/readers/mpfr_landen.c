/* With a_0 = 1, b_0 = sqrt(1 - m), a_n+1 = (a_n + b_n)/2, b_n+1 = sqrt(a_n b_n) and
 * c_n+1 = (a_n - b_n)/2 (NIST Digital Library of Mathematical Functions, 22.20(ii), 19.8(i)):
 *
 *     am:  phi_N = 2^N a_N u,  phi_n-1 = (phi_n + asin((c_n/a_n) sin phi_n))/2,  am = phi_0
 *     F:   phi_n+1 = 2 phi_n + atan((b_n - a_n) s c/(a_n c^2 + b_n s^2)),  s, c = sine and
 *          cosine of phi_n;  F = phi_N/(2^N a_N)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_landen.h"

#include <stdbool.h>

/* Steps of the mean: each doubles the number of bits. */
enum { STEPS_LIMIT = 64 };

/* a, b := their means; c := half their difference. */
static void take_means(mpfr_ptr a, mpfr_ptr b, mpfr_ptr c) {
    mpfr_sub(c, a, b, MPFR_RNDN);
    mpfr_div_2ui(c, c, 1, MPFR_RNDN);
    mpfr_t product;
    mpfr_init2(product, mpfr_get_prec(a));
    mpfr_mul(product, a, b, MPFR_RNDN);
    mpfr_add(a, a, b, MPFR_RNDN);
    mpfr_div_2ui(a, a, 1, MPFR_RNDN);
    mpfr_sqrt(b, product, MPFR_RNDN);
    mpfr_clear(product);
}

/* Whether c no longer matters beside a: what follows changes by c^2/a^2. */
static bool is_met(mpfr_srcptr a, mpfr_srcptr c) {
    return !mpfr_regular_p(c) ||
           mpfr_get_exp(c) < mpfr_get_exp(a) - (mpfr_exp_t)mpfr_get_prec(a);
}

void mpfr_landen_amplitude(mpfr_ptr phi, mpfr_srcptr u, mpfr_srcptr complement) {
    const mpfr_prec_t bits = mpfr_get_prec(phi);
    mpfr_t a, b, c, ratio[STEPS_LIMIT];
    int steps = 0;
    mpfr_inits2(bits, a, b, c, (mpfr_ptr)NULL);
    mpfr_set_ui(a, 1, MPFR_RNDN);
    mpfr_sqrt(b, complement, MPFR_RNDN);
    do {
        take_means(a, b, c);
        mpfr_init2(ratio[steps], bits);
        mpfr_div(ratio[steps++], c, a, MPFR_RNDN);
    } while (!is_met(a, c) && steps < STEPS_LIMIT);
    mpfr_mul(phi, u, a, MPFR_RNDN);
    mpfr_mul_2ui(phi, phi, (unsigned long)steps, MPFR_RNDN);
    while (steps-- > 0) {
        mpfr_sin(c, phi, MPFR_RNDN);
        mpfr_mul(c, c, ratio[steps], MPFR_RNDN);
        mpfr_asin(c, c, MPFR_RNDN);
        mpfr_add(phi, phi, c, MPFR_RNDN);
        mpfr_div_2ui(phi, phi, 1, MPFR_RNDN);
        mpfr_clear(ratio[steps]);
    }
    mpfr_clears(a, b, c, (mpfr_ptr)NULL);
}

void mpfr_landen_integral(mpfr_ptr f, mpfr_srcptr complement) {
    mpfr_t a, b, c, sine, cosine, below;
    unsigned long steps = 0;
    mpfr_inits2(mpfr_get_prec(f), a, b, c, sine, cosine, below, (mpfr_ptr)NULL);
    mpfr_set_ui(a, 1, MPFR_RNDN);
    mpfr_sqrt(b, complement, MPFR_RNDN);
    do {
        mpfr_sin_cos(sine, cosine, f, MPFR_RNDN);
        mpfr_mul_2ui(f, f, 1, MPFR_RNDN);
        mpfr_sub(c, b, a, MPFR_RNDN);
        mpfr_mul(c, c, sine, MPFR_RNDN);
        mpfr_mul(c, c, cosine, MPFR_RNDN);
        mpfr_sqr(cosine, cosine, MPFR_RNDN);
        mpfr_mul(below, a, cosine, MPFR_RNDN);
        mpfr_sqr(sine, sine, MPFR_RNDN);
        mpfr_fma(below, b, sine, below, MPFR_RNDN);
        mpfr_div(c, c, below, MPFR_RNDN);
        mpfr_atan(c, c, MPFR_RNDN);
        mpfr_add(f, f, c, MPFR_RNDN);
        take_means(a, b, c);
        steps++;
    } while (!is_met(a, c) && steps < STEPS_LIMIT);
    mpfr_div(f, f, a, MPFR_RNDN);
    mpfr_div_2ui(f, f, steps, MPFR_RNDN);
    mpfr_clears(a, b, c, sine, cosine, below, (mpfr_ptr)NULL);
}

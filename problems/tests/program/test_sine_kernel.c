/* The kernel of sines and cosines: how near it is, proved for the polynomial and measured for
 * the rest.
 *
 * Seen to fail: without the rest of r, c2 without its rest, a coefficient of q some units off,
 * signs forgotten, a cosine's u that counts as exact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb.h>
#include <arb_poly.h>
#include <criterion/criterion.h>
#include <math.h>
#include <mpfr.h>

#include "problems/base/many.h"
#include "problems/program/sine_kernel.h"
#include "problems/tests/sine_arguments.h"

enum { PRECISION = 200, TERMS = 14 };

static void add_to(arb_poly_t p, int k, double a) {
    arb_t c;
    arb_init(c);
    arb_poly_get_coeff_arb(c, p, k);
    arf_t exact;
    arf_init(exact);
    arf_set_d(exact, a);
    arb_add_arf(c, c, exact, PRECISION);
    arb_poly_set_coeff_arb(p, k, c);
}

/* p := the kernel's polynomial in z less the series of sin(r)/r up to z^TERMS. */
static void find_difference(arb_poly_t p) {
    arb_t term;
    arb_init(term);
    for (int k = 0; k <= TERMS; k++) {
        arb_fac_ui(term, (ulong)(2 * k + 1), PRECISION);
        arb_inv(term, term, PRECISION);
        if (k % 2 == 0)
            arb_neg(term, term);
        arb_poly_set_coeff_arb(p, k, term);
    }
    arb_clear(term);
    const double sum[][2] = {{1, 0}, {SINE_C1, SINE_C1_REST}, {SINE_C2, SINE_C2_REST}};
    for (int k = 0; k < 3; k++) {
        add_to(p, k, sum[k][0]);
        add_to(p, k, sum[k][1]);
    }
#define COUNT(coefficient) +1
    int k = 3 SINE_Q(COUNT);
#undef COUNT
    add_to(p, k, SINE_LAST);
#define ADD(coefficient) add_to(p, --k, coefficient);
    SINE_Q(ADD)
#undef ADD
    cr_assert_eq(k, 3);
}

/* In balls over all of 0 .. 2.4675 > (pi/2 + 2^-30)^2, where sin(r)/r is 0.636 at least: below
 * 2^-62 of it. The series' tail is below z^15/31! < 2^-93. */
Test(sine_kernel, the_polynomial_is_near_everywhere) {
    enum { parts = 1 << 17 };
    const double end = 2.4675, most = 0.636 * 0x1p-62 - 0x1p-93;
    arb_poly_t p;
    arb_t z, value;
    double largest = 0;
    arb_poly_init(p);
    arb_inits(z, value);
    find_difference(p);
    for (int i = 0; i < parts; i++) {
        arf_set_d(arb_midref(z), (i + 0.5) * (end / parts));
        mag_set_d(arb_radref(z), 0.5000001 * (end / parts));
        arb_poly_evaluate_horner(value, p, z, 100);
        mag_t size;
        mag_init(size);
        arb_get_mag(size, value);
        const double at = mag_get_d(size); /* rounded up */
        largest = at > largest ? at : largest;
    }
    cr_expect(largest < most, "%a", largest);
    cr_expect(largest > 0x1p-70, "%a", largest);
}

static double distance(double x, struct sine s, bool is_cosine, mpfr_t exact,
                       mpfr_t sum) {
    mpfr_set_d(exact, x, MPFR_RNDN);
    if (is_cosine)
        mpfr_cos(exact, exact, MPFR_RNDN);
    else
        mpfr_sin(exact, exact, MPFR_RNDN);
    mpfr_set_d(sum, s.value, MPFR_RNDN);
    mpfr_add_d(sum, sum, s.rest, MPFR_RNDN);
    mpfr_sub(sum, sum, exact, MPFR_RNDN);
    mpfr_div(sum, sum, exact, MPFR_RNDN);
    return fabs(mpfr_get_d(sum, MPFR_RNDA));
}

Test(sine_kernel, the_kernel_is_near) {
    mpfr_t exact, sum;
    double largest = 0;
    int fit = 0;
    mpfr_inits2(160, exact, sum, (mpfr_ptr)NULL);
    for (int i = 0; i < 40000; i++) {
        const double x = sine_argument(i, 20);
        const bool is_cosine = i / 4 % 2 == 1;
        const struct sine s = sine_of(x, is_cosine);
        if (!s.fits)
            continue;
        fit++;
        const double error = distance(x, s, is_cosine, exact, sum);
        largest = error > largest ? error : largest;
        cr_assert(error < 0x1p-60, "%a: %a, %a", x, s.value, error);
    }
    cr_expect(fit > 30000, "%d", fit);
    cr_expect(largest > 0x1p-70, "%a", largest);
}

/* Zeros of polynomials with known factors. Seen to fail: the bound for the derivative
 * with weight 1 for k; intervals advanced without their right end; no smallest width
 * (endless); Newton's method without the bracket.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/taylor/zeros.h"

#include <criterion/criterion.h>
#include <math.h>

enum { ORDER = 12, BITS = 160 };

/* a := scale * product of (u - zero[k]) */
static void set_factors(mpfr_t *a, int zeros, const double *zero, double scale) {
    mpfr_t term;
    mpfr_init2(term, BITS);
    for (int k = 0; k <= ORDER; k++)
        mpfr_set_d(a[k], k == 0 ? scale : 0, MPFR_RNDN);
    for (int i = 0; i < zeros; i++)
        for (int k = i + 1; k >= 0; k--) {
            mpfr_mul_d(term, a[k], zero[i], MPFR_RNDN);
            if (k > 0)
                mpfr_sub(a[k], a[k - 1], term, MPFR_RNDN);
            else
                mpfr_neg(a[k], term, MPFR_RNDN);
        }
}

static enum ref_zero find_first(int zeros, const double *zero, double scale, mpfr_ptr u) {
    struct ref_zeros *z;
    cr_assert(ref_zeros_alloc(&z, ORDER, BITS) == REF_OK);
    set_factors(ref_zeros_polynomial(z), zeros, zero, scale);
    ref_zeros_start(z);
    return ref_zeros_next(z, u);
}

static void assert_crossing(int zeros, const double *zero, double first, double allowed) {
    mpfr_t u, exact;
    mpfr_inits2(BITS, u, exact, (mpfr_ptr)NULL);
    for (int sign = -1; sign <= 1; sign += 2) {
        cr_assert(find_first(zeros, zero, 1.37 * sign, u) == REF_CROSSING, "%g", first);
        mpfr_set_d(exact, first, MPFR_RNDN);
        double distance = testing_distance(u, exact, exact);
        cr_assert(distance < allowed, "zero %g: off by 2^%g", first, distance);
    }
}

Test(zeros, finds_the_first_of_random_simple_zeros) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 200; trial++) {
        double zero[6], first = INFINITY;
        int zeros = 1 + sample_choice(&s, 6);
        for (int i = 0; i < zeros; i++) {
            /* On a grid, so that no two are closer than 1/64. */
            zero[i] = (sample_choice(&s, 40) * 4 + i + sample_uniform(&s, 0, 0.9)) / 64;
            zero[i] -= 0.75;
            bool taken = false;
            for (int j = 0; j < i; j++)
                taken = taken || fabs(zero[i] - zero[j]) < 1.0 / 64;
            if (taken)
                zero[i] = 3 + i;
            if (zero[i] > 0 && zero[i] < first)
                first = zero[i];
        }
        if (first < 1 && first > 1e-3)
            assert_crossing(zeros, zero, first, 50 - BITS);
    }
}

Test(zeros, separates_two_that_are_close) {
    for (int k = 2; k < 50; k += 3) {
        double zero[3] = {0.37, 0.37 + ldexp(1, -k), 1.2};
        assert_crossing(3, zero, zero[0], 2 * k + 8 - BITS);
    }
}

Test(zeros, finds_one_at_the_end_and_next_to_the_start) {
    assert_crossing(1, (double[]){1}, 1, 4 - BITS);
    assert_crossing(2, (double[]){0.5, 0.7}, 0.5, 8 - BITS);
    assert_crossing(2, (double[]){0x1p-40, 0.7}, 0x1p-40, 48 - BITS);
}

Test(zeros, finds_none_outside_the_interval) {
    mpfr_t u;
    mpfr_init2(u, BITS);
    cr_assert(find_first(2, (double[]){-1e-9, 1.0001}, 1.37, u) == REF_NO_ZERO);
    cr_assert(find_first(4, (double[]){-0.2, -0.2, 1.1, 3}, -1.37, u) == REF_NO_ZERO);
}

/* A double zero (the coefficients are exact) is a touch; then the search goes on. */
Test(zeros, tells_a_touch_from_a_crossing) {
    static const double place[] = {0.37, 0.5, 0x1.8p-9};
    mpfr_t u;
    mpfr_init2(u, BITS);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        struct ref_zeros *z;
        cr_assert(ref_zeros_alloc(&z, ORDER, BITS) == REF_OK);
        set_factors(ref_zeros_polynomial(z), 3, (double[]){place[i], place[i], 0.93}, -1);
        ref_zeros_start(z);
        enum ref_zero found = ref_zeros_next(z, u);
        cr_assert(found == REF_TOUCH, "place %zu", i);
        mpfr_sub_d(u, u, place[i], MPFR_RNDN);
        cr_assert(mpfr_zero_p(u) || mpfr_get_exp(u) < 2 - BITS / 2);
        while (found == REF_TOUCH)
            found = ref_zeros_next(z, u);
        cr_assert(found == REF_CROSSING);
        mpfr_sub_d(u, u, 0.93, MPFR_RNDN);
        cr_assert(mpfr_zero_p(u) || mpfr_get_exp(u) < 20 - BITS);
    }
}

/* With v = u - 1/2, p = v - 0.4 v^2 + 93.9 v^12 + 0.568 is monotone on |v| <= 1/2, by a
 * little, and zero near v = -0.49; Newton's method from v = 0 would leave the interval
 * and end at a zero near -0.6. */
Test(zeros, stays_in_the_bracket) {
    struct ref_zeros *z;
    mpfr_t u, binomial;
    mpfr_inits2(BITS, u, binomial, (mpfr_ptr)NULL);
    cr_assert(ref_zeros_alloc(&z, ORDER, BITS) == REF_OK);
    mpfr_t *a = ref_zeros_polynomial(z);
    for (int k = 0; k <= ORDER; k++) { /* (u - 1/2)^12 */
        mpfr_fac_ui(a[k], 12, MPFR_RNDN);
        mpfr_fac_ui(binomial, (unsigned long)k, MPFR_RNDN);
        mpfr_div(a[k], a[k], binomial, MPFR_RNDN);
        mpfr_fac_ui(binomial, (unsigned long)(12 - k), MPFR_RNDN);
        mpfr_div(a[k], a[k], binomial, MPFR_RNDN);
        mpfr_mul_d(a[k], a[k], (k % 2 == 0 ? 93.9 : -93.9) * ldexp(1, k - 12), MPFR_RNDN);
    }
    mpfr_add_d(a[0], a[0], 0.568 - 0.5 - 0.1, MPFR_RNDN);
    mpfr_add_d(a[1], a[1], 1 + 0.4, MPFR_RNDN);
    mpfr_sub_d(a[2], a[2], 0.4, MPFR_RNDN);
    ref_zeros_start(z);
    cr_assert(ref_zeros_next(z, u) == REF_CROSSING);
    cr_assert(fabs(mpfr_get_d(u, MPFR_RNDN) - 0.01) < 0.002, "%g",
              mpfr_get_d(u, MPFR_RNDN));
}

Test(zeros, calls_a_triple_zero_a_flat_crossing) {
    mpfr_t u;
    mpfr_init2(u, BITS);
    static const double zero[3] = {0.37, 0.37, 0.37};
    enum ref_zero found = find_first(3, zero, 1.37, u);
    cr_assert(found == REF_FLAT_CROSSING || found == REF_CROSSING);
    cr_assert(fabs(mpfr_get_d(u, MPFR_RNDN) - 0.37) < 1e-14);
}

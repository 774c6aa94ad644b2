/* Against MPFR's own functions, bit by bit and with the sign of zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/mpfr_sine.h"

#include <criterion/criterion.h>
#include <stdbool.h>

static bool is_same(mpfr_srcptr a, mpfr_srcptr b) {
    return mpfr_equal_p(a, b) && mpfr_signbit(a) == mpfr_signbit(b);
}

/* Both at once, each alone, and each in the place of its argument. */
static void compare(mpfr_srcptr a) {
    mpfr_t sine, cosine, s, c;
    mpfr_inits2(mpfr_get_prec(a), sine, cosine, s, c, (mpfr_ptr)NULL);
    mpfr_sin(sine, a, MPFR_RNDN);
    mpfr_cos(cosine, a, MPFR_RNDN);
    mpfr_sine_cosine(s, c, a);
    cr_assert(is_same(s, sine) && is_same(c, cosine), "%.40g", mpfr_get_d(a, MPFR_RNDN));
    mpfr_set(s, a, MPFR_RNDN);
    mpfr_set(c, a, MPFR_RNDN);
    mpfr_sine_cosine(s, NULL, s);
    mpfr_sine_cosine(NULL, c, c);
    cr_assert(is_same(s, sine) && is_same(c, cosine), "%.40g", mpfr_get_d(a, MPFR_RNDN));
    mpfr_clears(sine, cosine, s, c, (mpfr_ptr)NULL);
}

Test(mpfr_sine, is_mpfrs_to_the_bit_at_every_size) {
    gmp_randstate_t state;
    gmp_randinit_default(state);
    for (int trial = 0; trial < 20000; trial++) {
        mpfr_t a;
        mpfr_init2(a, 2 + (mpfr_prec_t)gmp_urandomm_ui(state, 300));
        mpfr_nrandom(a, state, MPFR_RNDN);
        mpfr_mul_2si(a, a, (long)gmp_urandomm_ui(state, 240) - 200, MPFR_RNDN);
        compare(a);
        mpfr_clear(a);
    }
}

/* Near a multiple of pi/2 nearly all digits cancel, near zero the next term is far below the last
 * bit, and zero has a sign. */
Test(mpfr_sine, is_mpfrs_where_rounding_is_hard_to_tell) {
    static const long exponents[] = {-1000000000000, -5000, -64, -33, -32, -31, 0};
    mpfr_t a;
    mpfr_init2(a, 128);
    for (int k = -50; k <= 50; k++) {
        mpfr_const_pi(a, MPFR_RNDN);
        mpfr_mul_si(a, a, k, MPFR_RNDN);
        mpfr_div_2ui(a, a, 1, MPFR_RNDN);
        compare(a);
    }
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        mpfr_set_si_2exp(a, -1, exponents[i], MPFR_RNDN);
        compare(a);
        mpfr_nextabove(a);
        compare(a);
    }
    mpfr_set_zero(a, -1);
    compare(a);
    mpfr_set_zero(a, 1);
    compare(a);
}

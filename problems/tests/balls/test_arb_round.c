/* Rounding of balls: which numbers the members round to is seen from the ball's ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "problems/balls/arb_round.h"
#include "problems/tests/arb_support.h"

enum { BITS = 100 };

Test(arb_round, rounds_only_when_all_members_round_alike) {
    arb_t x;
    mpfr_t value;
    arb_init(x);
    mpfr_init2(value, DBL_MANT_DIG);
    mpfr_set_d(value, 7, MPFR_RNDN);
    arb_set_ball(x, 1.5, ldexp(1, -53)); /* reaches the midpoint: tie to even, 1.5 */
    cr_assert(arb_round(value, x, BITS));
    cr_assert_eq(mpfr_cmp_d(value, 1.5), 0);
    mpfr_set_d(value, 7, MPFR_RNDN);
    arb_set_ball(x, 1.5, ldexp(1 + ldexp(1, -29), -53)); /* the next radius */
    cr_assert_not(arb_round(value, x, BITS));
    arb_indeterminate(x);
    cr_assert_not(arb_round(value, x, BITS));
    arb_pos_inf(x);
    cr_assert_not(arb_round(value, x, BITS));
    cr_assert_eq(mpfr_cmp_ui(value, 7), 0);
    arb_zero(x);
    cr_assert(arb_round(value, x, BITS) && mpfr_zero_p(value));
}

/* A member of a ball that is rounded rounds to that number; half of the balls are rounded. */
Test(arb_round, a_member_rounds_to_the_number) {
    struct sample s = sample_begin();
    int rounded = 0;
    for (int trial = 0; trial < 4000; trial++) {
        arb_t x;
        mpfr_t member, value;
        arb_init(x);
        mpfr_init2(member, 300);
        mpfr_init2(value, 2 + sample_choice(&s, 60));
        random_arb(&s, x, member);
        if (arb_round(value, x, BITS)) {
            mpfr_prec_round(member, mpfr_get_prec(value), MPFR_RNDN);
            cr_assert(mpfr_equal_p(member, value), "seed %llu trial %d",
                      (unsigned long long)s.seed, trial);
            rounded++;
        }
    }
    cr_assert(rounded > 1000 && rounded < 3500, "%d", rounded);
}

/* 2^(2^100) and its inverse have no MPFR number. */
Test(arb_round, what_is_out_of_range_is_not_rounded) {
    arb_t x;
    fmpz_t exponent;
    mpfr_t value;
    arb_init(x);
    fmpz_init(exponent);
    mpfr_init2(value, DBL_MANT_DIG);
    mpfr_set_d(value, 1.37, MPFR_RNDN);
    for (int sign = -1; sign <= 1; sign += 2) {
        arb_one(x);
        fmpz_set_si(exponent, sign);
        fmpz_mul_2exp(exponent, exponent, 100);
        arb_mul_2exp_fmpz(x, x, exponent);
        cr_assert_not(arb_round(value, x, BITS), "%d", sign);
        cr_assert_eq(mpfr_cmp_d(value, 1.37), 0);
    }
}

/* Rounding to nearest is monotone: every member of a ball rounds to one number if both its
 * ends do, and if bounds of them do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_round.h"

bool arb_round(mpfr_ptr value, const arb_t x, slong bits) {
    if (!arb_is_finite(x))
        return false;
    mpfr_t low, high;
    mpfr_inits2(bits, low, high, (mpfr_ptr)NULL);
    arb_get_interval_mpfr(low, high, x);
    mpfr_prec_round(low, mpfr_get_prec(value), MPFR_RNDN);
    mpfr_prec_round(high, mpfr_get_prec(value), MPFR_RNDN);
    const bool certain = mpfr_number_p(low) && mpfr_equal_p(low, high);
    if (certain)
        mpfr_set(value, low, MPFR_RNDN);
    mpfr_clears(low, high, (mpfr_ptr)NULL);
    return certain;
}

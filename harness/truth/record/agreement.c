/* How well numbers agree, in decimal digits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/truth/record/agreement.h"
#include "ref/vector.h"

double agreement_digits(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr scale,
                        double most_digits) {
    mpfr_t difference, size;
    mpfr_init2(difference, mpfr_get_prec(a) + mpfr_get_prec(b));
    mpfr_init2(size, mpfr_get_prec(b));
    mpfr_sub(difference, a, b, MPFR_RNDA);
    mpfr_abs(size, b, MPFR_RNDN);
    mpfr_max(size, size, scale, MPFR_RNDN);
    double digits = most_digits;
    if (!mpfr_zero_p(difference)) {
        mpfr_div(difference, difference, size, MPFR_RNDA);
        mpfr_abs(difference, difference, MPFR_RNDN);
        mpfr_log10(difference, difference, MPFR_RNDU);
        digits = fmin(most_digits, fmax(0, -mpfr_get_d(difference, MPFR_RNDU)));
    }
    mpfr_clear(difference);
    mpfr_clear(size);
    return digits;
}

double agreement_least(const mpfr_t *a, const mpfr_t *b, int n, double most_digits) {
    double least = most_digits;
    mpfr_t scale;
    mpfr_init2(scale, n > 0 ? mpfr_get_prec(b[0]) : MPFR_PREC_MIN);
    vector_norm(scale, b, n);
    for (int i = 0; i < n; i++)
        least = fmin(least, agreement_digits(a[i], b[i], scale, most_digits));
    mpfr_clear(scale);
    return least;
}

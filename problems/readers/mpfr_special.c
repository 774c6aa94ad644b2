/* Which special function, where it is defined, and how many bits it takes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_special.h"

#include <float.h>

#include "problems/readers/mpfr_elliptic.h"

/* Bits beyond those of the result, apart from what the arguments take. */
enum { GUARD_BITS = 48 };

static mpfr_prec_t positive(mpfr_exp_t bits) {
    return bits > 0 ? (mpfr_prec_t)bits : 0;
}

/* The bits that an argument's integer part takes. */
static mpfr_prec_t size_of(mpfr_srcptr a) {
    return mpfr_regular_p(a) ? positive(mpfr_get_exp(a)) : 0;
}

/* Near m = 1 functions change on the scale of 1 - m. */
static mpfr_prec_t bits_near_one(mpfr_srcptr m) {
    mpfr_t difference;
    mpfr_init2(difference, GUARD_BITS);
    mpfr_ui_sub(difference, 1, m, MPFR_RNDN);
    mpfr_prec_t bits =
        mpfr_regular_p(difference) ? 2 * positive(-mpfr_get_exp(difference)) : 0;
    mpfr_clear(difference);
    return bits;
}

enum { ANGLE_EXPONENT_LIMIT = 1 << 14 };

bool mpfr_is_angle(mpfr_srcptr a) {
    return !mpfr_regular_p(a) || mpfr_get_exp(a) <= ANGLE_EXPONENT_LIMIT;
}

static bool is_defined(enum expr_operation function, mpfr_srcptr a, mpfr_srcptr b) {
    if (function == EXPR_ELLIPTIC_K)
        return mpfr_number_p(a) && mpfr_is_angle(a) && mpfr_cmp_ui(a, 1) < 0;
    if (!mpfr_number_p(a) || !mpfr_number_p(b) || !mpfr_is_angle(a) || !mpfr_is_angle(b))
        return false;
    if (function == EXPR_KEPLER)
        return mpfr_cmp_ui(b, 1) < 0 && mpfr_cmp_si(b, -1) > 0;
    return function == EXPR_ELLIPTIC_F || mpfr_sgn(b) >= 0;
}

void mpfr_special(mpfr_ptr r, enum expr_operation function, mpfr_srcptr a,
                  mpfr_srcptr b) {
    if (!is_defined(function, a, b)) {
        mpfr_set_nan(r);
        return;
    }
    mpfr_srcptr parameter = function == EXPR_ELLIPTIC_K ? a : b;
    mpfr_prec_t bits = mpfr_get_prec(r) + GUARD_BITS + size_of(a) + size_of(parameter) +
                       bits_near_one(parameter);
    if (function == EXPR_ELLIPTIC_F && mpfr_cmp_ui(b, 1) >= 0)
        bits *= 2; /* where m sin^2 phi is near 1, F changes as a root does */
    mpfr_t value;
    mpfr_init2(value, bits);
    if (function == EXPR_ELLIPTIC_K)
        mpfr_elliptic_complete(value, a);
    else if (function == EXPR_KEPLER)
        mpfr_kepler(value, a, b);
    else
        mpfr_elliptic(value, function, a, b);
    mpfr_set(r, value, MPFR_RNDN);
    mpfr_clear(value);
}

double double_special(enum expr_operation function, double a, double b) {
    mpfr_t r, x, y;
    mpfr_inits2(DBL_MANT_DIG, r, x, y, (mpfr_ptr)NULL);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    mpfr_special(r, function, x, y);
    double value = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clears(r, x, y, (mpfr_ptr)NULL);
    return value;
}

/* A ball as a person reads it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/truth/record/truth_ball.h"

enum {
    digits_beyond = 5, /* printed beyond the ones that a component is sure of */
    fewest_digits = 3,
    radius_digits = 3
};

/* Of a component that may as well be zero no digit is told. */
static bool is_below_radius(mpfr_srcptr c, mpfr_srcptr r) {
    return mpfr_cmpabs(c, r) <= 0;
}

/* A component c +- r with so many digits that rounding it changes it by less than r/1000:
 * log10 |c/r| are sure, the rounding is half a unit of the last one. */
char *truth_ball_text(mpfr_srcptr c, mpfr_srcptr r) {
    double sure = (double)mpfr_get_prec(c) * log10(2.0);
    mpfr_t part;
    if (is_below_radius(c, r))
        return strdup("0");
    mpfr_init2(part, mpfr_get_prec(r));
    mpfr_div(part, c, r, MPFR_RNDA);
    mpfr_abs(part, part, MPFR_RNDN);
    if (mpfr_regular_p(part)) {
        mpfr_log10(part, part, MPFR_RNDU);
        sure = fmin(sure, ceil(mpfr_get_d(part, MPFR_RNDU)));
    }
    mpfr_clear(part);
    return json_decimal_text(c, (size_t)fmax(sure + digits_beyond, fewest_digits));
}

/* Bounds are printed rounded upward, with room for the rounding of what they are about. */
char *truth_ball_bound(mpfr_srcptr x) {
    mpfr_t upward;
    mpfr_init2(upward, mpfr_get_prec(x));
    mpfr_mul_d(upward, x, 1 + pow(10, 1 - radius_digits), MPFR_RNDU);
    char *text = json_decimal_text(upward, radius_digits);
    mpfr_clear(upward);
    return text;
}

bool truth_ball_radius(mpfr_ptr radius, mpfr_srcptr c, mpfr_srcptr r) {
    mpfr_set(radius, r, MPFR_RNDU);
    if (!is_below_radius(c, r))
        return false;
    if (mpfr_signbit(c))
        mpfr_sub(radius, radius, c, MPFR_RNDU);
    else
        mpfr_add(radius, radius, c, MPFR_RNDU);
    return true;
}

json_t *truth_ball_describe(const char *name, mpfr_srcptr centre, mpfr_srcptr radius) {
    mpfr_t told;
    mpfr_init2(told, mpfr_get_prec(radius));
    truth_ball_radius(told, centre, radius);
    char *value = truth_ball_text(centre, radius), *bound = truth_ball_bound(told);
    json_t *one =
        json_pack("{s:s, s:s, s:s}", "name", name, "value", value, "radius", bound);
    free(value);
    free(bound);
    mpfr_clear(told);
    return one;
}

/* A correctly rounded value is one value, whoever computes it. Arb's ball at a few bits more takes
 * a third of MPFR's time at 128 bits, and nearly always shows which value that is; where it does
 * not, as at zero, whose sign is told by MPFR alone, MPFR computes it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/mpfr_sine.h"

#include <arb.h>
#include <stdbool.h>

/* Bits beyond the result's: about one value in 2^SPARE is left to MPFR. */
enum { SPARE = 32 };

static bool is_settled(const arb_t ball, mpfr_srcptr r) {
    return r == NULL || (!arf_is_special(arb_midref(ball)) &&
                         arb_can_round_mpfr(ball, mpfr_get_prec(r), MPFR_RNDN));
}

static void compute(arb_t s, arb_t c, mpfr_srcptr sine, mpfr_srcptr cosine,
                    mpfr_srcptr a) {
    arb_t x;
    arb_init(x);
    arf_set_mpfr(arb_midref(x), a);
    if (cosine == NULL)
        arb_sin(s, x, mpfr_get_prec(sine) + SPARE);
    else if (sine == NULL)
        arb_cos(c, x, mpfr_get_prec(cosine) + SPARE);
    else
        arb_sin_cos(s, c, x, mpfr_get_prec(sine) + SPARE);
    arb_clear(x);
}

static void compute_slowly(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr a) {
    if (cosine == NULL)
        mpfr_sin(sine, a, MPFR_RNDN);
    else if (sine == NULL)
        mpfr_cos(cosine, a, MPFR_RNDN);
    else
        mpfr_sin_cos(sine, cosine, a, MPFR_RNDN);
}

void mpfr_sine_cosine(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr a) {
    arb_t s, c;
    arb_init(s);
    arb_init(c);
    compute(s, c, sine, cosine, a);
    if (is_settled(s, sine) && is_settled(c, cosine)) {
        if (sine != NULL)
            arf_get_mpfr(sine, arb_midref(s), MPFR_RNDN);
        if (cosine != NULL)
            arf_get_mpfr(cosine, arb_midref(c), MPFR_RNDN);
    } else {
        compute_slowly(sine, cosine, a);
    }
    arb_clear(s);
    arb_clear(c);
}

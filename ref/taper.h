/* To how many bits the next order of the series is computed. The terms x_k h^k of a step as long
 * as the last one fall to 2^-bits of the largest; the smaller a term, the fewer of its bits count.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TAPER_H
#define REF_TAPER_H

#include <stdbool.h>

#include <mpfr.h>

#include "ref/status.h"

struct ref_taper {
    int nx;
    mpfr_prec_t bits; /* to which the solution is followed */
    double pace;      /* log2 of the last step that its series suggested; NaN: none yet */
    double *largest;  /* log2 of the largest term so far, by excess (size nx) */
    /* The largest term of the last orders over its component's largest. */
    double recent[4];
    bool off; /* all coefficients have all bits from here on */
};

enum ref_status ref_taper_init(struct ref_taper *t, int nx, mpfr_prec_t bits);
void ref_taper_clear(struct ref_taper *t);

/* The bits for order k, called with k = 0, 1, .. in turn; exponent(context, i, k) is log2 of
 * |coefficient k of component i|, by excess, -inf where it vanishes. All bits that there are:
 * LONG_MAX. */
long ref_taper_bits(struct ref_taper *t, int k,
                    double (*exponent)(void *context, int i, int k), void *context);

/* log2 of the longest step for which these bits suffice; infinite while there is no pace. */
double ref_taper_limit(const struct ref_taper *t);

/* Takes note of log2 of the step that the series suggests, infinite for any. False: it is so
 * much longer than the last one that the coefficients have too few bits for it, and too long to
 * be cut; there is no pace then, and they are to be computed again. */
bool ref_taper_accept(struct ref_taper *t, double suggested);

#endif

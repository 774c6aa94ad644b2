/* Zeros of a polynomial a_0 + a_1 u + .. + a_n u^n in (0, 1], one after the other from the left.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TAYLOR_ZEROS_H
#define REF_TAYLOR_ZEROS_H

#include <mpfr.h>

#include "ref/status.h"

struct ref_zeros;

enum ref_zero {
    REF_NO_ZERO,       /* none is left */
    REF_CROSSING,      /* the sign changes at a simple zero */
    REF_FLAT_CROSSING, /* the sign changes, with a slope that is lost in rounding */
    REF_TOUCH          /* zero to rounding, the sign the same before and after */
};

enum ref_status ref_zeros_alloc(struct ref_zeros **z, int order, mpfr_prec_t bits);
void ref_zeros_free(struct ref_zeros *z); /* takes NULL */

/* a_0 .. a_order, for the caller to set; a_0 is not zero. */
mpfr_t *ref_zeros_polynomial(struct ref_zeros *z);

/* Begins at 0. */
void ref_zeros_start(struct ref_zeros *z);

/* u := the next zero. After a crossing the search is over. */
enum ref_zero ref_zeros_next(struct ref_zeros *z, mpfr_ptr u);

#endif

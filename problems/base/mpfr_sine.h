/* Sines and cosines in MPFR, fast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_SINE_H
#define PROBLEMS_MPFR_SINE_H

#include <mpfr.h>

/* The sine and the cosine of a, rounded to nearest, to the bit as mpfr_sin_cos. Either may be
 * NULL, or a. */
void mpfr_sine_cosine(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr a);

#endif

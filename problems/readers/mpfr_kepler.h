/* Kepler's equation in MPFR, for mpfr_special.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_KEPLER_H
#define PROBLEMS_MPFR_KEPLER_H

#include <mpfr.h>

/* r := E with E - e sin E = mean, |e| < 1; computed in the precision of r, which is none of
 * the arguments. */
void mpfr_kepler(mpfr_ptr r, mpfr_srcptr mean, mpfr_srcptr eccentricity);

#endif

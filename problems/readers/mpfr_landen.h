/* Landen's transformation: the amplitude and the incomplete integral of the first kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_LANDEN_H
#define PROBLEMS_MPFR_LANDEN_H

#include <mpfr.h>

/* phi := am(u, m) and f := F(f, m), given 1 - m > 0, at the precision of the result. phi is
 * not u. */
void mpfr_landen_amplitude(mpfr_ptr phi, mpfr_srcptr u, mpfr_srcptr complement);
void mpfr_landen_integral(mpfr_ptr f, mpfr_srcptr complement);

#endif

/* Jacobi's functions and the elliptic integrals of the first kind, for mpfr_special.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_ELLIPTIC_H
#define PROBLEMS_MPFR_ELLIPTIC_H

#include <mpfr.h>

#include "problems/graph/operation.h"

/* r := EXPR_SN to EXPR_ELLIPTIC_F of a and m, or K(m); computed in the precision of r, which
 * is none of the arguments. */
void mpfr_elliptic(mpfr_ptr r, enum expr_operation function, mpfr_srcptr a,
                   mpfr_srcptr m);
void mpfr_elliptic_complete(mpfr_ptr r, mpfr_srcptr m);

#endif

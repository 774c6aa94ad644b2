/* Jacobi's functions in real balls, for arb_special.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_JACOBI_H
#define PROBLEMS_ARB_JACOBI_H

#include <arb.h>

#include "problems/graph/operation.h"

/* r := EXPR_SN to EXPR_AM of u and m, finite only where 0 < m < 1 is proved. r may be u. */
void arb_jacobi(arb_ptr r, enum expr_operation function, arb_srcptr u, arb_srcptr m,
                slong bits);

/* r := pi/(2 agm(1, sqrt(a))), which is K(1 - a); not finite unless a > 0. r may be a. */
void arb_quarter(arb_t r, const arb_t a, slong bits);

#endif

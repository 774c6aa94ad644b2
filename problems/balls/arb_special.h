/* Special functions of real balls, by theta functions and an interval form of Newton's
 * method: nothing is shared with mpfr_special.h, where their definitions and domains are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_SPECIAL_H
#define PROBLEMS_ARB_SPECIAL_H

#include <arb.h>

#include "problems/graph/operation.h"

/* r := a ball that contains the function, EXPR_SN to EXPR_KEPLER, of all members of a and b
 * (not read for EXPR_ELLIPTIC_K); not finite where it is not proved that all of them are in
 * the domain. r may be an argument. */
void arb_special(arb_ptr r, enum expr_operation function, arb_srcptr a, arb_srcptr b,
                 slong bits);

/* arb_kepler.c: r := a ball that contains E with E - e sin E = M for all members of the balls M
 * and e; not finite unless |e| < 1 is proved. r is none of them. */
void arb_kepler(arb_ptr r, arb_srcptr mean, arb_srcptr eccentricity, slong bits);

#endif

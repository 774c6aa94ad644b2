/* Single operations in balls (Arb). The result contains the operation's value for all members
 * of the arguments; it is not finite where that is not a number for some member, or not
 * proved to be one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ARB_OPERATION_H
#define PROBLEMS_ARB_OPERATION_H

#include <acb.h>

#include "problems/graph/operation.h"

/* r := the operation (EXPR_ADD to EXPR_KEPLER) on a, b, c; arguments beyond the arity are not
 * read. Equal pointers are equal numbers: a*a is a square. r is none of the arguments. */
void arb_operate(arb_ptr r, enum expr_operation operation, arb_srcptr a, arb_srcptr b,
                 arb_srcptr c, slong bits);

/* The same, where the argument of a square root, asin or acos is known to be in the domain, of
 * which its ball must have a part: the rest of the ball is cut off. */
void arb_operate_within(arb_ptr r, enum expr_operation operation, arb_srcptr a,
                        arb_srcptr b, arb_srcptr c, slong bits);

/* The sine and cosine, or hyperbolic sine and cosine, of a. */
void arb_operate_pair(arb_ptr sine, arb_ptr cosine, bool hyperbolic, arb_srcptr a,
                      slong bits);

/* The same as analytic functions: finite only where the operation is analytic on all of the
 * arguments. */
void acb_operate(acb_ptr r, enum expr_operation operation, acb_srcptr a, acb_srcptr b,
                 acb_srcptr c, slong bits);

#endif

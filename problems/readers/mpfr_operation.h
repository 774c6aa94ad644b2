/* What the readers in MPFR and in jets share: single operations, constants, and pairs of
 * functions that are computed together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_OPERATION_H
#define PROBLEMS_MPFR_OPERATION_H

#include <stdbool.h>

#include <mpfr.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/graph/operation.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */

/* r := the operation (EXPR_ADD to EXPR_KEPLER) on a, b, c, rounded to nearest; arguments
 * beyond the arity are not read. r may be any of them. */
void mpfr_operate(mpfr_ptr r, enum expr_operation operation, mpfr_srcptr a, mpfr_srcptr b,
                  mpfr_srcptr c);

/* The sine and cosine, or hyperbolic sine and cosine, of a. */
void mpfr_operate_pair(mpfr_ptr sine, mpfr_ptr cosine, bool hyperbolic, mpfr_srcptr a);

/* value := constant i of p, rounded to value's precision, by way of double if so asked. */
enum problem_status mpfr_round_constant(mpfr_ptr value, const graph *g,
                                        const struct program *p, int i,
                                        enum eval_constants constants);

/* For each instruction that is a sine, cosine or hyperbolic one: the instruction that is
 * the other one of the same argument; -1 where there is none. The caller frees the array
 * (size length, at least one); NULL when memory runs out. */
int *program_pairs_alloc(const struct program *p);

/* Whether an operation is one of sin, cos, sinh, cosh; sin or sinh; sinh or cosh. */
bool operation_is_paired(enum expr_operation operation);
bool operation_is_sine(enum expr_operation operation);
bool operation_is_hyperbolic(enum expr_operation operation);

#endif

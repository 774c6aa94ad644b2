/* A program in complex ball arithmetic (Arb), as an analytic function: a finite output is a
 * ball that contains the program's values on the input balls, and says that the output is
 * analytic on them (product of discs). Where that is not proved (a branch cut of sqrt, log
 * or a power, a zero of a divisor, a select whose sign is uncertain) the output is not
 * finite. A select is analytic where the real part of its switching function has one sign on
 * the input balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_ACB_H
#define PROBLEMS_EVAL_ACB_H

#include <acb.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */
struct eval_acb;

/* As eval_arb_alloc. */
enum problem_status eval_acb_alloc(struct eval_acb **e, const graph *g,
                                   const struct program *p, slong bits,
                                   enum eval_constants constants);
void eval_acb_free(struct eval_acb *e); /* takes NULL */

/* out[outputs] := the program at in[inputs]; they do not overlap. */
void eval_acb_run(struct eval_acb *e, acb_srcptr in, acb_ptr out);

#endif

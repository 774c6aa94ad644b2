/* A program in ball arithmetic (Arb): every output is a ball that contains the program's
 * value for every member of the input balls and every value of the constants' balls. A ball
 * that is not finite says that nothing is known. A select whose sign is uncertain gives a
 * ball around both branches.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_ARB_H
#define PROBLEMS_EVAL_ARB_H

#include <arb.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */
struct eval_arb;

/* `bits`: the working precision. Constants are balls around their exact values, or the
 * doubles nearest to them, exactly. *e refers to p, which must outlive it; the caller frees
 * *e with eval_arb_free. On failure *e is NULL. */
enum problem_status eval_arb_alloc(struct eval_arb **e, const graph *g,
                                   const struct program *p, slong bits,
                                   enum eval_constants constants);
void eval_arb_free(struct eval_arb *e); /* takes NULL */

/* From here on the ball of a select whose sign is uncertain is not finite. The other
 * operations are continuous wherever their balls are finite, so that a finite output
 * proves that the program is continuous on the input balls. */
void eval_arb_refuse_jumps(struct eval_arb *e);

/* out[outputs] := the program at in[inputs]; they do not overlap. */
void eval_arb_run(struct eval_arb *e, arb_srcptr in, arb_ptr out);

/* The ball of a constant expression, as narrow as `bits` allow. One without a value (or too
 * large for a double, where that is asked) is no failure, here and in the readers: its ball is
 * not finite. On failure, memory or a parameter without a value, *value is as before. */
enum problem_status eval_arb_constant(const graph *g, expr constant, slong bits,
                                      enum eval_constants constants, arb_t value);

#endif

/* Programs in balls: what every reader's result must lie in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_PROGRAM_BALLS_H
#define PROBLEMS_TESTS_PROGRAM_BALLS_H

#include <arb.h>

#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */

/* value := a ball that contains output 0 of p at x, computed exactly and in any arithmetic
 * of so many bits whose operations are wrong by at most two units in the last place. Not
 * finite where a switching surface is too close to tell. */
void program_ball(arb_t value, slong bits, const graph *g, const struct program *p,
                  const double *x, enum eval_constants constants);

#endif

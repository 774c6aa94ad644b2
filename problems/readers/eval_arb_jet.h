/* A program in power series whose coefficients are real balls (Arb): the inputs are series
 * sum_k x_k tau^k, and the outputs' coefficients follow one order at a time; those of order
 * k depend on the inputs' orders 0 .. k only. Each coefficient is a ball that contains the
 * true one for every member of the inputs' and the constants' balls.
 *
 * A select takes the branch that the sign of its switching function's coefficient of order 0
 * decides; where that is uncertain the outputs are not finite.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_ARB_JET_H
#define PROBLEMS_EVAL_ARB_JET_H

#include <arb.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */
struct eval_arb_jet;

/* Series up to tau^order at one working precision. As eval_arb_alloc. */
enum problem_status eval_arb_jet_alloc(struct eval_arb_jet **e, const graph *g,
                                       const struct program *p, slong bits, int order,
                                       enum eval_constants constants);
void eval_arb_jet_free(struct eval_arb_jet *e); /* takes NULL */

/* The coefficients 0 .. order of input i, for the caller to set, and of output i, to read.
 * An output that is itself an input or a constant has the coefficients of that. */
arb_ptr eval_arb_jet_input(struct eval_arb_jet *e, int i);
arb_srcptr eval_arb_jet_output(const struct eval_arb_jet *e, int i);

/* Computes every coefficient of order k, given the inputs' coefficients 0 .. k and that the
 * orders before k have been computed. */
void eval_arb_jet_order(struct eval_arb_jet *e, int k);

/* From here on, with so many bits, all of the reader's if those are fewer, as from the start:
 * for the coefficients of high orders, which count for less. */
void eval_arb_jet_precision(struct eval_arb_jet *e, slong bits);

#endif

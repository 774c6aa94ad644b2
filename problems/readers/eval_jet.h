/* A program in truncated power series (jets) over MPFR: the inputs are series in one
 * variable tau, sum_k x_k tau^k, and the outputs' coefficients follow one order at a time:
 * those of order k depend on the inputs' orders 0 .. k only. So a solution whose coefficient
 * k+1 is given by the outputs' coefficient k is found order by order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_JET_H
#define PROBLEMS_EVAL_JET_H

#include <mpfr.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct program; /* problems/program/program.h */
struct eval_jet;

/* Series up to tau^order, at one working precision. *e refers to p, which must outlive it;
 * the caller frees *e with eval_jet_free. On failure *e is NULL. */
enum problem_status eval_jet_alloc(struct eval_jet **e, const graph *g,
                                   const struct program *p, mpfr_prec_t bits, int order,
                                   enum eval_constants constants);
void eval_jet_free(struct eval_jet *e);

/* The coefficients 0 .. order of input i, for the caller to set (not to swap), and of output i,
 * to read. An output that is itself an input or a constant has the coefficients of that. */
mpfr_t *eval_jet_input(struct eval_jet *e, int i);
const mpfr_t *eval_jet_output(const struct eval_jet *e, int i);

/* Computes every coefficient of order k, given the inputs' coefficients 0 .. k and that the
 * orders before k have been computed. Allocates nothing. */
void eval_jet_order(struct eval_jet *e, int k);

/* From here on, sums of products are taken to so many bits of the largest product, all that
 * the numbers have if those are fewer, as from the start: for the coefficients of high orders,
 * which count for less. */
void eval_jet_precision(struct eval_jet *e, mpfr_prec_t bits);

/* Switching surfaces: branch[i], one for each select of the program in code order, says
 * which argument is taken: +1 the first (s >= 0), -1 the second, 0 (at the start) as the
 * sign of s at tau = 0 says. The caller may set it. */
signed char *eval_jet_branches(struct eval_jet *e);

/* The coefficients of the switching function s of select i, and the branch in force. */
const mpfr_t *eval_jet_switch(const struct eval_jet *e, int i);
int eval_jet_branch(const struct eval_jet *e, int i);

#endif

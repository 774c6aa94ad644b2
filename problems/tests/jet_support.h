/* Running programs in power series, for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_JET_SUPPORT_H
#define PROBLEMS_TESTS_JET_SUPPORT_H

#include "problems/readers/eval_jet.h"

/* A program of some outputs over the variables 0 .. inputs-1, as a jet. */
struct jet_run {
    graph *graph;
    struct program *program;
    struct eval_jet *jet;
    int order;
};

/* Begins with all inputs zero. */
struct jet_run jet_begin(graph *g, int inputs, int outputs, const expr *output,
                         mpfr_prec_t bits, int order);

/* Input i := c0 + c1 tau + c2 tau^2. */
void jet_set(struct jet_run *r, int i, double c0, double c1, double c2);

/* All orders. Whatever an order must not depend on is not a number while it is computed. */
void jet_compute(struct jet_run *r);

/* |a - b|/(scale + |b|), infinite when one of them is not finite. */
double relative_distance(mpfr_srcptr a, mpfr_srcptr b, double scale);

#endif

/* Balls for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_ARB_SUPPORT_H
#define PROBLEMS_TESTS_ARB_SUPPORT_H

#include <stdbool.h>

#include <mpfr.h>

#include <acb.h>

#include "problems/readers/eval_arb_jet.h"
#include "problems/tests/sample.h"

/* x := a random ball around a short number, sometimes exact; member := a random point of it,
 * often an end. */
void random_arb(struct sample *s, arb_t x, mpfr_t member);

/* Whether x contains a number, which an arithmetic of that number's precision has rounded. */
bool arb_contains_rounded(const arb_t x, mpfr_srcptr member);

/* Narrows MPFR's exponents, so that numbers whose sines the readers in MPFR refuse to compute
 * overflow first, and clears its flags; whether nothing overflowed or vanished since. */
void mpfr_begin_tame(void);
bool mpfr_was_tame(void);

/* x := middle +- radius, exactly if the radius has no more than MAG_BITS bits. */
void arb_set_ball(arb_t x, double middle, double radius);

/* The radius, rounded up. */
double arb_radius(const arb_t x);

/* All orders of a reader of series, whose inputs are x[i * (order + 1) + k]. */
void run_arb_jet(struct eval_arb_jet *e, int inputs, int order, arb_srcptr x);

/* x[order + 1] := exact coefficients that fall fast enough for every function to be analytic
 * on |tau| < 0.9. */
void random_arb_series(struct sample *s, arb_ptr x, int order);

/* A graph's one-variable program, to be freed with program_free. */
struct program *program_of_one(const graph *g, expr e);

#endif

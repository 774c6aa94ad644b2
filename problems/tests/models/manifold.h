/* Moving a state onto the joints of a model, in multiple precision: positions first, then
 * velocities. Off the joints neither an energy nor a momentum is kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_MANIFOLD_H
#define PROBLEMS_TESTS_MANIFOLD_H

#include <stdbool.h>

#include <mpfr.h>

struct model; /* problems/model.h */
struct manifold;

/* NULL when memory runs out; the model is kept. */
struct manifold *manifold_alloc(struct model *m, mpfr_prec_t bits);

/* tx = (t, x) moves to where all independent joints hold, to some 50 bits less than all.
 * False where Newton's method does not get there; tx is then of no use. */
bool manifold_move(struct manifold *k, mpfr_t *tx);

#endif

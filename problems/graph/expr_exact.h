/* Exact values of constants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EXPR_EXACT_H
#define PROBLEMS_EXPR_EXACT_H

#include <gmp.h>

#include "problems/graph/walk.h"

/* A rational value, or none: an irrational one, one too long, or no value at all. */
struct exact {
    bool known;
    mpq_t value; /* initialised only if known */
};

/* exact[i] := the value of node i of a walk that enters constants (size w->count). */
void exact_evaluate(struct exact *exact, const graph *g, const struct walk *w);
void exact_clear(struct exact *exact, int count);

#endif

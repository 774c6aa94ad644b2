/* A sparse row of expressions that is gathered term by term.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_GATHER_H
#define PROBLEMS_GATHER_H

#include <stdbool.h>

#include "problems/graph/node.h"

struct expr_matrix; /* problems/graph/expr_matrix.h */

struct gather {
    graph *g;
    int count;
    int *column; /* those that have got terms, in any order (size count) */
    bool *has;   /* by column */
    expr *value; /* by column */
};

/* An empty row; false: no memory. The caller empties it with gather_clear in every case. */
bool gather_start(struct gather *r, graph *g, int columns);
void gather_clear(struct gather *r);

/* Adds a term to a column. */
void gather_add(struct gather *r, int column, expr term);

/* Appends what is not zero to a matrix as row `row`, and makes the gathered row empty. */
bool gather_append(struct gather *r, struct expr_matrix *matrix, int *capacity, int row);

#endif

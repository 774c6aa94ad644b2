/* Derivatives by time along q' = N(q) v: rows of (df/dq) N.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MAP_ROWS_H
#define PROBLEMS_MAP_ROWS_H

#include "problems/graph/gather.h"

struct model; /* problems/model.h */

/* Where each row of N begins: row i has the entries start[i] to start[i + 1] - 1 (size nq + 1).
 * The caller frees it; NULL: no memory. */
int *map_rows_find(const struct model *m);

/* Gathers row i of (df/dq) N from *derivative, the sorted derivatives of some f by t and q
 * (columns 0 and 1 .. nq), of which *place is the first that belongs to row i; it is moved
 * behind the row. Returns df_i/dt. */
expr map_rows_gather(struct gather *r, const struct model *m, const int *map_start,
                     const struct expr_matrix *derivative, int i, int *place);

#endif

/* Groups of columns that have no row in common, so that one difference of f gives all
 * columns of a group (Curtis, Powell, Reid: On the estimation of sparse Jacobian
 * matrices, 1974): first-fit in the columns' order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_GROUPS_H
#define FAST_GROUPS_H

struct fast_pattern; /* fast/system.h */

/* Group g has the columns column[start[g]] ... column[start[g+1] - 1], ascending. A
 * column without entries is in no group. */
struct fast_groups {
    int count;
    int *start;  /* [count + 1] */
    int *column; /* [start[count]] */
};

/* Groups for a rows x columns matrix of this pattern; NULL: each column is a group. The
 * caller frees them. NULL: out of memory. */
struct fast_groups *fast_groups_alloc(int rows, int columns,
                                      const struct fast_pattern *pattern);
/* Takes NULL. */
void fast_groups_free(struct fast_groups *groups);

#endif

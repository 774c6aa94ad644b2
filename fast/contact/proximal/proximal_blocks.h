/* Unsymmetric matrices of square blocks, sparse with a symmetric pattern, and their LU
 * factors, pivoted inside the diagonal's blocks. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROXIMAL_BLOCKS_H
#define FAST_PROXIMAL_BLOCKS_H

#include "fast/contact/judge/judge_store.h"

struct fast_pattern; /* fast/system.h */

/* Nodes are numbered in the order in which they are eliminated. */
struct proximal_blocks {
    int n, nodes;
    const int *size;   /* [nodes] rows of each */
    const int *offset; /* [nodes + 1] the first of them */
    /* Which blocks there are, with those that elimination fills: of node j the diagonal,
     * and of each later neighbour i = neighbour[begin[j]] ... blocks (i, j) and (j, i),
     * all by rows. */
    int *diagonal; /* [nodes] where it begins in values */
    int *begin;    /* [nodes + 1] */
    int *neighbour, *lower, *upper;
    int *target_begin; /* [nodes] */
    /* Of node j, for each pair of neighbours (i, k): where block (i, k) is. */
    int *target;
    int count;   /* of values */
    int largest; /* the size of the largest node */
    double *values;
    int *pivot; /* [n] row exchanges inside the diagonal's blocks */
};

/* *blocks for nodes of these sizes, in the order of elimination; pattern is of nodes x
 * nodes, symmetric with the diagonal. All memory is the store's. False: out of memory. */
bool proximal_blocks_lay_out(struct proximal_blocks *blocks, struct judge_store *store,
                             const struct fast_pattern *pattern, const int *size,
                             const int *offset);

/* Where block (i, j) begins in values; -1: there is none. */
int proximal_blocks_find(const struct proximal_blocks *blocks, int i, int j);

/* Where the values of the nodes' blocks begin, that of the node `nodes` is count. */
static inline int proximal_blocks_begin(const struct proximal_blocks *b, int node) {
    return node < b->nodes ? b->diagonal[node] : b->count;
}

/* Of the nodes from ... to - 1, in this order; all those with neighbours among them come before.
 * Factors values in place. False: a pivot is zero or not finite. */
bool proximal_blocks_factor(struct proximal_blocks *b, int from, int to);

/* x[n], the right-hand side, becomes the solution: down, of all nodes in the order of elimination,
 * then up, of all in the opposite one. */
void proximal_blocks_solve_down(const struct proximal_blocks *b, int from, int to,
                                double *x);
void proximal_blocks_solve_up(const struct proximal_blocks *b, int from, int to,
                              double *x);

#endif

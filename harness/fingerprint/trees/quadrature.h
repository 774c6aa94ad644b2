/* The nodes and weights of a method's quadrature rule from its moments
 *     m_k = phi([tau^k]) = sum_i b_i c_i^k,   k = 0, 1, ...
 * by Prony's method: equal nodes are one, with the sum of their weights.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_QUADRATURE_H
#define HARNESS_QUADRATURE_H

enum { QUADRATURE_NODES = 5 };

struct quadrature {
    int count;
    double node[QUADRATURE_NODES], weight[QUADRATURE_NODES]; /* ascending nodes */
};

/* From moments 0 to count - 1, count <= 16; at least one more than determine the rule.
 * Nonzero: no rule with up to QUADRATURE_NODES real nodes has them. */
int quadrature_find(struct quadrature *q, const double *moment, int count);

#endif

/* Change points of a series by energy statistics: E-divisive (D. S. Matteson, N. A. James, A
 * nonparametric approach for multiple change point analysis of multivariate data, Journal of
 * the American Statistical Association 109 (2014), sections 2 and 3, with alpha = 1).
 *
 * For two neighbouring stretches A and B of a points and b points,
 *
 *     Q = a b / (a + b) (2 mean |A - B| - mean |A - A'| - mean |B - B'|)
 *
 * with means over pairs. The split with the largest Q is one if few permutations of the points
 * inside the segments found so far reach it; then both parts are searched.
 *
 * It looks at whole distributions, hence bears the drifting noise of raw times, which a
 * penalty made from neighbours' differences takes for changes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DIVISIVE_H
#define HARNESS_DIVISIVE_H

enum { DIVISIVE_PERMUTATIONS = 999 };

struct divisive_rule {
    int shortest;       /* points of a segment, 2 or more */
    int permutations;   /* made at most: they end when the split cannot become one */
    double level;       /* largest p of a split that is one */
    unsigned long seed; /* of the permutations */
};

/* The rule in use: segments of 3 and more, p <= 0.002 of 999 permutations. */
struct divisive_rule divisive_usual(unsigned long seed);

struct divisive_change {
    int first; /* the point that it begins with */
    double p;  /* (1 + permutations that reach it) / (1 + permutations) */
};

/* changes[0..k-1] := the changes in x[0..n-1], in their order; it has room for n of them.
 * Returns k; -1 when memory runs out. */
int divisive_find(struct divisive_change *changes, const double *x, int n,
                  const struct divisive_rule *r);

/* The largest Q of a split of x[0..n-1], whose later part may end before n, and where it is
 * (*at, 0 when there is none); prefix is room for n (n + 1) numbers. For tests. */
double divisive_best(int *at, const double *x, int n, int shortest, double *prefix);

#endif

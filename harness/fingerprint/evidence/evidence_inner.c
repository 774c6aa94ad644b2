/* Steps of a fixed length inside a step, as engines make them. A step of h that is n steps of a
 * method of order p lacks of the exact solution's weights, at trees of p + 1 nodes,
 *
 *     n c (h/n)^(p+1) / h^(p+1) = c n^-p
 *
 * with the method's own c of each tree: as h grows so does n, and what is missing falls, at all of
 * these trees alike.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/evidence_parts.h"

#include <math.h>
#include <stdio.h>

enum { A, B };

/* What is missing counts from so many times what rounding may make. */
static const double least_missing = 64;
/* The ratio of what A and B miss is one at all trees; of lengths that do not divide h it is only
 * near the ratio of their h to the power p. */
static const double same_ratio = 1e-3, near_power = 0.2;

static double find_missing(const struct evidence *e, int probe, int tree) {
    return evidence_missing(e, &e->of[probe], tree);
}

static bool is_missing(const struct evidence *e, int tree) {
    return judge_time_leaves(&e->forest, tree) == 0 &&
           fabs(find_missing(e, A, tree)) >
               least_missing * judge_tolerance(&e->judge, tree, 0);
}

/* The tree of the fewest nodes that misses most; -1: none does. */
static int find_largest(const struct evidence *e) {
    int largest = -1;
    for (int i = 0; i < e->forest.count; i++) {
        if (!is_missing(e, i))
            continue;
        if (largest < 0 || e->forest.tree[i].order < e->forest.tree[largest].order ||
            (e->forest.tree[i].order == e->forest.tree[largest].order &&
             fabs(find_missing(e, A, i)) > fabs(find_missing(e, A, largest))))
            largest = i;
    }
    return largest;
}

/* Whether all trees of that many nodes miss `ratio` times as much in A as in B. */
static bool have_ratio(const struct evidence *e, int order, double ratio) {
    for (int i = 0; i < e->forest.count; i++) {
        if (e->forest.tree[i].order != order || judge_time_leaves(&e->forest, i) > 0)
            continue;
        const double a = find_missing(e, A, i), b = find_missing(e, B, i);
        const double rounding = judge_tolerance(&e->judge, i, 0);
        if (!(fabs(a - ratio * b) <= same_ratio * fabs(a) + (1 + ratio) * rounding))
            return false;
    }
    return true;
}

bool evidence_find_inner(struct evidence *e) {
    const int largest = e->of[B].made ? find_largest(e) : -1;
    const double longer = e->of[B].probe.h / e->of[A].probe.h;
    if (largest < 0 || e->forest.tree[largest].order < 2)
        return false;
    const int order = e->forest.tree[largest].order - 1;
    const double missing = find_missing(e, A, largest);
    const double ratio = missing / find_missing(e, B, largest);
    if (!(fabs(ratio / pow(longer, order) - 1) <= near_power) ||
        !have_ratio(e, order + 1, ratio))
        return false;
    /* Euler's methods lack 1/(2 n) at two nodes. */
    const int used =
        snprintf(e->cause, sizeof e->cause,
                 "it makes steps of a fixed length of its own inside, of order %d: its "
                 "weights miss the exact solution's by %.3g times as much at h = %g as "
                 "at h = %g",
                 order, ratio, e->of[A].probe.h, e->of[B].probe.h);
    if (order == 1)
        snprintf(e->cause + used, sizeof e->cause - (size_t)used,
                 "; if they are Euler's, each takes %.3g s, and steps no longer than "
                 "that can be judged",
                 2 * fabs(missing) * e->of[A].probe.h);
    return true;
}

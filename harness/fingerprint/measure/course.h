/* A course of steps from a probe's start: the weights after each, and after the same step by an
 * integrator that starts anew at the state before it. Where the two differ, it remembers.
 *
 * Weights are those of `forest`, in units of h, the size of the first step: after n steps of h
 * the exact solution's are n^order / gamma.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COURSE_H
#define HARNESS_COURSE_H

#include "harness/fingerprint/measure/judge.h"

/* Equal steps; then shorter ones, and one that is as long again. */
enum { COURSE_EQUAL = 12, COURSE_STEPS = 15, COURSE_CHAINS = 12 };

/* All trees of so many nodes are measured, and of one node of positions on a chain those that tell
 * the order of positions that is up to two less than their number of nodes. */
enum { COURSE_ORDER = 3, COURSE_AHEAD = 2, COURSE_POSITIONS = 5 + COURSE_AHEAD };

struct course {
    enum forest_family family;
    struct forest
        forest; /* all trees of up to 3 nodes, chains of velocities, and q on chains */
    int chain[COURSE_CHAINS];
    int steps;                     /* that could be made; fewer than COURSE_EQUAL: none */
    double size[COURSE_STEPS + 1]; /* of the step that ends at each state; [0]: 0 */
    double time[COURSE_STEPS + 1]; /* since the start */
    double *weight[COURSE_STEPS + 1]; /* [steps + 1] of [trees] */
    double *fresh[COURSE_STEPS + 1];  /* the same after a new start; NULL: it failed */
    double
        *again;   /* after the first step, by the integrator that made all of them and was
                           started anew; NULL: it failed */
    double units; /* roundings, of 2^-53, that a weight is known to */
};

/* In double; `units` as a judge's. Nonzero: out of memory. c->steps is 0 where the course could
 * not be made. Freed with course_free in any case. */
int course_measure(struct course *c, const struct bench *b, enum forest_family family,
                   double units);
void course_free(struct course *c);

/* x_t' of a tree, at state n: the product of its children's weights and of the times. */
double course_rate(const struct course *c, const double *weight, double time, int tree);

/* How far two numbers of a tree may be apart that come from terms of this size. */
double course_tolerance(const struct course *c, int tree, double size);

/* The first tree in which the first step is not what others made of it, by more than rounding,
 * whatever the weights are known to; -1: none. */
int course_differs_first(const struct course *c, const double *others);

/* Whether the step to state n is that of a new start, in all trees. */
bool course_is_fresh(const struct course *c, int n);

/* The first step that is not a fresh start's; 0: none. *tree := the first tree that shows it,
 * where time does not count (so that a clock that begins anew is no memory). */
int course_memory(const struct course *c, int *tree);

#endif

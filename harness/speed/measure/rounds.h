/* Measurements that alternate: in every round each contestant runs one block, in an order
 * drawn anew, so that whatever changes on the machine meets all of them alike and the ratio
 * of two contestants in one round is what it is worth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ROUNDS_H
#define HARNESS_ROUNDS_H

#include <gsl/gsl_rng.h>

#include "harness/base/stopwatch.h"

struct contestant {
    struct stopwatch_work work;
    double units; /* what one repetition holds: steps of a pass, calls of a kernel */
    /* An earlier one whose repetitions and rounds it has, so that their times compare; NULL: it
     * has its own. */
    const struct contestant *like;
    long times; /* repetitions in a block; set by rounds_run */
    int every;  /* it runs in every so manieth round; set by rounds_run */
    double *ns; /* [rounds] of one unit; NaN in the rounds left out. The caller's */
    int failed; /* its work failed, and it ran no further; set by rounds_run */
};

struct rounds {
    struct stopwatch watch;
    int rounds, warm_up;     /* the rounds before them that are not kept */
    double block_ns;         /* what a block should take */
    double longest_block_ns; /* one that takes longer runs in fewer rounds: */
    int fewest;              /* but in no fewer than so many */
};

/* Calibrates and runs all contestants. */
void rounds_run(const struct rounds *r, int count, struct contestant *contestant,
                gsl_rng *generator);

/* The median of ns over the rounds that there are; NaN when there is none, or no memory. */
double rounds_median(const double *ns, int rounds);

#endif

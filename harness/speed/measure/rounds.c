/* Measurements that alternate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/speed/measure/rounds.h"

static void calibrate(const struct rounds *r, struct contestant *c) {
    double block = 0;
    for (int i = 0; i < r->rounds; i++)
        c->ns[i] = NAN;
    c->times = 1;
    c->every = 1;
    if (c->like != NULL) {
        c->times = c->like->times;
        c->every = c->like->every;
        c->failed =
            c->like->failed || stopwatch_block(&r->watch, &c->work, c->times, &block);
        return;
    }
    c->failed = stopwatch_calibrate(&r->watch, &c->work, r->block_ns, &c->times) ||
                stopwatch_block(&r->watch, &c->work, c->times, &block);
    double rarer = fmin(block / r->longest_block_ns, (double)r->rounds / r->fewest);
    if (!c->failed && rarer > 1)
        c->every = (int)rarer;
}

/* `round` is negative while warming up. Contestants skip rounds at their own beat, so that
 * the long blocks are spread over the rounds; those that compare have one beat. */
static void run_block(const struct rounds *r, struct contestant *c, int beat, int round) {
    double ns;
    if (c->failed || (round + r->warm_up + beat) % c->every != 0)
        return;
    c->failed = stopwatch_block(&r->watch, &c->work, c->times, &ns);
    if (round >= 0 && !c->failed)
        c->ns[round] = ns / ((double)c->times * c->units);
}

void rounds_run(const struct rounds *r, int count, struct contestant *contestant,
                gsl_rng *generator) {
    int *order = malloc(((size_t)count + 1) * sizeof *order);
    for (int i = 0; i < count; i++)
        calibrate(r, &contestant[i]);
    for (int i = 0; i < count && order != NULL; i++)
        order[i] = i;
    for (int round = -r->warm_up; round < r->rounds && order != NULL; round++) {
        gsl_ran_shuffle(generator, order, (size_t)count, sizeof *order);
        for (int i = 0; i < count; i++) {
            struct contestant *c = &contestant[order[i]];
            const struct contestant *leader = c->like != NULL ? c->like : c;
            run_block(r, c, (int)(leader - contestant), round);
        }
    }
    free(order);
}

double rounds_median(const double *ns, int rounds) {
    double *sorted = malloc(((size_t)rounds + 1) * sizeof *sorted);
    size_t n = 0;
    if (sorted == NULL)
        return NAN;
    for (int i = 0; i < rounds; i++)
        if (isfinite(ns[i]))
            sorted[n++] = ns[i];
    gsl_sort(sorted, 1, n);
    double median = n > 0 ? gsl_stats_median_from_sorted_data(sorted, 1, n) : NAN;
    free(sorted);
    return median;
}

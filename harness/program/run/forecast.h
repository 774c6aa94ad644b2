/* How long work will take, from what its jobs are expected to cost (shard_cost.h) and from how long
 * those took that have ended.
 *
 * The jobs of a kind take (u s + T) / (u + C) of what they are expected to: T and C what those of the kind
 * that have ended took and were expected to, s the same of all kinds, u the weight of what is known
 * beforehand. One that takes far longer than expected tells little of the others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FORECAST_H
#define HARNESS_FORECAST_H

#include <stdbool.h>

enum { FORECAST_KINDS = 64 };

/* Starts as {0}. Milliseconds. */
struct forecast {
    struct forecast_kind {
        double to_come;         /* expected of those that have not ended */
        double expected, taken; /* of those that have */
    } kind[FORECAST_KINDS], all;
};

/* There is a job of a kind, in [0, FORECAST_KINDS), that is expected to cost so much. */
void forecast_add(struct forecast *f, int kind, double cost);

/* One that was added has ended; where `counts`, it has taken so long on this machine. */
void forecast_end(struct forecast *f, int kind, double cost, bool counts, double taken);

/* How long jobs of a kind that are expected to cost so much are likely to take. */
double forecast_of(const struct forecast *f, int kind, double cost);

/* How long all that have not ended are likely to take, one after the other. */
double forecast_left(const struct forecast *f);

#endif

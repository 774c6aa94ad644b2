/* How long work will take, from what its jobs are expected to cost (shard_cost.h) and from what
 * those cost that have ended.
 *
 * The jobs of a kind cost (u s + T) / (u + C) of what they are expected to: T and C what those
 * of the kind that have ended cost and were expected to, s the same of all kinds, u the weight
 * of what is known beforehand. One that costs far more than expected tells little of the others.
 * What a processor does in a second takes longer on a machine that others use, as much as it
 * took those that have ended.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FORECAST_H
#define HARNESS_FORECAST_H

enum { FORECAST_KINDS = 64 };

/* Starts as {0}. Milliseconds. */
struct forecast {
    struct forecast_kind {
        double to_come;        /* expected of those that have not ended */
        double expected, cost; /* of those that have */
    } kind[FORECAST_KINDS], all;
    double processor, clock; /* what those that have ended took of either */
};

/* There is a job of a kind, in [0, FORECAST_KINDS), that is expected to cost so much. */
void forecast_add(struct forecast *f, int kind, double cost);

/* One that was added has ended; unless `took` is NULL, it took so much of a processor, and so
 * long by the clock. */
struct forecast_time {
    double processor, clock;
};
void forecast_end(struct forecast *f, int kind, double cost,
                  const struct forecast_time *took);

/* How long by the clock jobs of a kind that are expected to cost so much are likely to take. */
double forecast_of(const struct forecast *f, int kind, double cost);

/* How long all that have not ended are likely to take, one after the other. */
double forecast_left(const struct forecast *f);

#endif

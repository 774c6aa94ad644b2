/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/forecast.h"

#include <math.h>
#include <stddef.h>

/* Milliseconds of jobs that outweigh what is known beforehand, of costs and of the machine; how
 * much more than expected one counts. */
static const double weight = 100, little = 10, most = 8;

void forecast_add(struct forecast *f, int kind, double cost) {
    f->kind[kind].to_come += cost;
}

void forecast_end(struct forecast *f, int kind, double cost,
                  const struct forecast_time *took) {
    struct forecast_kind *told[] = {&f->kind[kind], &f->all};
    f->kind[kind].to_come -= cost;
    for (int i = 0; i < 2 && took != NULL; i++) {
        told[i]->expected += cost;
        told[i]->cost += fmin(took->processor, most * cost);
    }
    f->processor += took != NULL ? took->processor : 0;
    f->clock += took != NULL ? took->clock : 0;
}

static double ratio(const struct forecast_kind *k, double before) {
    return (weight * before + k->cost) / (weight + k->expected);
}

double forecast_of(const struct forecast *f, int kind, double cost) {
    const double slowness = (little + f->clock) / (little + f->processor);
    return slowness * cost * ratio(&f->kind[kind], ratio(&f->all, 1));
}

double forecast_left(const struct forecast *f) {
    double left = 0;
    for (int i = 0; i < FORECAST_KINDS; i++)
        left += forecast_of(f, i, f->kind[i].to_come);
    return left;
}

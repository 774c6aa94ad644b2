/* Errors of runs, their order, and costs at an error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/numbers/fit.h"
#include "harness/speed/timing/timing_precision.h"
#include "problems/model.h"

/* Between these an error follows the order: above, the solution is not resolved; below, it is
 * that of rounding or of the truth. */
static const double largest_error = 0.1, smallest_error = 1e-9;
enum { FEWEST_RUNGS = 3 };

/* Of the components begin .. end - 1. */
static double error_of_kind(const double *start, const double *truth, const double *x,
                            int begin, int end) {
    double error = 0, size = 0;
    for (int i = begin; i < end; i++) {
        const double difference = fabs(x[i] - truth[i]);
        if (!isfinite(difference))
            return NAN;
        error = fmax(error, difference);
        size = fmax(size, fmax(fabs(start[i]), fabs(truth[i])));
    }
    return size > 0 ? error / size : error;
}

double precision_error(const struct model *m, const double *start, const double *truth,
                       const double *x) {
    const int end[] = {m->nq, m->nq + m->nv, m->nq + m->nv + m->nz};
    double largest = 0;
    for (int k = 0, begin = 0; k < 3; begin = end[k++]) {
        const double error = error_of_kind(start, truth, x, begin, end[k]);
        if (isnan(error))
            return NAN;
        largest = fmax(largest, error);
    }
    return largest;
}

double precision_order(const struct precision_curve *c) {
    double x[PRECISION_RUNGS], y[PRECISION_RUNGS];
    size_t count = 0;
    for (int k = 0; k < c->rungs; k++) {
        if (!(c->error[k] < largest_error && c->error[k] > smallest_error))
            continue;
        x[count] = -log(c->steps[k]);
        y[count++] = log(c->error[k]);
    }
    return count < FEWEST_RUNGS ? NAN : fit_line(x, y, (int)count).slope;
}

/* The rung at which the error is first at most this, from the coarsest on; -1: none. */
static int find_rung(const struct precision_curve *c, double error) {
    for (int k = 0; k < c->rungs; k++)
        if (c->error[k] <= error)
            return k;
    return -1;
}

/* The last rung before k with an error; -1: none. */
static int find_coarser(const struct precision_curve *c, int k) {
    do
        k--;
    while (k >= 0 && !isfinite(c->error[k]));
    return k;
}

/* Between the rungs `coarse` and k, `part` of the way. */
static struct estimate estimate_between(const struct precision_curve *c, int coarse,
                                        int k, double part) {
    double value[BATCH_MOST_PROCESSES];
    for (int p = 0; p < c->processes; p++) {
        const double *ns = &c->ns[p * PRECISION_RUNGS];
        value[p] = exp((1 - part) * log(ns[coarse]) + part * log(ns[k]));
    }
    return estimate_known(c->processes, value);
}

struct precision_cost precision_cost_at(const struct precision_curve *c, double error) {
    struct precision_cost cost = {error, {NAN, NAN, NAN}, NAN, find_rung(c, error), false,
                                  false};
    if (cost.rung < 0)
        return cost;
    const int k = cost.rung, before = find_coarser(c, k);
    const int coarse = before < 0 ? k : before;
    const double part =
        before < 0 || !(c->error[k] > 0)
            ? 1
            : log(error / c->error[before]) / log(c->error[k] / c->error[before]);
    cost.is_reached = true;
    cost.is_at_most = before < 0;
    cost.ns = estimate_between(c, coarse, k, part);
    cost.evaluations =
        exp((1 - part) * log(c->evaluations[coarse]) + part * log(c->evaluations[k]));
    return cost;
}

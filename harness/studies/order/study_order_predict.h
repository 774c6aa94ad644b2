/* Which order the stepper for contacts has on a model, and why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORDER_PREDICT_H
#define HARNESS_STUDY_ORDER_PREDICT_H

#include "harness/studies/order/study_order.h"

/* Gaps up to the tolerance touch; steps that end so near an impact are off by as much. */
#define ORDER_TOUCHING 1e-9

struct order_prediction {
    double order;    /* 0: exact but for rounding; -1: none is predicted */
    const char *why; /* static text */
};

/* The motion from initial[nx] at `begin` along the truth at begin + span j/ORDER_TIMES. */
struct order_along {
    struct model *model;
    const struct ref_truth *truth;
    int nx;
    double begin, span;
    const double *initial;
};

/* x[nx] := the state at the time j; 0: at the start. */
void order_along_state(const struct order_along *l, int j, double *x);

/* Nonzero: out of memory, and *d says so. */
int order_predict(struct order_prediction *prediction, const struct order_along *along,
                  struct diagnostic *d);

#endif

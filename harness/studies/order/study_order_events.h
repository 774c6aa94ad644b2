/* What the files of the order study through events share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORDER_EVENTS_H
#define HARNESS_STUDY_ORDER_EVENTS_H

#include "harness/studies/order/study_order.h"

/* *truth := the solution from `initial` at `begin`, at the ORDER_TIMES equal parts of *span,
 * which is shortened until none of them is the time of an impact. The caller frees it with
 * ref_truth_free. Nonzero: there is none, *d says why. */
int order_events_truth(struct ref_truth **truth, struct model *m, double begin,
                       double *span, const double *initial, struct diagnostic *d);

/* The largest magnitude of component i at so many times of a truth, and of `begun`, its initial
 * value; 1 where it is always zero. */
double order_events_size(const struct ref_truth *truth, int times, int i, double begun);

#endif

/* What gaps that count as touching make of an error. An impact takes place while the gap is
 * still d = ORDER_TOUCHING where a step ends so near before it: sooner by d/u, u being the speed
 * of approach. Velocities change by (1 + e) u R/(J R) then, R = M^-1 J^T, so that positions are
 * off by
 *
 *     (1 + e) d N R/(J R)
 *
 * of each contact, however fast it closes. (Joints make it more; they are left out.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORDER_TOUCHING_H
#define HARNESS_STUDY_ORDER_TOUCHING_H

#include "harness/studies/order/study_order_predict.h"

/* Of one contact: for how long its gap is so small before an impact at the largest speed of
 * approach that is seen, s; and what that makes of the state's error at most, in parts of the
 * components' sizes, 0 where its gap never shrinks. */
struct order_touching {
    double lasts, part;
};

/* touching[contacts], along the motion, with sizes of the components [nx]. Nonzero: out of memory,
 * and *d says so. */
int order_touching_find(struct order_touching *touching, const struct order_along *along,
                        const double *size, struct diagnostic *d);

/* The largest part of the contacts whose gaps are likely to count as touching where some step of
 * a run ends, which are all no longer than h; 0: of none. */
double order_touching_part(const struct order_touching *touching, int contacts, double h);

#endif

/* A quantity along a motion: its value and its first two derivatives by time at one moment,
 * by Leibniz's rule and the chain rule. With each goes the sum of the magnitudes of its
 * terms: rounding errors are a few units in the last place of that.
 *
 * Twins write the residual of a joint in these, so that its velocity, its row of G and what is
 * left of its acceleration come from the residual alone, and not from formulas.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_MOTION_H
#define PROBLEMS_TESTS_TWIN_MOTION_H

struct motion {
    double value[3], size[3]; /* of the quantity, its rate, the rate's rate */
};

/* A quantity with these derivatives, which are exact; one that is at rest. */
struct motion motion_of(double value, double rate, double acceleration);
struct motion motion_rest(double value);

struct motion motion_add(struct motion a, struct motion b);
struct motion motion_sub(struct motion a, struct motion b);
struct motion motion_mul(struct motion a, struct motion b);
struct motion motion_div(struct motion a, struct motion b);
struct motion motion_scale(double factor, struct motion a);
struct motion motion_sqrt(struct motion a);
struct motion motion_sin(struct motion a);
struct motion motion_cos(struct motion a);

/* a[0] b[0] + ... + a[count-1] b[count-1]. */
struct motion motion_dot(int count, const struct motion *a, const struct motion *b);

#endif

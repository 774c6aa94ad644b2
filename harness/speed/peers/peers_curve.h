/* Work against precision of two integrators, at equal errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_CURVE_H
#define HARNESS_PEERS_CURVE_H

struct peers_point {
    double error, cost; /* > 0 */
};

/* Sorts the points by falling error and leaves out those beside which another is both as exact and
 * as cheap, and those that are not finite and positive. Returns how many are left. */
int peers_curve_tidy(struct peers_point *point, int count);

/* The cost of an error on a tidy curve, linear between points in the logarithms of both; NaN
 * outside. */
double peers_curve_cost(const struct peers_point *point, int count, double error);

/* Errors at which two tidy curves are compared, evenly in the logarithm from the largest to the
 * smallest that both reach. Nonzero: there are none. */
enum { PEERS_LEVELS = 5 };
int peers_curve_levels(double level[PEERS_LEVELS], const struct peers_point *a,
                       int a_count, const struct peers_point *b, int b_count);

/* The geometric mean over the levels of b's cost over a's; NaN: they are not both known. */
double peers_curve_ratio(const double level[PEERS_LEVELS], const struct peers_point *a,
                         int a_count, const struct peers_point *b, int b_count);

#endif

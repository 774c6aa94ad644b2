/* The moves of moves_sized.h where q' = v, each position with its velocity, and df/dq and the
 * factors have three diagonals each: chains. Vectors are longer than caches, so each move is one
 * way down, on which the residual is formed, and one way up, on which x is. The same operations
 * in the same order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_BAND_MOVES_H
#define FAST_BAND_MOVES_H

#include "fast/linear/diagonals.h"

struct fast_pattern; /* fast/system.h */

/* Whether a pattern has all entries of three diagonals, and no other. */
bool fast_is_three_diagonals(const struct fast_pattern *pattern);

/* A move of n > 1 positions and as many velocities from `from` to x[2 n], the end of a step of h
 * from xn. */
struct fast_band_move {
    int n;
    double h;
    const double *xn, *from;
    const struct fast_diagonals *diagonals; /* of I - h J */
    const double *scale;                    /* NULL: all are 1 */
    double *room;                           /* [n] */
    double *x;                              /* none of the others */
};

/* By the linear model about `from`, where y' is rates[n] and df/dq is fq, by columns. The scaled
 * move. */
double fast_follow_band(const struct fast_band_move *move, const double *rates,
                        const double *fq);

/* The same from the end of a step of h_before from `before`: rates := y' there. */
double fast_go_on_band(const struct fast_band_move *move, double h_before,
                       const double *before, const double *fq, double *rates);

/* x := Newton's next iterate after `from`, where f is rates. The scaled move. */
double fast_iterate_band(const struct fast_band_move *move, const double *rates);

/* The same; deviation[2 n] := x - beside, *distance its scaled size, which is finite only if all
 * of it is. */
double fast_iterate_band_beside(const struct fast_band_move *move, const double *rates,
                                const double *beside, double *deviation,
                                double *distance);

#endif

/* The moves of moves_sized.h where q' = v, each position with its velocity, from five to sixteen
 * of them: their products are vectors', in sources of their own that are compiled with such. The
 * same operations in the same order, however long the processor's vectors are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SQUARE_MOVES_H
#define FAST_SQUARE_MOVES_H

#include <stdbool.h>

#include "fast/linear/inverse.h"

enum { fast_least_square = 5, fast_most_square = fast_largest_inverse };

/* Of n velocities. Arrays that are written overlap no others. */
struct fast_square_moves {
    /* x[2 n] := the end of a step of h from xn by the linear model about base, where y' is
     * rates[n] and df/dq is fq[n x n] by columns; inverse is that of I - h J. The scaled move
     * from base. */
    double (*follow)(double h, const double *xn, const double *base, const double *rates,
                     const double *fq, const double *inverse, const double *scale,
                     double *x);
    /* The same about the end of a step of h_before from `before`; rates := y' there. */
    double (*go_on)(double h_before, const double *before, double h, const double *xn,
                    const double *base, double *rates, const double *fq,
                    const double *inverse, const double *scale, double *x);
    /* before := x, and x := Newton's next iterate of a step of h from xn, whose residual at x is
     * residual[n]. The scaled move. */
    double (*iterate)(double h, const double *xn, const double *residual,
                      const double *inverse, const double *scale, double *x,
                      double *before);
    /* The largest |scale (a - b)| of finite a[2 n], b[2 n]. */
    double (*distance)(const double *scale, const double *a, const double *b);
    /* deviation[2 n] := large - small. Whether it is finite. */
    bool (*compare)(const double *large, const double *small, double *deviation);
};

/* Of n velocities, with vectors of four numbers if is_wide says that the processor has such. */
const struct fast_square_moves *fast_find_square_moves(int n, bool is_wide);
/* square_moves_wide.c: those from fast_least_square velocities on. */
const struct fast_square_moves *fast_wide_square_moves(void);

#endif

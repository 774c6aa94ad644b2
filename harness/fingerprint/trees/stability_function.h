/* The stability function R(z) = 1 + sum over k of phi(chain of k nodes) z^k, as the smallest
 * rational function with these Taylor coefficients (Hairer & Wanner, Solving Ordinary
 * Differential Equations II, section IV.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STABILITY_FUNCTION_H
#define HARNESS_STABILITY_FUNCTION_H

#include <stdbool.h>

enum { STABILITY_DEGREE = 8, STABILITY_TEXT = 512 };

struct stability {
    int numerator_degree, denominator_degree;
    double numerator[STABILITY_DEGREE + 1]; /* c0, c1, ... */
    double denominator[STABILITY_DEGREE + 1];
    bool a_stable, l_stable;
    bool
        is_rough; /* it is near R where z is small, and its poles need not be those of R */
    char text[STABILITY_TEXT]; /* "1/(1 - z + z^2/4)" */
};

/* From the coefficients of z, z^2, ..., z^count, count <= 16. At least two of them are more
 * than determine R, which is rough where many do and fit to few digits; nonzero: no such R has
 * them all. */
int stability_find(struct stability *r, const double *chain, int count);

/* stability_axis.c: sets a_stable and l_stable. */
void stability_judge(struct stability *r);

/* stability_print.c: sets the text. */
void stability_print(struct stability *r);

/* The least-squares solution x[n] of the m >= n equations a[m*n] x = b[m]. Nonzero: out of
 * memory. */
int stability_solve(double *x, const double *a, const double *b, int m, int n);

#endif

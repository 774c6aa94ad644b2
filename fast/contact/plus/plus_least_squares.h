/* Factors A P = Q [T 0; 0 0] Z of a square matrix. Internal to plus*.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PLUS_LEAST_SQUARES_H
#define FAST_PLUS_LEAST_SQUARES_H

struct least_squares {
    int n, rank;
    double *a;              /* [n * n] R, T and the reflections' vectors */
    double *left, *right;   /* [n] factors tau of the reflections */
    double *partial, *full; /* [n] norms of what is left of columns */
    double *narrow, *wide,
        *rotated; /* [n] approximate singular vectors; right-hand side */
    int *column;  /* [n] which column of A came where */
};

/* a := R of A P = Q R, under the vectors of Q's reflections. */
void plus_factor_with_pivots(struct least_squares *w);
/* R := [T 0] Z, of the rank's rows, with the vectors of Z's reflections in place of zeros. */
void plus_annihilate_rest(struct least_squares *w);
/* y[n] := reflection k of Q applied to y, with the vector (1, v[k+1..n-1]). */
void plus_reflect(int n, int k, double tau, const double *v, double *y);

#endif

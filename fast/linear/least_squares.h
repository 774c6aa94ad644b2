/* Least squares for few columns of full rank.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LEAST_SQUARES_H
#define FAST_LEAST_SQUARES_H

/* v[nv] := that for which |columns v - rest| is least; columns[nq*nv], of full rank, and
 * rest[nq] are overwritten, triangle[nv*nv] is room. */
void fast_solve_least_squares(int nq, int nv, double *columns, double *triangle,
                              double *rest, double *v);

#endif

/* Least squares by orthogonalising the columns of a matrix and then the right-hand side
 * (Golub, Van Loan: Matrix Computations, algorithm 5.2.6, modified Gram-Schmidt): A = Q R,
 * R x = Q^T b. Here A is N(q), x is v, and b is dq.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "fast/linear/least_squares.h"

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* b -= factor a. */
static void subtract(int n, double factor, const double *a, double *b) {
    for (int i = 0; i < n; i++)
        b[i] -= factor * a[i];
}

/* With column k replaced by the part that is orthogonal to those before it, v_k is first the
 * coefficient of that part; the columns' old parts along it are taken out of v backwards.
 * Rather than keep R, each later column and dq lose their part along column k at once, and
 * the same elimination on the unit columns gives v. */
void fast_solve_least_squares(int nq, int nv, double *columns, double *triangle,
                              double *rest, double *v) {
    for (int k = 0; k < nv; k++) {
        double *column = columns + (ptrdiff_t)k * nq;
        double size = dot(nq, column, column);
        for (int j = k + 1; j < nv; j++) {
            double *other = columns + (ptrdiff_t)j * nq;
            double part = dot(nq, column, other) / size;
            triangle[(ptrdiff_t)j * nv + k] = part;
            subtract(nq, part, column, other);
        }
        v[k] = dot(nq, column, rest) / size;
        subtract(nq, v[k], column, rest);
    }
    for (int k = nv - 1; k > 0; k--)
        for (int i = 0; i < k; i++)
            v[i] -= triangle[(ptrdiff_t)k * nv + i] * v[k];
}

/* v = N+(q) dq: by the caller's function, or the v for which |N(q) v - dq| is least, by
 * orthogonalising the columns of N and then dq (Golub, Van Loan: Matrix Computations,
 * algorithm 5.2.6, modified Gram-Schmidt): N = Q R, R v = Q^T dq.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/internal.h"

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

/* columns := N(q). */
static enum fast_status read_map(fast *integrator, const double *q) {
    double *column = integrator->columns;
    for (int j = 0; j < integrator->nv; j++, column += integrator->nq) {
        integrator->unit[j] = 1;
        enum fast_status status = fast_map(integrator, q, integrator->unit, column);
        integrator->unit[j] = 0;
        if (status != FAST_OK)
            return status;
    }
    return FAST_OK;
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

enum fast_status fast_unmap(fast *integrator, const double *q, const double *dq,
                            double *v) {
    const struct fast_system *system = &integrator->system;
    const int nq = integrator->nq, nv = integrator->nv;
    if (system->unmap != NULL)
        return system->unmap(system->context, q, dq, v) == 0 ? FAST_OK : FAST_CALLBACK;
    if (system->map == NULL) {
        memcpy(v, dq, (size_t)nv * sizeof *v);
        return FAST_OK;
    }
    double *triangle = integrator->columns + (ptrdiff_t)nq * nv;
    double *rest = integrator->qdot;
    enum fast_status status = read_map(integrator, q);
    if (status != FAST_OK)
        return status;
    memcpy(rest, dq, (size_t)nq * sizeof *rest);
    fast_solve_least_squares(nq, nv, integrator->columns, triangle, rest, v);
    return FAST_OK;
}

/* L D L^T = S, right-looking (Golub, Van Loan: Matrix Computations, 4.1.2), without
 * exchanges: S is positive definite. Up to three rows are written out by the compiler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/constraint/dense_factor.h"

/* A row left out has zeros in L's column and in 1/D, so it takes no part in what
 * follows. */
static inline bool factor_dense(int n, double *s, const double *scale, double tolerance,
                                bool leaving_out, bool *left_out, double *inverses) {
    for (int k = 0; k < n; k++) {
        double *column = s + k * n;
        const double pivot = column[k];
        if (!isfinite(pivot))
            return false;
        const bool is_small = left_out[k] || !(pivot > tolerance * scale[k]);
        if (is_small && !leaving_out)
            return false;
        left_out[k] = is_small;
        inverses[k] = is_small ? 0 : 1 / pivot;
        for (int j = k + 1; j < n; j++) {
            const double factor = column[j] * inverses[k];
            for (int i = j; i < n; i++)
                s[j * n + i] -= factor * column[i];
        }
        for (int i = k + 1; i < n; i++)
            column[i] *= inverses[k];
    }
    return true;
}

static inline void solve_dense(int n, const double *s, const double *inverses,
                               const double *b, double *x) {
    for (int k = 0; k < n; k++)
        x[k] = b[k];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            x[i] -= s[k * n + i] * x[k];
    for (int k = n - 1; k >= 0; k--) {
        double entry = x[k] * inverses[k];
        for (int i = k + 1; i < n; i++)
            entry -= s[k * n + i] * x[i];
        x[k] = entry;
    }
}

bool dense_factor_form(int n, double *s, const double *scale, double tolerance,
                       bool leaving_out, bool *left_out, double *inverses) {
    switch (n) {
    case 1: return factor_dense(1, s, scale, tolerance, leaving_out, left_out, inverses);
    case 2: return factor_dense(2, s, scale, tolerance, leaving_out, left_out, inverses);
    case 3: return factor_dense(3, s, scale, tolerance, leaving_out, left_out, inverses);
    default: return factor_dense(n, s, scale, tolerance, leaving_out, left_out, inverses);
    }
}

void dense_factor_solve(int n, const double *s, const double *inverses, const double *b,
                        double *x) {
    switch (n) {
    case 1: solve_dense(1, s, inverses, b, x); break;
    case 2: solve_dense(2, s, inverses, b, x); break;
    case 3: solve_dense(3, s, inverses, b, x); break;
    default: solve_dense(n, s, inverses, b, x); break;
    }
}

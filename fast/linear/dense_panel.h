/* Triangular solutions with a panel of up to 8 columns of dense LU factors, by columns. With
 * the number of columns known to the compiler the vector stays in registers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DENSE_PANEL_H
#define FAST_DENSE_PANEL_H

#include <stddef.h>

enum { fast_panel = 8 };

/* Takes column k's multiple by x[k] from the entries from <= i < to. Does nothing if the panel
 * of n columns has no column k. */
#define FAST_ELIMINATE(k, from, to)                                                      \
    for (int i = (from); (k) < n && i < (to); i++)                                       \
        x[i] -= x[(k) % n] * column[(size_t)((k) % n) * stride + (size_t)i];

/* b[n] := L^-1 b for the n columns, `stride` apart, whose diagonal begins at column[0]. */
static inline void fast_solve_lower_panel(const int n, size_t stride,
                                          const double *column, double *b) {
    double x[fast_panel];
    for (int i = 0; i < n; i++)
        x[i] = b[i];
    FAST_ELIMINATE(0, 1, n)
    FAST_ELIMINATE(1, 2, n)
    FAST_ELIMINATE(2, 3, n)
    FAST_ELIMINATE(3, 4, n)
    FAST_ELIMINATE(4, 5, n)
    FAST_ELIMINATE(5, 6, n)
    FAST_ELIMINATE(6, 7, n)
    for (int i = 0; i < n; i++)
        b[i] = x[i];
}

#define FAST_DIVIDE(k)                                                                   \
    if ((k) < n)                                                                         \
        x[(k) % n] /= column[(size_t)((k) % n) * (stride + 1)];                          \
    FAST_ELIMINATE(k, 0, k)

/* b[n] := U^-1 b. */
static inline void fast_solve_upper_panel(const int n, size_t stride,
                                          const double *column, double *b) {
    double x[fast_panel];
    for (int i = 0; i < n; i++)
        x[i] = b[i];
    FAST_DIVIDE(7)
    FAST_DIVIDE(6)
    FAST_DIVIDE(5)
    FAST_DIVIDE(4)
    FAST_DIVIDE(3)
    FAST_DIVIDE(2)
    FAST_DIVIDE(1)
    FAST_DIVIDE(0)
    for (int i = 0; i < n; i++)
        b[i] = x[i];
}

#undef FAST_ELIMINATE
#undef FAST_DIVIDE

#endif

/* LU factors of band matrices: entries (i, j) with j - upper <= i <= j + lower. With rows
 * exchanged U reaches lower further up, so a matrix is kept in n columns of
 * 2 lower + upper + 1 entries, (i, j) at a[j (2 lower + upper) + lower + upper + i].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_BAND_H
#define FAST_BAND_H

#include <stdbool.h>
#include <stddef.h>

struct fast_band {
    int n, lower, upper;
};

/* Where entry (0, j) would be if it were in the band; (i, j) is i further on. */
static inline size_t fast_band_column(const struct fast_band *band, int j) {
    const size_t lower = (size_t)band->lower, upper = (size_t)band->upper;
    return (size_t)j * (2 * lower + upper) + lower + upper;
}

/* Overwrites a by its factors; pivot[k] := the row exchanged with row k in step k.
 * What is above the band must be zero. Returns whether a pivot was exactly zero. */
bool fast_band_factor(const struct fast_band *band, double *a, int *pivot);
/* Whether A's determinant is negative. */
bool fast_band_turns(const struct fast_band *band, const double *factors,
                     const int *pivot);
/* x[n] := solution of A x = b from the factors; x may be b. */
void fast_band_solve(const struct fast_band *band, const double *factors,
                     const int *pivot, const double *b, double *x);

#endif

/* See diagonals.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/diagonals.h"

bool fast_diagonals_take(const struct fast_diagonals *diagonals,
                         const struct fast_band *band, const double *factors,
                         const int *pivot) {
    enum { stride = 3 };
    const int n = band->n;
    const double *column = factors + fast_band_column(band, 0);
    for (int k = 0; k < n; k++, column += stride) {
        if (pivot[k] != k)
            return false;
        diagonals->main[k] = column[k];
        if (k + 1 < n)
            diagonals->below[k + 1] = column[k + 1];
        if (k > 0)
            diagonals->above[k - 1] = column[k - 1];
    }
    diagonals->below[0] = diagonals->above[n - 1] = 0;
    return true;
}

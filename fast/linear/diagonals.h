/* LU factors of a matrix of three diagonals whose rows have kept their places, as band.c makes
 * them, with each diagonal by itself: the way down a right-hand side reads L alone, the way up U
 * alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DIAGONALS_H
#define FAST_DIAGONALS_H

#include "fast/linear/band.h"

/* Row i of L has below[i] beside its 1, row i of U main[i] and above[i]; below[0] and above[n -
 * 1] are 0. */
struct fast_diagonals {
    double *below, *main, *above; /* [n] each, one after the other */
};

/* Whether a band has three diagonals. */
static inline bool fast_has_diagonals(const struct fast_band *band) {
    return band->n > 0 && band->lower == 1 && band->upper == 1;
}

/* Of a band with three diagonals. Whether there are any: not if rows have been exchanged. */
bool fast_diagonals_take(const struct fast_diagonals *diagonals,
                         const struct fast_band *band, const double *factors,
                         const int *pivot);

/* Entry i on the way up, where it is `down` on the way down, and solutions above it in number
 * are next and next_but_one (0 beyond the last). U's second diagonal, which is 0, tells what is
 * not finite, and the sign of a zero. */
static inline double fast_go_up(const struct fast_diagonals *diagonals, int i,
                                double down, double next, double next_but_one) {
    return ((down - next_but_one * 0.0) - next * diagonals->above[i]) /
           diagonals->main[i];
}

#endif

/* Piles of bricks on a plane, each brick on four frictional corners: for what is measured or
 * compared at sizes of which test_*.c has no systems.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_BRICK_PILES_H
#define FAST_TESTS_BRICK_PILES_H

#include <stdbool.h>

#include "fast/system.h"

/* Bricks of a pile follow each other, or, interleaved, the lowest ones of all piles come first.
 * Each face lies on the plane of the top below it, which has no edge: piles do not meet. */
struct brick_piles {
    int bricks, in_pile; /* bricks is a multiple of in_pile */
    bool is_interleaved;
    double *x; /* [13 * bricks] at rest */
    struct integrator_system system;
    /* What the system points to. */
    int *start, *row, *mass_start, *mass_row, *slides, *quaternion;
    double *friction;
    struct fast_pattern pattern, mass_pattern;
};

/* Piles that the caller closes. No memory: the program ends. */
void brick_piles_open(struct brick_piles *piles, int bricks, int in_pile,
                      bool is_interleaved);
void brick_piles_close(struct brick_piles *piles);

#endif

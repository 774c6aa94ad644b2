/* Masses on a grid, each tied by springs and dampers to its neighbours and to the ground: a
 * chain if the grid is one wide. Its patterns are known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_GRIDS_H
#define FAST_TESTS_GRIDS_H

#include "fast/fast.h"

enum { most_masses = 2500 };

/* Not to be moved while a system made of it is in use. */
struct grid {
    int width, height;
    double stiffness, damping;
    bool mapped; /* q' = 2 v: a map that is not the identity */
    int start[most_masses + 1], row[5 * most_masses];
    int map_start[most_masses + 1], map_row[most_masses];
    struct fast_pattern pattern, map_pattern;
    double x0[2 * most_masses];
};

void make_grid(struct grid *grid, int width, int height, bool mapped);
/* With its patterns or without. */
struct fast_system grid_system(struct grid *grid, bool patterns);

#endif

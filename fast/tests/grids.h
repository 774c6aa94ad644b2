/* Masses on a grid, each tied by springs to its neighbours and by a spring and a
 * damper to the ground: a chain if the grid is one wide. Its patterns are known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_GRIDS_H
#define FAST_TESTS_GRIDS_H

#include <stdbool.h>

#include "fast/system.h"

enum { most_masses = 2500 };

/* Not to be moved while a system made of it is in use. */
struct grid {
    int width, height;
    double stiffness, damping;
    bool mapped; /* q_i' = n_i v_i with different n_i */
    int start[most_masses + 1], row[5 * most_masses];
    int map_start[most_masses + 1], map_row[most_masses];
    struct fast_pattern pattern;     /* of df/dq */
    struct fast_pattern map_pattern; /* of df/dv and N: the diagonal */
    double x0[2 * most_masses];
};

void make_grid(struct grid *grid, int width, int height, bool mapped);
/* With its patterns or without. */
struct integrator_system grid_system(struct grid *grid, bool patterns);

#endif

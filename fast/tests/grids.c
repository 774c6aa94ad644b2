/* Masses on a grid.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/tests/grids.h"

static double map_factor(int i) {
    return 1 + 0.25 * (i % 5);
}

/* The neighbours of mass i, ascending, and i itself; returns how many. */
static int list_neighbours(const struct grid *grid, int i, int *list) {
    const int width = grid->width, n = width * grid->height;
    int count = 0;
    if (i >= width)
        list[count++] = i - width;
    if (i % width > 0)
        list[count++] = i - 1;
    list[count++] = i;
    if (i % width < width - 1)
        list[count++] = i + 1;
    if (i + width < n)
        list[count++] = i + width;
    return count;
}

/* The ground holds each mass with k (q + q^3) + c v, so that the Jacobian depends on
 * q. */
static int rates(void *context, double t, const double *x, double *ydot) {
    const struct grid *grid = context;
    const int n = grid->width * grid->height;
    const double *q = x, *v = x + n, k = grid->stiffness, c = grid->damping;
    (void)t;
    for (int i = 0; i < n; i++) {
        int list[5], count = list_neighbours(grid, i, list);
        ydot[i] = -k * (q[i] + q[i] * q[i] * q[i]) - c * v[i];
        for (int e = 0; e < count; e++)
            ydot[i] -= k * (q[i] - q[list[e]]);
    }
    return 0;
}

/* Entries by the pattern, in its order. */
static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct grid *grid = context;
    const int n = grid->width * grid->height;
    (void)t;
    for (int j = 0; j < n; j++) {
        int list[5], count = list_neighbours(grid, j, list);
        fy[j] = -grid->damping;
        for (int e = 0; e < count; e++)
            *fq++ = list[e] == j ? -grid->stiffness * (count + 3 * x[j] * x[j])
                                 : grid->stiffness;
    }
    return 0;
}

/* The same by full columns. */
static int full_jacobian(void *context, double t, const double *x, double *fq,
                         double *fy) {
    const struct grid *grid = context;
    const int n = grid->width * grid->height;
    static double q_entries[5 * most_masses], y_entries[most_masses];
    jacobian(context, t, x, q_entries, y_entries);
    memset(fq, 0, (size_t)n * (size_t)n * sizeof *fq);
    memset(fy, 0, (size_t)n * (size_t)n * sizeof *fy);
    for (int j = 0; j < n; j++) {
        fy[j * n + j] = y_entries[j];
        for (int e = grid->start[j]; e < grid->start[j + 1]; e++)
            fq[j * n + grid->row[e]] = q_entries[e];
    }
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct grid *grid = context;
    (void)q;
    for (int i = 0; i < grid->width * grid->height; i++)
        qdot[i] = map_factor(i) * v[i];
    return 0;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct grid *grid = context;
    (void)q;
    for (int i = 0; i < grid->width * grid->height; i++)
        v[i] = qdot[i] / map_factor(i);
    return 0;
}

void make_grid(struct grid *grid, int width, int height, bool mapped) {
    const int n = width * height;
    int entries = 0;
    grid->width = width;
    grid->height = height;
    grid->mapped = mapped;
    grid->stiffness = 1370;
    grid->damping = 0.83;
    grid->start[0] = grid->map_start[0] = 0;
    for (int j = 0; j < n; j++) {
        entries += list_neighbours(grid, j, grid->row + entries);
        grid->start[j + 1] = entries;
        grid->map_row[j] = j;
        grid->map_start[j + 1] = j + 1;
        grid->x0[j] = 0.1 * sin(1.3 * j);
        grid->x0[n + j] = 0.4 * cos(0.7 * j);
    }
    grid->pattern = (struct fast_pattern){n, n, grid->start, grid->row};
    grid->map_pattern = (struct fast_pattern){n, n, grid->map_start, grid->map_row};
}

struct integrator_system grid_system(struct grid *grid, bool patterns) {
    const int n = grid->width * grid->height;
    struct integrator_system system = {
        .nq = n, .nv = n, .context = grid, .rates = rates, .jacobian = full_jacobian};
    if (grid->mapped) {
        system.map = map;
        system.unmap = unmap;
    }
    if (patterns) {
        system.jacobian = jacobian;
        system.fq_pattern = &grid->pattern;
        system.fy_pattern = &grid->map_pattern;
        system.map_pattern = grid->mapped ? &grid->map_pattern : NULL;
    }
    return system;
}

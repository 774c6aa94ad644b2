/* Marching squares (Lorensen, Cline 1987, in the plane) with directed segments.
 *
 * Around a cell, counterclockwise, stand corners 0..3 and sides 0..3, side k from
 * corner k to corner k+1. A segment begins on a side where the walk leaves the region
 * and ends on one where it enters. With two of each the value in the middle decides
 * whether the next or the last such side is meant. Each side of the grid that is
 * crossed begins one segment and ends one, in its two cells, so that segments make
 * rings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/contour.h"

#include <stdlib.h>

enum { CORNERS = 4 };

struct tracer {
    const struct contour_grid *grid;
    int *next; /* [2*columns*rows] the side at which a side's segment ends; -1: none */
    struct contour *contour;
};

static double get_value(const struct contour_grid *g, int column, int row) {
    bool border =
        column == 0 || row == 0 || column == g->columns - 1 || row == g->rows - 1;
    double value = g->value[row * g->columns + column];
    return border && value < 0 ? 0 : value;
}

/* Where a node's sides are kept: 0 to the right, 1 upwards. */
static int find_side(const struct contour_grid *g, int column, int row, int upwards) {
    return 2 * (row * g->columns + column) + upwards;
}

static void join_cell(struct tracer *t, int column, int row) {
    const struct contour_grid *g = t->grid;
    const int side[CORNERS] = {
        find_side(g, column, row, 0), find_side(g, column + 1, row, 1),
        find_side(g, column, row + 1, 0), find_side(g, column, row, 1)};
    const double value[CORNERS] = {
        get_value(g, column, row), get_value(g, column + 1, row),
        get_value(g, column + 1, row + 1), get_value(g, column, row + 1)};
    bool joined = value[0] + value[1] + value[2] + value[3] < 0;
    for (int k = 0; k < CORNERS; k++) {
        bool leaves = value[k] < 0 && !(value[(k + 1) % CORNERS] < 0);
        for (int i = 1; leaves && i < CORNERS; i++) {
            int other = (joined ? k + i : k + CORNERS - i) % CORNERS;
            if (!(value[other] < 0) && value[(other + 1) % CORNERS] < 0) {
                t->next[side[k]] = side[other];
                break;
            }
        }
    }
}

/* The zero of the straight line between a side's two ends. */
static void add_point(struct tracer *t, int side, bool first) {
    const struct contour_grid *g = t->grid;
    int node = side / 2, upwards = side % 2;
    int column = node % g->columns, row = node / g->columns;
    double here = get_value(g, column, row);
    double there = get_value(g, column + (upwards ? 0 : 1), row + upwards);
    double part = here / (here - there);
    t->contour->point[t->contour->count++] =
        (struct contour_point){g->left + (column + (upwards ? 0 : part)) * g->step,
                               g->bottom + (row + (upwards ? part : 0)) * g->step, first};
}

static void follow_ring(struct tracer *t, int start) {
    bool first = true;
    for (int side = start; t->next[side] >= 0; first = false) {
        int next = t->next[side];
        t->next[side] = -1;
        add_point(t, side, first);
        side = next;
    }
}

bool contour_trace(struct contour *c, const struct contour_grid *grid) {
    int sides = 2 * grid->columns * grid->rows;
    struct tracer t = {grid, malloc((size_t)sides * sizeof *t.next), c};
    *c = (struct contour){0, malloc((size_t)sides * sizeof *c->point)};
    if (!t.next || !c->point) {
        free(t.next);
        contour_free(c);
        return false;
    }
    for (int i = 0; i < sides; i++) {
        t.next[i] = -1;
    }
    for (int row = 0; row + 1 < grid->rows; row++) {
        for (int column = 0; column + 1 < grid->columns; column++) {
            join_cell(&t, column, row);
        }
    }
    for (int i = 0; i < sides; i++) {
        follow_ring(&t, i);
    }
    free(t.next);
    return true;
}

void contour_free(struct contour *c) {
    free(c->point);
    *c = (struct contour){0};
}

/* The points of a sweep: every combination of the values that --set gives to parameters and
 * initial values.
 *
 *     NAME=VALUE           one value
 *     NAME=A..B:N          N values from A to B, evenly spaced
 *     NAME=A..B:log:N      evenly spaced logarithms
 *
 * Points are numbered from 0, the last name's values following each other fastest. A value is a
 * text, as `solve --set` takes it: the shortest decimal number of the double that it is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GRID_H
#define HARNESS_GRID_H

#include <jansson.h>

#include "harness/session/models.h"

struct setting; /* problems/model.h */

/* As many names may be set, and as many points there may be. */
enum { GRID_MOST_AXES = 32 };
static const double grid_most_points = 1e15;

struct grid_axis {
    const char *name, *value; /* value: the text where there is one; NULL: a range */
    double from, to;
    bool is_log;
    long count; /* 1, or at least 2 of a range */
};

struct grid {
    int axes;
    struct grid_axis axis[GRID_MOST_AXES];
    long points;
};

/* From the command line's settings, whose texts it refers to. Nonzero: *d says what is wrong. */
int grid_read(struct grid *g, const struct model_settings *set, struct diagnostic *d);

/* Room for a value. */
struct grid_text {
    char text[32];
};

/* setting[axes] := those of a point; of ranges in value[axes]. */
void grid_point(const struct grid *g, long point, struct setting *setting,
                struct grid_text *value);

/* {"k": "100", ...}, a new object; with the names of ranges alone, or of the others alone. */
json_t *grid_tell_point(const struct grid *g, long point, bool ranges);

/* [{"name", "from", "to", "scale", "count"}, ...]: the ranges, a new array. */
json_t *grid_tell_ranges(const struct grid *g);

#endif

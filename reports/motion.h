/* The pictures of motion: curves in the plane and over time, from tables/MODEL-motion.tsv.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MOTION_H
#define REPORTS_MOTION_H

#include "reports/results.h"

/* Where a curve is interrupted both coordinates are NaN. */
struct motion_point {
    double t, x, y;
};

struct motion_curve {
    const char *name;  /* of results.json; "" when it has none */
    bool is_over_time; /* x is the time */
    int count, room;
    struct motion_point *point;
};

struct motion {
    int curves;
    struct motion_curve *curve;
};

/* Reads the tables that the models' motions name. A table that is missing, or has anything
 * else in it, is no picture. False: out of memory. */
bool motion_read(struct results *r, const char *folder);
void motion_free(struct motion *motion); /* takes NULL */

/* Drops points that lie within `tolerance` of the straight line between others, in units in
 * which the figure is `width` by `height`; interruptions, first and last points stay. */
void motion_thin(struct motion_curve *curve, double width, double height,
                 double tolerance);

#endif

/* The region in which a function of two variables is negative, as closed rings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_CONTOUR_H
#define REPORTS_CONTOUR_H

#include <stdbool.h>

/* A square grid: value[row*columns + column] at (left + column*step, bottom +
 * row*step). */
struct contour_grid {
    int columns, rows; /* at least 2 */
    double left, bottom, step;
    double *value; /* finite */
};

struct contour_point {
    double x, y;
    bool first; /* of its ring */
};

/* Rings around where the function is negative, inside on the left; filled by the rule of
 * even and odd they are that region. Beyond the grid the function counts as positive. */
struct contour {
    int count;
    struct contour_point *point;
};

/* Traces the rings. False: out of memory. The caller frees with contour_free. */
bool contour_trace(struct contour *c, const struct contour_grid *grid);
void contour_free(struct contour *c);

#endif

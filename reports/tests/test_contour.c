/* Rings around where a function is negative.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/contour.h"

enum { SIDE = 41 };

static double values[SIDE * SIDE];
static const struct contour_grid grid = {SIDE, SIDE, -2, -2, 0.1, values};

/* Fills the grid with f and traces it; how many rings there are. */
static int trace(struct contour *c, double (*f)(double x, double y)) {
    int rings = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i] =
            f(grid.left + i % SIDE * grid.step, grid.bottom + i / SIDE * grid.step);
    }
    cr_assert(contour_trace(c, &grid));
    for (int i = 0; i < c->count; i++) {
        rings += c->point[i].first ? 1 : 0;
    }
    return rings;
}

/* Twice the area that the rings enclose, counted by their direction. */
static double find_area(const struct contour *c) {
    double area = 0;
    for (int first = 0, i; first < c->count; first = i) {
        for (i = first + 1; i < c->count && !c->point[i].first; i++) {
            area += c->point[i - 1].x * c->point[i].y - c->point[i].x * c->point[i - 1].y;
        }
        area +=
            c->point[i - 1].x * c->point[first].y - c->point[first].x * c->point[i - 1].y;
    }
    return area / 2;
}

static double disc(double x, double y) {
    return x * x + y * y - 1.37;
}

static double outside_of_disc(double x, double y) {
    return -disc(x, y);
}

static double two_discs(double x, double y) {
    return fmin(disc(2 * (x - 1), 2 * (y + 0.9)), disc(2 * (x + 1), 2 * y));
}

/* Negative in two opposite corners, which meet in the middle of a cell, or do not. */
static double meeting_corners(double x, double y) {
    return (x - 0.05) * (y - 0.05) - 0.001;
}

static double parted_corners(double x, double y) {
    return (x - 0.05) * (y - 0.05) + 0.001;
}

static double nowhere(double x, double y) {
    (void)x;
    (void)y;
    return 1;
}

Test(contour, a_disc_has_one_ring_with_the_inside_on_the_left) {
    const double pi = 3.14159265358979;
    struct contour c;
    cr_assert_eq(trace(&c, disc), 1);
    for (int i = 0; i < c.count; i++) {
        double radius = hypot(c.point[i].x, c.point[i].y);
        cr_assert(fabs(radius - sqrt(1.37)) < 2e-3, "%g", radius);
    }
    double area = find_area(&c);
    cr_assert(fabs(area - 1.37 * pi) < 0.02, "%g", area);
    contour_free(&c);
}

Test(contour, a_region_without_end_is_closed_at_the_border) {
    const double pi = 3.14159265358979;
    struct contour c;
    cr_assert_eq(trace(&c, outside_of_disc), 2);
    double area = find_area(&c); /* of a square of nearly 4, without the disc */
    cr_assert(fabs(area - (15.5 - 1.37 * pi)) < 0.6, "%g", area);
    contour_free(&c);
}

Test(contour, parts_are_rings_of_their_own) {
    struct contour c;
    cr_assert_eq(trace(&c, two_discs), 2);
    contour_free(&c);
    cr_assert_eq(trace(&c, nowhere), 0);
    cr_assert_eq(c.count, 0);
    contour_free(&c);
}

Test(contour, a_saddle_is_joined_or_parted_by_its_middle) {
    struct contour c;
    cr_assert_eq(trace(&c, meeting_corners), 1);
    double area = find_area(&c);
    cr_assert(fabs(area - 7.6) < 0.6, "%g", area);
    contour_free(&c);
    cr_assert_eq(trace(&c, parted_corners), 2);
    contour_free(&c);
}

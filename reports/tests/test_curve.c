/* Points read from results, and the lines through them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/curve.h"

static const double rounding = 1e-12;

/* A curve read from the text of an array. */
static struct curve read_curve(json_t **points, const char *text) {
    struct curve curve;
    *points = json_loads(text, 0, NULL);
    cr_assert_not_null(*points);
    struct report_result result = {.points = *points};
    cr_assert(curve_read(&curve, &result));
    curve.result = NULL;
    return curve;
}

Test(curve, points_are_sorted_by_start_and_step) {
    json_t *points;
    struct curve c = read_curve(
        &points,
        "[{\"t\": 2, \"h\": 0.1, \"value\": 1, \"used\": true},"
        " {\"t\": \"0.5\", \"h\": \"1e-2\", \"value\": \"1e-400\", \"used\": true},"
        " {\"t\": \"0.5\", \"h\": 0.001, \"error\": 1e-3, \"used\": false}]");
    cr_assert_eq(c.count, 3);
    cr_assert_eq(c.starts, 2);
    cr_assert(fabs(c.point[0].x + 3) < rounding && fabs(c.point[0].y + 3) < rounding);
    cr_assert(fabs(c.point[1].x + 2) < rounding && fabs(c.point[1].y + 400) < rounding);
    cr_assert(fabs(c.point[2].x + 1) < rounding && fabs(c.point[2].y) < rounding);
    cr_assert_not(c.point[0].used);
    cr_assert(c.point[1].used);
    curve_free(&c);
    json_decref(points);
}

Test(curve, what_has_no_logarithm_is_left_out) {
    json_t *points;
    struct curve c =
        read_curve(&points, "[{\"h\": 0.1, \"error\": 0}, {\"h\": 0.1, \"error\": -1},"
                            " {\"h\": 0.1, \"error\": null}, {\"h\": 0.1}, {}, 7, null,"
                            " {\"h\": \"x\", \"error\": 1}, {\"h\": 0.1, \"error\": 2}]");
    cr_assert_eq(c.count, 1);
    cr_assert(fabs(c.point[0].y - log10(2)) < rounding);
    curve_free(&c);
    json_decref(points);
}

Test(curve, a_start_without_used_points_stands_back) {
    json_t *points;
    struct curve c =
        read_curve(&points, "[{\"t\": 0, \"h\": 0.1, \"value\": 1e-155, \"used\": false},"
                            " {\"t\": 1, \"h\": 0.1, \"value\": 1e-3, \"used\": true},"
                            " {\"t\": 1, \"h\": 0.2, \"value\": 1e-2, \"used\": false}]");
    cr_assert_eq(c.count, 2);
    cr_assert_eq(c.starts, 1);
    cr_assert(c.point[0].start == 1 && c.point[1].start == 1);
    curve_free(&c);
    json_decref(points);
}

/* log10 of h = 10^-1, 10^-2, 10^-3 and of 7 h^2; the last point is not used. */
static const char parabola[] = "[{\"h\": 0.1, \"value\": 0.07, \"used\": true},"
                               " {\"h\": 0.01, \"value\": 0.0007, \"used\": true},"
                               " {\"h\": 0.001, \"value\": 1, \"used\": false}]";

Test(curve, the_offset_is_that_of_the_used_points) {
    json_t *points;
    double offset = NAN, low, high;
    struct curve c = read_curve(&points, parabola);
    cr_assert(curve_offset(&c, 2, &offset));
    cr_assert(fabs(offset - log10(7)) < rounding, "%g", offset);
    cr_assert(curve_used_range(&c, &low, &high));
    cr_assert(fabs(low + 2) < rounding && fabs(high + 1) < rounding);
    cr_assert_not(curve_offset(&c, NAN, &offset));
    curve_free(&c);
    json_decref(points);
}

Test(curve, values_between_points_lie_on_straight_lines) {
    json_t *points;
    struct curve c = read_curve(&points, parabola);
    cr_assert(fabs(curve_value(&c, -1.25, true) - (log10(7) - 2.5)) < rounding);
    cr_assert(isnan(curve_value(&c, -0.5, true)));
    cr_assert(isnan(curve_value(&c, -3.5, false)));
    curve_free(&c);
    json_decref(points);
}

/* At h = 10^-1.5 on the way from 1e-2 to 1e-1, and from 1e-5 to 1e-3. */
Test(curve, the_highest_and_the_lowest_start_differ) {
    json_t *points;
    struct curve c =
        read_curve(&points, "[{\"t\": 1, \"h\": 0.1, \"value\": 1e-1, \"used\": true},"
                            " {\"t\": 1, \"h\": 0.01, \"value\": 1e-2, \"used\": true},"
                            " {\"t\": 2, \"h\": 0.1, \"value\": 1e-3, \"used\": true},"
                            " {\"t\": 2, \"h\": 0.01, \"value\": 1e-5, \"used\": true}]");
    cr_assert(fabs(curve_value(&c, -1.5, true) + 1.5) < rounding);
    cr_assert(fabs(curve_value(&c, -1.5, false) + 4) < rounding);
    curve_free(&c);
    json_decref(points);
}

Test(curve, no_used_point_gives_no_line) {
    json_t *points;
    double offset, low, high;
    struct curve c = read_curve(&points, "[{\"h\": 0.1, \"value\": 0.07}]");
    cr_assert_eq(c.count, 1);
    cr_assert_not(curve_offset(&c, 2, &offset));
    cr_assert_not(curve_used_range(&c, &low, &high));
    curve_free(&c);
    json_decref(points);
}

/* Tables of motion, read and thinned.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/motion.h"
#include "reports/plot.h"

static char folder[] = "/tmp/halfstep-motion-XXXXXX";

static void make_folder(void) {
    char path[96];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/tables", folder);
    cr_assert_eq(mkdir(path, 0755), 0);
}

static void remove_folder(void) {
    char path[96];
    snprintf(path, sizeof path, "%s/tables/swing-motion.tsv", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/tables", folder);
    rmdir(path);
    rmdir(folder);
}

#define IN_FOLDER .init = make_folder, .fini = remove_folder

/* The motion of one model with two curves, whose table has this text; NULL: no picture. */
static struct motion *read_text(const char *table, const char *text) {
    static struct report_model model;
    struct results r = {.models = 1, .model = &model};
    char path[96];
    snprintf(path, sizeof path, "%s/tables/swing-motion.tsv", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    model = (struct report_model){
        .motion = json_pack("{s:s, s:[{s:s, s:s}, {s:s, s:s}]}", "table", table, "curves",
                            "name", "bob", "kind", "plane", "name", "", "kind", "time")};
    cr_assert(motion_read(&r, folder));
    return model.drawn;
}

Test(motion, points_go_to_their_curves, IN_FOLDER) {
    struct motion *m = read_text("swing-motion.tsv", "# curve\tt\tx\ty\n0\t0\t1\t-2.5\n"
                                                     "0\t0.5\t-\t3\n0\t1\t4e-3\t5\n"
                                                     "1\t0\t0\t7\n");
    cr_assert_not_null(m);
    cr_expect_eq(m->curves, 2);
    cr_expect_str_eq(m->curve[0].name, "bob");
    cr_expect(!m->curve[0].is_over_time && m->curve[1].is_over_time);
    cr_assert(m->curve[0].count == 3 && m->curve[1].count == 1);
    cr_expect(m->curve[0].point[0].y == -2.5 && m->curve[0].point[2].x == 4e-3);
    cr_expect(isnan(m->curve[0].point[1].x) && isnan(m->curve[0].point[1].y),
              "an interruption");
    cr_expect(m->curve[1].point[0].y == 7);
    motion_free(m);
}

Test(motion, anything_else_is_no_picture, IN_FOLDER) {
    static const char *const texts[] = {
        "0\t0\t1\n",       "2\t0\t1\t2\n", "-1\t0\t1\t2\n",
        "0\t0\t1\t2\t3\n", "0 0 1 2\n",    "0\tx\t1\t2\n",
        "0\t0\tinf\t2\n",  "\n",           "0\t0\t1\t2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cr_expect_null(read_text("swing-motion.tsv", texts[i]), "%zu", i);
    }
    cr_expect_null(read_text("missing.tsv", "0\t0\t1\t2\n"));
    cr_expect_null(read_text("../tables/swing-motion.tsv", "0\t0\t1\t2\n"),
                   "only in that folder");
}

/* A curve of `count` points of a circle; every `gap`-th is an interruption (0: none). */
static struct motion_curve make_circle(int count, int gap) {
    struct motion_curve curve = {.count = count,
                                 .point = calloc((size_t)count, sizeof *curve.point)};
    for (int i = 0; i < count; i++) {
        double angle = 6.2 * i / count;
        bool broken = gap > 0 && i % gap == gap - 1;
        curve.point[i] = (struct motion_point){angle, broken ? NAN : cos(angle),
                                               broken ? NAN : sin(angle)};
    }
    return curve;
}

Test(motion, thinning_leaves_a_straight_line_its_ends) {
    struct motion_curve curve = make_circle(500, 0);
    for (int i = 0; i < curve.count; i++) {
        curve.point[i].x = i;
        curve.point[i].y = 3 - 0.25 * i;
    }
    motion_thin(&curve, 381, 360, 0.1);
    cr_expect_eq(curve.count, 2);
    cr_expect(curve.point[1].x == 499);
    free(curve.point);
}

/* The chords of what is left are nowhere farther from the circle than the tolerance: of a
 * circle 200 across, that between angles a apart has its middle 100 (1 - cos(a/2)) inside. */
Test(motion, thinning_keeps_a_circle_round) {
    const double tolerance = 0.1, radius = 100;
    struct motion_curve curve = make_circle(3000, 0);
    motion_thin(&curve, 2 * radius, 2 * radius, tolerance);
    cr_expect(curve.count > 50 && curve.count < 300, "%d", curve.count);
    for (int i = 1; i < curve.count; i++) {
        double angle = curve.point[i].t - curve.point[i - 1].t;
        cr_expect(radius * (1 - cos(angle / 2)) <= 1.1 * tolerance, "%d", i);
    }
    free(curve.point);
}

Test(motion, thinning_keeps_interruptions) {
    struct motion_curve curve = make_circle(1000, 100);
    int breaks = 0;
    motion_thin(&curve, 200, 200, 0.1);
    for (int i = 0; i < curve.count; i++) {
        breaks += isnan(curve.point[i].x);
        cr_expect(i == 0 || !isnan(curve.point[i].x) || !isnan(curve.point[i - 1].x));
    }
    cr_expect_eq(breaks, 10);
    free(curve.point);
}

/* The length of an axis in the script of an ellipse, 2 across and 2*up up. */
static double find_length(const struct text *script, const char *axis) {
    double low = NAN, high = NAN;
    const char *at = strstr(text_bytes(script), axis);
    cr_assert_not_null(at, "%s", axis);
    cr_assert_eq(sscanf(at + strlen(axis), " [%lf:%lf]", &low, &high), 2);
    return high - low;
}

static void plot_ellipse(struct text *script, double up, bool equal) {
    struct motion_curve curve = make_circle(500, 0);
    struct motion drawn = {1, &curve};
    struct report_model model = {.name = "ellipse", .drawn = &drawn};
    struct results r = {.models = 1, .model = &model};
    json_t *motion = json_pack("{s:{s:s, s:s, s:b}, s:f}", "plane", "across", "x", "up",
                               "y", "equal", (int)equal, "begin", 0.0);
    for (int i = 0; i < curve.count; i++) {
        curve.point[i].y *= up;
    }
    curve.name = "";
    model.motion = motion;
    cr_assert(plot_motion(script, &r, 0));
    cr_expect_not(plot_motion_time(&(struct text){0}, &r, 0), "no curve is over time");
    json_decref(motion);
    free(curve.point);
}

/* The panel is 381 pixels wide and 360 high. */
Test(motion, a_unit_up_is_a_unit_across_where_places_are_drawn) {
    const double pixels =
        (0.958 - 0.13) * FIGURE_WIDTH / ((0.925 - 0.125) * FIGURE_HEIGHT);
    static const double ups[] = {0.3, 0.7, 1, 1.9, 4};
    for (size_t i = 0; i < sizeof ups / sizeof ups[0]; i++) {
        struct text script = {0};
        plot_ellipse(&script, ups[i], true);
        double ratio =
            find_length(&script, "set xrange") / find_length(&script, "set yrange");
        cr_expect(fabs(ratio - pixels) < 1e-3, "%g: %g", ups[i], ratio);
        cr_expect(find_length(&script, "set xrange") > 2 &&
                  find_length(&script, "set yrange") > 2 * ups[i]);
        text_clear(&script);
    }
}

Test(motion, other_planes_and_very_flat_ones_fill_the_panel) {
    static const struct {
        double up;
        bool equal;
    } planes[] = {{0.3, false}, {40, false}, {40, true}, {0.01, true}};
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        struct text script = {0};
        plot_ellipse(&script, planes[i].up, planes[i].equal);
        double ratio =
            find_length(&script, "set xrange") / find_length(&script, "set yrange");
        cr_expect(fabs(ratio * planes[i].up - 1) < 0.01, "%zu: %g", i, ratio);
        text_clear(&script);
    }
}

/* Twin of the truss: a list of bars, each between two of the knots (column, row), column 0
 * being on the wall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters m, k, g, wide, high. x = (x of the upper knots, x of the lower ones, y likewise,
 * and the velocities in this order). */
struct knot {
    int column, row; /* row 0 is above */
};

static double place_of(const double *p, int n, const double *x, struct knot k, int axis) {
    if (k.column == 0)
        return axis ? -k.row * p[4] : 0.0;
    return x[(2 * axis + k.row) * n + k.column - 1];
}

/* A bar: its vector, length and stretch, and the size of what its vector is formed of. */
struct bar {
    struct knot end[2];
    double along[2], length, stretch, size;
};

static struct bar measure_bar(const double *p, int n, const double *x, struct knot a,
                              struct knot b) {
    struct bar bar = {.end = {a, b}};
    for (int axis = 0; axis < 2; axis++) {
        double from = place_of(p, n, x, a, axis), to = place_of(p, n, x, b, axis);
        bar.along[axis] = to - from;
        bar.size += fabs(from) + fabs(to);
    }
    double wide = (b.column - a.column) * p[3], high = (b.row - a.row) * p[4];
    bar.length = hypot(bar.along[0], bar.along[1]);
    bar.stretch = bar.length - hypot(wide, high);
    bar.size += hypot(wide, high);
    return bar;
}

/* Bar `index` of 0 .. 4n-1: above, below, slanting from above to below, upright. */
static struct bar find_bar(const double *p, int n, const double *x, int index) {
    int column = index / 4, kind = index % 4, right = column + 1;
    static const int from_row[4] = {0, 1, 0, 1}, to_row[4] = {0, 1, 1, 0};
    struct knot a = {kind == 3 ? right : column, from_row[kind]};
    struct knot b = {right, to_row[kind]};
    return measure_bar(p, n, x, a, b);
}

static void pull_ends(const double *p, int n, const struct bar *bar, double *f,
                      double *scale) {
    double tension = p[1] * bar->stretch / p[0];
    double size = p[1] * bar->size / p[0] * (1.0 + bar->size / bar->length);
    for (int axis = 0; axis < 2; axis++) {
        double pull = tension * bar->along[axis] / bar->length;
        for (int i = 0; i < 2; i++) {
            int place = (2 * axis + bar->end[i].row) * n + bar->end[i].column - 1;
            if (bar->end[i].column == 0)
                continue;
            f[place] += i ? -pull : pull;
            scale[place] += size;
        }
    }
}

static void truss_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    (void)t;
    for (int i = 0; i < 4 * n; i++) {
        f[i] = i < 2 * n ? 0.0 : -p[2];
        scale[i] = p[2];
    }
    for (int i = 0; i < 4 * n; i++) {
        struct bar bar = find_bar(p, n, x, i);
        pull_ends(p, n, &bar, f, scale);
    }
}

static void truss_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)t;
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < 4 * n; i++) {
        struct bar bar = find_bar(p, n, x, i);
        double speed = x[4 * n + i], lifted = i < 2 * n ? 0.0 : p[0] * p[2] * x[i];
        e[0] +=
            p[0] * speed * speed / 2.0 + lifted + p[1] * bar.stretch * bar.stretch / 2.0;
        scale[0] +=
            p[0] * speed * speed / 2.0 + fabs(lifted) + p[1] * bar.size * bar.size;
    }
}

const struct twin twin_spring_truss = {.model = "spring_truss",
                                       .parameter = {"m", "k", "g", "wide", "high"},
                                       .positions = 4,
                                       .velocities = 4,
                                       .sized = true,
                                       .rates = truss_rates,
                                       .invariants = 1,
                                       .invariant = truss_energy};

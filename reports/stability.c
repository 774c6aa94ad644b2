/* |R(z)| <= 1 on a grid (Hairer, Wanner 1996, IV.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/stability.h"

#include <math.h>
#include <stdlib.h>

enum {
    FINE = 240, /* cells across the window */
    COARSE = 96,
    BEYOND = 3 /* cells outside of it, in which rings are closed */
};

static const double largest_logarithm = 8; /* near poles and zeros */
static const double farthest = 24;         /* where boundaries are looked for */
static const double usual_size = 8, smallest_size = 2;

/* log|p(x + iy)|, by Horner's rule. */
static double find_logarithm(const double *coefficient, int count, double x, double y) {
    double real = 0, imaginary = 0;
    for (int i = count - 1; i >= 0; i--) {
        double product = real * x - imaginary * y;
        imaginary = real * y + imaginary * x;
        real = product + coefficient[i];
    }
    return log(hypot(real, imaginary));
}

double stability_logarithm(const struct fingerprint_stability *s, double x, double y) {
    double logarithm = find_logarithm(s->numerator, s->numerators, x, y) -
                       find_logarithm(s->denominator, s->denominators, x, y);
    return isnan(logarithm)
               ? largest_logarithm
               : fmax(-largest_logarithm, fmin(largest_logarithm, logarithm));
}

static bool trace(struct contour *c, const struct fingerprint_stability *s,
                  const struct stability_window *w, int cells) {
    int side = cells + 2 * BEYOND + 1;
    double step = w->size / cells;
    struct contour_grid grid = {
        side, side, w->left - BEYOND * step, w->bottom - BEYOND * step, step, NULL};
    grid.value = malloc((size_t)side * (size_t)side * sizeof *grid.value);
    for (int i = 0; grid.value && i < side * side; i++) {
        grid.value[i] = stability_logarithm(s, grid.left + i % side * step,
                                            grid.bottom + i / side * step);
    }
    bool good = grid.value && contour_trace(c, &grid);
    free(grid.value);
    return good;
}

bool stability_region(struct contour *c, const struct fingerprint_stability *s,
                      const struct stability_window *window) {
    *c = (struct contour){0};
    return trace(c, s, window, FINE);
}

/* Whether the boundary goes on beyond a window around the origin. */
static bool leaves(const struct fingerprint_stability *s, double half) {
    int inside = 0;
    for (int i = 0; i < COARSE; i++) {
        double along = -half + 2 * half * (i + 0.5) / COARSE;
        inside += stability_logarithm(s, along, -half) < 0 ? 1 : 0;
        inside += stability_logarithm(s, along, half) < 0 ? 1 : 0;
        inside += stability_logarithm(s, -half, along) < 0 ? 1 : 0;
        inside += stability_logarithm(s, half, along) < 0 ? 1 : 0;
    }
    return inside != 0 && inside != 4 * COARSE;
}

/* How far from the origin the boundary goes; 0 when it goes on for ever, or farther
 * than is looked. */
static double find_reach(const struct fingerprint_stability *s) {
    const struct stability_window all = {-farthest, -farthest, 2 * farthest};
    const double within = 0.98 * farthest; /* a ring around all else is closed beyond */
    struct contour c;
    double reach = 0;
    if (leaves(s, farthest) || !trace(&c, s, &all, COARSE)) {
        return 0;
    }
    for (int i = 0; i < c.count; i++) {
        double far = fmax(fabs(c.point[i].x), fabs(c.point[i].y));
        reach = far < within ? fmax(reach, far) : reach;
    }
    contour_free(&c);
    return reach;
}

struct stability_window stability_look(const struct fingerprint_stability *const *list,
                                       int count) {
    const double around = 1.15; /* space beside the boundary */
    double reach = smallest_size / 2;
    for (int i = 0; i < count; i++) {
        double own = find_reach(list[i]);
        reach = fmax(reach, own > 0 ? around * own : usual_size / 2);
    }
    return (struct stability_window){-reach, -reach, 2 * reach};
}

bool stability_equal(const struct fingerprint_stability *a,
                     const struct fingerprint_stability *b) {
    const double tolerance = 1e-9;
    static const double places[][2] = {{-0.37, 0.21}, {0.83, 1.9},  {-2.3, 3.1},
                                       {0.11, -4.7},  {-6.1, 0.53}, {3.7, 2.9}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        double difference = stability_logarithm(a, places[i][0], places[i][1]) -
                            stability_logarithm(b, places[i][0], places[i][1]);
        if (!(fabs(difference) < tolerance)) {
            return false;
        }
    }
    return true;
}

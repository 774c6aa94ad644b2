/* The stability region of a method, where |R(z)| <= 1 for its rational stability
 * function.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_STABILITY_H
#define REPORTS_STABILITY_H

#include "reports/contour.h"
#include "reports/fingerprint.h"

/* A square part of the complex plane. */
struct stability_window {
    double left, bottom, size;
};

/* log|R(x + iy)|, kept within a range around 0; positive where R is no number. */
double stability_logarithm(const struct fingerprint_stability *s, double x, double y);

/* The part of the plane that shows the boundaries of all of them and the origin. */
struct stability_window stability_look(const struct fingerprint_stability *const *list,
                                       int count);

/* The region within the window and a little beyond it. False: out of memory. */
bool stability_region(struct contour *c, const struct fingerprint_stability *s,
                      const struct stability_window *window);

/* Whether two are the same function, but for a factor of both polynomials. */
bool stability_equal(const struct fingerprint_stability *a,
                     const struct fingerprint_stability *b);

#endif

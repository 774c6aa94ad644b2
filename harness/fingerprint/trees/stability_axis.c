/* R is A-stable when it is bounded by 1 on the left half plane: when its poles are in the right
 * one, deg P <= deg Q, and |R(iy)| <= 1 on the imaginary axis (maximum principle; Hairer, Wanner
 * (1996), IV.3). L-stable: R(infinity) = 0, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <gsl/gsl_poly.h>

#include "harness/fingerprint/trees/stability_function.h"

enum { axis_points = 2000 };
/* |R| on the imaginary axis is computed to about this. */
static const double axis_rounding = 1e-12;
/* The axis is looked at from 10^-4 to 10^6. */
static const double axis_first = -4, axis_last = 6;

/* |p(iy)|^2 */
static double square_on_axis(const double *p, int degree, double y) {
    double real = 0, imaginary = 0;
    for (int k = degree; k >= 0; k--) {
        double turned = -y * imaginary;
        imaginary = y * real;
        real = turned + p[k];
    }
    return real * real + imaginary * imaginary;
}

static bool poles_are_right(const struct stability *r) {
    int n = r->denominator_degree;
    double roots[2 * STABILITY_DEGREE];
    if (n == 0)
        return true;
    gsl_poly_complex_workspace *w = gsl_poly_complex_workspace_alloc((size_t)n + 1);
    int failed =
        w == NULL || gsl_poly_complex_solve(r->denominator, (size_t)n + 1, w, roots);
    gsl_poly_complex_workspace_free(w);
    for (int i = 0; i < n && !failed; i++)
        failed = !(roots[2 * i] > 0);
    return !failed;
}

void stability_judge(struct stability *r) {
    bool bounded = r->numerator_degree <= r->denominator_degree && poles_are_right(r);
    for (int i = 0; i <= axis_points && bounded; i++) {
        double y = pow(10, axis_first + (axis_last - axis_first) * i / axis_points);
        double above = square_on_axis(r->numerator, r->numerator_degree, y);
        double below = square_on_axis(r->denominator, r->denominator_degree, y);
        bounded = above <= below * (1 + axis_rounding);
    }
    r->a_stable = bounded;
    r->l_stable = bounded && r->numerator_degree < r->denominator_degree;
}

/* Which moments of mass a body can have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/elaboration/bodies/bodies.h"
#include "problems/elaboration/rough.h"

/* Relative: moments of published bodies have few digits. */
static const double TRIANGLE_LIMIT = 1e-6;

static bool check_finite(struct elaboration *e, const struct rough *value, int count,
                         int offset, const char *what) {
    for (int i = 0; i < count; i++)
        if (!value[i].finite)
            return elaborate_fail(e, offset, "%s is not a finite number", what);
    return true;
}

/* The least of the principal minors of a symmetric matrix, each relative to size. */
static double least_minor(double p[3][3], double size) {
    double least = INFINITY, det = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double minor = p[j][j] * p[k][k] - p[j][k] * p[k][j];
        least = fmin(least, fmin(p[i][i] / size, minor / (size * size)));
        det += p[0][i] * (p[1][j] * p[2][k] - p[1][k] * p[2][j]);
    }
    return fmin(least, det / (size * size * size));
}

/* P = tr(J)/2 - J, the integral of x x^T dm, is positive semidefinite: for principal moments
 * the triangle inequality. */
static bool obeys_triangle(double j[3][3]) {
    double p[3][3], trace = j[0][0] + j[1][1] + j[2][2];
    for (int i = 0; i < 9; i++)
        p[i / 3][i % 3] = (i % 4 == 0 ? trace / 2 : 0) - j[i / 3][i % 3];
    return trace == 0 ? least_minor(p, 1) >= 0 : least_minor(p, trace) >= -TRIANGLE_LIMIT;
}

bool body_check_inertia(struct elaboration *e, expr mass, struct matrix3 inertia,
                        int mass_offset, int inertia_offset) {
    struct rough value[9], kilograms;
    expr moment[9];
    double j[3][3];
    for (int i = 0; i < 9; i++)
        moment[i] = inertia.e[i / 3][i % 3];
    if (!rough_values(e, 1, &mass, 0, NULL, mass_offset, &kilograms) ||
        !check_finite(e, &kilograms, 1, mass_offset, "a mass"))
        return false;
    if (kilograms.sign < 0)
        return elaborate_fail(e, mass_offset, "a mass is not negative");
    if (!rough_values(e, 9, moment, 0, NULL, inertia_offset, value) ||
        !check_finite(e, value, 9, inertia_offset, "a moment of inertia"))
        return false;
    for (int i = 0; i < 9; i++)
        j[i / 3][i % 3] = value[i].value;
    for (int i = 0; i < 3; i++)
        if (value[4 * i].sign < 0)
            return elaborate_fail(e, inertia_offset,
                                  "a moment of inertia is not negative");
    bool in_plane = true; /* Izz alone */
    for (int i = 0; i < 8; i++)
        in_plane = in_plane && value[i].sign == 0;
    return in_plane || obeys_triangle(j) ||
           elaborate_fail(
               e, inertia_offset,
               "no body has these moments of inertia: in principal axes none is "
               "larger than the sum of the others");
}

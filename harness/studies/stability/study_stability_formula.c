/* Limits of stability on the damped spring x'' = -k x - c x'. A step multiplies (x, v) by a matrix
 * with the trace T and the determinant D, whose eigenvalues are in the unit circle where
 *
 *     D < 1,   |T| < 1 + D.
 *
 *     form 1   (1, h; -h k, 1 - h c - h^2 k)         T = 2 - h c - h^2 k,  D = 1 - h c
 *     gaming   (1 - h^2 k, h - h^2 c; -h k, 1 - h c)   the same T and D
 *     form 2   (1 - h^2 k/s, h/s; -h k/s, 1/s), s = 1 + h c:  T = 1 + (1 - h^2 k)/s, D = 1/s
 *     explicit (1, h; -h k, 1 - h c)                 T = 2 - h c,  D = 1 - h c + h^2 k
 *
 * so that form 1, implicit in the position though it is, has the limit of the gaming form,
 *
 *     form 1, gaming     h^2 k + 2 h c < 4
 *     form 2             h^2 k < 4 + 2 h c
 *     explicit Euler     h k < c,  and where c^2 >= 4 k  h (c + sqrt(c^2 - 4 k)) < 4
 *
 * Semi-explicit Euler 2 takes two gaming steps of h/2. Merson's method multiplies a mode
 * e^(lambda t) by R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24 + z^5/144, z = h lambda.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <math.h>

#include "harness/results/study_projected.h"
#include "harness/studies/stability/study_stability.h"
#include "ref/mechanical.h"

static double merson_growth(double h, double k, double c) {
    double growth = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        double complex root = csqrt(c * c / 4 - k + 0.0 * I);
        double complex z = h * (-c / 2 + sign * root);
        double complex r = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4 * (1 + z / 6))));
        growth = fmax(growth, cabs(r));
    }
    return growth;
}

/* Where |R| reaches 1: from a step that is stable to one that is not. */
static double merson_limit(double k, double c) {
    /* |z| = 1 is inside of the region, |z| = 8 outside. */
    double largest = fmax(sqrt(k), c / 2 + sqrt(fmax(0, c * c / 4 - k)));
    double low = 1 / largest, high = 8 / largest;
    while (high - low > 4e-16 * high) {
        double middle = (low + high) / 2;
        if (middle == low || middle == high)
            break;
        *(merson_growth(middle, k, c) <= 1 ? &low : &high) = middle;
    }
    return low;
}

static double explicit_limit(double k, double c) {
    double discriminant = c * c - 4 * k;
    return discriminant >= 0 ? 4 / (c + sqrt(discriminant)) : c / k;
}

double stability_formula(const struct projected_traits *form, double k, double c) {
    double root = sqrt(c * c + 4 * k);
    switch (form->reference) {
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
    case REF_SEMI_EXPLICIT_EULER_GAMING: return 4 / (c + root);
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT: return (c + root) / k;
    case REF_SEMI_EXPLICIT_EULER_2: return 8 / (c + root);
    case REF_EXPLICIT_EULER: return explicit_limit(k, c);
    case REF_RUNGE_KUTTA_MERSON: break;
    }
    return merson_limit(k, c);
}

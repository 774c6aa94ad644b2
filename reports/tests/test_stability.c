/* Stability regions, against what is known of them: |1 - z| >= 1 of backward Euler, |1
 * + z| <= 1 of Euler, and where the region of the Runge-Kutta method of order four
 * meets the axes, -2.78529 and 2 sqrt(2) (Hairer, Wanner 1996, IV.2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/stability.h"

static double one[] = {1}, implicit[] = {1, -1}, explicit[] = {1, 1};
static double fourth[] = {1, 1, 1. / 2, 1. / 6, 1. / 24};
static double half[] = {1, 0.5}, other_half[] = {1, -0.5}, scaled[] = {3, -3},
              three[] = {3};

static const struct fingerprint_stability backward = {
    .numerators = 1, .denominators = 2, .numerator = one, .denominator = implicit};
static const struct fingerprint_stability forward = {
    .numerators = 2, .denominators = 1, .numerator = explicit, .denominator = one};
static const struct fingerprint_stability classical = {
    .numerators = 5, .denominators = 1, .numerator = fourth, .denominator = one};
static const struct fingerprint_stability midpoint = {
    .numerators = 2, .denominators = 2, .numerator = half, .denominator = other_half};

/* Whether the rings have a point within them, by the rule of even and odd. */
static bool has_inside(const struct contour *c, double x, double y) {
    bool inside = false;
    for (int first = 0, i; first < c->count; first = i) {
        i = first;
        do {
            i++;
            bool closes = i == c->count || c->point[i].first;
            const struct contour_point *p = &c->point[i - 1];
            const struct contour_point *q = &c->point[closes ? first : i];
            if ((p->y > y) != (q->y > y) &&
                x < p->x + (y - p->y) * (q->x - p->x) / (q->y - p->y)) {
                inside = !inside;
            }
        } while (i < c->count && !c->point[i].first);
    }
    return inside;
}

Test(stability, backward_euler_is_stable_outside_of_a_circle) {
    const struct stability_window window = {-3.1, -3.3, 6.7};
    struct contour c;
    int on_circle = 0;
    cr_assert(stability_region(&c, &backward, &window));
    for (int i = 0; i < c.count; i++) {
        double x = c.point[i].x, y = c.point[i].y, radius = hypot(1 - x, y);
        bool border = x < -3.1 || x > 3.6 || y < -3.3 || y > 3.4;
        cr_assert(border || fabs(radius - 1) < 1e-3, "%g%+gi: %g", x, y, radius);
        on_circle += border ? 0 : 1;
    }
    cr_assert_gt(on_circle, 100);
    cr_assert(has_inside(&c, -1.3, 0.4) && has_inside(&c, 0.03, -1.9));
    cr_assert(has_inside(&c, 2.2, 0.1) && !has_inside(&c, 1.1, 0.2));
    cr_assert(!has_inside(&c, 0.1, 0) && !has_inside(&c, 1.9, -0.05));
    contour_free(&c);
}

Test(stability, euler_is_stable_within_a_circle) {
    const struct stability_window window = {-3, -3, 6};
    struct contour c;
    cr_assert(stability_region(&c, &forward, &window));
    for (int i = 0; i < c.count; i++) {
        double radius = hypot(1 + c.point[i].x, c.point[i].y);
        cr_assert(fabs(radius - 1) < 1e-3, "%g", radius);
    }
    cr_assert(has_inside(&c, -1.3, 0.4) && !has_inside(&c, 0.1, 0.1));
    contour_free(&c);
}

Test(stability, the_classical_method_ends_where_it_is_known_to) {
    cr_assert(stability_logarithm(&classical, -2.7852, 0) < 0);
    cr_assert(stability_logarithm(&classical, -2.7854, 0) > 0);
    cr_assert(stability_logarithm(&classical, 0, 2.8284) < 0);
    cr_assert(stability_logarithm(&classical, 0, 2.8285) > 0);
}

Test(stability, poles_zeros_and_no_function_have_values_too) {
    const struct fingerprint_stability none = {.numerators = 0};
    cr_assert(isfinite(stability_logarithm(&backward, 1, 0)));
    cr_assert(stability_logarithm(&backward, 1, 0) > 0);
    cr_assert(isfinite(stability_logarithm(&forward, -1, 0)));
    cr_assert(stability_logarithm(&forward, -1, 0) < 0);
    cr_assert(stability_logarithm(&none, 0.3, 0.7) > 0);
}

Test(stability, the_window_shows_the_boundaries_and_the_origin) {
    const struct fingerprint_stability *both[] = {&backward, &classical},
                                       *endless[] = {&midpoint};
    struct stability_window w = stability_look(both, 1);
    cr_assert(w.left < -2 && w.left > -3 && fabs(w.left + w.size / 2) < 1e-12);
    w = stability_look(both, 2);
    cr_assert(w.left < -2.83 && w.left > -4, "%g", w.left);
    w = stability_look(endless, 1);
    cr_assert(fabs(w.size - 8) < 1e-12, "%g", w.size);
}

Test(stability, a_common_factor_makes_no_difference) {
    const struct fingerprint_stability same = {
        .numerators = 1, .denominators = 2, .numerator = three, .denominator = scaled};
    cr_assert(stability_equal(&backward, &same));
    cr_assert_not(stability_equal(&backward, &forward));
    cr_assert_not(stability_equal(&midpoint, &classical));
}

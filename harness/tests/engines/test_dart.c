/* DART by its own rule: velocities first, then positions by the new ones, so that a body falls by
 * g h^2 (1 + 2 + ... + n) in n steps; a joint's spring is taken at the end of the step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_DART

Test(dart, a_ball_falls_by_the_sum_of_its_new_velocities) {
    engine_expect_fall(ENGINE_DART, NULL, NULL, NULL, 1, engine_double);
}

/* From rest, one step: v = -h k x0/m and x = x0 + h v by a force; by the joint's spring
 * v (1 + h^2 k/m) = -h k x0/m. */
Test(dart, a_spring_is_a_force_or_implicit) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    static const char *const ways[] = {"force", "joint"};
    const double h = 0x1p-4, v[] = {-h * 4 * 0.5, -h * 4 * 0.5 / (1 + 4 * h * h)};
    for (int k = 0; k < 2; k++) {
        struct engine_case c;
        engine_case_open(&c, ENGINE_DART, "spring", unit, "spring", ways[k]);
        const double *x = engine_case_run(&c, h, 1);
        cr_expect(fabs(x[1] - v[k]) < 1e-14, "%s: %.17g", ways[k], x[1]);
        cr_expect(fabs(x[0] - (0.5 + h * v[k])) < 1e-14, "%s: %.17g", ways[k], x[0]);
    }
}

/* In coordinates of the joint a pendulum is a semi-implicit Euler step of a'' = -(g/l) sin a. */
Test(dart, a_pendulum_has_the_angle_of_its_joint) {
    static const char *const unit[] = {"m=2", "l=0.5", "g=10", NULL};
    const double h = 0x1p-5;
    struct engine_case c;
    engine_case_open(&c, ENGINE_DART, "pendulum", unit, NULL, NULL);
    const double *start = engine_case_run(&c, h, 0);
    double a = start[0], w = start[1];
    for (int i = 0; i < 20; i++) {
        w -= h * 20 * sin(a);
        a += h * w;
    }
    const double *x = engine_case_run(&c, h, 20);
    cr_expect(fabs(x[0] - a) < 1e-13 && fabs(x[1] - w) < 1e-13, "%.17g, not %.17g", x[0],
              a);
}

#endif

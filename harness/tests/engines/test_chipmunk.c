/* Chipmunk by rules that are its own: it moves positions by the old velocities, z' = z + h v, then
 * makes v' = v - h g, so that z falls by g h^2 (1 + 2 + ... + (n - 1)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_CHIPMUNK

Test(chipmunk, a_ball_falls_by_the_sum_of_its_old_velocities) {
    engine_expect_fall(ENGINE_CHIPMUNK, NULL, NULL, NULL, -1, engine_exact);
}

/* x1 = x0 + h v0, v1 = v0 - h k x1/m: from v0 = 0 the spring stays where it is for a step, and
 * is at x0 - h^2 k x0/m after the second. */
Test(chipmunk, a_spring_moves_from_the_second_step_on) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    static const char *const ways[] = {"force", "joint"};
    for (int k = 0; k < 2; k++) {
        const double h = 0x1p-4;
        struct engine_case c;
        engine_case_open(&c, ENGINE_CHIPMUNK, "spring", unit, "spring", ways[k]);
        const double *x = engine_case_run(&c, h, 2);
        cr_expect(fabs(x[0] - (0.5 - h * h * 4 * 0.5)) < 1e-14, "%s: %.17g", ways[k],
                  x[0]);
    }
}

/* cpPivotJoint and cpSpaceStep, written out for the model's rod (mechanism_pendulums.c: mass m/s
 * at s l, s = 0.9, and moment of inertia m l^2 (1 - s)): the body moves by its old velocities;
 * then they are accelerated, and made such that its end goes to the pivot by 1 - left^h of their
 * distance in a step. x := angle and angular velocity after the steps; the unit pendulum, from 2
 * rad. */
static void swing(double *x, double h, int steps, double left) {
    const double s = 0.9, m = 1 / s, J = 1 - s, part = (1 - pow(left, h)) / h;
    double a = 2, w = 0, p[2] = {s * sin(a), -s * cos(a)}, v[2] = {0, 0};
    for (int i = 0; i < steps; i++) {
        p[0] += h * v[0];
        p[1] += h * v[1];
        a += h * w;
        v[1] -= h * 9.81;
        const double r[] = {-s * sin(a), s * cos(a)}; /* from the centre to the end */
        const double off[] = {v[0] - w * r[1] + part * (p[0] + r[0]),
                              v[1] + w * r[0] + part * (p[1] + r[1])};
        const double A = 1 / m + r[1] * r[1] / J, B = -r[0] * r[1] / J,
                     C = 1 / m + r[0] * r[0] / J, det = A * C - B * B;
        const double j[] = {(B * off[1] - C * off[0]) / det,
                            (B * off[0] - A * off[1]) / det};
        v[0] += j[0] / m;
        v[1] += j[1] / m;
        w += (r[0] * j[1] - r[1] * j[0]) / J;
    }
    x[0] = a;
    x[1] = w;
}

/* Energy is lost by it: finding 28. */
Test(chipmunk, a_joint_mends_a_part_of_its_error) {
    static const char *const given[] = {"0.00179701029991443", "0"};
    for (int k = 0; k < 2; k++) {
        double expected[2];
        struct engine_case c;
        engine_case_open(&c, ENGINE_CHIPMUNK, "pendulum", NULL, "joint-left", given[k]);
        const double *x = engine_case_run(&c, 0x1p-8, 512);
        swing(expected, 0x1p-8, 512, atof(given[k]));
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(x[i] - expected[i]) < 1e-6, "%s: %.9g, not %.9g", given[k],
                      x[i], expected[i]);
    }
}

#endif

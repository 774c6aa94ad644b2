/* MuJoCo by rules that are its own: a ball falls with Euler by g h^2 (1 + 2 + ... + n), as the
 * manual says "semi-implicit", and with RK4, which is exact for it, by g t^2/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_MUJOCO

static const char *const dead[] = {"e=0", "impacts=1", NULL};

Test(mujoco, a_ball_falls_as_its_integrator_has_it) {
    static const char *const integrators[] = {"Euler", "implicit", "implicitfast", "RK4"};
    for (int k = 0; k < 4; k++) {
        const double h = 0x1p-7, g = 9.81;
        const int n = 32;
        const double fallen =
            k == 3 ? g * h * h * n * n / 2 : g * h * h * n * (n + 1) / 2;
        struct engine_case c;
        engine_case_open(&c, ENGINE_MUJOCO, "bouncing_ball", dead, "integrator",
                         integrators[k]);
        const double *x = engine_case_run(&c, h, n);
        cr_expect(fabs(x[0] - (1 - fallen)) < 1e-13, "%s: %.17g", integrators[k], x[0]);
        cr_expect(fabs(x[1] + g * h * n) < 1e-13, "%s: %.17g", integrators[k], x[1]);
    }
}

/* v' = v - h k x/m, x' = x + h v': x2 = (2 - h^2 k/m) x1 - x0. */
Test(mujoco, a_spring_has_the_recurrence_of_semi_implicit_euler) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    const double h = 0x1p-4, first = 0.5 - h * h * 4 * 0.5;
    struct engine_case c;
    engine_case_open(&c, ENGINE_MUJOCO, "spring", unit, NULL, NULL);
    const double *x = engine_case_run(&c, h, 2);
    cr_expect(fabs(x[0] - ((2 - h * h * 4) * first - 0.5)) < 1e-14, "%.17g", x[0]);
}

#endif

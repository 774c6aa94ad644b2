/* Bullet's articulated bodies by rules that are their own: semi-implicit Euler in joint
 * coordinates, v' = v - h g, then z' = z + h v', so that z falls by g h^2 (1 + 2 + ... + n); in
 * the angle of a pendulum w' = w - h (g/l) sin a, then a' = a + h w'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_BULLET_MULTIBODY

static const double eps = 0x1p-24; /* single precision rounds to eps of the number */

Test(bullet_multibody, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const solvers[] = {"impulses", "dantzig", "lemke"};
    for (int k = 0; k < 3; k++) {
        const double h = 0x1p-7, g = 9.81;
        const int n = 32;
        struct engine_case c;
        engine_case_open(&c, ENGINE_BULLET_MULTIBODY, "bouncing_ball", NULL, "solver",
                         solvers[k]);
        const double *x = engine_case_run(&c, h, n);
        cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + 1) / 2)) < 2 * n * eps,
                  "%s: %.9g", solvers[k], x[0]);
        cr_expect(fabs(x[1] + g * h * n) < 3 * n * eps, "%s: %.9g", solvers[k], x[1]);
    }
}

Test(bullet_multibody, a_pendulum_swings_as_semi_implicit_euler_has_it) {
    const double h = 0x1p-8, g = 9.81;
    double a = 2, w = 0;
    struct engine_case c;
    engine_case_open(&c, ENGINE_BULLET_MULTIBODY, "pendulum", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, h, 256);
    for (int i = 0; i < 256; i++) {
        w -= h * g * sin(a);
        a += h * w;
    }
    cr_expect(fabs(x[0] - a) < 256 * 8 * eps, "%.17g, not %.17g", x[0], a);
    cr_expect(fabs(x[1] - w) < 256 * 8 * eps, "%.17g, not %.17g", x[1], w);
}

#endif

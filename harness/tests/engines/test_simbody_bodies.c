/* Simbody's time stepper by rules that are its own: semi-implicit Euler in joint coordinates,
 * v' = v - h g, then z' = z + h v', so that z falls by g h^2 (1 + 2 + ... + n).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_SIMBODY_BODIES

Test(simbody_bodies, a_ball_falls_as_semi_implicit_euler_has_it) {
    const double h = 0x1p-7, g = 9.81;
    const int n = 32;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "bouncing_ball", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, h, n);
    cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + 1) / 2)) < 1e-14, "%.17g", x[0]);
    cr_expect(fabs(x[1] + g * h * n) < 1e-14, "%.17g", x[1]);
    engine_case_close(&c);
}

/* In the angle: w' = w - h (g/l) sin a, then a' = a + h w'. */
Test(simbody_bodies, a_pendulum_swings_as_semi_implicit_euler_has_it) {
    const double h = 0x1p-8, g = 9.81;
    double a = 2, w = 0;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "pendulum", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, h, 256);
    for (int i = 0; i < 256; i++) {
        w -= h * g * sin(a);
        a += h * w;
    }
    cr_expect(fabs(x[0] - a) < 1e-12, "%.17g, not %.17g", x[0], a);
    cr_expect(fabs(x[1] - w) < 1e-12, "%.17g, not %.17g", x[1], w);
    engine_case_close(&c);
}

/* Its integrators are of high order: a full turn of cos at the spring's period, 2 pi/w with w = 2. */
Test(simbody_bodies, merson_comes_back_after_a_period) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "spring", unit, "stepper", "merson");
    const double *x = engine_case_run(&c, acos(-1) / 64, 64);
    cr_expect(fabs(x[0] - 0.5) < 5e-3, "%.17g", x[0]);
    engine_case_close(&c);
}

#endif

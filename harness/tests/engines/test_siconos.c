/* Siconos by rules that are its own: Moreau-Jean's step with theta = 1/2 has the trapezoidal
 * rule for what is free, which is exact for free fall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_SICONOS

Test(siconos, a_ball_falls_by_half_g_t_squared) {
    struct engine_case c;
    engine_case_open(&c, ENGINE_SICONOS, "bouncing_ball", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, 0x1p-7, 32);
    cr_expect(fabs(x[0] - (1 - 9.81 / 32)) < 1e-13, "%.17g", x[0]);
    cr_expect(fabs(x[1] + 9.81 / 4) < 1e-13, "%.17g", x[1]);
}

/* With theta = 1 it is semi-implicit Euler: z falls by g h^2 (1 + 2 + ... + n). */
Test(siconos, a_ball_falls_as_semi_implicit_euler_has_it_with_theta_1) {
    const double h = 0x1p-7, g = 9.81;
    const int n = 32;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SICONOS, "bouncing_ball", NULL, "theta", "1");
    const double *x = engine_case_run(&c, h, n);
    cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + 1) / 2)) < 1e-13, "%.17g", x[0]);
}

#endif

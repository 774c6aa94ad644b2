/* Bullet by rules that are its own: its step is semi-implicit Euler, v' = v - h g, then z' = z + h v',
 * so that z falls by g h^2 (1 + 2 + ... + n), with each of its solvers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_BULLET

static const double eps = 0x1p-24; /* single precision rounds to eps of the number */

Test(bullet, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const solvers[] = {"impulses", "nncg", "dantzig", "lemke"};
    for (int k = 0; k < 4; k++) {
        const double h = 0x1p-7, g = 9.81;
        const int n = 32;
        struct engine_case c;
        engine_case_open(&c, ENGINE_BULLET, "bouncing_ball", NULL, "solver", solvers[k]);
        const double *x = engine_case_run(&c, h, n);
        cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + 1) / 2)) < 2 * n * eps,
                  "%s: %.9g", solvers[k], x[0]);
        cr_expect(fabs(x[1] + g * h * n) < 3 * n * eps, "%s: %.9g", solvers[k], x[1]);
        engine_case_close(&c);
    }
}

Test(bullet, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    const double h = 0x1p-4, first = 0.5 - h * h * 4 * 0.5;
    struct engine_case c;
    engine_case_open(&c, ENGINE_BULLET, "spring", unit, NULL, NULL);
    const double *x = engine_case_run(&c, h, 2);
    cr_expect(fabs(x[0] - ((2 - h * h * 4) * first - 0.5)) < 4 * eps, "%.9g", x[0]);
    engine_case_close(&c);
}

#endif

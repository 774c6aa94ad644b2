/* Chipmunk by rules that are its own: it moves positions by the old velocities, z' = z + h v, then
 * makes v' = v - h g, so that z falls by g h^2 (1 + 2 + ... + (n - 1)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_CHIPMUNK

Test(chipmunk, a_ball_falls_by_the_sum_of_its_old_velocities) {
    const double h = 0x1p-7, g = 9.81;
    const int n = 32;
    struct engine_case c;
    engine_case_open(&c, ENGINE_CHIPMUNK, "bouncing_ball", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, h, n);
    cr_expect(fabs(x[0] - (1 - g * h * h * n * (n - 1) / 2)) < 1e-14, "%.17g", x[0]);
    cr_expect(fabs(x[1] + g * h * n) < 1e-14, "%.17g", x[1]);
    engine_case_close(&c);
}

/* x1 = x0 + h v0, v1 = v0 - h k x1/m: from v0 = 0 the spring stays where it is for a step, and is at
 * x0 - h^2 k x0/m after the second. */
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
        engine_case_close(&c);
    }
}

#endif

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
    engine_expect_fall(ENGINE_SIMBODY_BODIES, NULL, NULL, NULL, 1, engine_exact);
}

Test(simbody_bodies, a_pendulum_swings_as_semi_implicit_euler_has_it) {
    engine_expect_swing(ENGINE_SIMBODY_BODIES, 1e-12);
}

/* Sliding: 2 m/s less 0.3 g t; on a slope of 0.4 it stays, for 0.5 is more. Seen to fail with
 * either coefficient in both places. */
Test(simbody_bodies, a_block_slides_by_one_coefficient_and_stays_by_the_other) {
    static const char *const pushed[] = {"mu_s=0.5", "mu_d=0.3", NULL};
    static const char *const at_rest[] = {"mu_s=0.5", "mu_d=0.3", "u0=0",
                                          "slope=atan(0.4)", NULL};
    const int x = 4, vx = 10;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "sliding_block", pushed, "transition",
                     "0.002");
    double u = engine_case_run(&c, 0x1p-8, 64)[vx];
    cr_expect(fabs(u - (2 - 0.3 * 9.81 / 4)) < 0.02, "%.17g", u);
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "sliding_block", at_rest, "transition",
                     "0.002");
    u = engine_case_run(&c, 0x1p-8, 64)[x];
    cr_expect(fabs(u) < 2e-3, "%.17g", u);
}

/* Clear of its pole a woodpecker without twist falls as one body: y by g h^2 (1 + 2 + ... + n).
 * A contact acts from as far as the tolerance, whose usual 1 mm is more than the play. */
Test(simbody_bodies, a_sleeve_falls_along_its_pole) {
    static const char *const straight[] = {"m=0", "s=0", "v=0", "ws=0", NULL};
    const double h = 0x1p-8, g = 9.81;
    const int n = 32;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "woodpecker_bodies", straight,
                     "tolerance", "1e-5");
    const double *x = engine_case_run(&c, h, n);
    cr_expect(fabs(x[0] + g * h * h * n * (n + 1) / 2) < 1e-12, "%.17g", x[0]);
    cr_expect(fabs(x[3] + g * h * n) < 1e-12, "%.17g", x[3]);
    cr_expect(fabs(x[1]) < 1e-12 && fabs(x[2]) < 1e-12, "%g %g", x[1], x[2]);
}

/* On a sleeve that is too heavy to move, without gravity: w' = w - h k/I s, then s' = s + h w',
 * with I = JS + mS lG^2. */
Test(simbody_bodies, a_bird_swings_on_its_spring) {
    static const char *const heavy[] = {"m=0", "s=0.01", "v=0",    "ws=0",
                                        "g=0", "mM=1e6", "JM=1e6", NULL};
    const double h = 0x1p-8, I = 7e-7 + 0.0045 * 0.015 * 0.015, k = 0.0056;
    double s = 0.01, w = 0;
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "woodpecker_bodies", heavy, "tolerance",
                     "1e-5");
    const double *x = engine_case_run(&c, h, 32);
    for (int i = 0; i < 32; i++) {
        w -= h * k / I * s;
        s += h * w;
    }
    cr_expect(fabs(x[2] - s) < 1e-9, "%.17g, not %.17g", x[2], s);
    cr_expect(fabs(x[5] - w) < 1e-7, "%.17g, not %.17g", x[5], w);
}

/* Its integrators are of high order: a full turn of cos at the spring's period, 2 pi/w with w =
 * 2. */
Test(simbody_bodies, merson_comes_back_after_a_period) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_BODIES, "spring", unit, "stepper", "merson");
    const double *x = engine_case_run(&c, acos(-1) / 64, 64);
    cr_expect(fabs(x[0] - 0.5) < 5e-3, "%.17g", x[0]);
}

#endif

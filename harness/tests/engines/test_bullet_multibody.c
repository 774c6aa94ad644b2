/* Bullet's articulated bodies by rules that are their own: semi-implicit Euler in joint
 * coordinates, v' = v - h g, then z' = z + h v', so that z falls by g h^2 (1 + 2 + ... + n); in
 * the angle of a pendulum w' = w - h (g/l) sin a, then a' = a + h w'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_BULLET_MULTIBODY

Test(bullet_multibody, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const solvers[] = {"impulses", "dantzig", "lemke"};
    for (int k = 0; k < 3; k++)
        engine_expect_fall(ENGINE_BULLET_MULTIBODY, NULL, "solver", solvers[k], 1,
                           engine_single);
}

Test(bullet_multibody, a_pendulum_swings_as_semi_implicit_euler_has_it) {
    engine_expect_swing(ENGINE_BULLET_MULTIBODY, 0x1p-13);
}

#endif

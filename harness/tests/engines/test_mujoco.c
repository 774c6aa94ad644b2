/* MuJoCo by rules that are its own: a ball falls with Euler by g h^2 (1 + 2 + ... + n), as the
 * manual says "semi-implicit", and with RK4, which is exact for it, by g t^2/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_MUJOCO

Test(mujoco, a_ball_falls_as_its_integrator_has_it) {
    static const char *const dead[] = {"e=0", "impacts=1", NULL};
    static const char *const integrators[] = {"Euler", "implicit", "implicitfast", "RK4"};
    for (int k = 0; k < 4; k++)
        engine_expect_fall(ENGINE_MUJOCO, dead, "integrator", integrators[k], k < 3,
                           engine_double);
}

Test(mujoco, a_spring_has_the_recurrence_of_semi_implicit_euler) {
    engine_expect_spring(ENGINE_MUJOCO, NULL, NULL, 1e-14);
}

#endif

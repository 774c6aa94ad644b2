/* Siconos by rules that are its own: Moreau-Jean's step with theta = 1/2 has the trapezoidal
 * rule for what is free, which is exact for free fall.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_SICONOS

Test(siconos, a_ball_falls_by_half_g_t_squared) {
    engine_expect_fall(ENGINE_SICONOS, NULL, NULL, NULL, 0, engine_double);
}

Test(siconos, a_ball_falls_as_semi_implicit_euler_has_it_with_theta_1) {
    engine_expect_fall(ENGINE_SICONOS, NULL, "theta", "1", 1, engine_double);
}

#endif

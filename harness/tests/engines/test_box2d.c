/* Box2D by rules that are its own: semi-implicit Euler, v' = v - h g, then z' = z + h v', so that z
 * falls by g h^2 (1 + 2 + ... + n); and no restitution below the documented 1 m/s.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_BOX2D

Test(box2d, a_ball_falls_as_semi_implicit_euler_has_it) {
    engine_expect_fall(ENGINE_BOX2D, NULL, NULL, NULL, 1, engine_single);
}

Test(box2d, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    engine_expect_spring(ENGINE_BOX2D, "spring", "force", 0x1p-22);
}

/* From 0.04 m a ball comes with 0.89 m/s, which is below the usual threshold. */
Test(box2d, a_slow_ball_bounces_only_where_the_threshold_is_lower) {
    static const char *const low[] = {"z0=0.04", "e=1", "impacts=1", NULL};
    static const char *const threshold[] = {"1", "0"};
    for (int k = 0; k < 2; k++) {
        double fastest = -1;
        for (int n = 11; n <= 15; n++) {
            struct engine_case c;
            engine_case_open(&c, ENGINE_BOX2D, "bouncing_ball", low,
                             "restitution-threshold", threshold[k]);
            fastest = fmax(fastest, engine_case_run(&c, 0x1p-7, n)[1]);
        }
        cr_expect(k == 0 ? fastest < 0.1 : fastest > 0.5, "%g: %s", fastest,
                  threshold[k]);
    }
}

#endif

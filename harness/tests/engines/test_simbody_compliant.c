/* Simbody's compliant contact by laws that are its own: free fall, which Runge-Kutta-Merson has
 * exactly; and Hertz's, by which a ball at rest has sunk by d: m g = 4/3 E sqrt(R d^3). Of two
 * surfaces with k each, E^(2/3) = k^(2/3)/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_SIMBODY_COMPLIANT

Test(simbody_compliant, a_ball_falls_by_half_g_t_squared) {
    static const char *const dead[] = {"e=0", "impacts=1", NULL};
    engine_expect_fall(ENGINE_SIMBODY_COMPLIANT, dead, NULL, NULL, 0, engine_double);
}

/* It rolls, and has come to rest across the floor; dissipation is no force then. */
Test(simbody_compliant, a_ball_sinks_as_hertz_has_it) {
    const double k = 1e6, R = 0.1, m = 1, g = 9.81, E = k / pow(2, 1.5);
    const double sunk = pow(m * g / (4. / 3 * E * sqrt(R)), 2. / 3);
    static const char *const unit[] = {"m=1", "R=0.1", NULL};
    struct engine_case c;
    engine_case_open(&c, ENGINE_SIMBODY_COMPLIANT, "sliding_sphere", unit, "dissipation",
                     "100");
    const double *x = engine_case_run(&c, 0x1p-5, 64);
    const double found = R - x[1];
    cr_expect(fabs(found / sunk - 1) < 2e-2, "%.17g, not %.17g", found, sunk);
}

#endif

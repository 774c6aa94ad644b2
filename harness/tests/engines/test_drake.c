/* Drake by rules that are its own: its discrete step is semi-implicit Euler, v' = v - h g, then
 * z' = z + h v', so that z falls by g h^2 (1 + 2 + ... + n); in the angle of a pendulum w' = w -
 * h (g/l) sin a, then a' = a + h w'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/engines/bench.h"

#ifdef ENGINE_DRAKE

Test(drake, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const dead[] = {"e=0", "impacts=1", NULL};
    static const char *const discrete[] = {"lagged", "similar", "sap", "tamsi"};
    for (int k = 0; k < 4; k++)
        engine_expect_fall(ENGINE_DRAKE, dead, "approximation", discrete[k], 1,
                           engine_double);
}

Test(drake, a_pendulum_swings_as_semi_implicit_euler_has_it) {
    engine_expect_swing(ENGINE_DRAKE, 1e-10);
}

/* Two at once are two worlds of one process. Seen to fail with one world for all. */
Test(drake, two_at_once_are_two) {
    const struct subject_options options = subject_default_options();
    struct diagnostic d = {""};
    struct engine_case c;
    long count = -1;
    engine_case_open(&c, ENGINE_DRAKE, "pendulum", NULL, NULL, NULL);
    cr_expect(plugin_threads_agree(&c.plugin, c.m, &options, &count, &d) == 0, "%s",
              d.text);
    cr_expect(count == 0, "%ld", count);
}

/* A box of negative size ends Drake's process: its words are the reason, and another world has
 * another process. */
Test(drake, a_world_that_cannot_be_built_says_why_and_harms_no_other) {
    static const char *const negative[] = {"mu_s=0.3", "mu_d=0.3", "a=-1", NULL};
    struct engine_case c;
    struct diagnostic d = {""};
    double t, x[13];
    engine_case_open(&c, ENGINE_DRAKE, "sliding_block", negative, NULL, NULL);
    cr_assert(initial_in_double(c.m, &t, x, &d) == 0, "%s", d.text);
    for (int k = 0; k < 2; k++) {
        cr_assert(c.subject.start(c.subject.self, t, x) == 0, "%s",
                  c.subject.why(c.subject.self));
        cr_expect(c.subject.step(c.subject.self, 0x1p-6) != 0);
        const char *why = c.subject.why(c.subject.self);
        cr_expect(strstr(why, "width > 0") != NULL, "%s", why);
    }
}

#endif

/* Bullet by rules that are its own: its step is semi-implicit Euler, v' = v - h g, then z' = z +
 * h v', so that z falls by g h^2 (1 + 2 + ... + n), with each of its solvers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/engines/bench.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"

#ifdef ENGINE_BULLET

Test(bullet, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const solvers[] = {"impulses", "nncg", "dantzig", "lemke"};
    for (int k = 0; k < 4; k++)
        engine_expect_fall(ENGINE_BULLET, NULL, "solver", solvers[k], 1, engine_single);
}

Test(bullet, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    engine_expect_spring(ENGINE_BULLET, NULL, NULL, 0x1p-22);
}

static int gate_with(const char *expectations, const char *printed) {
    struct program_outcome o = halfstep_run(
        "gate --integrator %s --profile quick --expect %s", ENGINE_BULLET, expectations);
    cr_expect(strstr(o.out, printed) != NULL, "%s%s", o.out, o.err);
    return o.status;
}

/* The example of README.md: a deviation of the size that is known passes, a larger one fails. */
Test(bullet, expectations_hold_a_figure_in_the_gate) {
    static const char example[] = PROJECT_FOLDER "/harness/engines/expect_bullet.json";
    struct scratch folder = scratch_make();
    char *text = scratch_read(example);
    cr_assert(text != NULL);
    cr_expect(gate_with(example, "1 accepted") == 0);
    char *bound = strstr(text, "300");
    cr_assert(bound != NULL);
    memcpy(bound, "200", 3);
    char *tighter = scratch_write(&folder, "tighter.json", text);
    cr_expect(gate_with(tighter, "FAIL bouncing_ball: impact:run") == 1);
}

#endif

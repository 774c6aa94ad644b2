/* Bullet by rules that are its own: its step is semi-implicit Euler, v' = v - h g, then z' = z +
 * h v', so that z falls by g h^2 (1 + 2 + ... + n), with each of its solvers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/engines/bench.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"

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
    }
}

Test(bullet, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    const double h = 0x1p-4, first = 0.5 - h * h * 4 * 0.5;
    struct engine_case c;
    engine_case_open(&c, ENGINE_BULLET, "spring", unit, NULL, NULL);
    const double *x = engine_case_run(&c, h, 2);
    cr_expect(fabs(x[0] - ((2 - h * h * 4) * first - 0.5)) < 4 * eps, "%.9g", x[0]);
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

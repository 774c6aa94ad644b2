/* ODE by rules that are its own: its step is semi-implicit Euler, v' = v - h g, then z' = z + h v',
 * so that z falls by g h^2 (1 + 2 + ... + n).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/engines/bench.h"

#ifdef ENGINE_ODE

Test(ode, a_ball_falls_as_semi_implicit_euler_has_it) {
    static const char *const solvers[] = {"step", "quick"};
    for (int k = 0; k < 2; k++) {
        const double h = 0x1p-7, g = 9.81;
        const int n = 32;
        struct engine_case c;
        engine_case_open(&c, ENGINE_ODE, "bouncing_ball", NULL, "solver", solvers[k]);
        const double *x = engine_case_run(&c, h, n);
        cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + 1) / 2)) < 1e-14, "%.17g", x[0]);
        cr_expect(fabs(x[1] + g * h * n) < 1e-14, "%.17g", x[1]);
        engine_case_close(&c);
    }
}

/* A force -k x at the step's beginning: v' = v - h k x/m, x' = x + h v', whose trace is
 * 2 - h^2 k/m; the spring is at x1 after a step, and x2 = (2 - h^2 k/m) x1 - x0. */
Test(ode, a_spring_as_a_force_has_the_recurrence_of_semi_implicit_euler) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    const double h = 0x1p-4, first = 0.5 - h * h * 4 * 0.5;
    struct engine_case c;
    engine_case_open(&c, ENGINE_ODE, "spring", unit, "spring", "force");
    const double *x = engine_case_run(&c, h, 2);
    cr_expect(fabs(x[0] - ((2 - h * h * 4) * first - 0.5)) < 1e-14, "%.17g", x[0]);
    engine_case_close(&c);
}

Test(ode, a_setting_that_it_does_not_have_is_refused) {
    struct engine_case c = {.m = engine_model("pendulum", NULL)};
    const struct subject_options options = subject_default_options();
    struct diagnostic d = {""};
    c.option = (struct plugin_option){"solver", "slow"};
    c.plugin = (struct plugin){.place = ENGINE_ODE,
                               .name = "it",
                               .options = &c.option,
                               .options_count = 1,
                               .is_engine = true,
                               .seconds_limit = 20};
    cr_expect(plugin_open(&c.plugin, c.m, &options, &c.subject, &d) != 0);
    model_free(c.m);
}

#endif

/* Bricks at rest, by closed form: they stay where they are, and the floor bears their weight;
 * and what engines tell of their solvers.
 *
 * Seen to fail: planes left out of Bullet's world; iterations of the last step for those of all,
 * and of all runs for those of one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/tests/engines/bench.h"
#include "harness/tests/halfstep.h"

static const double g = 9.81, h = 0x1p-8;
enum { steps = 32, y = 5, of_brick = 7 };

/* Bricks of 1 kg in columns apart from each other; the floor's impulses in the last step. */
Test(wall, the_floor_bears_the_weight_of_one_brick_and_of_ten) {
    static const int rows[] = {1, 10};
    for (int k = 0; k < 2; k++) {
        const char *name;
        json_t *contact;
        double borne = 0;
        json_t *d = halfstep_json(0,
                                  "solve brick_stack --set n=%d --method contact-stepper "
                                  "--step 0.00390625 --until 0.125 --json",
                                  rows[k]);
        json_object_foreach(json_object_get(d, "contacts"), name, contact) {
            if (strncmp(name, "corner[1,", 9) == 0)
                borne += json_number_value(
                    json_array_get(json_object_get(contact, "impulse"), 0));
        }
        cr_expect(fabs(borne - rows[k] * g * h) < 1e-14 * rows[k], "%.17g, not %.17g",
                  borne, rows[k] * g * h);
    }
}

/* Of the highest brick; g t^2/2 = 77 mm if nothing bore it. */
static double sunk(const char *engine, int rows, const char *option, const char *value) {
    struct engine_case c;
    char of_rows[16];
    const char *const set[] = {of_rows, "columns=1", NULL};
    snprintf(of_rows, sizeof of_rows, "rows=%d", rows);
    engine_case_open(&c, engine, "brick_wall", set, option, value);
    const double *x = engine_case_run(&c, h, steps);
    const double high = (2 * rows - 1) * 0.1,
                 moved = fabs(high - x[(rows - 1) * of_brick + y]);
    return moved;
}

/* Engines mend a penetration of a part of a millimetre at each contact, or let it be. */
static void expect_rest(const char *engine, const char *option, const char *value) {
    static const int rows[] = {1, 5};
    for (int k = 0; k < 2; k++) {
        const double moved = sunk(engine, rows[k], option, value);
        cr_expect(moved < 1e-3 * rows[k], "%s, %d bricks: %g m", engine, rows[k], moved);
    }
}

static double iterations(const char *engine, const char *options) {
    json_t *d = halfstep_json(0, "engines %s stands %s --json", engine, options);
    const json_t *cell = json_array_get(json_object_get(d, "cells"), 0);
    return json_number_in(cell, "iterations");
}

/* Of each step as many as were asked for; a solver that pivots tells none. */
static void expect_iterations(const char *engine, const char *options, double expected) {
    const double told = iterations(engine, options);
    cr_expect(told == expected || (isnan(told) && isnan(expected)), "%s: %g", engine,
              told);
}

#ifdef ENGINE_BULLET
Test(wall, bricks_rest_in_bullet) {
    expect_rest(ENGINE_BULLET, NULL, NULL);
    expect_iterations(ENGINE_BULLET, "--option iterations=7", 7);
    expect_iterations(ENGINE_BULLET, "--option iterations=7 --runs 3", 7);
    expect_iterations(ENGINE_BULLET, "--option solver=dantzig", NAN);
}
#endif

#ifdef ENGINE_ODE
Test(wall, bricks_rest_in_ode) {
    expect_rest(ENGINE_ODE, "solver", "quick");
    expect_iterations(ENGINE_ODE, "--option solver=quick --option iterations=9", 9);
    expect_iterations(ENGINE_ODE, "--option solver=step", NAN);
}
#endif

#ifdef ENGINE_MUJOCO
Test(wall, bricks_rest_in_mujoco) {
    expect_rest(ENGINE_MUJOCO, NULL, NULL);
    /* At most so many, and none where faces are just apart. */
    const double told =
        iterations(ENGINE_MUJOCO, "--option solver=PGS --option iterations=1");
    cr_expect(told > 0.9 && told <= 1, "%g", told);
}
#endif

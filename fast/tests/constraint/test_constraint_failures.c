/* What constraints can fail by, seen through projected.h: the status, the row, and
 * the state as before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/projected.h"
#include "fast/tests/constrained.h"

static struct projected *open_rod(struct rod *rod, struct integrator_options options) {
    const struct integrator_system system = rod_system(rod);
    struct projected *m;
    cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
    return m;
}

static struct integrator_options merson(enum fast_mode mode) {
    struct integrator_options options = projected_default_options();
    options.method = PROJECTED_RUNGE_KUTTA_MERSON;
    options.mode = mode;
    return options;
}

static const enum fast_mode modes[2] = {FAST_DEFAULT, FAST_FAITHFUL};

static const double good_start[6] = {0.83 * 0.6, -0.83 * 0.8, 0, 0, 0, 0};

/* Rods of two lengths at once. */
Test(constraint_failures, a_start_that_cannot_be_projected_is_inconsistent) {
    for (int mode = 0; mode < 2; mode++) {
        struct fixed fixed = {.rows = 2,
                              .nv = 2,
                              .mass = {1, 0, 0, 1},
                              .matrix = {1, 1, 0.3, 0.3},
                              .error = {0, -1}};
        const struct integrator_system system = fixed_system(&fixed);
        const struct integrator_options options = merson(modes[mode]);
        struct projected *m;
        const double x[4] = {0.1, 0.2, 0, 0};
        cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
        cr_expect(projected_start(m, 0, x) == FAST_INCONSISTENT);
        cr_expect(projected_failed_row(m) >= 0);
        projected_free(m);
    }
}

Test(constraint_failures, a_start_off_the_constraints_is_taken_to_them) {
    struct rod rod = {
        .mass = 1.37, .length = 0.83, .gravity = 9.81, .copies = 1, .factor = {1}};
    struct projected *m = open_rod(&rod, merson(FAST_DEFAULT));
    const double x[6] = {0.6, -0.9, 0.1, 0.5, 0.1, -0.3};
    cr_assert(projected_start(m, 0, x) == FAST_OK);
    const double *y = projected_state(m);
    cr_expect(fabs(sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]) - 0.83) < 1e-5);
    cr_expect(fabs(y[0] * y[3] + y[1] * y[4] + y[2] * y[5]) < 1e-5);
    projected_free(m);
}

Test(constraint_failures,
     contradictory_constraints_are_told_at_the_start_with_their_row) {
    for (int mode = 0; mode < 2; mode++) {
        struct rod rod = {.mass = 1.37,
                          .length = 0.83,
                          .gravity = 9.81,
                          .copies = 3,
                          .factor = {1, 1, 1},
                          .push = {0, 0.7, 0}};
        struct projected *m = open_rod(&rod, merson(modes[mode]));
        cr_expect(projected_start(m, 0, good_start) == FAST_CONTRADICTORY);
        cr_expect(projected_failed_row(m) == 1);
        projected_free(m);
    }
}

/* Agreement ends on the way: the state is that of the last step that succeeded. */
Test(constraint_failures, constraints_that_come_to_contradict_stop_the_run) {
    for (int mode = 0; mode < 2; mode++) {
        struct rod rod = {.mass = 1.37,
                          .length = 0.83,
                          .gravity = 9.81,
                          .copies = 2,
                          .factor = {1, -2}};
        struct projected *m = open_rod(&rod, merson(modes[mode]));
        double before[6];
        cr_assert(projected_start(m, 0, good_start) == FAST_OK);
        cr_assert(projected_run(m, 0.3) == FAST_OK);
        const double t = projected_time(m);
        memcpy(before, projected_state(m), sizeof before);
        rod.push[1] = 5;
        const enum fast_status status = projected_run(m, 0.6);
        cr_expect(status == FAST_CONTRADICTORY, "%s", fast_status_text(status));
        cr_expect(projected_time(m) == t);
        cr_expect(memcmp(before, projected_state(m), sizeof before) == 0);
        projected_free(m);
    }
}

Test(constraint_failures, a_tolerance_below_round_off_is_told) {
    for (int mode = 0; mode < 2; mode++) {
        struct rod rod = {
            .mass = 1.37, .length = 1000.7, .gravity = 9.81, .copies = 1, .factor = {1}};
        struct integrator_options options = merson(modes[mode]);
        options.constraint_tolerance = 1e-18;
        struct projected *m = open_rod(&rod, options);
        const double x[6] = {400, -900, 100, 0, 0, 0};
        enum fast_status status = projected_start(m, 0, x);
        if (status == FAST_OK) /* rounding may hit the rod's length */
            status = projected_run(m, 1);
        cr_expect(status != FAST_OK, "%s", fast_status_text(status));
        projected_free(m);
    }
}

/* The rod's callbacks, of which call `failing` of one kind fails or tells what is no
 * number. */
static struct failing {
    struct rod rod;
    int kind, failing, calls;
    bool is_nan;
} failing;

static int spoil(int kind, double *output) {
    if (kind != failing.kind || ++failing.calls != failing.failing)
        return 0;
    if (failing.is_nan)
        output[0] = NAN;
    return !failing.is_nan;
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    rod_system(&failing.rod).dynamics(context, t, x, ydot, bias, matrix, response);
    return spoil(0, bias);
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    rod_system(&failing.rod).position(context, t, x, error, matrix);
    return spoil(1, error);
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    rod_system(&failing.rod).velocity(context, t, x, error, matrix);
    return spoil(2, error);
}

/* A failed start leaves what was there; a failed fixed step, the state before it. */
Test(constraint_failures, whichever_call_fails_the_state_is_the_one_before) {
    for (int kind = 0; kind < 3; kind++)
        for (int call = 1; call <= 40; call++)
            for (int is_nan = 0; is_nan < 2; is_nan++) {
                failing = (struct failing){.rod = {.mass = 1.37,
                                                   .length = 0.83,
                                                   .gravity = 9.81,
                                                   .copies = 1,
                                                   .factor = {1}},
                                           .kind = kind,
                                           .failing = call,
                                           .is_nan = is_nan};
                struct integrator_system system = rod_system(&failing.rod);
                struct integrator_options options = merson(FAST_DEFAULT);
                options.projection = PROJECTED_EVERY_STEP;
                system.dynamics = dynamics;
                system.position = position;
                system.velocity = velocity;
                struct projected *m;
                cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
                enum fast_status status = projected_start(m, 0, good_start);
                double before[6], t = 0;
                while (status == FAST_OK && failing.calls < call) {
                    memcpy(before, projected_state(m), sizeof before);
                    t = projected_time(m);
                    status = projected_step(m, 0.01);
                    if (status != FAST_OK) {
                        cr_expect(projected_time(m) == t);
                        cr_expect(!memcmp(before, projected_state(m), sizeof before));
                    }
                }
                const enum fast_status expected =
                    is_nan ? FAST_NOT_FINITE : FAST_CALLBACK;
                cr_expect(status == expected, "kind %d, call %d: %s", kind, call,
                          fast_status_text(status));
                projected_free(m);
            }
}

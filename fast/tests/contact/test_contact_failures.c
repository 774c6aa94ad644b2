/* Bad systems and options, contradictions, callbacks that fail or give NaN at any call: a
 * status that says so, and the state as before.
 *
 * Seen to fail: a start that keeps its time when it fails; a failing step's impulses kept;
 * a negative coefficient taken; an infeasible solve accepted; joints that cannot be evaluated told
 * as being without error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/integrator.h"
#include "fast/tests/contact_bodies.h"
#include "fast/tests/contact_plane.h"

static const double g = 9.81;

static struct plane usual_plane(void) {
    return (struct plane){.m = 1.37,
                          .g = {0, -g},
                          .restitution = 0.5,
                          .static_friction = 0.5,
                          .dynamic_friction = 0.4};
}

/* Option number i out of its range. */
static bool spoil_option(struct integrator_options *options, int i) {
    static const double unit = -1;
    switch (i) {
    case 0: options->step = 0; break;
    case 1: options->step = -INFINITY; break;
    case 2: options->accuracy = 0; break;
    case 3: options->accuracy = NAN; break;
    case 4: options->constraint_tolerance = -1e-9; break;
    case 5: options->max_induced = 0; break;
    case 6: options->max_impacts = 0; break;
    case 7: options->capture_velocity = -1; break;
    case 8: options->min_restitution_velocity = INFINITY; break;
    case 9: options->transition_velocity = -0.1; break;
    case 10: options->min_significant_force = NAN; break;
    case 11: options->length = 0; break;
    case 12: options->initial_step = 0; break;
    case 13: options->min_step = -1; break;
    case 14: options->min_step = 2, options->max_step = 1; break;
    case 15: options->max_step = 0; break;
    case 16: options->restitution = (enum contact_restitution)3; break;
    case 17: options->induced = (enum contact_induced)3; break;
    case 18: options->contact_projection = (enum contact_projection)3; break;
    case 19: options->solver = (enum contact_method)3; break;
    case 20: options->update = (enum contact_update)2; break;
    case 21: options->mode = (enum fast_mode)2; break;
    case 22: options->units = &unit; break;
    case 23: options->mode = FAST_FAITHFUL; break; /* proximal, trapezoidal */
    default: return false;
    }
    return true;
}

Test(contact_failures, options_out_of_range_are_refused) {
    struct plane plane = usual_plane();
    const struct integrator_system system = plane_point(&plane);
    struct integrator_options options = contact_fixed(1e-3);
    contact_stepper *c = NULL;
    for (int i = 0; spoil_option(&options, i); i++, options = contact_fixed(1e-3)) {
        cr_assert_eq(contact_alloc(&c, &system, &options), FAST_BAD_OPTION, "option %d",
                     i);
        cr_assert_null(c);
    }
    options = contact_faithful_options(NAN);
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_BAD_OPTION);
    const struct integrator_system swing = plane_swing(&plane);
    options = contact_faithful_options(1e-3);
    cr_assert_eq(contact_alloc(&c, &swing, &options), FAST_BAD_OPTION);
}

Test(contact_failures, systems_that_do_not_fit_are_refused) {
    static const double bad[] = {-0.1, 1.1, NAN, INFINITY};
    static const int too_many[] = {3};
    struct plane plane = usual_plane();
    const struct integrator_options options = contact_fixed(1e-3);
    contact_stepper *c = NULL;
    for (int i = 0; i < 10; i++) {
        struct integrator_system system = plane_point(&plane);
        switch (i) {
        case 0:
        case 1:
        case 2:
        case 3: system.restitution = bad + i; break;
        case 4: system.static_friction = bad; break;
        case 5: system.dynamic_friction = bad + 2; break;
        case 6: system.viscous_friction = bad + 3; break;
        case 7: system.gap = NULL; break;
        case 8: system.slides = too_many; break;
        default: system.contact_rows = NULL; break;
        }
        cr_assert_eq(contact_alloc(&c, &system, &options), FAST_BAD_SYSTEM, "system %d",
                     i);
        cr_assert_null(c);
    }
}

Test(contact_failures, a_start_inside_a_contact_is_refused_and_changes_nothing) {
    struct plane plane = usual_plane();
    const struct integrator_system system = plane_point(&plane);
    const struct integrator_options options = contact_fixed(1e-3);
    const double good[4] = {0, 1, 2, 0}, inside[4] = {0, -1e-8, 2, 0};
    const double broken[4] = {0, 1, NAN, 0};
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_step(c, 1e-3), FAST_NOT_STARTED);
    cr_assert_eq(contact_run(c, 1), FAST_NOT_STARTED);
    cr_assert_eq(contact_start(c, 0.5, good), FAST_OK);
    cr_assert_eq(contact_step(c, 1e-3), FAST_OK);
    const struct contact_statistics before = *contact_statistics(c);
    cr_assert_eq(contact_start(c, 7, inside), FAST_PENETRATION);
    cr_assert_eq(contact_failed(c), 0);
    cr_assert_eq(contact_start(c, 7, broken), FAST_NOT_FINITE);
    cr_assert_eq(contact_start(c, NAN, good), FAST_NOT_FINITE);
    cr_assert_eq(memcmp(&before, contact_statistics(c), sizeof before), 0);
    cr_assert_eq(contact_time(c), 0.5 + 1e-3);
    cr_assert_eq(contact_step(c, 1e-3), FAST_OK);
    cr_assert_float_eq(contact_state(c)[1], 1 - g * 4e-6 / 2, 1e-15);
    cr_assert_eq(contact_step(c, 0), FAST_BAD_TIME);
    cr_assert_eq(contact_run(c, 0), FAST_BAD_TIME);
    contact_free(c);
}

/* A ceiling comes down at 1 onto what stands on the floor. */
Test(contact_failures, walls_that_close_are_contradictory) {
    struct plane plane = usual_plane();
    plane.ceiling = 0.7, plane.drop = 1;
    const struct integrator_system system = plane_press(&plane);
    const struct integrator_options options = contact_fixed(1.0 / 64);
    const double x[4] = {0};
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_run(c, 2), FAST_CONTRADICTORY);
    cr_assert(contact_failed(c) == 0 || contact_failed(c) == 1);
    cr_assert_eq(contact_time(c), 44.0 / 64);
    cr_assert_float_eq(contact_state(c)[1], 0, 1e-15);
    cr_assert_eq(contact_last_verdict(c), CONTACT_TIGHT);
    contact_free(c);
}

/* A joint lifts the point into the ceiling. */
Test(contact_failures, joints_and_contacts_that_exclude_each_other_are_contradictory) {
    struct plane plane = usual_plane();
    plane.ceiling = 0.7, plane.lift = 1;
    const struct integrator_system system = plane_lift(&plane);
    const struct integrator_options options = contact_fixed(1.0 / 64);
    const double x[4] = {0, 0, 0, 1};
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_run(c, 2), FAST_CONTRADICTORY);
    cr_assert_neq(contact_failed(c), -1);
    cr_assert_eq(contact_time(c), 44.0 / 64);
    cr_assert_float_eq(contact_state(c)[1], 44.0 / 64, 1e-12);
    contact_free(c);
}

Test(contact_failures, a_start_off_the_joints_is_put_onto_them) {
    struct plane plane = usual_plane();
    plane.floor = -2;
    const struct integrator_system system = plane_swing(&plane);
    const struct integrator_options options = contact_fixed(1e-3);
    const double off[4] = {0.63, -0.84, 1, 0.2}, centre[4] = {0};
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, off), FAST_OK);
    const double *x = contact_state(c);
    cr_assert_float_eq(hypot(x[0], x[1]), 1, 1e-9);
    cr_assert_float_eq(x[0], 0.6, 1e-9);
    cr_assert_float_eq(x[0] * x[2] + x[1] * x[3], 0, 1e-8);
    const double before[2] = {x[0], x[1]};
    cr_assert_neq(contact_start(c, 1, centre), FAST_OK);
    cr_assert(contact_state(c)[0] == before[0] && contact_state(c)[1] == before[1]);
    cr_assert_eq(contact_time(c), 0);
    contact_free(c);
}

static struct integrator_system swing;
static bool is_broken;

static int break_position(void *context, double t, const double *x, double *error,
                          double *matrix) {
    return is_broken ? -1 : swing.position(context, t, x, error, matrix);
}

static int break_velocity(void *context, double t, const double *x, double *error,
                          double *matrix) {
    return is_broken ? -1 : swing.velocity(context, t, x, error, matrix);
}

Test(contact_failures, errors_of_joints_that_cannot_be_evaluated_are_no_numbers) {
    struct plane plane = usual_plane();
    plane.floor = -2;
    swing = plane_swing(&plane);
    struct integrator_system system = swing;
    system.position = break_position;
    system.velocity = break_velocity;
    const struct integrator_options options = contact_fixed(1e-3);
    const double x[4] = {0.6, -0.8, 0.8, 0.6};
    double position, velocity;
    struct integrator i;
    cr_assert_eq(integrator_of_contact(&i, &system, &options), FAST_OK);
    cr_assert_eq(i.type->start(i.self, 0, x), FAST_OK);
    i.type->constraint_errors(i.self, &position, &velocity);
    cr_expect(position <= 1e-9 && velocity <= 1e-8, "%g, %g", position, velocity);
    is_broken = true;
    i.type->constraint_errors(i.self, &position, &velocity);
    cr_expect(isnan(position) && isnan(velocity), "%g, %g", position, velocity);
    i.type->free(i.self);
}

/* System and start number i, with impacts, landing and sliding in the first steps. */
static struct integrator_system find_system(struct plane *plane, int i,
                                            const double **x) {
    static const double flying[4] = {0, 0.02, 1, -1};
    static const double swinging[4] = {0.8, -0.6, -0.6, -0.8};
    *plane = usual_plane();
    *x = flying;
    if (i == 0)
        return plane_point(plane);
    if (i == 1) {
        plane->restitution = 0;
        return plane_point(plane);
    }
    plane->floor = -0.61;
    *x = swinging;
    return plane_swing(plane);
}

struct trial {
    double t, x[4], impulse[2];
};

static struct trial look(const contact_stepper *c) {
    struct trial trial = {.t = contact_time(c)};
    memcpy(trial.x, contact_state(c), sizeof trial.x);
    memcpy(trial.impulse, contact_impulses(c), sizeof trial.impulse);
    return trial;
}

/* Runs with one call that fails; FAST_OK: there are fewer. */
static enum fast_status fail_at(int i, int call, bool spoils, bool controls) {
    struct plane plane;
    const double *x;
    const struct integrator_system system = find_system(&plane, i, &x);
    const struct integrator_options options =
        controls ? contact_default_options() : contact_fixed(1e-2);
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    plane.failing = call, plane.spoils = spoils;
    enum fast_status status = contact_start(c, 0, x);
    if (status == FAST_OK) {
        struct trial before = look(c);
        while (status == FAST_OK && contact_time(c) < 0.05) {
            before = look(c);
            status = contact_advance(c, 1, 0.05);
        }
        if (status != FAST_OK) {
            const struct trial after = look(c);
            cr_assert_eq(memcmp(&before, &after, sizeof before), 0,
                         "system %d, call %d: the state has changed", i, call);
            cr_assert_eq(contact_run(c, 0.05), FAST_OK, "system %d, call %d", i, call);
        }
    } else {
        cr_assert_eq(contact_step(c, 1e-3), FAST_NOT_STARTED);
    }
    contact_free(c);
    return status;
}

Test(contact_failures, callbacks_may_fail_at_any_call) {
    for (int i = 0; i < 3; i++)
        for (int spoils = 0; spoils < 2; spoils++) {
            int call = 1;
            enum fast_status status = FAST_CALLBACK;
            while (status != FAST_OK && call < 1000) {
                status = fail_at(i, call++, spoils, false);
                if (status != FAST_OK)
                    cr_assert_eq(status, spoils ? FAST_NOT_FINITE : FAST_CALLBACK,
                                 "system %d, call %d: %s", i, call - 1,
                                 fast_status_text(status));
            }
            cr_assert(call > 15, "system %d: only %d calls", i, call);
        }
}

Test(contact_failures, error_control_reports_failures_and_survives_nan) {
    for (int i = 0; i < 3; i++)
        for (int call = 1; call < 60; call++) {
            const enum fast_status status = fail_at(i, call, false, true);
            cr_assert(status == FAST_CALLBACK || status == FAST_OK);
            /* A NaN is met by a shorter step, except at the start. */
            const enum fast_status spoilt = fail_at(i, call, true, true);
            cr_assert(spoilt == FAST_OK || spoilt == FAST_NOT_FINITE);
            cr_assert(call < 8 || spoilt == FAST_OK, "system %d, call %d: %s", i, call,
                      fast_status_text(spoilt));
        }
}

/* A solver that answers with nothing: never verified, and said so. */
static enum fast_status solve_nothing(void *self, const struct contact_problem *problem,
                                      struct contact_answer *answer) {
    (void)self;
    memset(answer->impulse, 0, (size_t)problem->rows * sizeof(double));
    answer->iterations = answer->factorizations = 0;
    return FAST_OK;
}

Test(contact_failures, unverified_solves_are_told_and_may_be_refused) {
    struct plane plane = usual_plane();
    const struct integrator_system system = plane_point(&plane);
    const struct contact_solver idle = {.name = "idle", .solve = solve_nothing};
    struct integrator_options options = contact_fixed(1e-3);
    const double x[4] = {0};
    contact_stepper *c;
    options.custom_solver = &idle;
    options.accepts_unverified = false;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_step(c, 1e-3), FAST_UNVERIFIED);
    cr_assert_eq(contact_failed(c), 0); /* the one contact that there is */
    cr_assert_eq(contact_time(c), 0);
    contact_free(c);
    options.accepts_unverified = true;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_step(c, 1e-3), FAST_OK);
    cr_assert_eq(contact_last_verdict(c), CONTACT_NOT_VERIFIED);
    cr_assert_eq(contact_statistics(c)->steps_unverified, 1);
    contact_free(c);
}

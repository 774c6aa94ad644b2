/* Options and systems that do not fit are refused, and nothing is left behind.
 *
 * Seen to fail: weights checked as > 0; relative without absolute; a quaternion's
 * coordinate that belongs to two; one bound off in the coordinates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>

#include "fast/projected.h"
#include "fast/tests/projected_systems.h"

static struct body body = {.m = 1.37, .k = 5.3, .c = 0.11};
static const double negative[] = {-1, 1, 1}, zero[] = {0, 0, 0},
                    endless[] = {1, INFINITY, 1};

static enum fast_status try_options(const struct integrator_options *options,
                                    const struct integrator_system *system) {
    struct projected *m = (struct projected *)&body;
    enum fast_status status = projected_alloc(&m, system, options);
    cr_expect((m != NULL) == (status == FAST_OK));
    return status;
}

static enum fast_status try_spring(const struct integrator_options *options) {
    const struct integrator_system system = make_spring(&body);
    return try_options(options, &system);
}

static const struct wrong {
    size_t offset;
    double value;
} wrongs[] = {
#define WRONG(field, value)                                                              \
    { offsetof(struct integrator_options, field), value }
    WRONG(step, 0),
    WRONG(step, -1),
    WRONG(step, INFINITY),
    WRONG(accuracy, 0),
    WRONG(accuracy, -1e-3),
    WRONG(accuracy, NAN),
    WRONG(accuracy, INFINITY),
    WRONG(relative, 1e-3),
    WRONG(absolute, 1e-3),
    WRONG(constraint_tolerance, 0),
    WRONG(constraint_tolerance, -1),
    WRONG(initial_step, 0),
    WRONG(initial_step, INFINITY),
    WRONG(min_step, -1),
    WRONG(min_step, NAN),
    WRONG(min_step, INFINITY),
    WRONG(max_step, 0),
    WRONG(max_step, NAN),
    WRONG(final_time, NAN),
    WRONG(time_scale, 0),
    WRONG(time_scale, INFINITY),
    WRONG(velocity_time_scale, -2),
    WRONG(velocity_time_scale, NAN)
#undef WRONG
};

Test(projected_options, values_out_of_range_are_refused) {
    struct integrator_options options = projected_default_options();
    cr_expect(try_spring(&options) == FAST_OK);
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        options = projected_default_options();
        options.fixed_step =
            wrongs[i].offset == offsetof(struct integrator_options, step);
        *(double *)((char *)&options + wrongs[i].offset) = wrongs[i].value;
        cr_expect(try_spring(&options) == FAST_BAD_OPTION, "%d", (int)i);
    }
    options = projected_default_options();
    options.step_limit = -1;
    cr_expect(try_spring(&options) == FAST_BAD_OPTION);
    options = projected_default_options();
    options.min_step = 0.2, options.max_step = 0.1;
    cr_expect(try_spring(&options) == FAST_BAD_OPTION);
}

Test(projected_options, values_that_enums_do_not_have_are_refused) {
    for (int value = -1; value < 9; value += value < 0 ? 8 : 1)
        for (int which = 0; which < 5; which++) {
            struct integrator_options options = projected_default_options();
            switch (which) {
            case 0: options.method = (enum integrator_method)value; break;
            case 1: options.form = (enum projected_form)value; break;
            case 2: options.mode = (enum fast_mode)value; break;
            case 3: options.projection = (enum projected_projection)value; break;
            default: options.norm = (enum projected_norm)value; break;
            }
            cr_expect(try_spring(&options) == FAST_BAD_OPTION, "%d, %d", which, value);
        }
}

Test(projected_options, semi_explicit_euler_needs_a_step) {
    struct integrator_options options = projected_default_options();
    options.method = PROJECTED_SEMI_EXPLICIT_EULER;
    cr_expect(try_spring(&options) == FAST_BAD_OPTION);
    options.fixed_step = true, options.step = 0.1;
    cr_expect(try_spring(&options) == FAST_OK);
}

Test(projected_options, tolerances_come_in_pairs_and_not_to_the_original) {
    struct integrator_options options = projected_default_options();
    options.relative = 0;
    options.absolute = 1e-5;
    cr_expect(try_spring(&options) == FAST_OK);
    options.mode = FAST_FAITHFUL;
    cr_expect(try_spring(&options) == FAST_BAD_OPTION);
    options.mode = FAST_DEFAULT;
    options.absolute = 0;
    cr_expect(try_spring(&options) == FAST_BAD_OPTION);
}

Test(projected_options, weights_and_units_have_their_ranges) {
    struct integrator_options options = projected_default_options();
    options.weights_v = zero;
    cr_expect(try_options(&options, &point_on_rod) == FAST_OK);
    options.weights_v = negative;
    cr_expect(try_options(&options, &point_on_rod) == FAST_BAD_OPTION);
    options.weights_v = endless;
    cr_expect(try_options(&options, &point_on_rod) == FAST_BAD_OPTION);
    options = projected_default_options();
    options.units = zero;
    cr_expect(try_options(&options, &point_on_rod) == FAST_BAD_OPTION);
    options = projected_default_options();
    options.joint_units = zero;
    cr_expect(try_options(&options, &point_on_rod) == FAST_BAD_OPTION);
    options.joint_units = endless;
    cr_expect(try_options(&options, &point_on_rod) == FAST_OK); /* there is one row */
}

static enum fast_status try_system(const struct integrator_system *system) {
    const struct integrator_options options = projected_default_options();
    return try_options(&options, system);
}

Test(projected_options, systems_whose_parts_do_not_fit_are_refused) {
    for (int which = 0; which < 8; which++) {
        struct integrator_system system = point_on_rod;
        switch (which) {
        case 0: system.joints = -1, system.holonomic = -1; break;
        case 1: system.holonomic = 2; break;
        case 2: system.dynamics = NULL; break;
        case 3: system.position = NULL; break;
        case 4: system.velocity = NULL; break;
        case 5: system.rates = NULL; break;
        case 6: system.nq = 2; break;
        default: system.quaternions = -1; break;
        }
        cr_expect(try_system(&system) == FAST_BAD_SYSTEM, "%d", which);
    }
    cr_expect(try_system(&point_on_rod) == FAST_OK);
}

Test(projected_options, quaternions_have_coordinates_of_their_own) {
    static const int good[] = {3, 1, 0, 2}, twice[] = {0, 1, 2, 1},
                     beyond[] = {0, 1, 2, 4}, below[] = {-1, 0, 1, 2};
    struct integrator_system system = free_body;
    system.quaternion = good;
    cr_expect(try_system(&system) == FAST_OK);
    system.quaternion = twice;
    cr_expect(try_system(&system) == FAST_BAD_SYSTEM);
    system.quaternion = beyond;
    cr_expect(try_system(&system) == FAST_BAD_SYSTEM);
    system.quaternion = below;
    cr_expect(try_system(&system) == FAST_BAD_SYSTEM);
    system.quaternion = NULL;
    cr_expect(try_system(&system) == FAST_BAD_SYSTEM);
    system.quaternion = good;
    system.quaternions = 2;
    cr_expect(try_system(&system) == FAST_BAD_SYSTEM);
}

Test(projected_options, the_tolerance_and_the_first_step_follow_from_others) {
    struct integrator_options options = projected_default_options();
    const struct integrator_system system = make_spring(&body);
    const double start[] = {0.4, 0.1};
    options.accuracy = 3e-5;
    options.time_scale = 0.7;
    struct projected *m;
    cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
    cr_assert(projected_start(m, 0, start) == FAST_OK);
    cr_expect(projected_statistics(m)->constraint_tolerance_in_use == 3e-5 / 10);
    cr_expect(projected_statistics(m)->next_step == 0.7 / 10);
    projected_free(m);
    options.max_step = 0.05;
    options.constraint_tolerance = 1e-9;
    cr_assert(projected_alloc(&m, &system, &options) == FAST_OK);
    cr_assert(projected_start(m, 0, start) == FAST_OK);
    cr_expect(projected_statistics(m)->constraint_tolerance_in_use == 1e-9);
    cr_expect(projected_statistics(m)->next_step == 0.05);
}

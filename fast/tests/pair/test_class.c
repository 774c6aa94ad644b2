/* Tests of integrator.h: every family through one interface, on q'' = -q.
 *
 * Seen to fail: an estimate with the sign of the method's own; a run that stops a step early;
 * fmin() of a size and the longest step, which loses a NaN; an initial step left above a limit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/integrator.h"

static const double h = 1.0 / 256, t_final = 1;

static int rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -x[0];
    return 0;
}

static int unit_mass(void *context, double t, const double *x, double *matrix) {
    (void)context, (void)t, (void)x;
    matrix[0] = 1;
    return 0;
}

static struct integrator_system oscillator(void) {
    struct integrator_system system = {.nq = 1, .nv = 1, .rates = rates};
    system.mass = unit_mass;
    return system;
}

/* Starts at (1, 0), makes a step, whose estimate has the sign of computed minus true, and runs
 * to t_final, where q is cos(t) up to `error`. */
static void check(struct integrator *i, double error) {
    const double x0[] = {1, 0};
    const struct integrator_class *class = i->type;
    cr_assert(class->start(i->self, 0, x0) == FAST_OK);
    cr_assert(class->advance(i->self, h, t_final) == FAST_OK);
    const double *x = class->state(i->self), t = class->time(i->self);
    cr_expect(t > 0 && t <= h);
    if (class->estimate != NULL) {
        const double *estimate = class->estimate(i->self);
        cr_expect(estimate[0] * (x[0] - cos(t)) >= 0, "%s", class->name);
    }
    cr_assert(class->run(i->self, h, t_final) == FAST_OK);
    cr_expect(!(class->time(i->self) < t_final) && !(class->time(i->self) > t_final));
    cr_expect(fabs(class->state(i->self)[0] - cos(t_final)) < error, "%s", class->name);
    const char *from = i->self;
    long steps = -1;
    for (const struct integrator_counter *c = class->counters; c->name != NULL; c++)
        if (!c->is_measure && strcmp(c->name, "steps_taken") == 0)
            steps = *(const long *)(from + c->offset);
    cr_expect(steps == 256, "%s: %ld", class->name, steps);
}

Test(class, the_pair_is_one) {
    const struct integrator_system system = oscillator();
    struct integrator_options options = pair_default_options();
    options.fixed_step = true;
    options.max_step = h;
    struct integrator i;
    cr_assert(integrator_of_pair(&i, &system, &options) == FAST_OK);
    check(&i, h);
}

Test(class, every_projected_method_is_one) {
    const struct integrator_system system = oscillator();
    for (int method = 0; method < 4; method++) {
        struct integrator_options options = projected_default_options();
        options.method = (enum integrator_method)(PROJECTED_SEMI_EXPLICIT_EULER + method);
        options.fixed_step = true, options.step = h;
        struct integrator i;
        cr_assert(integrator_of_projected(&i, &system, &options) == FAST_OK);
        cr_expect((i.type->estimate == NULL) ==
                  (options.method == PROJECTED_SEMI_EXPLICIT_EULER));
        check(&i, h);
    }
}

Test(class, the_stepper_with_impulses_is_one) {
    const struct integrator_system system = oscillator();
    struct integrator_options options = contact_default_options();
    options.fixed_step = true, options.step = h;
    struct integrator i;
    cr_assert(integrator_of_contact(&i, &system, &options) == FAST_OK);
    cr_expect_null(i.type->estimate);
    check(&i, h);
}

/* Every family, under error control and (odd numbers) with fixed steps of h. */
enum { makings = 6 };

static struct integrator make(int making) {
    const struct integrator_system system = oscillator();
    const bool is_fixed = making % 2 == 1;
    struct integrator_options of_pair = pair_default_options();
    struct integrator_options of_projected = projected_default_options();
    struct integrator_options contact = contact_default_options();
    of_pair.fixed_step = is_fixed;
    of_pair.max_step = is_fixed ? h : of_pair.max_step;
    of_projected.fixed_step = contact.fixed_step = is_fixed;
    of_projected.step = contact.step = h;
    struct integrator i;
    enum fast_status status = making / 2 == 0 ? integrator_of_pair(&i, &system, &of_pair)
                              : making / 2 == 1
                                  ? integrator_of_projected(&i, &system, &of_projected)
                                  : integrator_of_contact(&i, &system, &contact);
    const double x0[] = {1, 0};
    cr_assert(status == FAST_OK && i.type->start(i.self, 0, x0) == FAST_OK);
    return i;
}

/* A run is tried only after advance() has refused the same: it could go on for ever. */
Test(class, sizes_and_times_that_are_none_are_refused) {
    const double wrong[][2] = {{0, 1},  {-0.1, 1}, {-INFINITY, 1}, {NAN, 1},
                               {h, -1}, {h, NAN},  {INFINITY, -1}, {INFINITY, INFINITY}};
    for (int making = 0; making < makings; making++) {
        const struct integrator i = make(making);
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            const double size = wrong[k][0], end = wrong[k][1];
            if (making < 2 && isinf(end))
                continue; /* the pair has a longest step of its own */
            cr_assert(i.type->advance(i.self, size, end) == FAST_BAD_TIME, "%d: %g, %g",
                      making, size, end);
            cr_assert(i.type->run(i.self, size, end) == FAST_BAD_TIME, "%d: %g, %g",
                      making, size, end);
        }
        cr_expect(!(i.type->time(i.self) > 0) && !(i.type->time(i.self) < 0));
        cr_assert(i.type->run(i.self, h, t_final) == FAST_OK);
        cr_expect(fabs(i.type->state(i.self)[0] - cos(t_final)) < 0.05);
        cr_expect(i.type->run(i.self, h, 0.5) == FAST_BAD_TIME);
        cr_expect(i.type->run(i.self, h, t_final) == FAST_OK);
        cr_expect(i.type->advance(i.self, 0x1p-60, 2) == FAST_BELOW_MIN_STEP, "%d",
                  making);
    }
}

static double find_first_step(const struct integrator *i) {
    return pair_statistics(i->self)->actual_initial_step;
}

/* The first step is found as if the size that advance() has been given had been the longest
 * from the start, and no limit outlives a start. */
Test(class, a_limit_below_the_initial_step_shortens_it) {
    const struct integrator_system system = oscillator();
    struct integrator_options options = pair_default_options();
    options.initial_step = 0.05;
    options.min_step = 1e-3;
    options.accuracy = 0.5;
    struct integrator i;
    cr_assert(integrator_of_pair(&i, &system, &options) == FAST_OK);
    const double x0[] = {1, 0};
    for (int round = 0; round < 2; round++) {
        cr_assert(i.type->start(i.self, 0, x0) == FAST_OK);
        cr_expect(i.type->advance(i.self, 1e-4, 1) == FAST_BAD_OPTION);
        cr_expect(i.type->advance(i.self, 1e-4, 1) == FAST_BAD_OPTION, "again");
        cr_assert(i.type->start(i.self, 0, x0) == FAST_OK);
        cr_assert(i.type->advance(i.self, 0.01, 1) == FAST_OK);
        cr_expect_float_eq(find_first_step(&i), 0.01, 1e-17);
        cr_assert(i.type->start(i.self, 0, x0) == FAST_OK);
        cr_assert(i.type->advance(i.self, INFINITY, 1) == FAST_OK);
        cr_expect_float_eq(find_first_step(&i), 0.05, 1e-17);
    }
}

Test(class, what_is_no_system_is_refused) {
    struct integrator_system system = oscillator();
    system.rates = NULL;
    const struct integrator_options options = pair_default_options();
    struct integrator i = {NULL, NULL};
    cr_expect(integrator_of_pair(&i, &system, &options) == FAST_BAD_SYSTEM);
    cr_expect_null(i.type);
}

/* What a family does not know of is refused, not left out.
 *
 * Seen to fail: without the checks, steps are those of a system without joints. */
Test(class, joints_and_contacts_are_refused_where_they_are_unknown) {
    struct integrator_system joined = oscillator(), touching = oscillator();
    joined.joints = 1;
    touching.contacts = 1;
    const struct integrator_options of_pair = pair_default_options();
    const struct integrator_options of_projected = projected_default_options();
    struct integrator i = {NULL, NULL};
    cr_expect(integrator_of_pair(&i, &joined, &of_pair) == FAST_BAD_SYSTEM);
    cr_expect(integrator_of_pair(&i, &touching, &of_pair) == FAST_BAD_SYSTEM);
    cr_expect(integrator_of_projected(&i, &touching, &of_projected) == FAST_BAD_SYSTEM);
    cr_expect(i.type == NULL);
}

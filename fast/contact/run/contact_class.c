/* The stepper with impulses as a class of integrator.h. The k-th of steps of h from t0 on ends
 * at t0 + k h, rounded once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/contact/internal.h"
#include "fast/integrator.h"

/* A step that would end so close to the end, in units of its size, ends there: the distance
 * is what rounding of the number of steps and of their size amounts to. */
static const double closeness = 0x1p-20;

static bool is_fixed(const struct contact_stepper *c) {
    return c->options.fixed_step;
}

static enum fast_status start_contact(void *self, double t, const double *x) {
    struct contact_stepper *c = self;
    enum fast_status status = contact_start(c, t, x);
    if (status == FAST_OK)
        c->grid_step = NAN;
    return status;
}

static enum fast_status step_contact(void *self, double h) {
    struct contact_stepper *c = self;
    c->grid_step = NAN;
    return contact_step(c, h);
}

/* Where the next step of h ends, t_final at the latest. */
static double find_end(struct contact_stepper *c, double h, double t_final) {
    if (c->grid_step != h) {
        c->grid_step = h;
        c->grid_begin = contact_time(c);
        c->grid_count = 0;
    }
    const double end = c->grid_begin + ((double)c->grid_count + 1) * h;
    return end < t_final - closeness * h ? end : t_final;
}

static enum fast_status take_fixed(struct contact_stepper *c, double h, double t_final) {
    const double end = find_end(c, h, t_final), t = contact_time(c);
    enum fast_status status = end > t ? contact_step(c, end - t) : FAST_OK;
    c->grid_count++;
    if (status != FAST_OK || !(end < t_final))
        c->grid_step = NAN;
    return status;
}

/* As contact_advance() refuses times, and sizes too short to change t. */
static enum fast_status check_times(double t, double h, double t_final) {
    if (!(h > 0) || !(t_final >= t) || !isfinite(fmin(t + h, t_final)))
        return FAST_BAD_TIME;
    return t + h > t || !(t_final > t) ? FAST_OK : FAST_BELOW_MIN_STEP;
}

static enum fast_status advance_contact(void *self, double h, double t_final) {
    struct contact_stepper *c = self;
    h = h > c->options.max_step ? c->options.max_step : h; /* NaN stays */
    const enum fast_status status = check_times(contact_time(c), h, t_final);
    if (status != FAST_OK)
        return status;
    return is_fixed(c) ? take_fixed(c, h, t_final) : contact_advance(c, h, t_final);
}

static enum fast_status run_contact(void *self, double h, double t_final) {
    struct contact_stepper *c = self;
    if (!is_fixed(c) && h == INFINITY)
        return contact_run(c, t_final);
    enum fast_status status;
    do {
        status = advance_contact(c, h, t_final);
    } while (status == FAST_OK && contact_time(c) < t_final);
    return status;
}

/* Steps that error control chooses end at the times that are told. */
static enum fast_status tell_contact(void *self, double report, double t_final,
                                     bool *told) {
    struct contact_stepper *c = self;
    const double end = fmin(report, t_final);
    enum fast_status status =
        contact_time(c) < end ? advance_contact(c, INFINITY, end) : FAST_OK;
    *told = status == FAST_OK && contact_time(c) >= report;
    return status;
}

static const double *estimate_of_contact(void *self) {
    return contact_error_estimate(self);
}

static double find_largest(const double *error, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = isnan(largest) || fabs(error[i]) <= largest ? largest : fabs(error[i]);
    return largest;
}

/* Not a number where they cannot be evaluated. */
static void errors_of_contact(void *self, double *position, double *velocity) {
    struct contact_stepper *c = self;
    const struct integrator_system *s = &c->scene->system;
    const double t = contact_time(c), *x = contact_state(c);
    *position = *velocity = s->joints == 0 ? 0 : NAN;
    if (s->joints == 0)
        return;
    if (s->position(s->context, t, x, c->joint_error, NULL) == 0)
        *position = find_largest(c->joint_error, s->holonomic);
    if (s->velocity(s->context, t, x, c->joint_error, NULL) == 0)
        *velocity = find_largest(c->joint_error, s->joints);
}

static void tell_use(const void *self, struct integrator_options *options) {
    const struct contact_stepper *c = self;
    const struct contact_thresholds *in_use = &c->thresholds;
    options->solver = c->options.solver;
    options->update = c->options.update;
    options->locates_impacts = c->options.locates_impacts;
    options->accuracy = in_use->accuracy;
    options->constraint_tolerance = in_use->constraint_tolerance;
    options->capture_velocity = in_use->capture_velocity;
    options->min_restitution_velocity = in_use->min_restitution_velocity;
    options->transition_velocity = in_use->transition_velocity;
    options->min_significant_force = in_use->min_significant_force;
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name)                                                                \
    {#name, false, offsetof(struct contact_stepper, statistics.name)},
    CONTACT_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name)                                                                \
    {#name, true, offsetof(struct contact_stepper, statistics.name)},
        CONTACT_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

#define CONTACT_CLASS(its_estimate, its_tell)                                            \
    {                                                                                    \
        .name = "contact", .counters = counters, .start = start_contact,                 \
        .step = step_contact, .advance = advance_contact, .run = run_contact,            \
        .tell = its_tell, .time = contact_time, .advanced_time = contact_time,           \
        .state = contact_state, .estimate = its_estimate,                                \
        .constraint_errors = errors_of_contact, .in_use = tell_use,                      \
        .failed = contact_failed, .free = contact_free                                   \
    }
static const struct integrator_class controlled =
                                         CONTACT_CLASS(estimate_of_contact, tell_contact),
                                     fixed = CONTACT_CLASS(NULL, NULL);

enum fast_status integrator_of_contact(struct integrator *integrator,
                                       const struct integrator_system *system,
                                       const struct integrator_options *options) {
    contact_stepper *c;
    struct integrator_options completed = *options;
    integrator_complete_options(&completed);
    enum fast_status status = contact_alloc(&c, system, &completed);
    if (status != FAST_OK)
        return status;
    c->grid_step = NAN;
    *integrator = (struct integrator){is_fixed(c) ? &fixed : &controlled, c};
    return FAST_OK;
}

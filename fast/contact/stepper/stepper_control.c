/* Error control of default mode by step doubling: a step of h against two of h/2, which are
 * kept. Positions and velocities are of first order, so the error of a step goes with h^2,
 * and the difference is the error of what is kept.
 *
 * Velocities that jump do so a little earlier or later in the two: in steps with impacts and
 * landings a velocity's error counts by the way it leads to within the step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

/* As Simbody 3.7 sizes steps (AbstractIntegratorRep::adjustStepSize). */
static const double safety = 0.9, most_growth = 5, most_shrinkage = 0.1;
static const double hysteresis_low = 0.9, hysteresis_high = 1.2;
/* Tried first where nothing is known. */
static const double first_step = 0.01;
/* The shortest step, in units of the time. */
static const double shortest_part = 1e-14;

/* Root mean square of dx[n] in units; units NULL: 1. */
static double norm(int n, const double *units, const double *dx) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double part = units != NULL ? dx[i] / units[i] : dx[i];
        sum += part * part;
    }
    return n == 0 ? 0 : sqrt(sum / n);
}

/* Positions as velocities through N+, where it is known, else as they are. */
static double norm_of_positions(struct contact_stepper *c, const double *dq) {
    struct stepper *s = c->stepper;
    const struct integrator_system *free = &c->scene->system;
    if (free->map == NULL)
        return norm(c->scene->nv, c->options.units, dq);
    if (free->unmap == NULL)
        return norm(c->scene->nq, NULL, dq);
    if (free->unmap(free->context, s->x, dq, s->mean) != 0)
        return NAN;
    return norm(c->scene->nv, c->options.units, s->mean);
}

/* The error of x, by s->large; large becomes the difference. */
static double find_error(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double *dq = s->large, *dv = dq + scene->nq, *dz = dv + scene->nv;
    for (int i = 0; i < scene->nx; i++)
        s->large[i] -= s->x[i];
    const double position = norm_of_positions(c, dq);
    const double velocity =
        norm(scene->nv, c->options.units, dv) * (s->is_rough ? fmin(h, 1) : 1);
    const double other = norm(scene->nz, c->options.units + scene->nv, dz);
    const double sum = position + velocity + other;
    return isnan(sum) ? sum : fmax(position, fmax(velocity, other));
}

/* One attempt of h; its error. */
static enum fast_status attempt(struct contact_stepper *c, double h, double *error) {
    struct stepper *s = c->stepper;
    c->statistics.steps_attempted++;
    stepper_begin(c);
    enum fast_status status = stepper_advance(c, h);
    const bool is_rough = s->is_rough;
    if (status != FAST_OK)
        return status;
    memcpy(s->large, s->x, (size_t)c->scene->nx * sizeof *s->large);
    stepper_begin(c);
    status = stepper_advance(c, h / 2);
    if (status == FAST_OK)
        status = stepper_advance(c, h / 2);
    s->is_rough = s->is_rough || is_rough;
    if (status == FAST_OK)
        *error = find_error(c, h);
    return status;
}

static double propose(const struct contact_stepper *c, double h, double error) {
    const double accuracy = c->thresholds.accuracy;
    if (!isfinite(error))
        return most_shrinkage * h;
    if (error == 0)
        return most_growth * h;
    double next = safety * h * sqrt(accuracy / error);
    if (next > h && next < hysteresis_high * h)
        next = h;
    if (next < h)
        next = error <= accuracy ? h : fmin(next, hysteresis_low * h);
    return fmin(fmax(next, most_shrinkage * h), most_growth * h);
}

/* Whether a shorter step may succeed where this has failed. */
static bool may_help(enum fast_status status) {
    return status == FAST_NOT_FINITE || status == FAST_ACCUMULATION ||
           status == FAST_UNVERIFIED || status == FAST_UNEXCLUDED ||
           status == FAST_CONTRADICTORY;
}

static double first_size(const struct contact_stepper *c) {
    if (!isnan(c->next_step))
        return c->next_step;
    return isnan(c->options.initial_step) ? first_step : c->options.initial_step;
}

static void accept(struct contact_stepper *c, double h, double next, bool was_limited) {
    struct stepper *s = c->stepper;
    stepper_commit(c);
    memcpy(c->estimate, s->large, (size_t)c->scene->nx * sizeof *s->large);
    /* A step that was cut to end at a time tells little of what was to come. */
    if (!was_limited || next > c->next_step || isnan(c->next_step)) {
        c->statistics.step_size_changes += next != h;
        c->next_step = next;
    }
    c->statistics.next_step = c->next_step;
}

enum fast_status stepper_control(struct contact_stepper *c, double most, double *used) {
    const double min_step = isnan(c->options.min_step) ? 0 : c->options.min_step;
    const double max_step = isnan(c->options.max_step) ? INFINITY : c->options.max_step;
    const double limit = fmin(most, max_step);
    double h = fmax(first_size(c), min_step);
    bool was_limited = h >= limit;
    h = fmin(h, limit);
    for (;;) {
        double error = INFINITY;
        const enum fast_status status = attempt(c, h, &error);
        if (status != FAST_OK && !may_help(status))
            return status;
        const double next = propose(c, h, error);
        if (status == FAST_OK && error <= c->thresholds.accuracy) {
            *used = h;
            accept(c, h, next, was_limited);
            return FAST_OK;
        }
        c->statistics.error_test_failures++;
        c->statistics.step_size_changes++;
        const double least = fmax(min_step, shortest_part * fmax(fabs(c->t), first_step));
        if (!(next >= least) || !(next < h))
            return status != FAST_OK ? status : FAST_BELOW_MIN_STEP;
        h = next;
        was_limited = false;
    }
}

/* From time to time: starting, single steps, and stepping until a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/internal.h"
#include "fast/linear/vector.h"

/* What is left is one step if it is longer by less than this part: no step is as short as
 * rounding of the times before. */
static const double nearly = 1e-3;

void contact_clear_statistics(struct contact_stepper *c) {
    c->statistics = (struct contact_statistics){
        .largest_residual_time = NAN,
        .first_unverified_time = NAN,
        .smallest_restitution_cap = 1,
        .first_step = NAN,
        .last_step = NAN,
        .next_step = c->options.fixed_step ? c->options.step : NAN,
    };
}

static void clear_answers(struct contact_stepper *c) {
    const struct scene *s = c->scene;
    memset(c->estimate, 0, (size_t)s->nx * sizeof *c->estimate);
    memset(c->impulse, 0, (size_t)s->rows * sizeof *c->impulse);
    memset(c->load_impulse, 0, (size_t)s->rows * sizeof *c->load_impulse);
    memset(c->joint_impulse, 0, (size_t)s->joints * sizeof *c->joint_impulse);
    memset(c->state, 0, (size_t)s->contacts * sizeof *c->state);
    c->verdict = c->run_verdict = CONTACT_TIGHT;
    c->first_crossing = (struct contact_crossing){.contact = -1, .t = NAN};
}

/* The doubts of a step from t0 that has been taken. */
static void count_doubts(struct contact_stepper *c, double t0) {
    struct contact_statistics *statistics = &c->statistics;
    if (c->doubts.crossings > 0 && statistics->crossings_unexcluded == 0)
        c->first_crossing =
            (struct contact_crossing){.contact = c->doubts.contact, .t = t0};
    statistics->crossings_unexcluded += c->doubts.crossings;
    statistics->rounds_exhausted += c->doubts.rounds_exhausted;
}

static enum fast_status start_faithfully(struct contact_stepper *c, double t,
                                         const double *x) {
    const struct scene *s = c->scene;
    const enum fast_status status = scene_gaps(c->scene, t, x, c->room, &c->failed);
    if (status != FAST_OK)
        return status;
    memcpy(c->x, x, (size_t)s->nx * sizeof *x);
    memcpy(c->gap, c->room, (size_t)s->contacts * sizeof *c->gap);
    return FAST_OK;
}

enum fast_status contact_start(contact_stepper *c, double t, const double *x) {
    const struct contact_statistics before = c->statistics;
    c->failed = -1;
    if (!isfinite(t) || !fast_all_finite((size_t)c->scene->nx, x))
        return FAST_NOT_FINITE;
    contact_clear_statistics(c);
    const enum fast_status status = c->options.mode == FAST_FAITHFUL
                                        ? start_faithfully(c, t, x)
                                        : stepper_start(c, t, x);
    if (status != FAST_OK) {
        c->statistics = before;
        return status;
    }
    clear_answers(c);
    c->t = t;
    c->next_step = NAN;
    c->is_started = true;
    return FAST_OK;
}

/* A step of h from t0. */
static void count_step(struct contact_stepper *c, double t0, double h) {
    struct contact_statistics *statistics = &c->statistics;
    if (statistics->steps_taken++ == 0)
        statistics->first_step = h;
    statistics->last_step = h;
    if (c->verdict > c->run_verdict)
        c->run_verdict = c->verdict;
    if (c->verdict >= CONTACT_NOT_VERIFIED && statistics->steps_unverified++ == 0)
        statistics->first_unverified_time = t0;
    count_doubts(c, t0);
}

/* A step of h that ends at t1. */
static enum fast_status take_step(struct contact_stepper *c, double h, double t1) {
    c->failed = -1;
    c->statistics.steps_attempted++;
    const enum fast_status status =
        c->options.mode == FAST_FAITHFUL ? faithful_take(c, h) : stepper_take(c, h);
    if (status != FAST_OK)
        return status;
    count_step(c, c->t, h);
    c->t = t1;
    return FAST_OK;
}

enum fast_status contact_step(contact_stepper *c, double h) {
    if (!c->is_started)
        return FAST_NOT_STARTED;
    if (!(h > 0) || !isfinite(c->t + h) || !(c->t + h > c->t))
        return FAST_BAD_TIME;
    const enum fast_status status = take_step(c, h, c->t + h);
    if (status == FAST_OK)
        memset(c->estimate, 0, (size_t)c->scene->nx * sizeof *c->estimate);
    return status;
}

static enum fast_status advance_controlled(contact_stepper *c, double h, double t_final) {
    const double left = t_final - c->t, most = fmin(h, left);
    double used;
    c->failed = -1;
    const enum fast_status status = stepper_control(c, most, &used);
    if (status != FAST_OK)
        return status;
    count_step(c, c->t, used);
    c->t = used == left ? t_final : c->t + used;
    return FAST_OK;
}

enum fast_status contact_advance(contact_stepper *c, double h, double t_final) {
    if (!c->is_started)
        return FAST_NOT_STARTED;
    if (!(h > 0) || !(t_final >= c->t) || !isfinite(fmin(c->t + h, t_final)))
        return FAST_BAD_TIME;
    if (t_final == c->t)
        return FAST_OK;
    if (!c->options.fixed_step)
        return advance_controlled(c, h, t_final);
    const double size = fmin(c->options.step, h), left = t_final - c->t;
    if (left <= size * (1 + nearly))
        return take_step(c, left, t_final);
    return c->t + size > c->t ? take_step(c, size, c->t + size) : FAST_BELOW_MIN_STEP;
}

enum fast_status contact_run(contact_stepper *c, double t_final) {
    if (c->is_started && !isfinite(t_final))
        return FAST_BAD_TIME;
    enum fast_status status;
    do {
        status = contact_advance(c, INFINITY, t_final);
    } while (status == FAST_OK && c->t < t_final);
    return status;
}

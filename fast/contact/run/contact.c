/* Making and unmaking a stepper, and what it can be asked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/contact/internal.h"

static double *make_array(int n) {
    return calloc((size_t)n + 1, sizeof(double));
}

static bool allocate_arrays(struct contact_stepper *c,
                            const struct integrator_options *options) {
    const struct scene *s = c->scene;
    const int ny = s->nv + s->nz;
    double *units = make_array(ny);
    c->options.units = units;
    c->x = make_array(s->nx);
    c->estimate = make_array(s->nx);
    c->impulse = make_array(s->rows);
    c->load_impulse = make_array(s->rows);
    c->joint_impulse = make_array(s->joints);
    c->joint_error = make_array(s->joints);
    c->gap = make_array(s->contacts);
    c->room = make_array(s->nx > s->contacts ? s->nx : s->contacts);
    c->state = calloc((size_t)s->contacts + 1, sizeof *c->state);
    if (units == NULL || c->x == NULL || c->estimate == NULL || c->impulse == NULL ||
        c->load_impulse == NULL || c->joint_impulse == NULL || c->joint_error == NULL ||
        c->gap == NULL || c->room == NULL || c->state == NULL)
        return false;
    for (int i = 0; i < ny; i++)
        units[i] = options->units != NULL ? options->units[i] : 1;
    return true;
}

static enum fast_status allocate_parts(struct contact_stepper *c,
                                       const struct integrator_system *system,
                                       const struct integrator_options *options) {
    c->options = *options;
    c->options.units = NULL;
    c->options.custom_solver = NULL; /* it is the caller's until nothing can fail */
    if (options->custom_solver != NULL)
        c->custom = *options->custom_solver;
    c->thresholds = contact_find_thresholds(options);
    contact_clear_statistics(c);
    c->failed = -1;
    c->first_crossing = (struct contact_crossing){.contact = -1, .t = NAN};
    enum fast_status status = scene_alloc(&c->scene, system, &c->statistics);
    if (status == FAST_OK && !allocate_arrays(c, options))
        status = FAST_NO_MEMORY;
    if (status != FAST_OK)
        return status;
    if (options->mode == FAST_FAITHFUL)
        return faithful_alloc(c);
    return stepper_alloc(c);
}

enum fast_status contact_alloc(contact_stepper **stepper,
                               const struct integrator_system *system,
                               const struct integrator_options *options) {
    *stepper = NULL;
    if (!scene_fits(system))
        return FAST_BAD_SYSTEM;
    if (!contact_options_fit(options, system))
        return FAST_BAD_OPTION;
    struct contact_stepper *c = calloc(1, sizeof *c);
    if (c == NULL)
        return FAST_NO_MEMORY;
    const enum fast_status status = allocate_parts(c, system, options);
    if (status != FAST_OK) {
        contact_free(c);
        return status;
    }
    if (options->custom_solver != NULL)
        c->options.custom_solver = &c->custom;
    *stepper = c;
    return FAST_OK;
}

void contact_free(void *self) {
    struct contact_stepper *c = self;
    if (c == NULL)
        return;
    faithful_free(c);
    stepper_free(c);
    if (c->options.custom_solver != NULL && c->custom.free != NULL)
        c->custom.free(c->custom.self);
    scene_free(c->scene);
    free((void *)c->options.units);
    free(c->x);
    free(c->estimate);
    free(c->impulse);
    free(c->load_impulse);
    free(c->joint_impulse);
    free(c->joint_error);
    free(c->gap);
    free(c->room);
    free(c->state);
    free(c);
}

double contact_time(const void *self) {
    const struct contact_stepper *c = self;
    return c->t;
}

const double *contact_state(const void *self) {
    const struct contact_stepper *c = self;
    return c->x;
}

const double *contact_error_estimate(const void *self) {
    const struct contact_stepper *c = self;
    return c->estimate;
}

const double *contact_impulses(const contact_stepper *c) {
    return c->impulse;
}

const double *contact_load_impulses(const contact_stepper *c) {
    return c->load_impulse;
}

const double *contact_joint_impulses(const contact_stepper *c) {
    return c->joint_impulse;
}

const double *contact_gaps(const contact_stepper *c) {
    return c->gap;
}

const enum contact_state *contact_states(const contact_stepper *c) {
    return c->state;
}

enum contact_verdict contact_last_verdict(const contact_stepper *c) {
    return c->verdict;
}

enum contact_verdict contact_run_verdict(const contact_stepper *c) {
    return c->run_verdict;
}

const struct contact_statistics *contact_statistics(const void *self) {
    const struct contact_stepper *c = self;
    return &c->statistics;
}

struct contact_crossing contact_first_crossing(const contact_stepper *c) {
    return c->first_crossing;
}

struct contact_thresholds contact_thresholds(const contact_stepper *c) {
    return c->thresholds;
}

int contact_failed(const void *self) {
    const struct contact_stepper *c = self;
    return c->failed;
}

void contact_listen(contact_stepper *c, contact_listener *listener, void *context) {
    c->listener = listener;
    c->listener_context = context;
}

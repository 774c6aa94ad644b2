/* Default mode's trial: begun from the state that is kept, and taken over by it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

void stepper_begin(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    s->t = c->t;
    memcpy(s->x, c->x, (size_t)scene->nx * sizeof *s->x);
    memset(s->impulse, 0, (size_t)scene->rows * sizeof *s->impulse);
    memset(s->load, 0, (size_t)scene->rows * sizeof *s->load);
    memset(s->joint_impulse, 0, (size_t)scene->joints * sizeof *s->joint_impulse);
    memcpy(s->is_loaded, s->was_loaded, (size_t)scene->contacts * sizeof *s->is_loaded);
    s->verdict = CONTACT_TIGHT;
    s->impacts = 0;
    contact_begin_trial(c);
    s->is_rough = false;
    s->is_set = s->is_at_state;
    s->is_at_state = false;
}

void stepper_commit(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    struct contact_statistics *statistics = &c->statistics;
    memcpy(c->x, s->x, (size_t)scene->nx * sizeof *s->x);
    memcpy(c->impulse, s->impulse, (size_t)scene->rows * sizeof *s->impulse);
    memcpy(c->load_impulse, s->load, (size_t)scene->rows * sizeof *s->load);
    memcpy(c->joint_impulse, s->joint_impulse,
           (size_t)scene->joints * sizeof *s->joint_impulse);
    memcpy(c->gap, scene->gap, (size_t)scene->contacts * sizeof *c->gap);
    memcpy(s->was_loaded, s->is_loaded, (size_t)scene->contacts * sizeof *s->is_loaded);
    memcpy(c->state, s->warm_state, (size_t)scene->contacts * sizeof *c->state);
    c->verdict = s->verdict;
    c->failed = -1;
    s->is_at_state = true;
    for (int i = 0; i < scene->contacts; i++)
        if (-scene->gap[i] > statistics->largest_penetration)
            statistics->largest_penetration = -scene->gap[i];
    for (int i = 0; i < scene->holonomic; i++)
        if (fabs(s->error[i]) > statistics->largest_joint_error)
            statistics->largest_joint_error = fabs(s->error[i]);
}

enum fast_status stepper_take(struct contact_stepper *c, double h) {
    stepper_begin(c);
    const enum fast_status status = stepper_advance(c, h);
    if (status == FAST_OK)
        stepper_commit(c);
    return status;
}

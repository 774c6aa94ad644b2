/* Where default mode starts: on the joints, and inside no contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

/* The contact that is deepest in; -1: none is. */
static int find_penetration(const struct contact_stepper *c) {
    double deepest = -c->thresholds.constraint_tolerance;
    int found = -1;
    for (int i = 0; i < c->scene->contacts; i++)
        if (c->scene->gap[i] < deepest) {
            deepest = c->scene->gap[i];
            found = i;
        }
    return found;
}

/* Puts x1 onto the joints. */
static enum fast_status join(struct contact_stepper *c, double t) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    if (scene->joints == 0)
        return FAST_OK;
    memset(s->is_loaded, 0, (size_t)scene->contacts * sizeof *s->is_loaded);
    s->has_returned = s->has_landed = false;
    enum fast_status status = stepper_finish(c, t);
    for (int i = 0; status == FAST_OK && i < scene->holonomic; i++)
        if (fabs(s->error[i]) > c->thresholds.constraint_tolerance) {
            c->failed = -2 - i;
            status = FAST_INCONSISTENT;
        }
    return status == FAST_CONTRADICTORY || status == FAST_UNVERIFIED ? FAST_INCONSISTENT
                                                                     : status;
}

enum fast_status stepper_start(struct contact_stepper *c, double t, const double *x) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    s->t = t;
    s->warm_h = s->warm_steps = 0;
    s->ends_at_rest = false;
    memcpy(s->x1, x, (size_t)scene->nx * sizeof *x);
    enum fast_status status = stepper_set(c, t, s->x1);
    if (status != FAST_OK)
        return status;
    const int deepest = find_penetration(c);
    if (deepest >= 0) {
        c->failed = deepest;
        return FAST_PENETRATION;
    }
    status = join(c, t);
    if (status != FAST_OK)
        return status;
    memset(s->was_loaded, 0, (size_t)scene->contacts * sizeof *s->was_loaded);
    memcpy(c->x, s->x1, (size_t)scene->nx * sizeof *x);
    memcpy(c->gap, scene->gap, (size_t)scene->contacts * sizeof *c->gap);
    s->is_at_state = true;
    return FAST_OK;
}

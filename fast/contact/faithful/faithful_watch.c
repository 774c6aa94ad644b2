/* What faithful mode may have passed through: as the original it sees contacts where steps
 * begin. A contact that is open there is followed along the way (sweep.c), which decides
 * nothing: it is counted if it is open at the end and not clear in between, or inside and
 * leaving already.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/faithful/faithful_step.h"
#include "fast/contact/sweep.h"

/* Contact i's gap at tau: positions are on the line from c->x to the step's. */
static enum fast_status find_gap(struct contact_stepper *c, double h, double tau, int i,
                                 double *gap) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    double *x = c->room;
    for (int k = 0; k < s->nx; k++)
        x[k] = c->x[k] + tau / h * (f->x[k] - c->x[k]);
    scene_normalize(s, x);
    int which;
    const enum fast_status status =
        scene_gaps(c->scene, c->t + tau, x, f->gap_between, &which);
    *gap = f->gap_between[i];
    return status;
}

/* Contact i's path in the step of h, at whose beginning the scene is. */
static struct sweep begin_sweep(struct contact_stepper *c, double h, int i) {
    const struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    const double *v = f->v_free; /* with which positions have moved */
    const int row = s->first[i];
    const double speed = sweep_speed(s, i, sweep_row_length(s, i), s->offset[row], v, v);
    return (struct sweep){.c = c,
                          .find_gap = find_gap,
                          .h = h,
                          .end = h,
                          .contact = i,
                          .gap_begin = s->gap[i],
                          .rate_begin = NAN,
                          .gap_end = f->gap[i],
                          .speed = speed};
}

static bool may_have_closed(const struct sweep *sweep) {
    struct crossing found;
    return sweep_may_close(sweep->gap_begin, sweep->gap_end, sweep->speed, sweep->h) &&
           (sweep_follow(sweep, &found) != FAST_OK || found.is_crossed ||
            found.is_unclear);
}

void faithful_watch(struct contact_stepper *c, double h) {
    const struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    const double tolerance = c->thresholds.constraint_tolerance;
    for (int i = 0; i < s->contacts; i++)
        if (s->gap[i] > tolerance) {
            const struct sweep sweep = begin_sweep(c, h, i);
            if (f->gap[i] > tolerance ? may_have_closed(&sweep) : sweep_is_past(&sweep))
                contact_note_doubt(c, i);
        }
}

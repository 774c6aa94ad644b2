/* Default mode: what contacts without a row have done between the ends of a step (sweep.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

/* Crossings so close together, in units of the time, are one: rounding of large numbers. */
static const double closeness = 1e-9;

void stepper_note_rows(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    for (int i = 0; s->any_bounces && i < c->scene->contacts; i++) {
        if (!s->bounces[i])
            continue;
        s->row_length[i] = sweep_row_length(c->scene, i);
        s->surface_speed[i] = fabs(c->scene->offset[c->scene->first[i]]);
    }
}

/* The most that contact i's gap changes in a unit of the time; the scene is at the end. */
static double bound_speed(const struct contact_stepper *c, int i) {
    const struct stepper *s = c->stepper;
    const int row = c->scene->first[i];
    const double length = fmax(s->row_length[i], sweep_row_length(c->scene, i)),
                 offset = fmax(s->surface_speed[i], fabs(c->scene->offset[row]));
    const double speed = sweep_speed(c->scene, i, length, offset, s->v_plus, s->answer.v);
    return fmax(speed, fabs(s->u_plus[row]));
}

bool stepper_may_close(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const double *gap = c->scene->gap;
    bool any = false;
    for (int i = 0; s->any_bounces && i < c->scene->contacts; i++) {
        s->is_clear[i] = true;
        if (!s->bounces[i])
            continue;
        s->speed[i] = bound_speed(c, i);
        s->is_clear[i] =
            gap[i] >= 0 && !sweep_may_close(s->gap_before[i], gap[i], s->speed[i], h);
        any = any || !s->is_clear[i];
    }
    return any;
}

/* Contact i's path up to `end` of a step of h, where its gap is in gap_end. */
static struct sweep begin_sweep(struct contact_stepper *c, double h, double end, int i) {
    const struct stepper *s = c->stepper;
    return (struct sweep){.c = c,
                          .find_gap = stepper_find_gap,
                          .h = h,
                          .end = end,
                          .contact = i,
                          .gap_begin = s->gap_before[i],
                          .rate_begin = s->u_plus[c->scene->first[i]],
                          .gap_end = s->gap_end[i],
                          .speed = s->speed[i]};
}

enum fast_status stepper_look(struct contact_stepper *c, double h, double end,
                              struct crossing *found) {
    struct stepper *s = c->stepper;
    memcpy(s->gap_end, c->room, (size_t)c->scene->contacts * sizeof *s->gap_end);
    for (int i = 0; i < c->scene->contacts; i++) {
        if (s->is_clear[i])
            continue;
        const struct sweep sweep = begin_sweep(c, h, end, i);
        const enum fast_status status = sweep_follow(&sweep, found);
        s->is_clear[i] = !found->is_crossed || found->hi >= end * (1 - closeness);
        if (status != FAST_OK || found->is_crossed)
            return status;
        if (found->is_unclear)
            contact_note_doubt(c, i);
    }
    found->contact = -1;
    return FAST_OK;
}

/* What is inside at the end is met by the next step, unless it leaves already. */
static void pass_over_inside(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    memcpy(s->gap_end, c->room, (size_t)c->scene->contacts * sizeof *s->gap_end);
    for (int i = 0; i < c->scene->contacts; i++) {
        if (s->is_clear[i] || s->gap_end[i] >= 0)
            continue;
        const struct sweep sweep = begin_sweep(c, h, h, i);
        if (s->gap_before[i] > c->thresholds.constraint_tolerance &&
            sweep_is_past(&sweep))
            contact_note_doubt(c, i);
        s->is_clear[i] = true;
    }
    memcpy(c->room, s->gap_end, (size_t)c->scene->contacts * sizeof(double));
}

enum fast_status stepper_watch(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct crossing found = {.contact = 0};
    enum fast_status status = FAST_OK;
    pass_over_inside(c, h);
    while (status == FAST_OK && found.contact >= 0) {
        status = stepper_look(c, h, h, &found);
        memcpy(c->room, s->gap_end, (size_t)c->scene->contacts * sizeof(double));
        if (status == FAST_OK && found.contact >= 0)
            contact_note_doubt(c, found.contact);
        if (found.contact >= 0)
            s->is_clear[found.contact] = true;
    }
    return status;
}

enum fast_status stepper_find_gap(struct contact_stepper *c, double h, double tau, int i,
                                  double *gap) {
    struct stepper *s = c->stepper;
    stepper_go_to(c, h, tau);
    const enum fast_status status =
        scene_gaps(c->scene, s->t + tau, s->x1, c->room, &c->failed);
    *gap = c->room[i];
    return status;
}

void stepper_go_to(struct contact_stepper *c, double h, double tau) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const int nq = scene->nq, nv = scene->nv;
    const double part = tau / h, bend = s->is_linear ? tau * part : tau * part / 2;
    for (int i = 0; i < nq; i++)
        s->x1[i] = s->x[i] + (tau * s->qdot[i] + bend * s->qdot_change[i]);
    for (int j = 0; j < nv; j++)
        s->x1[nq + j] = s->v_plus[j] + part * s->change[j];
    for (int k = nv; k < nv + scene->nz; k++)
        s->x1[nq + k] = s->x[nq + k] + tau * s->ydot[k];
    scene_normalize(scene, s->x1);
}

/* What compression and expansion of an impact share: poses, solutions, what is noticed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/stepper/impact.h"

#include <math.h>
#include <string.h>

/* The trial's velocities. */
double *impact_velocities(const struct contact_stepper *c) {
    return c->stepper->x + c->scene->nq;
}

bool impact_approaches(const struct contact_stepper *c, int i) {
    const struct stepper *s = c->stepper;
    return stepper_touches(c, i) && s->u_before[c->scene->first[i]] < -s->threshold;
}

/* e of contact i in this impact. */
double impact_restitution(const struct contact_stepper *c, int i) {
    if (c->options.restitution == CONTACT_NO_RESTITUTION || !impact_approaches(c, i))
        return 0;
    return contact_effective_restitution(c, i, -c->stepper->u_before[c->scene->first[i]]);
}

/* From v_free, with nothing known; all or only those that approach take part. */
void impact_pose(struct contact_stepper *c, bool only_approaching) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    stepper_pose(c);
    for (int i = 0; i < scene->contacts; i++) {
        s->takes_part[i] =
            only_approaching ? impact_approaches(c, i) : stepper_touches(c, i);
        s->friction[i] = stepper_friction(c, i, s->u_before);
    }
}

void impact_clear(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    memset(s->answer.impulse, 0, (size_t)c->scene->rows * sizeof(double));
    memset(s->answer.joint_impulse, 0, (size_t)c->scene->joints * sizeof(double));
    memset(s->answer.state, 0, (size_t)c->scene->contacts * sizeof *s->answer.state);
}

void impact_add(int n, double factor, const double *part, double *sum) {
    for (int i = 0; i < n; i++)
        sum[i] += factor * part[i];
}

struct notice impact_notice(const struct contact_stepper *c, int round) {
    return (struct notice){.phase = CONTACT_COMPRESSION,
                           .round = round,
                           .t = c->stepper->t,
                           .before = c->stepper->u_before,
                           .v_before = impact_velocities(c)};
}

enum fast_status impact_solve(struct contact_stepper *c, const struct notice *notice) {
    struct stepper *s = c->stepper;
    memcpy(s->v_free, impact_velocities(c), (size_t)c->scene->nv * sizeof *s->v_free);
    impact_clear(c);
    return stepper_solve(c, &s->velocity, notice);
}

/* v_compressed and its impulses: no restitution. */
enum fast_status impact_compress(struct contact_stepper *c, int round) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const struct notice notice = impact_notice(c, round);
    const enum fast_status status = impact_solve(c, &notice);
    if (status != FAST_OK)
        return status;
    memcpy(s->v_compressed, s->answer.v, (size_t)scene->nv * sizeof(double));
    memcpy(s->r_compressed, s->answer.impulse, (size_t)scene->rows * sizeof(double));
    memcpy(s->l_compressed, s->answer.joint_impulse,
           (size_t)scene->joints * sizeof(double));
    return FAST_OK;
}

/* Takes the velocities and impulses of the answer over. */
void impact_take(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    memcpy(impact_velocities(c), s->answer.v, (size_t)scene->nv * sizeof(double));
    impact_add(scene->rows, 1, s->answer.impulse, s->impulse);
    impact_add(scene->joints, 1, s->answer.joint_impulse, s->joint_impulse);
}

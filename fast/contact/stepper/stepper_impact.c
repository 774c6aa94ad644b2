/* Impacts at the trial state: compression by the laws of a solve without load, restitution by
 * Poisson's or Newton's hypothesis, capped so that energy never rises (reference: Ch. Glocker,
 * F. Pfeiffer, Nonlinear Dynamics 7 (1995) 471; the cap is this project's: fast/contact/theory.md).
 * Rounds as Simbody 3.7 has them: simultaneous, sequential, mixed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/impact.h"

/* The trial's velocities. */
double *impact_velocities(const struct contact_stepper *c) {
    return c->stepper->x + c->scene->nq;
}

static bool impact_approaches(const struct contact_stepper *c, int i) {
    const struct stepper *s = c->stepper;
    return stepper_touches(c, i) && s->u_before[c->scene->first[i]] < -s->threshold;
}

static bool any_approaches(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (impact_approaches(c, i))
            return true;
    return false;
}

/* e of contact i in this impact. */
double impact_restitution(const struct contact_stepper *c, int i) {
    if (c->options.restitution == CONTACT_NO_RESTITUTION || !impact_approaches(c, i))
        return 0;
    return contact_effective_restitution(c, i, -c->stepper->u_before[c->scene->first[i]]);
}

static bool any_restitution(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (c->stepper->takes_part[i] && impact_restitution(c, i) > 0)
            return true;
    return false;
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

/* One round: the velocities u_before become those after it. */
static enum fast_status take_round(struct contact_stepper *c, int round,
                                   bool only_approaching, bool is_plain) {
    struct stepper *s = c->stepper;
    c->statistics.rounds++;
    scene_joint_velocities(c->scene, impact_velocities(c), s->joint_before);
    impact_pose(c, only_approaching);
    const bool returns = !is_plain && any_restitution(c);
    if (returns && c->options.restitution == CONTACT_NEWTON)
        return impact_reflect(c, round, only_approaching);
    const enum fast_status status = impact_compress(c, round);
    if (status != FAST_OK || !returns) {
        if (status == FAST_OK)
            impact_take(c);
        return status;
    }
    return impact_expand(c, round, only_approaching);
}

enum fast_status stepper_impact(struct contact_stepper *c, bool *was_hit) {
    struct stepper *s = c->stepper;
    const bool is_simultaneous = c->options.induced == CONTACT_SIMULTANEOUS;
    const bool is_mixed = c->options.induced == CONTACT_MIXED;
    const int most = is_simultaneous ? 1 : c->options.max_induced;
    if (!s->knows_velocities)
        scene_velocities(c->scene, impact_velocities(c), s->u_before);
    s->knows_velocities = false;
    *was_hit = any_approaches(c);
    if (!*was_hit)
        return FAST_OK;
    c->statistics.impacts++;
    s->is_rough = true;
    for (int round = 1; round <= most; round++) {
        const bool is_last = round == most;
        const enum fast_status status =
            take_round(c, round, !is_simultaneous && !(is_mixed && is_last), false);
        if (status != FAST_OK)
            return status;
        scene_velocities(c->scene, impact_velocities(c), s->u_before);
        if (!any_approaches(c))
            return FAST_OK;
    }
    if (is_simultaneous)
        return FAST_OK;
    c->doubts.rounds_exhausted++;
    return take_round(c, most + 1, false, true);
}

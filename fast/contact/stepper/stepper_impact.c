/* Impacts at the trial state: compression by the laws of a solve without load, restitution by
 * Poisson's or Newton's hypothesis, capped so that energy never rises (reference: Ch. Glocker,
 * F. Pfeiffer, Nonlinear Dynamics 7 (1995) 471; the cap is this project's: fast/contact/theory.md).
 * Rounds as Simbody 3.7 has them: simultaneous, sequential, mixed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/stepper/impact.h"

static bool any_approaches(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (impact_approaches(c, i))
            return true;
    return false;
}

static bool any_restitution(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (c->stepper->takes_part[i] && impact_restitution(c, i) > 0)
            return true;
    return false;
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

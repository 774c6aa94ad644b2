/* What restitution makes of a compression: Poisson's expansion, and what it induces, or Newton's
 * law, both as far as energy allows (impact_budget.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/impact.h"

/* More energy than before by this part of it is rounding's. */
static const double rounding_of_energy = 64 * DBL_EPSILON;

/* From compression's end, whose velocities u are u_free. */
static struct notice find_notice(const struct contact_stepper *c, int round) {
    const struct stepper *s = c->stepper;
    return (struct notice){.phase = CONTACT_EXPANSION,
                           .round = round,
                           .t = s->t,
                           .before = s->u_free,
                           .v_before = s->v_compressed,
                           .expansion = s->expansion,
                           .is_silent = true};
}

static enum fast_status solve_expansion(struct contact_stepper *c, int round) {
    const struct notice notice = find_notice(c, round);
    impact_clear(c);
    return stepper_solve(c, &c->stepper->velocity, &notice);
}

static void count_cap(struct contact_stepper *c, double cap) {
    if (!(cap < 1))
        return;
    c->statistics.restitution_caps++;
    c->statistics.smallest_restitution_cap =
        fmin(c->statistics.smallest_restitution_cap, cap);
}

/* change := the velocity that expansion adds, joints held by the answer's impulses. */
static enum fast_status respond(struct contact_stepper *c, int round) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    scene_momentum(scene, s->expansion, s->change);
    scene_solve_mass(scene, s->change, s->change);
    if (scene->joints == 0)
        return FAST_OK;
    memset(s->takes_part, 0, (size_t)scene->contacts * sizeof *s->takes_part);
    memset(s->joint_offset, 0, (size_t)scene->joints * sizeof *s->joint_offset);
    memcpy(s->v_free, s->change, (size_t)scene->nv * sizeof *s->v_free);
    const enum fast_status status = solve_expansion(c, round);
    memcpy(s->l_free, s->answer.joint_impulse, (size_t)scene->joints * sizeof(double));
    memcpy(s->change, s->answer.v, (size_t)scene->nv * sizeof *s->change);
    return status;
}

/* expansion := what compression has given back e times. Returns its work on what
 * compression has left, r . u. */
static double find_expansion(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    double work = 0;
    memset(s->expansion, 0, (size_t)scene->rows * sizeof *s->expansion);
    for (int i = 0; i < scene->contacts; i++) {
        const int row = scene->first[i];
        if (s->takes_part[i])
            s->expansion[row] = impact_restitution(c, i) * s->r_compressed[row];
        work += s->expansion[row] * s->u_free[row];
    }
    return work;
}

/* The expansion, and what it induces: the answer. */
static enum fast_status apply_expansion(struct contact_stepper *c, int round,
                                        bool only_approaching) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    impact_pose(c, only_approaching);
    for (int i = 0; i < scene->contacts; i++)
        s->known[i] = s->expansion[scene->first[i]];
    for (int j = 0; j < scene->nv; j++)
        s->v_free[j] = s->v_compressed[j] + s->change[j];
    return solve_expansion(c, round);
}

/* r_total and l_total := all impulses of the round. Whether there is more energy than
 * before it. */
static bool gains_energy(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    for (int i = 0; i < scene->rows; i++)
        s->r_total[i] = s->r_compressed[i] + s->expansion[i] + s->answer.impulse[i];
    for (int i = 0; i < scene->joints; i++)
        s->l_total[i] = s->l_compressed[i] + s->l_free[i] + s->answer.joint_impulse[i];
    scene_velocities(scene, s->answer.v, s->u_after);
    const double spent = stepper_energy_spent(c, s->u_after, s->r_total, s->l_total);
    return -spent > rounding_of_energy * scene_energy(scene, impact_velocities(c));
}

static void scale(int n, double factor, double *x) {
    for (int i = 0; i < n; i++)
        x[i] *= factor;
}

/* As much of the expansion as the energy that compression has taken allows. */
static void cap_expansion(struct contact_stepper *c, double work, double budget) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double cap = stepper_find_cap(work, scene_energy(scene, s->change), budget);
    scale(scene->rows, cap, s->expansion);
    scale(scene->nv, cap, s->change);
    scale(scene->joints, cap, s->l_free);
    count_cap(c, cap);
}

/* Poisson: what compression has given a contact comes back e times; all of it, and where
 * that would gain energy as much as energy allows. */
enum fast_status impact_expand(struct contact_stepper *c, int round,
                               bool only_approaching) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    scene_velocities(scene, s->v_compressed, s->u_free);
    const double budget =
        stepper_energy_spent(c, s->u_free, s->r_compressed, s->l_compressed);
    const double work = find_expansion(c);
    enum fast_status status = respond(c, round);
    if (status == FAST_OK)
        status = apply_expansion(c, round, only_approaching);
    if (status == FAST_OK && gains_energy(c)) {
        cap_expansion(c, work, budget);
        status = apply_expansion(c, round, only_approaching);
        gains_energy(c);
    }
    if (status != FAST_OK)
        return status;
    const struct notice notice = find_notice(c, round);
    stepper_tell(c, &notice);
    memcpy(impact_velocities(c), s->answer.v, (size_t)scene->nv * sizeof(double));
    impact_add(scene->rows, 1, s->r_total, s->impulse);
    impact_add(scene->joints, 1, s->l_total, s->joint_impulse);
    return FAST_OK;
}

/* The part of the way from compression, whose velocities u are u_after, that energy allows, as an
 * expansion that induces nothing. */
static void tell_part(struct contact_stepper *c, int round, double cap) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const struct notice notice = find_notice(c, round);
    const struct contact_answer kept = s->answer;
    if (c->listener == NULL)
        return;
    memcpy(s->u_free, s->u_after, (size_t)scene->rows * sizeof *s->u_free);
    for (int i = 0; i < scene->rows; i++)
        s->expansion[i] = cap * (s->expansion[i] - s->r_compressed[i]);
    memcpy(s->v_free, impact_velocities(c), (size_t)scene->nv * sizeof *s->v_free);
    memset(s->r_total, 0, (size_t)scene->rows * sizeof *s->r_total);
    memset(s->l_total, 0, (size_t)scene->joints * sizeof *s->l_total);
    for (int i = 0; i < scene->joints; i++)
        s->l_free[i] = cap * (s->l_free[i] - s->l_compressed[i]);
    s->answer.v = s->v_free;
    s->answer.impulse = s->r_total;
    s->answer.joint_impulse = s->l_total;
    stepper_tell(c, &notice);
    s->answer = kept;
}

/* Newton: u_n >= -e u_n of before; where that would gain energy, as far from compression
 * towards it as energy allows. */
enum fast_status impact_reflect(struct contact_stepper *c, int round,
                                bool only_approaching) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    for (int i = 0; i < scene->contacts; i++)
        s->offset[scene->first[i]] +=
            impact_restitution(c, i) * s->u_before[scene->first[i]];
    struct notice notice = impact_notice(c, round);
    notice.is_silent = true;
    enum fast_status status = impact_solve(c, &notice);
    if (status != FAST_OK)
        return status;
    scene_velocities(scene, s->answer.v, s->u_after);
    const double spent =
        stepper_energy_spent(c, s->u_after, s->answer.impulse, s->answer.joint_impulse);
    if (spent >= -rounding_of_energy * scene_energy(scene, impact_velocities(c))) {
        stepper_tell(c, &notice);
        impact_take(c);
        return FAST_OK;
    }
    memcpy(s->change, s->answer.v, (size_t)scene->nv * sizeof *s->change);
    memcpy(s->expansion, s->answer.impulse, (size_t)scene->rows * sizeof(double));
    memcpy(s->l_free, s->answer.joint_impulse, (size_t)scene->joints * sizeof(double));
    impact_pose(c, only_approaching);
    status = impact_compress(c, round);
    if (status != FAST_OK)
        return status;
    scene_velocities(scene, s->v_compressed, s->u_after);
    const double budget =
        stepper_energy_spent(c, s->u_after, s->r_compressed, s->l_compressed);
    double x = 0;
    for (int i = 0; i < scene->rows; i++)
        x += (s->expansion[i] - s->r_compressed[i]) * s->u_after[i];
    impact_add(scene->nv, -1, s->v_compressed, s->change);
    const double cap = stepper_find_cap(x, scene_energy(scene, s->change), budget);
    count_cap(c, cap);
    memcpy(impact_velocities(c), s->v_compressed, (size_t)scene->nv * sizeof(double));
    impact_add(scene->nv, cap, s->change, impact_velocities(c));
    impact_add(scene->rows, 1 - cap, s->r_compressed, s->impulse);
    impact_add(scene->rows, cap, s->expansion, s->impulse);
    impact_add(scene->joints, 1 - cap, s->l_compressed, s->joint_impulse);
    impact_add(scene->joints, cap, s->l_free, s->joint_impulse);
    tell_part(c, round, cap);
    return FAST_OK;
}

/* The end of a step, or of a part of it: positions off the joints or inside contacts are moved
 * by the d of least kinetic norm 1/2 d^T M d with
 *
 *     G d + g = 0,   J_n d + gap >= 0,   and complementary impulses without friction,
 *
 * which velocities know nothing of. "Bilateral" also closes contacts that have carried load
 * and have come open by their surfaces' curvature: they are pressed together, by what
 * pressed them, and by a little more than they are open. Then velocities are put onto the
 * joints and the loaded contacts at the position that was reached.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/judge/judge.h"
#include "fast/contact/stepper/stepper.h"

/* Newton's method on gaps and joints, which are smooth, and off by little. */
enum { most_iterations = 16, most_closings = 8 };
/* Each loaded contact is pressed by so many times what would close all of them between its two
 * bodies alone. */
static const double ways_pressed = 2;
/* What is left open after a try, at most, for another one. */
static const double getting_on = 0.9;
/* Contacts this many times wider open than the rest is deep take no part. */
static const double reach_in_depths = 1e3;
/* How exactly displacements are asked for, in constraint tolerances. */
static const double part_of_tolerance = 0.01;

/* How far positions are off, beyond the tolerance; 0: not at all. Loaded contacts are closed
 * as far as that gets on: those of a face that has turned cannot all be. */
static double find_depth(const struct contact_stepper *c, bool closes) {
    const struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double tolerance = c->thresholds.constraint_tolerance;
    double depth = 0;
    for (int i = 0; i < scene->contacts; i++)
        if (scene->gap[i] < -tolerance ||
            (closes && s->is_loaded[i] && scene->gap[i] > tolerance))
            depth = fmax(depth, fabs(scene->gap[i]));
    for (int i = 0; i < scene->holonomic; i++)
        if (fabs(s->error[i]) > tolerance)
            depth = fmax(depth, fabs(s->error[i]));
    return depth;
}

/* v_free := what presses the loaded contacts together where one of them is open; the least
 * change that leaves none inside then undoes all of it but what closes them. Else zero. */
static void press(struct contact_stepper *c, bool closes) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    double open = 0;
    for (int i = 0; i < scene->contacts; i++)
        if (s->is_loaded[i] && scene->gap[i] > 0)
            open += scene->gap[i];
    if (!closes || open == 0) {
        memset(s->v_free, 0, (size_t)scene->nv * sizeof *s->v_free);
        return;
    }
    memset(s->expansion, 0, (size_t)scene->rows * sizeof *s->expansion);
    for (int i = 0; i < scene->contacts; i++)
        if (s->is_loaded[i])
            s->expansion[scene->first[i]] =
                -ways_pressed * open / scene_inverse_mass(scene, scene->first[i]);
    scene_momentum(scene, s->expansion, s->v_free);
    scene_solve_mass(scene, s->v_free, s->v_free);
}

/* The problem of displacements. */
static void pose_displacements(struct contact_stepper *c, double depth, bool closes) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double reach = reach_in_depths * depth;
    stepper_pose(c);
    s->problem.floor = part_of_tolerance * c->thresholds.constraint_tolerance;
    memset(s->offset, 0, (size_t)scene->rows * sizeof *s->offset);
    memset(s->friction, 0, (size_t)scene->contacts * sizeof *s->friction);
    for (int i = 0; i < scene->contacts; i++) {
        s->offset[scene->first[i]] = scene->gap[i];
        s->takes_part[i] = scene->gap[i] <= reach;
    }
    memset(s->joint_offset, 0, (size_t)scene->joints * sizeof *s->joint_offset);
    memcpy(s->joint_offset, s->error, (size_t)scene->holonomic * sizeof *s->error);
    memset(s->answer.impulse, 0, (size_t)scene->rows * sizeof(double));
    memset(s->answer.joint_impulse, 0, (size_t)scene->joints * sizeof(double));
    memset(s->answer.state, 0, (size_t)scene->contacts * sizeof *s->answer.state);
    press(c, closes);
}

/* x1's positions += N d. */
static enum fast_status displace(struct contact_stepper *c, double t, const double *d) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    const enum fast_status status = scene_map(scene, s->x1, d, s->qdot);
    for (int i = 0; i < scene->nq && status == FAST_OK; i++)
        s->x1[i] += s->qdot[i];
    scene_normalize(scene, s->x1);
    return status == FAST_OK ? stepper_set(c, t, s->x1) : status;
}

static enum fast_status project_gaps(struct contact_stepper *c, double t) {
    struct stepper *s = c->stepper;
    const struct notice notice = {
        .phase = CONTACT_POSITION, .t = t, .before = s->offset, .v_before = s->v_free};
    enum fast_status status = FAST_OK;
    bool closes = c->options.contact_projection == CONTACT_BILATERAL;
    double depth = find_depth(c, closes);
    for (int k = 0; k < most_iterations && depth > 0 && status == FAST_OK; k++) {
        c->statistics.position_projections += k == 0;
        pose_displacements(c, depth, closes);
        status = stepper_solve(c, &s->position, &notice);
        if (status != FAST_OK || s->answer.verdict >= CONTACT_INFEASIBLE)
            break;
        status = displace(c, t, s->answer.v);
        if (status == FAST_OK)
            status = scene_joint_errors(c->scene, t, s->x1, s->error, &c->failed);
        closes =
            closes && k + 1 < most_closings && find_depth(c, true) <= getting_on * depth;
        depth = find_depth(c, closes);
    }
    if (status == FAST_OK && depth > 0 && find_depth(c, false) > 0) {
        c->statistics.position_projection_failures++;
        if (s->verdict < CONTACT_NOT_VERIFIED)
            s->verdict = CONTACT_NOT_VERIFIED;
        return c->options.accepts_unverified ? FAST_OK : FAST_UNVERIFIED;
    }
    return status;
}

/* Whether velocities may have come off the joints and the loaded contacts. */
static bool may_be_off(const struct contact_stepper *c) {
    const struct scene *scene = c->scene;
    if (c->stepper->velocity.is_stale || c->stepper->has_landed || scene->joints > 0)
        return true;
    for (int i = 0; i < scene->rows; i++)
        if (scene->offset[i] != 0)
            return true;
    return false;
}

static bool is_off(const struct contact_stepper *c) {
    const struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    for (int i = 0; i < scene->joints; i++)
        if (fabs(s->joint_before[i]) > s->threshold)
            return true;
    for (int i = 0; i < scene->contacts; i++)
        if (s->is_loaded[i] && stepper_touches(c, i) &&
            s->u_before[scene->first[i]] < -s->threshold)
            return true;
    return false;
}

/* Whether the velocities that the load's judge has found at all contacts are those at the end: no
 * row has changed since. */
static bool are_judged(const struct contact_stepper *c) {
    const struct stepper *s = c->stepper;
    return s->ends_at_rest && !s->velocity.is_stale &&
           memcmp(s->offset, c->scene->offset,
                  (size_t)c->scene->rows * sizeof *s->offset) == 0;
}

/* u_before := the velocities at contacts at the end, of v1. */
static void find_velocities(struct contact_stepper *c, const double *v1) {
    struct stepper *s = c->stepper;
    if (are_judged(c))
        memcpy(s->u_before, s->velocity.judge->u,
               (size_t)c->scene->rows * sizeof *s->u_before);
    else
        scene_velocities(c->scene, v1, s->u_before);
    s->knows_velocities = true;
}

/* Nothing comes back here: surfaces and joints have turned, or what does not bounce lands. */
static enum fast_status settle(struct contact_stepper *c, double t) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    double *v1 = s->x1 + scene->nq;
    const struct notice notice = {
        .phase = CONTACT_COMPRESSION, .t = t, .before = s->u_before, .v_before = v1};
    if (!may_be_off(c)) {
        if (are_judged(c))
            find_velocities(c, v1);
        return FAST_OK;
    }
    for (int j = 0; s->has_returned && j < scene->nv; j++)
        v1[j] -= s->returned[j];
    find_velocities(c, v1);
    scene_joint_velocities(scene, v1, s->joint_before);
    if (!s->has_returned && !is_off(c))
        return FAST_OK;
    c->statistics.impacts += s->has_landed;
    s->knows_velocities = false;
    stepper_pose(c);
    memcpy(s->v_free, v1, (size_t)scene->nv * sizeof *v1);
    for (int i = 0; i < scene->contacts; i++) {
        s->takes_part[i] = stepper_touches(c, i) &&
                           (s->is_loaded[i] ||
                            !((s->bounces[i] && c->options.locates_impacts) ||
                              stepper_may_bounce(c, i, -s->u_before[scene->first[i]])));
        s->friction[i] = stepper_friction(c, i, s->u_before);
    }
    memset(s->answer.impulse, 0, (size_t)scene->rows * sizeof(double));
    memset(s->answer.joint_impulse, 0, (size_t)scene->joints * sizeof(double));
    memset(s->answer.state, 0, (size_t)scene->contacts * sizeof *s->answer.state);
    const enum fast_status status = stepper_solve(c, &s->velocity, &notice);
    if (status != FAST_OK)
        return status;
    memcpy(v1, s->answer.v, (size_t)scene->nv * sizeof *v1);
    for (int i = 0; i < scene->rows; i++)
        s->impulse[i] += s->answer.impulse[i];
    for (int i = 0; i < scene->joints; i++)
        s->joint_impulse[i] += s->answer.joint_impulse[i];
    return FAST_OK;
}

enum fast_status stepper_finish(struct contact_stepper *c, double t) {
    struct stepper *s = c->stepper;
    enum fast_status status =
        scene_joint_errors(c->scene, t, s->x1, s->error, &c->failed);
    if (status == FAST_OK && c->options.contact_projection != CONTACT_NO_PROJECTION)
        status = project_gaps(c, t);
    return status == FAST_OK ? settle(c, t) : status;
}

/* One problem of velocities and impulses: posed, solved, judged, counted, told. Kinetic
 * energy relative to what moves by itself changes by r . u - 1/2 |v - v_free|^2 <= 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/contact/judge/judge.h"
#include "fast/contact/stepper/stepper.h"

/* Rounding of gaps, in eps times the scene's length. */
static const double rounding_of_gaps = 16;
/* Rises of energy below this part of it are rounding. */
static const double rounding_of_energy = 1e-13;

bool stepper_may_bounce(const struct contact_stepper *c, int i, double speed) {
    return c->options.restitution != CONTACT_NO_RESTITUTION &&
           contact_effective_restitution(c, i, speed) > 0;
}

double stepper_friction_of_slip(const struct contact_stepper *c, int i, const double *u) {
    const int *first = c->scene->first;
    double square = 0;
    for (int k = first[i] + 1; k < first[i + 1]; k++)
        square += u[k] * u[k];
    return contact_effective_friction(c, i, sqrt(square),
                                      c->thresholds.transition_velocity);
}

enum fast_status stepper_set(struct contact_stepper *c, double t, const double *x) {
    struct stepper *s = c->stepper;
    s->is_set = s->is_at_state = s->knows_velocities = false;
    const enum fast_status status = scene_set(c->scene, t, x, &c->failed);
    s->velocity.is_stale = s->velocity.is_stale || c->scene->is_changed;
    s->position.is_stale = s->position.is_stale || c->scene->is_changed;
    return status;
}

void stepper_pose(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    memcpy(s->offset, scene->offset, (size_t)scene->rows * sizeof *s->offset);
    if (scene->joints > 0)
        memcpy(s->joint_offset, scene->joint_offset,
               (size_t)scene->joints * sizeof *s->joint_offset);
    memset(s->known, 0, (size_t)scene->contacts * sizeof *s->known);
    memset(s->takes_part, 0, (size_t)scene->contacts * sizeof *s->takes_part);
    s->problem.matrix = scene->matrix;
    s->problem.floor = 0;
    s->ends_at_rest = false;
}

static bool nobody_takes_part(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (c->stepper->takes_part[i])
            return false;
    return c->scene->joints == 0;
}

/* Without contacts and joints v is v_free. */
static void answer_freely(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    double *v = s->answer.v, *impulse = s->answer.impulse;
    enum contact_state *state = s->answer.state;
    s->answer = (struct contact_answer){.v = v,
                                        .impulse = impulse,
                                        .joint_impulse = s->answer.joint_impulse,
                                        .state = state};
    memcpy(v, s->v_free, (size_t)scene->nv * sizeof *v);
    memset(impulse, 0, (size_t)scene->rows * sizeof *impulse);
    memset(state, 0, (size_t)scene->contacts * sizeof *state);
}

static enum fast_status answer(struct contact_stepper *c, struct pose *pose) {
    struct stepper *s = c->stepper;
    const bool has_moved = c->custom.solve != NULL && s->last != pose;
    if (nobody_takes_part(c)) {
        answer_freely(c);
        return FAST_OK;
    }
    s->problem.is_changed = pose->is_stale || has_moved;
    s->last = pose;
    enum fast_status status =
        pose->solver.solve(pose->solver.self, &s->problem, &s->answer);
    if (status == FAST_OK && pose->has_own_judge)
        status = contact_measure(pose->judge, &s->problem, &s->answer);
    else if (status == FAST_OK)
        judge_answer(pose->judge, &s->problem, &s->answer);
    pose->is_stale = status != FAST_OK;
    return status;
}

static bool energy_rises(const struct contact_stepper *c) {
    const struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    double change = s->answer.energy_change, size = fabs(change);
    for (int i = 0; i < scene->rows; i++) {
        const double work = s->answer.impulse[i] * s->offset[i];
        change += work, size += fabs(work);
    }
    for (int i = 0; i < scene->joints; i++) {
        const double work = s->answer.joint_impulse[i] * s->joint_offset[i];
        change += work, size += fabs(work);
    }
    if (change <= 0)
        return false;
    return change > rounding_of_energy * (size + scene_energy(scene, s->v_free));
}

static void count_stepper_solve(struct contact_stepper *c, double t) {
    struct contact_statistics *statistics = &c->statistics;
    const struct contact_answer *answer = &c->stepper->answer;
    statistics->solves++;
    statistics->solves_warm += answer->iterations == 0;
    statistics->solves_tight += answer->verdict == CONTACT_TIGHT;
    statistics->solves_verified += answer->verdict == CONTACT_VERIFIED;
    statistics->solves_not_verified += answer->verdict == CONTACT_NOT_VERIFIED;
    statistics->solves_ill_conditioned += answer->verdict == CONTACT_ILL_CONDITIONED;
    statistics->solves_infeasible += answer->verdict == CONTACT_INFEASIBLE;
    statistics->iterations += answer->iterations;
    statistics->factorizations += answer->factorizations;
    contact_note_residual(c, answer->residual, t);
    statistics->energy_rises += energy_rises(c);
}

void stepper_tell(struct contact_stepper *c, const struct notice *notice) {
    struct stepper *s = c->stepper;
    if (c->listener == NULL)
        return;
    scene_velocities(c->scene, s->answer.v, s->u_after);
    const struct contact_event event = {
        .phase = notice->phase,
        .round = notice->round,
        .t = notice->t,
        .h = notice->h,
        .problem = &s->problem,
        .answer = &s->answer,
        .expansion = notice->expansion,
        .joint_expansion = notice->expansion != NULL ? s->l_free : NULL,
        .before = notice->before,
        .after = s->u_after,
        .energy_before = scene_energy(c->scene, notice->v_before),
        .energy_after = scene_energy(c->scene, s->answer.v),
    };
    c->listener(c->listener_context, &event);
}

/* What an infeasible answer is about: the largest impulse's contact or joint. */
static int find_largest(const struct contact_stepper *c) {
    const struct contact_answer *answer = &c->stepper->answer;
    double largest = 0;
    int found = -1;
    for (int i = 0; i < c->scene->contacts; i++)
        if (answer->impulse[c->scene->first[i]] > largest) {
            largest = answer->impulse[c->scene->first[i]];
            found = i;
        }
    for (int i = 0; i < c->scene->joints; i++)
        if (fabs(answer->joint_impulse[i]) > largest) {
            largest = fabs(answer->joint_impulse[i]);
            found = -2 - i;
        }
    return found;
}

enum fast_status stepper_solve(struct contact_stepper *c, struct pose *pose,
                               const struct notice *notice) {
    struct stepper *s = c->stepper;
    if (notice->phase == CONTACT_LOAD && s->problem.floor > 0)
        s->problem.floor = rounding_of_gaps * DBL_EPSILON * c->options.length / notice->h;
    const enum fast_status status = answer(c, pose);
    if (status != FAST_OK)
        return status;
    count_stepper_solve(c, notice->t);
    if (!notice->is_silent)
        stepper_tell(c, notice);
    const enum contact_verdict verdict = s->answer.verdict;
    if (notice->phase == CONTACT_POSITION)
        return FAST_OK;
    if (verdict > s->verdict)
        s->verdict = verdict;
    if (verdict == CONTACT_INFEASIBLE) {
        c->failed = find_largest(c);
        return FAST_CONTRADICTORY;
    }
    if (verdict >= CONTACT_NOT_VERIFIED && !c->options.accepts_unverified) {
        c->failed = judge_find_worst(pose->judge, &s->problem, s->answer.impulse);
        return FAST_UNVERIFIED;
    }
    return FAST_OK;
}

/* Default mode's step: impacts, load, positions; what bounces within it splits it there
 * (fast/contact/theory.md has it on a page).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

/* What is left of a step below this part of it is rounding. */
static const double rounding = 4 * DBL_EPSILON;
/* Impulses that differ by less than this part of the normal one are the same but for
 * rounding. */
static const double sameness = 1e-11;

/* Where the next load starts: from the impulses of this one, of h. At rest impulses that are off
 * by e serve for some steps, n, until the velocities n e are worth a solve, whose impulses are
 * off by -n e to undo them: what is right lies n / (n + 1) of the way back. */
static void keep_start(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const struct contact_answer *answer = &s->answer;
    const bool is_new = answer->iterations > 0;
    const double factor = is_new && s->warm_h > 0 ? h / s->warm_h : INFINITY;
    const double back = s->warm_steps / (s->warm_steps + 1);
    for (int i = 0; i < scene->contacts; i++) {
        const int first = scene->first[i];
        const double same = sameness * answer->impulse[first];
        for (int k = first; k < scene->first[i + 1]; k++) {
            const double r = answer->impulse[k], change = factor * s->warm[k] - r;
            s->warm[k] = fabs(change) <= same ? r + change * back : r;
        }
    }
    memcpy(s->warm_joint, answer->joint_impulse,
           (size_t)scene->joints * sizeof *s->warm_joint);
    memcpy(s->warm_state, answer->state, (size_t)scene->contacts * sizeof *s->warm_state);
    s->warm_steps = is_new ? 0 : s->warm_steps + 1;
    s->warm_h = h;
}

/* The part of the load's impulses that a part of its time has brought. */
static void take_impulses(struct contact_stepper *c, double h, double part) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const struct contact_answer *answer = &s->answer;
    for (int i = 0; i < scene->rows; i++) {
        s->load[i] += part * answer->impulse[i];
        s->impulse[i] += part * answer->impulse[i];
    }
    for (int i = 0; i < scene->joints; i++)
        s->joint_impulse[i] += part / 2 * answer->joint_impulse[i];
    for (int j = 0; scene->joints > 0 && j < scene->nv; j++)
        s->returned[j] *= part;
    s->has_returned = scene->joints > 0;
    keep_start(c, h);
}

/* x1 := where a load of h leads to. */
static enum fast_status move(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    const int nq = scene->nq, nv = scene->nv;
    const double *v1 = s->answer.v;
    for (int j = 0; j < nv; j++)
        s->mean[j] = s->is_linear ? v1[j] : (s->v_plus[j] + v1[j]) / 2;
    const enum fast_status status = scene_map(scene, s->x, s->mean, s->qdot);
    for (int i = 0; i < nq; i++)
        s->x1[i] = s->x[i] + h * s->qdot[i];
    memcpy(s->x1 + nq, v1, (size_t)nv * sizeof *v1);
    for (int k = nv; k < nv + scene->nz; k++)
        s->x1[nq + k] = s->x[nq + k] + h * s->ydot[k];
    scene_normalize(scene, s->x1);
    return status;
}

/* Load and motion of h; the scene is at the end. */
static enum fast_status go(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    enum fast_status status = stepper_load(c, h);
    if (status == FAST_OK)
        status = move(c, h);
    if (status != FAST_OK)
        return status;
    memcpy(s->gap_before, c->scene->gap, (size_t)c->scene->contacts * sizeof(double));
    stepper_note_rows(c);
    return stepper_set(c, s->t + h, s->x1);
}

/* The scene, and the load, of the trial state again. */
static enum fast_status go_again(struct contact_stepper *c, double h) {
    const enum fast_status status = stepper_set(c, c->stepper->t, c->stepper->x);
    return status == FAST_OK ? go(c, h) : status;
}

/* Ends the part of h at tau. */
static enum fast_status split(struct contact_stepper *c, double h, double tau) {
    struct stepper *s = c->stepper;
    if (++s->impacts > c->options.max_impacts) {
        c->failed = s->struck;
        return FAST_ACCUMULATION;
    }
    c->statistics.impacts_located++;
    s->is_rough = true;
    if (s->is_linear) { /* rows were for h */
        const enum fast_status status = go_again(c, tau);
        if (status == FAST_OK)
            take_impulses(c, tau, 1);
        return status;
    }
    stepper_go_to(c, h, tau);
    take_impulses(c, h, tau / h);
    return stepper_set(c, s->t + tau, s->x1);
}

/* As stepper_locate, from the scene at the end of h. */
static enum fast_status find_impact(struct contact_stepper *c, double h, double *tau,
                                    int *held) {
    *tau = h;
    *held = -1;
    if (!stepper_may_close(c, h))
        return FAST_OK;
    struct stepper *s = c->stepper;
    const size_t state = (size_t)c->scene->nx * sizeof(double);
    memcpy(s->x_end, s->x1, state);
    memcpy(c->room, c->scene->gap, (size_t)c->scene->contacts * sizeof(double));
    enum fast_status status = stepper_find_path(c);
    if (status == FAST_OK)
        status = c->options.locates_impacts ? stepper_locate(c, h, tau, held)
                                            : stepper_watch(c, h);
    if (*tau == h)
        memcpy(s->x1, s->x_end, state);
    return status;
}

/* The part that has been gone to h ends there, or where what bounces first closes: at *used. */
static enum fast_status end_part(struct contact_stepper *c, double h, double *used) {
    struct stepper *s = c->stepper;
    int held;
    enum fast_status status = find_impact(c, h, used, &held);
    while (status == FAST_OK && held >= 0) {
        s->is_held[held] = true;
        status = go_again(c, h);
        if (status == FAST_OK)
            status = find_impact(c, h, used, &held);
    }
    if (status != FAST_OK)
        return status;
    if (*used < h * (1 - rounding))
        return split(c, h, *used);
    take_impulses(c, h, 1);
    if (*used == h)
        return FAST_OK;
    *used = h;
    stepper_go_to(c, h, h);
    return stepper_set(c, s->t + h, s->x1);
}

/* From one impact to the next, or to the step's end after h. */
static enum fast_status take_part(struct contact_stepper *c, double h, double *used) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    bool was_hit;
    enum fast_status status = stepper_impact(c, &was_hit);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < scene->contacts; i++)
        s->is_lasting[i] = s->is_loaded[i] && !was_hit && stepper_touches(c, i);
    memcpy(s->v_plus, s->x + scene->nq, (size_t)scene->nv * sizeof *s->v_plus);
    double *u = s->u_plus;
    s->u_plus = s->u_before;
    s->u_before = u;
    memset(s->is_held, 0, (size_t)scene->contacts * sizeof *s->is_held);
    status = go(c, h);
    if (status == FAST_OK)
        status = end_part(c, h, used);
    if (status == FAST_OK)
        status = stepper_finish(c, s->t + *used);
    if (status != FAST_OK)
        return status;
    double *x = s->x;
    s->x = s->x1;
    s->x1 = x;
    s->t += *used;
    s->is_set = true;
    return FAST_OK;
}

enum fast_status stepper_advance(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    enum fast_status status = FAST_OK;
    double done = 0;
    s->whole_h = h;
    if (!s->is_set)
        status = stepper_set(c, s->t, s->x);
    while (status == FAST_OK && h - done > rounding * h) {
        double used = 0;
        status = take_part(c, h - done, &used);
        done += used;
    }
    if (c->doubts.crossings > 0 && s->verdict < CONTACT_NOT_VERIFIED)
        s->verdict = CONTACT_NOT_VERIFIED;
    return status == FAST_OK ? contact_judge_doubts(c) : status;
}

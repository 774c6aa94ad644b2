/* One step of faithful mode (Simbody 3.7, SemiExplicitEulerTimeStepper):
 *
 *     contacts that are near; impact: u+; load: u1; correction of positions: d
 *     q1 = q0 + h N(q0) (u1 - d),   z1 = z0 + h z',   quaternions normalised
 *
 * all matrices at q0, and without a contact near semi-explicit Euler. Velocities do not fit the
 * contacts at q1: that is for the next step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

static enum fast_status move_positions(struct contact_stepper *c, double h) {
    struct faithful *f = c->faithful;
    struct scene *s = c->scene;
    enum fast_status status = faithful_position(c, h, f->v_free);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < s->nv; i++)
        f->v_free[i] = f->x[s->nq + i] + f->v_free[i];
    status = scene_map(s, f->x, f->v_free, f->qdot);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < s->nq; i++)
        f->x[i] += h * f->qdot[i];
    scene_normalize(s, f->x);
    return FAST_OK;
}

static enum fast_status make_state(struct contact_stepper *c, double h) {
    struct faithful *f = c->faithful;
    struct scene *s = c->scene;
    memcpy(f->x, c->x, (size_t)s->nx * sizeof *f->x);
    enum fast_status status = scene_set(s, c->t, f->x, &c->failed);
    if (status != FAST_OK)
        return status;
    f->is_stale = f->is_stale || s->is_changed;
    f->posed.matrix = s->matrix;
    f->verdict = CONTACT_TIGHT;
    faithful_find_near(c);
    faithful_velocities(c, f->x + s->nq, f->u);
    faithful_set_friction(c);
    memset(f->load, 0, (size_t)f->rows * sizeof *f->load);
    status = faithful_impact(c);
    if (status == FAST_OK)
        status = faithful_load(c, h);
    if (status == FAST_OK)
        status = move_positions(c, h);
    if (status == FAST_OK)
        status = scene_gaps(s, c->t + h, f->x, f->gap, &c->failed);
    for (int i = 0; status == FAST_OK && i < s->nx; i++)
        if (!isfinite(f->x[i]))
            status = FAST_NOT_FINITE;
    return status;
}

static void tell_impulses(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    for (int i = 0; i < s->rows; i++)
        c->impulse[i] = c->load_impulse[i] = 0;
    for (int i = 0; i < f->rows; i++) {
        const int row = f->scene_row[i];
        if (row < 0)
            continue;
        c->impulse[row] = -(f->total[i] + f->load[i]);
        c->load_impulse[row] = -f->load[i];
    }
    for (int i = 0; i < s->contacts; i++)
        c->state[i] = CONTACT_ABSENT;
    for (int k = 0; k < f->contacts; k++)
        c->state[f->contact[k].contact] = faithful_state(&f->contact[k]);
}

enum fast_status faithful_take(struct contact_stepper *c, double h) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    contact_begin_trial(c);
    enum fast_status status = make_state(c, h);
    if (status == FAST_OK)
        faithful_watch(c, h);
    if (status == FAST_OK && f->verdict >= CONTACT_NOT_VERIFIED &&
        !c->options.accepts_unverified)
        status = FAST_UNVERIFIED;
    if (status == FAST_OK)
        status = contact_judge_doubts(c);
    if (status != FAST_OK)
        return status;
    memcpy(c->x, f->x, (size_t)s->nx * sizeof *c->x);
    memcpy(c->gap, f->gap, (size_t)s->contacts * sizeof *c->gap);
    c->verdict = f->verdict;
    tell_impulses(c);
    return FAST_OK;
}

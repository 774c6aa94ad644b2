/* The solves of faithful mode as problems in v, so that the judge of default mode measures
 * them: the law at the velocity after the solve, where the original's friction is along the
 * velocity before it, and its tolerances are its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

/* What keeps a contact open whose normal impulse is given, so that it has friction alone. */
static const double KEPT_OPEN = 1e30;

/* The velocity before the solve, and with what is known of it. */
static void pose_velocity(struct contact_stepper *c, const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    const int nv = c->scene->nv;
    const size_t bytes = (size_t)nv * sizeof(double);
    if (phase->phase == CONTACT_POSITION) {
        memset(f->v_before, 0, bytes);
        memset(f->v_free, 0, bytes);
        return;
    }
    if (phase->phase == CONTACT_LOAD) {
        memcpy(f->v_before, f->x + c->scene->nq, bytes);
        for (int i = 0; i < nv; i++)
            f->v_free[i] = f->v_before[i] + phase->h * f->rates[i];
        return;
    }
    faithful_change(c, f->total, 1, f->change);
    for (int i = 0; i < nv; i++)
        f->v_free[i] = f->v_before[i] = f->v_start[i] + f->change[i];
    if (f->call.expanders == 0)
        return;
    faithful_change(c, f->expansion, 1, f->change);
    for (int i = 0; i < nv; i++)
        f->v_free[i] += f->change[i];
}

static void pose_contact(struct contact_stepper *c, const struct faithful_phase *phase,
                         const struct faithful_contact *point) {
    struct faithful *f = c->faithful;
    const int i = point->contact, row = c->scene->first[i];
    const bool is_known = point->part == FAITHFUL_KNOWN;
    f->takes_part[i] = point->part != FAITHFUL_OBSERVING;
    f->friction[i] = point->has_friction ? point->mu : 0;
    f->known[i] = is_known ? -f->expansion[point->normal] : 0;
    f->offset[row] += f->addition[point->normal];
    if (is_known)
        f->offset[row] = KEPT_OPEN;
    if (phase->is_unilateral)
        f->offset[row] = f->u[point->normal];
}

void faithful_pose(struct contact_stepper *c, const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    memcpy(f->offset, s->offset, (size_t)s->rows * sizeof(double));
    for (int i = 0; i < s->contacts; i++) {
        f->takes_part[i] = false;
        f->friction[i] = f->known[i] = 0;
    }
    for (int k = 0; k < f->contacts; k++)
        pose_contact(c, phase, &f->call.contact[k]);
    pose_velocity(c, phase);
    f->posed.is_changed = f->is_stale;
    f->posed.floor = phase->h > 0 ? FAITHFUL_FLOOR * c->options.length / phase->h : 0;
}

enum contact_state faithful_state(const struct faithful_contact *point) {
    if (point->part == FAITHFUL_OBSERVING)
        return CONTACT_ABSENT;
    if (point->normal_state == FAITHFUL_OFF)
        return CONTACT_OPEN;
    return point->friction_state == FAITHFUL_SLIDING ||
                   point->friction_state == FAITHFUL_IMPENDING
               ? CONTACT_SLIDING
               : CONTACT_STICKING;
}

void faithful_write_answer(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    memset(f->answer.impulse, 0, (size_t)c->scene->rows * sizeof(double));
    for (int i = 0; i < c->scene->contacts; i++)
        f->answer.state[i] = CONTACT_ABSENT;
    for (int i = 0; i < f->rows; i++)
        if (f->scene_row[i] >= 0)
            f->answer.impulse[f->scene_row[i]] = -f->impulse[i];
    for (int k = 0; k < f->contacts; k++)
        f->answer.state[f->call.contact[k].contact] = faithful_state(&f->call.contact[k]);
    f->answer.iterations = f->call.iterations;
    f->answer.factorizations = f->call.factorizations;
}

/* u of all the scene's rows: of those that are near as the solve has them. */
static void spread_velocities(const struct contact_stepper *c,
                              const struct faithful_phase *phase, const double *v,
                              const double *u, double *told) {
    const struct faithful *f = c->faithful;
    if (phase->phase == CONTACT_POSITION)
        memset(told, 0, (size_t)c->scene->rows * sizeof *told);
    else
        scene_velocities(c->scene, v, told);
    for (int i = 0; i < f->rows; i++)
        if (f->scene_row[i] >= 0)
            told[f->scene_row[i]] = u[i];
}

void faithful_tell(struct contact_stepper *c, const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    if (c->listener == NULL)
        return;
    const bool has_expansion = f->call.expanders > 0;
    memset(f->told_expansion, 0, (size_t)c->scene->rows * sizeof *f->told_expansion);
    for (int i = 0; has_expansion && i < f->rows; i++)
        if (f->scene_row[i] >= 0)
            f->told_expansion[f->scene_row[i]] = -f->expansion[i];
    spread_velocities(c, phase, f->v_before, f->before, f->told_before);
    spread_velocities(c, phase, f->answer.v, f->u, f->told_after);
    for (int i = 0; i < f->rows; i++)
        if (f->scene_row[i] >= 0) /* what Newton's law adds */
            f->told_after[f->scene_row[i]] -= f->addition[i];
    const struct contact_event event = {
        .phase = phase->phase,
        .round = phase->round,
        .t = c->t,
        .h = phase->h,
        .answer = &f->answer,
        .expansion = has_expansion ? f->told_expansion : NULL,
        .before = f->told_before,
        .after = f->told_after,
        .energy_before = scene_energy(c->scene, f->v_before),
        .energy_after = scene_energy(c->scene, f->answer.v)};
    c->listener(c->listener_context, &event);
}

/* What contacts have done to the kinetic energy, but for the work of surfaces that move. */
static bool has_made_energy(const struct contact_stepper *c) {
    const struct faithful *f = c->faithful;
    double made = f->answer.energy_change;
    for (int i = 0; i < c->scene->rows; i++)
        made += f->answer.impulse[i] * f->offset[i];
    return made > FAITHFUL_ENERGY_ROUNDING * scene_energy(c->scene, f->v_free);
}

static void count_faithful_solve(struct contact_stepper *c,
                                 const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    struct contact_statistics *statistics = &c->statistics;
    const enum contact_verdict verdict = f->answer.verdict;
    long *of[CONTACT_VERDICTS] = {&statistics->solves_tight, &statistics->solves_verified,
                                  &statistics->solves_not_verified,
                                  &statistics->solves_ill_conditioned,
                                  &statistics->solves_infeasible};
    statistics->solves++;
    (*of[verdict])++;
    contact_note_residual(c, f->answer.residual, c->t);
    if (phase->phase == CONTACT_POSITION) {
        statistics->position_projections++;
        statistics->position_projection_failures += verdict >= CONTACT_NOT_VERIFIED;
    } else {
        statistics->largest_penetration =
            fmax(statistics->largest_penetration, f->answer.penetration);
    }
    statistics->energy_rises += phase->phase == CONTACT_LOAD && has_made_energy(c);
    if (verdict > f->verdict)
        f->verdict = verdict;
}

enum fast_status faithful_judge(struct contact_stepper *c,
                                const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    faithful_write_answer(c);
    enum fast_status status = contact_measure(f->judge, &f->posed, &f->answer);
    if (status != FAST_OK)
        return status;
    f->is_stale = false;
    count_faithful_solve(c, phase);
    faithful_tell(c, phase);
    return FAST_OK;
}

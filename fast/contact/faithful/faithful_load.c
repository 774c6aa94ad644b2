/* The forces of a step, and the positions' correction (Simbody 3.7,
 * SemiExplicitEulerTimeStepper): with the free rates a at (q0, u+),
 *
 *     u1 = u+ + h (a - M^-1 J^T p / h),  A p = J u+ + h J a with all contacts' laws;
 *
 * positions move with u1 - M^-1 J^T s, where s solves A s = gap / h: as equations of contacts
 * that carry or penetrate (so that gaps are pulled shut, too), or with the law s <= 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"
#include "fast/contact/judge/judge.h"

enum fast_status faithful_load(struct contact_stepper *c, double h) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    double *v = f->x + s->nq, *z = v + s->nv;
    enum fast_status status = scene_rates(c->scene, c->t, f->x, f->rates);
    if (status != FAST_OK)
        return status;
    if (f->rows > 0) {
        for (int i = 0; i < s->nv; i++)
            f->change[i] = h * f->rates[i];
        faithful_map_rows(c, f->change, f->applied);
        faithful_velocities(c, v, f->u);
        memcpy(f->before, f->u, (size_t)f->rows * sizeof *f->u);
        memset(f->expansion, 0, (size_t)f->rows * sizeof *f->expansion);
        memset(f->addition, 0, (size_t)f->rows * sizeof *f->addition);
        faithful_take_all(c);
        const struct faithful_phase phase = {
            .phase = CONTACT_LOAD, .h = h, .has_load = true};
        status = faithful_solve(c, &phase);
        if (status != FAST_OK)
            return status;
        memcpy(f->load, f->impulse, (size_t)f->rows * sizeof *f->load);
        faithful_change(c, f->load, 1 / h, f->change);
        for (int i = 0; i < s->nv; i++)
            f->rates[i] += f->change[i];
    }
    for (int i = 0; i < s->nv; i++)
        v[i] += h * f->rates[i];
    for (int i = 0; i < s->nz; i++)
        z[i] += h * f->rates[s->nv + i];
    return FAST_OK;
}

static void take_normals(struct faithful *f, bool is_unilateral) {
    f->call.contact = f->projected;
    f->call.participants = f->call.expanders = 0;
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->projected[k];
        *point = f->contact[k];
        point->has_friction = false;
        point->part = FAITHFUL_PARTICIPATING;
        if (is_unilateral || point->normal_state != FAITHFUL_OFF ||
            f->u[point->normal] < 0)
            f->participant[f->call.participants++] = point->normal;
    }
}

/* The largest size of u among the participants. */
static double find_largest(const struct faithful_problem *problem, const double *u) {
    double largest = 0;
    for (int k = 0; k < problem->participants; k++)
        largest = fmax(largest, fabs(u[problem->participant[k]]));
    return largest;
}

/* What equations leave is their residual. */
static void judge_equations(struct contact_stepper *c,
                            const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    const double residual = find_largest(&f->call, f->u);
    const double scale = find_largest(&f->call, f->before);
    const double floor = FAITHFUL_FLOOR * c->options.length / phase->h;
    f->answer.verdict = residual <= judge_tight * scale + floor ? CONTACT_TIGHT
                        : residual <= judge_verified * scale + floor
                            ? CONTACT_VERIFIED
                            : CONTACT_NOT_VERIFIED;
    f->answer.residual = residual;
    f->answer.scale = scale;
    f->answer.penetration = f->answer.complementarity = f->answer.cone_excess = 0;
    f->answer.dissipation_gap = f->answer.joint_error = f->answer.energy_change = 0;
    if (f->answer.verdict > f->verdict)
        f->verdict = f->answer.verdict;
    c->statistics.position_projections++;
    c->statistics.position_projection_failures +=
        f->answer.verdict == CONTACT_NOT_VERIFIED;
}

static enum fast_status solve_bilaterally(struct contact_stepper *c,
                                          const struct faithful_phase *phase) {
    struct faithful *f = c->faithful;
    const bool is_pgs =
        c->options.solver == CONTACT_PGS && c->options.custom_solver == NULL;
    enum fast_status status =
        is_pgs ? pgs_bilateral(&f->call) : plus_bilateral(f->plus, &f->call);
    if (status != FAST_OK)
        return status;
    c->statistics.iterations += f->call.iterations;
    c->statistics.factorizations += f->call.factorizations;
    faithful_move_velocities(f);
    judge_equations(c, phase);
    faithful_write_answer(c);
    faithful_change(c, f->impulse, 1, f->answer.v);
    faithful_tell(c, phase);
    return FAST_OK;
}

enum fast_status faithful_position(struct contact_stepper *c, double h,
                                   double *correction) {
    struct faithful *f = c->faithful;
    const bool is_unilateral = c->options.contact_projection == CONTACT_UNILATERAL;
    memset(correction, 0, (size_t)c->scene->nv * sizeof *correction);
    if (c->options.contact_projection == CONTACT_NO_PROJECTION || f->rows == 0)
        return FAST_OK;
    memset(f->u, 0, (size_t)f->rows * sizeof *f->u);
    for (int k = 0; k < f->contacts; k++)
        f->u[f->contact[k].normal] = c->scene->gap[f->contact[k].contact] * (1 / h);
    memcpy(f->before, f->u, (size_t)f->rows * sizeof *f->u);
    take_normals(f, is_unilateral);
    const struct faithful_phase phase = {
        .phase = CONTACT_POSITION, .h = h, .is_unilateral = true};
    enum fast_status status =
        is_unilateral ? faithful_solve(c, &phase) : solve_bilaterally(c, &phase);
    if (status == FAST_OK)
        faithful_change(c, f->impulse, 1, correction);
    return status;
}

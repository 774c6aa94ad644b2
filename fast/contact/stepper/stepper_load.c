/* The load of a step: M (v1 - v+) = h f + J^T r + G^T lambda, with rows at the trial state and
 * forces half way, where touching contacts keep u_n >= 0 and open ones that do not bounce
 * u_n >= -gap / h: they close exactly and are never pulled shut. Joints: G v1 + g_t = -h bias,
 * so that the way h (v+ + v1)/2 stays on them to third order; half of their impulse is then taken
 * back, and given in their direction at the end (as in RATTLE: H. C. Andersen, J. Comput. Phys. 52
 * (1983) 24), so that energy drifts by the second order in h only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

/* Open contacts take part if they are nearer than so many times the largest way of a
 * contact: as far as impulses of the others may throw it. */
static const double reach_in_ways = 8;
/* Open contacts that approach faster than so many times what forces change in the step, or are
 * wider open than this part of the scene's length, are located: their rows at the start are
 * not those where they close. */
static const double fast_in_loads = 2, far_in_lengths = 1e-3;
/* Flights between bounces below this part of a step are none. */
static const double shortest_flight = 1e-3;

/* x1 := half way, by the velocity before the load. Forces are taken there, so that a step in
 * flight is drift, kick, drift: second order where they do not depend on velocities. */
static enum fast_status go_half_way(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    const enum fast_status status = scene_map(scene, s->x, s->v_plus, s->qdot);
    memcpy(s->x1, s->x, (size_t)scene->nx * sizeof *s->x);
    for (int i = 0; i < scene->nq; i++)
        s->x1[i] += h / 2 * s->qdot[i];
    scene_normalize(scene, s->x1);
    return status;
}

static enum fast_status find_free_velocity(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    const bool at_start = c->options.update == CONTACT_SEMI_EXPLICIT;
    const double *x = at_start ? s->x : s->x1, t = at_start ? s->t : s->t + h / 2;
    enum fast_status status = at_start ? FAST_OK : go_half_way(c, h);
    if (status == FAST_OK)
        status = scene->joints > 0 ? scene_rates_and_bias(scene, t, x, s->ydot, s->bias)
                                   : scene_rates(scene, t, x, s->ydot);
    for (int j = 0; j < scene->nv; j++)
        s->v_free[j] = s->v_plus[j] + h * s->ydot[j];
    return status;
}

/* A contact that carried load leaves by its surfaces' curvature, as it seems: whether it does
 * is for the load to say. */
static bool is_leaving(const struct contact_stepper *c, int i) {
    const struct stepper *s = c->stepper;
    return s->u_plus[c->scene->first[i]] > s->threshold && !s->is_lasting[i];
}

/* Whether all contacts are closed, and none leaves. */
static bool all_rest(const struct contact_stepper *c) {
    for (int i = 0; i < c->scene->contacts; i++)
        if (!(fabs(c->scene->gap[i]) <= c->thresholds.constraint_tolerance) ||
            is_leaving(c, i))
            return false;
    return true;
}

/* Whether contact i, that leaves, is back so soon that it counts as resting: bounces that
 * die away have an end. */
static bool is_back_at_once(const struct contact_stepper *c, int i, double h,
                            double u_free) {
    const struct stepper *s = c->stepper;
    const double u = s->u_plus[c->scene->first[i]];
    return c->scene->system.restitution[i] < 1 &&
           2 * u * h < shortest_flight * s->whole_h * (u - u_free);
}

/* The largest speeds of contacts without impulses, and the largest that forces give them. */
struct speeds {
    double fastest, load;
};

static bool is_to_be_located(const struct contact_stepper *c, int i, double u_free,
                             double load) {
    return c->options.locates_impacts &&
           (u_free < -fast_in_loads * load - c->stepper->threshold ||
            c->scene->gap[i] > far_in_lengths * c->options.length);
}

/* Whether a contact that is open, or opens, has a row, with this velocity u_n without. */
static bool has_row(const struct contact_stepper *c, int i, double h, double u_free,
                    struct speeds speeds) {
    const struct stepper *s = c->stepper;
    const bool bounces = stepper_may_bounce(c, i, -u_free);
    if (s->is_held[i])
        return true;
    if (stepper_touches(c, i))
        return !(bounces && c->options.locates_impacts) ||
               is_back_at_once(c, i, h, u_free);
    if (c->scene->gap[i] > reach_in_ways * h * speeds.fastest ||
        is_to_be_located(c, i, u_free, speeds.load))
        return false;
    const bool never_bounces = c->options.restitution == CONTACT_NO_RESTITUTION ||
                               c->scene->system.restitution[i] == 0;
    return u_free < 0 ? !bounces : never_bounces;
}

static void choose_rows(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    struct speeds speeds = {0, 0};
    scene_velocities(scene, s->v_free, s->u_free);
    for (int i = 0; i < scene->contacts; i++) {
        const double u = s->u_free[scene->first[i]], u_plus = s->u_plus[scene->first[i]];
        speeds.fastest = fmax(speeds.fastest, fabs(u));
        speeds.load = fmax(speeds.load, fabs(u - u_plus));
    }
    for (int i = 0; i < scene->contacts; i++)
        s->takes_part[i] = (stepper_touches(c, i) && !is_leaving(c, i)) ||
                           has_row(c, i, h, s->u_free[scene->first[i]], speeds);
}

/* The offsets of faces that do not touch with all their contacts that take part. */
static void open_patches(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double tolerance = c->thresholds.constraint_tolerance;
    bool any_open = false;
    memset(s->is_open_patch, 0, (size_t)s->patches * sizeof *s->is_open_patch);
    for (int i = 0; i < scene->contacts; i++)
        if (s->takes_part[i] && fabs(scene->gap[i]) > tolerance)
            s->is_open_patch[s->patch[i]] = any_open = true;
    for (int i = 0; any_open && i < scene->contacts; i++)
        if (s->takes_part[i] && s->is_open_patch[s->patch[i]] &&
            scene->gap[i] > -tolerance) {
            s->offset[scene->first[i]] += scene->gap[i] / h;
            s->problem.floor = 1; /* which stepper_solve finds */
        }
}

/* Last time's impulses, for this step's length. */
static void start_from_last(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    const double factor = s->warm_h > 0 ? h / s->warm_h : 0;
    for (int i = 0; i < scene->rows; i++)
        s->answer.impulse[i] = factor * s->warm[i];
    for (int i = 0; i < scene->joints; i++)
        s->answer.joint_impulse[i] = factor * s->warm_joint[i];
    memcpy(s->answer.state, s->warm_state,
           (size_t)scene->contacts * sizeof *s->warm_state);
}

/* Whether going half way by the velocity before the load would lift a contact off that the
 * load holds, or carry it through. */
static bool has_to_be_linear(const struct contact_stepper *c, double h) {
    const struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    for (int i = 0; i < scene->contacts; i++) {
        const int row = scene->first[i];
        if (!s->takes_part[i])
            continue;
        const bool is_open = !stepper_touches(c, i);
        if (s->answer.impulse[row] > 0 && (is_open || is_leaving(c, i)))
            return true;
        if (is_open && scene->gap[i] + h / 2 * (s->u_plus[row] + s->u_after[row]) < 0)
            return true;
    }
    return false;
}

static void classify(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    s->any_bounces = s->has_landed = false;
    for (int i = 0; i < c->scene->contacts; i++) {
        s->is_loaded[i] = s->answer.impulse[c->scene->first[i]] > 0;
        s->has_landed = s->has_landed || (s->is_loaded[i] && !stepper_touches(c, i));
        s->bounces[i] = !s->takes_part[i];
        s->any_bounces = s->any_bounces || s->bounces[i];
    }
}

/* Half of what the joints give, as velocity. */
static void note_joints(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    const struct scene *scene = c->scene;
    if (scene->joints == 0)
        return;
    scene_joint_momentum(scene, s->answer.joint_impulse, s->returned);
    scene_solve_mass(scene, s->returned, s->returned);
    for (int j = 0; j < scene->nv; j++)
        s->returned[j] /= 2;
}

enum fast_status stepper_load(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    const struct notice notice = {.phase = CONTACT_LOAD,
                                  .t = s->t,
                                  .h = h,
                                  .before = s->u_plus,
                                  .v_before = s->v_plus};
    enum fast_status status = find_free_velocity(c, h);
    if (status != FAST_OK)
        return status;
    stepper_pose(c);
    const bool rests = all_rest(c);
    if (rests) {
        memset(s->takes_part, true, (size_t)scene->contacts * sizeof *s->takes_part);
    } else {
        choose_rows(c, h);
        open_patches(c, h);
    }
    for (int i = 0; i < scene->contacts; i++)
        s->friction[i] = stepper_friction(c, i, s->u_plus);
    for (int i = 0; i < scene->joints; i++)
        s->joint_offset[i] += h * s->bias[i];
    start_from_last(c, h);
    status = stepper_solve(c, &s->velocity, &notice);
    if (status != FAST_OK)
        return status;
    s->ends_at_rest = rests && scene->joints == 0;
    bool is_held = false;
    if (!rests) {
        scene_velocities(scene, s->answer.v, s->u_after);
        is_held = has_to_be_linear(c, h);
    }
    s->is_linear = is_held || c->options.update == CONTACT_SEMI_EXPLICIT;
    s->is_rough = s->is_rough || is_held;
    classify(c);
    note_joints(c);
    return FAST_OK;
}

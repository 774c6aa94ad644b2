/* Making and unmaking default mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/contact/team/team.h"
#include "fast/contact/stepper/stepper.h"

/* What rounding of positions may change in matrices. */
static const double rounding_of_matrices = 4 * DBL_EPSILON;

static bool make_doubles(double **array, int n) {
    *array = calloc((size_t)n + 1, sizeof **array);
    return *array != NULL;
}

static bool make_flags(bool **array, int n) {
    *array = calloc((size_t)n + 1, sizeof **array);
    return *array != NULL;
}

static bool make_states(enum contact_state **array, int n) {
    *array = calloc((size_t)n + 1, sizeof **array);
    return *array != NULL;
}

/* All arrays of doubles, so that they are allocated and freed alike. */
struct array {
    double **array;
    int length;
};
enum { array_count = 43 };

static void list_arrays(struct stepper *s, const struct scene *scene,
                        struct array list[array_count]) {
    const int nq = scene->nq, nv = scene->nv, nx = scene->nx, ny = nv + scene->nz;
    const int rows = scene->rows, contacts = scene->contacts, joints = scene->joints;
    const struct array arrays[array_count] = {
        {&s->v_free, nv},
        {&s->v_plus, nv},
        {&s->mean, nv},
        {&s->change, nv},
        {&s->returned, nv},
        {&s->v_compressed, nv},
        {&s->answer.v, nv},
        {&s->ydot, ny},
        {&s->qdot, nq},
        {&s->qdot_change, nq},
        {&s->x, nx},
        {&s->x1, nx},
        {&s->x_end, nx},
        {&s->large, nx},
        {&s->offset, rows},
        {&s->impulse, rows},
        {&s->load, rows},
        {&s->warm, rows},
        {&s->u_before, rows},
        {&s->u_plus, rows},
        {&s->u_free, rows},
        {&s->u_after, rows},
        {&s->r_compressed, rows},
        {&s->expansion, rows},
        {&s->r_total, rows},
        {&s->answer.impulse, rows},
        {&s->friction, contacts},
        {&s->known, contacts},
        {&s->gap_before, contacts},
        {&s->gap_end, contacts},
        {&s->speed, contacts},
        {&s->row_length, contacts},
        {&s->surface_speed, contacts},
        {&s->joint_offset, joints},
        {&s->joint_impulse, joints},
        {&s->warm_joint, joints},
        {&s->bias, joints},
        {&s->error, joints},
        {&s->l_compressed, joints},
        {&s->joint_before, joints},
        {&s->l_free, joints},
        {&s->l_total, joints},
        {&s->answer.joint_impulse, joints},
    };
    memcpy(list, arrays, sizeof arrays);
}

static bool allocate_arrays(struct stepper *s, const struct scene *scene) {
    struct array list[array_count];
    list_arrays(s, scene, list);
    for (int i = 0; i < array_count; i++)
        if (!make_doubles(list[i].array, list[i].length))
            return false;
    const int n = scene->contacts;
    s->patch = calloc((size_t)n + 1, sizeof *s->patch);
    return s->patch != NULL && make_flags(&s->takes_part, n) &&
           make_flags(&s->bounces, n) && make_flags(&s->is_met, n) &&
           make_flags(&s->is_clear, n) && make_flags(&s->is_held, n) &&
           make_flags(&s->is_loaded, n) && make_flags(&s->is_open_patch, n) &&
           make_flags(&s->was_loaded, n) && make_flags(&s->is_lasting, n) &&
           make_states(&s->warm_state, n) && make_states(&s->answer.state, n);
}

static bool find_patches(struct stepper *s, const struct scene *scene) {
    const size_t length = (size_t)scene->nv + (size_t)scene->contacts + 1;
    int *room = calloc(length, sizeof *room);
    if (room == NULL)
        return false;
    s->patches = stepper_find_patches(scene, s->patch, room);
    free(room);
    return true;
}

static void shape_problem(struct stepper *s, const struct scene *scene) {
    s->problem = scene_problem(scene);
    s->problem.v_free = s->v_free;
    s->problem.offset = s->offset;
    s->problem.joint_offset = s->joint_offset;
    s->problem.friction = s->friction;
    s->problem.known = s->known;
    s->problem.takes_part = s->takes_part;
}

static enum fast_status make_solver(const struct contact_stepper *c,
                                    const struct contact_problem *shape,
                                    struct contact_solver *solver) {
    if (c->custom.solve != NULL) {
        *solver = c->custom;
        solver->free = NULL; /* it is the options' */
        return FAST_OK;
    }
    switch (c->options.solver) {
    case CONTACT_PLUS: return contact_plus_alloc(solver, shape);
    case CONTACT_PGS: return contact_pgs_alloc(solver, shape);
    default: return proximal_solver_alloc(solver, shape, c->stepper->team);
    }
}

static enum fast_status make_pose(const struct contact_stepper *c, struct pose *pose) {
    const struct contact_problem *shape = &c->stepper->problem;
    pose->is_stale = true;
    const enum fast_status status = make_solver(c, shape, &pose->solver);
    if (status != FAST_OK)
        return status;
    if (c->custom.solve == NULL)
        pose->judge = proximal_judge(&pose->solver);
    pose->has_own_judge = pose->judge == NULL;
    return pose->has_own_judge ? contact_judge_alloc(&pose->judge, shape) : FAST_OK;
}

/* A team of as many as there are threads, where there is work for them: only this solver shares
 * it. */
static enum fast_status make_team(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    if (c->options.threads == 1 || c->custom.solve != NULL ||
        c->options.solver != CONTACT_PROXIMAL)
        return FAST_OK;
    const int islands = judge_count_islands(&s->problem);
    int members = c->options.threads < islands ? c->options.threads : islands;
    members = members < team_most ? members : team_most;
    if (members > 1)
        s->team = team_alloc(members);
    return islands > 0 && (members == 1 || s->team != NULL) ? FAST_OK : FAST_NO_MEMORY;
}

enum fast_status stepper_alloc(struct contact_stepper *c) {
    struct stepper *s = calloc(1, sizeof *s);
    c->stepper = s;
    if (s == NULL || !allocate_arrays(s, c->scene) || !find_patches(s, c->scene))
        return FAST_NO_MEMORY;
    s->threshold = 2 * c->thresholds.constraint_tolerance;
    c->scene->nearness = rounding_of_matrices;
    shape_problem(s, c->scene);
    enum fast_status status = make_team(c);
    if (status == FAST_OK)
        status = make_pose(c, &s->velocity);
    if (status == FAST_OK)
        status = make_pose(c, &s->position);
    return status;
}

static void free_pose(struct pose *pose) {
    if (pose->has_own_judge)
        contact_judge_free(pose->judge);
    if (pose->solver.free != NULL)
        pose->solver.free(pose->solver.self);
}

void stepper_free(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    if (s == NULL)
        return;
    struct array list[array_count];
    list_arrays(s, c->scene, list);
    for (int i = 0; i < array_count; i++)
        free(*list[i].array);
    free_pose(&s->velocity);
    free_pose(&s->position);
    team_free(s->team);
    free(s->patch);
    free(s->takes_part);
    free(s->bounces);
    free(s->is_met);
    free(s->is_clear);
    free(s->is_held);
    free(s->is_loaded);
    free(s->is_open_patch);
    free(s->was_loaded);
    free(s->is_lasting);
    free(s->warm_state);
    free(s->answer.state);
    free(s);
}

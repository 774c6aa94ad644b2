/* Evaluating a scene: gaps, velocity rows u = J v + offset, M and its factors, and the
 * joints' rows G v + g_t. Matrices that have not changed are not looked at again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/scene/mass_factor.h"
#include "fast/contact/scene/scene.h"
#include "fast/contact/scene/scene_entries.h"
#include "fast/linear/vector.h"

/* Takes entries over; false: they are not finite. */
static bool take_entries(struct scene *s, const struct fast_pattern *pattern,
                         const double *entries, double *kept) {
    const enum scene_taking taking = scene_judge_entries(s, pattern, entries, kept);
    if (taking == SCENE_DIFFERENT) {
        memcpy(kept, entries, (size_t)pattern->start[pattern->columns] * sizeof *kept);
        s->is_changed = true;
    }
    return taking != SCENE_NOT_FINITE;
}

/* Which column of the pattern has an entry that is not finite. */
static int find_column(const struct fast_pattern *pattern, const double *entries) {
    const int e = scene_find_infinite(pattern->start[pattern->columns], entries);
    int column = 0;
    while (pattern->start[column + 1] <= e)
        column++;
    return column;
}

static int find_contact(const struct scene *s, int row) {
    int i = 0;
    while (s->first[i + 1] <= row)
        i++;
    return i;
}

static enum fast_status set_rows(struct scene *s, double t, const double *x, int *which) {
    if (s->contacts == 0)
        return FAST_OK;
    s->gap = s->block[1 - s->kept];
    s->offset = s->gap + s->contacts;
    if (s->system.contact_rows(s->system.context, t, x, s->gap, s->offset, s->fresh) != 0)
        return FAST_CALLBACK;
    if (!fast_all_finite((size_t)s->contacts, s->gap)) {
        *which = scene_find_infinite(s->contacts, s->gap);
        return FAST_NOT_FINITE;
    }
    if (!fast_all_finite((size_t)s->rows, s->offset)) {
        *which = find_contact(s, scene_find_infinite(s->rows, s->offset));
        return FAST_NOT_FINITE;
    }
    const enum scene_taking taking =
        scene_judge_entries(s, s->matrix_pattern, s->fresh, s->matrix);
    if (taking == SCENE_NOT_FINITE) {
        *which = find_contact(s, find_column(s->matrix_pattern, s->fresh));
        return FAST_NOT_FINITE;
    }
    if (taking == SCENE_DIFFERENT) {
        scene_keep(s, 1 - s->kept);
        s->is_changed = true;
    }
    return FAST_OK;
}

static enum fast_status set_joints(struct scene *s, double t, const double *x,
                                   int *which) {
    const int entries = s->joint_pattern->start[s->joints];
    if (s->joints == 0)
        return FAST_OK;
    memcpy(s->still, x, (size_t)s->nq * sizeof *x);
    if (s->nz > 0)
        memcpy(s->still + s->nq + s->nv, x + s->nq + s->nv, (size_t)s->nz * sizeof *x);
    if (s->system.velocity(s->system.context, t, s->still, s->joint_offset, s->fresh) !=
        0)
        return FAST_CALLBACK;
    for (int e = 0; e < entries; e++)
        s->joint_entries[s->joint_place[e]] = s->fresh[e];
    if (!fast_all_finite((size_t)s->joints, s->joint_offset)) {
        *which = -2 - scene_find_infinite(s->joints, s->joint_offset);
        return FAST_NOT_FINITE;
    }
    if (!take_entries(s, s->joint_pattern, s->joint_entries, s->joint_matrix)) {
        *which = -2 - find_column(s->joint_pattern, s->joint_entries);
        return FAST_NOT_FINITE;
    }
    return FAST_OK;
}

static enum fast_status set_mass(struct scene *s, double t, const double *x) {
    const bool was_changed = s->is_changed;
    if (s->factor == NULL)
        return FAST_OK;
    if (s->system.mass(s->system.context, t, x, s->fresh) != 0)
        return FAST_CALLBACK;
    s->is_changed = false;
    if (!take_entries(s, s->mass_pattern, s->fresh, s->mass))
        return FAST_NOT_FINITE;
    if (s->is_changed && !mass_factor_form(s->factor, s->mass))
        return FAST_SINGULAR;
    s->is_changed = s->is_changed || was_changed;
    return FAST_OK;
}

enum fast_status scene_set(struct scene *s, double t, const double *x, int *which) {
    *which = -1;
    s->is_changed = !s->has_matrices;
    s->statistics->rows_evals++;
    enum fast_status status = set_rows(s, t, x, which);
    if (status == FAST_OK)
        status = set_joints(s, t, x, which);
    if (status == FAST_OK)
        status = set_mass(s, t, x);
    s->has_matrices = status == FAST_OK;
    return status;
}

enum fast_status scene_gaps(struct scene *s, double t, const double *x, double *gap,
                            int *which) {
    *which = -1;
    if (s->contacts == 0)
        return FAST_OK;
    s->statistics->gap_evals++;
    if (s->system.gap(s->system.context, t, x, s->fresh_gap) != 0)
        return FAST_CALLBACK;
    if (!fast_all_finite((size_t)s->contacts, s->fresh_gap)) {
        *which = scene_find_infinite(s->contacts, s->fresh_gap);
        return FAST_NOT_FINITE;
    }
    memcpy(gap, s->fresh_gap, (size_t)s->contacts * sizeof *gap);
    return FAST_OK;
}

enum fast_status scene_rates(struct scene *s, double t, const double *x, double *ydot) {
    const struct integrator_system *free = &s->system;
    s->statistics->rates_evals++;
    if (free->rates(free->context, t, x, ydot) != 0)
        return FAST_CALLBACK;
    return fast_all_finite((size_t)(s->nv + s->nz), ydot) ? FAST_OK : FAST_NOT_FINITE;
}

enum fast_status scene_rates_and_bias(struct scene *s, double t, const double *x,
                                      double *ydot, double *bias) {
    const struct integrator_system *motion = &s->system;
    s->statistics->rates_evals++;
    if (motion->dynamics(motion->context, t, x, ydot, bias, s->dynamics_matrix,
                         s->dynamics_response) != 0)
        return FAST_CALLBACK;
    return fast_all_finite((size_t)(s->nv + s->nz), ydot) &&
                   fast_all_finite((size_t)s->joints, bias)
               ? FAST_OK
               : FAST_NOT_FINITE;
}

enum fast_status scene_joint_errors(struct scene *s, double t, const double *x,
                                    double *error, int *which) {
    const struct integrator_system *motion = &s->system;
    *which = -1;
    if (s->holonomic == 0)
        return FAST_OK;
    if (motion->position(motion->context, t, x, error, NULL) != 0)
        return FAST_CALLBACK;
    if (fast_all_finite((size_t)s->holonomic, error))
        return FAST_OK;
    *which = -2 - scene_find_infinite(s->holonomic, error);
    return FAST_NOT_FINITE;
}

enum fast_status scene_map(struct scene *s, const double *q, const double *v,
                           double *qdot) {
    const struct integrator_system *free = &s->system;
    if (free->map == NULL) {
        memcpy(qdot, v, (size_t)s->nv * sizeof *v);
        return FAST_OK;
    }
    return free->map(free->context, q, v, qdot) == 0 ? FAST_OK : FAST_CALLBACK;
}

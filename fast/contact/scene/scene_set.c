/* Evaluating a scene: gaps, velocity rows u = J v + offset, M and its factors, and the
 * joints' rows G v + g_t. Matrices that have not changed are not looked at again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/scene/scene.h"

/* 0 x is 0 for a finite x and NaN for any other; four sums, as one addition would wait for
 * the other. */
static bool all_finite(int n, const double *x) {
    double zero[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            zero[k] += 0 * x[i + k];
    for (; i < n; i++)
        zero[0] += 0 * x[i];
    return zero[0] + zero[1] + zero[2] + zero[3] == 0;
}

static int find_infinite(int n, const double *x) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return i;
    return -1;
}

/* Whether no entry differs by more than rounding. */
static bool are_near(const struct scene *s, const struct fast_pattern *pattern,
                     const double *entries, const double *kept) {
    for (int j = 0; j < pattern->columns; j++) {
        const int from = pattern->start[j], to = pattern->start[j + 1];
        double largest = 0;
        for (int e = from; e < to; e++)
            largest = fabs(kept[e]) > largest ? fabs(kept[e]) : largest;
        const double most = s->nearness * largest;
        bool near = true; /* false if one is not a number */
        for (int e = from; e < to; e++)
            near = near && fabs(entries[e] - kept[e]) <= most;
        if (!near)
            return false;
    }
    return true;
}

/* Takes entries over; false: they are not finite. */
static bool take_entries(struct scene *s, const struct fast_pattern *pattern,
                         const double *entries, double *kept) {
    const int n = pattern->start[pattern->columns];
    if (s->has_matrices && memcmp(entries, kept, (size_t)n * sizeof *kept) == 0)
        return true;
    if (s->has_matrices && s->nearness > 0 && are_near(s, pattern, entries, kept))
        return true;
    if (!all_finite(n, entries))
        return false;
    if (n > 0)
        memcpy(kept, entries, (size_t)n * sizeof *kept);
    s->is_changed = true;
    return true;
}

/* Which column of the pattern has an entry that is not finite. */
static int find_column(const struct fast_pattern *pattern, const double *entries) {
    const int e = find_infinite(pattern->start[pattern->columns], entries);
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
    if (s->system.contact_rows(s->system.context, t, x, s->gap, s->offset, s->fresh) != 0)
        return FAST_CALLBACK;
    if (!all_finite(s->contacts, s->gap)) {
        *which = find_infinite(s->contacts, s->gap);
        return FAST_NOT_FINITE;
    }
    if (!all_finite(s->rows, s->offset)) {
        *which = find_contact(s, find_infinite(s->rows, s->offset));
        return FAST_NOT_FINITE;
    }
    if (!take_entries(s, s->matrix_pattern, s->fresh, s->matrix)) {
        *which = find_contact(s, find_column(s->matrix_pattern, s->fresh));
        return FAST_NOT_FINITE;
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
    if (!all_finite(s->joints, s->joint_offset)) {
        *which = -2 - find_infinite(s->joints, s->joint_offset);
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
    if (!all_finite(s->contacts, s->fresh_gap)) {
        *which = find_infinite(s->contacts, s->fresh_gap);
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
    return all_finite(s->nv + s->nz, ydot) ? FAST_OK : FAST_NOT_FINITE;
}

enum fast_status scene_rates_and_bias(struct scene *s, double t, const double *x,
                                      double *ydot, double *bias) {
    const struct integrator_system *motion = &s->system;
    s->statistics->rates_evals++;
    if (motion->dynamics(motion->context, t, x, ydot, bias, s->dynamics_matrix,
                         s->dynamics_response) != 0)
        return FAST_CALLBACK;
    return all_finite(s->nv + s->nz, ydot) && all_finite(s->joints, bias)
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
    if (all_finite(s->holonomic, error))
        return FAST_OK;
    *which = -2 - find_infinite(s->holonomic, error);
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

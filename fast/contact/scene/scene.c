/* Making and unmaking a scene: everything that the system points to is copied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/contact/scene/scene.h"
#include "fast/contact/scene/mass_factor.h"
#include "fast/linear/pattern.h"

/* A copy of array[n], of zeros where it is NULL. */
static double *copy_doubles(int n, const double *array) {
    double *copy = calloc((size_t)n + 1, sizeof *copy);
    if (copy != NULL && array != NULL && n > 0)
        memcpy(copy, array, (size_t)n * sizeof *copy);
    return copy;
}

static int *copy_integers(int n, const int *array) {
    int *copy = calloc((size_t)n + 1, sizeof *copy);
    if (copy != NULL && array != NULL && n > 0)
        memcpy(copy, array, (size_t)n * sizeof *copy);
    return copy;
}

/* Arrays of the system, and where each contact's rows begin. */
static bool copy_contacts(struct scene *s, const struct integrator_system *from) {
    const int n = s->contacts;
    struct integrator_system *to = &s->system;
    to->slides = copy_integers(n, from->slides);
    to->restitution = copy_doubles(n, from->restitution);
    to->static_friction = copy_doubles(n, from->static_friction);
    to->dynamic_friction = copy_doubles(n, from->dynamic_friction);
    to->viscous_friction = copy_doubles(n, from->viscous_friction);
    to->quaternion = copy_integers(4 * from->quaternions, from->quaternion);
    s->first = copy_integers(n + 1, NULL);
    if (to->slides == NULL || to->restitution == NULL || to->static_friction == NULL ||
        to->dynamic_friction == NULL || to->viscous_friction == NULL ||
        to->quaternion == NULL || s->first == NULL)
        return false;
    for (int i = 0; i < n; i++)
        s->first[i + 1] = s->first[i] + 1 + to->slides[i];
    s->rows = s->first[n];
    return true;
}

static struct fast_pattern *copy_pattern(int rows, int columns,
                                         const struct fast_pattern *pattern) {
    return pattern != NULL ? fast_pattern_copy(pattern)
                           : fast_pattern_full(rows, columns);
}

/* G^T's pattern, and where the entries of G stand in it. */
static bool transpose_joints(struct scene *s, const struct fast_pattern *pattern) {
    struct fast_pattern *own = copy_pattern(s->joints, s->nv, pattern);
    if (own == NULL)
        return false;
    s->joint_pattern = fast_pattern_transpose(own);
    s->joint_place = copy_integers(own->start[s->nv], NULL);
    int *next = copy_integers(s->joints, NULL);
    const bool is_complete =
        s->joint_pattern != NULL && s->joint_place != NULL && next != NULL;
    for (int i = 0; is_complete && i < s->joints; i++)
        next[i] = s->joint_pattern->start[i];
    for (int e = 0; is_complete && e < own->start[s->nv]; e++)
        s->joint_place[e] = next[own->row[e]]++;
    free(next);
    fast_pattern_free(own);
    return is_complete;
}

static bool copy_patterns(struct scene *s, const struct integrator_system *from) {
    const bool is_identity = from->mass == NULL;
    s->matrix_pattern = copy_pattern(s->nv, s->rows, from->contact_pattern);
    s->mass_pattern = is_identity ? fast_pattern_identity(s->nv)
                                  : copy_pattern(s->nv, s->nv, from->mass_pattern);
    if (s->matrix_pattern == NULL || s->mass_pattern == NULL ||
        !transpose_joints(s, from->joint_pattern))
        return false;
    s->system.contact_pattern = s->matrix_pattern;
    s->system.mass_pattern = s->mass_pattern;
    if (!is_identity)
        s->factor = mass_factor_alloc(s->mass_pattern);
    return is_identity || s->factor != NULL;
}

static bool allocate_arrays(struct scene *s, const struct integrator_system *motion) {
    const int entries = s->matrix_pattern->start[s->rows];
    const int masses = s->mass_pattern->start[s->nv];
    const int joints = s->joint_pattern->start[s->joints];
    int most = entries > masses ? entries : masses;
    most = joints > most ? joints : most;
    const int responses = (int)fast_entries(s->nv, s->joints, motion->response_pattern);
    struct {
        double **array;
        int count;
    } arrays[] = {
        {&s->block[0], s->contacts + s->rows + most},
        {&s->block[1], s->contacts + s->rows + most},
        {&s->mass, masses},
        {&s->joint_offset, s->joints},
        {&s->joint_matrix, joints},
        {&s->fresh_gap, s->contacts},
        {&s->joint_entries, joints},
        {&s->still, s->nx},
        {&s->momentum, s->nv},
        {&s->speed, s->nv},
        {&s->dynamics_matrix, joints},
        {&s->dynamics_response, responses},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i].array = copy_doubles(arrays[i].count, NULL);
        if (*arrays[i].array == NULL)
            return false;
    }
    s->gap = s->block[0];
    s->offset = s->gap + s->contacts;
    scene_keep(s, 0);
    for (int j = 0; s->system.mass == NULL && j < s->nv; j++)
        s->mass[j] = 1;
    return true;
}

/* What the scene does not need is not kept: derivatives, names and their patterns. */
static void take_system(struct scene *s, const struct integrator_system *from) {
    s->system = *from;
    struct integrator_system *motion = &s->system;

    motion->joint_pattern = motion->position_pattern = motion->response_pattern = NULL;
    motion->fq_pattern = motion->fy_pattern = motion->map_pattern = NULL;
    s->nq = motion->nq, s->nv = motion->nv, s->nz = motion->nz;
    s->nx = s->nq + s->nv + s->nz;
    s->contacts = from->contacts;
    s->joints = motion->joints, s->holonomic = motion->holonomic;
}

enum fast_status scene_alloc(struct scene **scene, const struct integrator_system *system,
                             struct contact_statistics *statistics) {
    *scene = NULL;
    if (!scene_fits(system))
        return FAST_BAD_SYSTEM;
    struct scene *s = calloc(1, sizeof *s);
    if (s == NULL)
        return FAST_NO_MEMORY;
    take_system(s, system);
    s->statistics = statistics;
    if (!copy_contacts(s, system) || !copy_patterns(s, system) ||
        !allocate_arrays(s, system) ||
        !row_groups_init(&s->groups, s->contacts, s->first, s->matrix_pattern)) {
        scene_free(s);
        return FAST_NO_MEMORY;
    }
    *scene = s;
    return FAST_OK;
}

void scene_free(struct scene *s) {
    if (s == NULL)
        return;
    double *arrays[] = {s->block[0],     s->block[1],        s->mass,
                        s->fresh_gap,    s->joint_entries,   s->joint_offset,
                        s->still,        s->momentum,        s->speed,
                        s->joint_matrix, s->dynamics_matrix, s->dynamics_response};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free((void *)s->system.slides);
    free((void *)s->system.restitution);
    free((void *)s->system.static_friction);
    free((void *)s->system.dynamic_friction);
    free((void *)s->system.viscous_friction);
    free((void *)s->system.quaternion);
    row_groups_clear(&s->groups);
    free(s->first);
    free(s->joint_place);
    fast_pattern_free(s->matrix_pattern);
    fast_pattern_free(s->mass_pattern);
    fast_pattern_free(s->joint_pattern);
    mass_factor_free(s->factor);
    free(s);
}

struct contact_problem scene_problem(const struct scene *s) {
    return (struct contact_problem){.nv = s->nv,
                                    .contacts = s->contacts,
                                    .rows = s->rows,
                                    .joints = s->joints,
                                    .first = s->first,
                                    .matrix_pattern = s->matrix_pattern,
                                    .mass_pattern = s->mass_pattern,
                                    .joint_pattern = s->joint_pattern,
                                    .matrix = s->matrix,
                                    .mass = s->mass,
                                    .joint_matrix = s->joint_matrix,
                                    .is_changed = true};
}

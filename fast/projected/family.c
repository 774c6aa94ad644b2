/* Making and unmaking a mechanical integrator, and what it can be asked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>

#include "fast/projected/internal.h"
#include "fast/linear/pattern.h"
#include "fast/linear/vector.h"

/* So many arrays of nx, and of ny, nv, nz, in storage. */
enum { arrays_of_x = 18, arrays_of_y = 2, arrays_of_v = 3, arrays_of_z = 1 };

/* How many doubles storage holds; 0: more than there can be. */
static size_t count_storage(const struct integrator_system *system) {
    const size_t nq = (size_t)system->nq, nv = (size_t)system->nv;
    const size_t nz = (size_t)system->nz, rows = (size_t)system->joints;
    const bool has_columns = system->map != NULL && system->unmap == NULL;
    const size_t most = (SIZE_MAX - sizeof(struct projected)) / sizeof(double);
    const size_t columns = has_columns ? (nq + nv) * nv : 0;
    if (has_columns && nq + nv > most / 2 / nv)
        return 0;
    const size_t count = arrays_of_x * (nq + nv + nz) + arrays_of_y * (nv + nz) +
                         arrays_of_v * nv + arrays_of_z * nz + 2 * rows;
    return count + columns <= most ? count + columns : 0;
}

static void lay_out(struct projected *m) {
    double *storage = m->storage;
    double **const arrays[arrays_of_x] = {
        &m->state,      &m->trial,          &m->previous,       &m->slope,
        &m->next_slope, &m->deviation,      &m->previous_slope, &m->accepted_deviation,
        &m->told,       &m->advanced,       &m->estimate,       &m->middle,
        &m->large,      &m->qdot,           &m->stage[0],       &m->stage[1],
        &m->stage[2],   &m->signed_estimate};
    for (int i = 0; i < arrays_of_x; i++)
        *arrays[i] = fast_take(&storage, (size_t)m->nx);
    m->scale = fast_take(&storage, (size_t)m->ny);
    m->units = fast_take(&storage, (size_t)m->ny);
    m->velocity = fast_take(&storage, (size_t)m->nv);
    m->inertia = fast_take(&storage, (size_t)m->nv);
    m->weights_v = fast_take(&storage, (size_t)m->nv);
    m->weights_z = fast_take(&storage, (size_t)m->nz);
    m->multipliers = fast_take(&storage, (size_t)m->system.joints);
    m->joint_units = fast_take(&storage, (size_t)m->system.joints);
    if (m->system.map != NULL && m->system.unmap == NULL)
        m->columns = fast_take(&storage, (size_t)((m->nq + m->nv) * m->nv));
}

/* array[n] := given, or ones. */
static const double *copy_or_ones(int n, double *array, const double *given) {
    for (int i = 0; i < n; i++)
        array[i] = given != NULL ? given[i] : 1;
    return array;
}

static void copy_options(struct projected *m, const struct integrator_options *options) {
    m->options = *options;
    m->options.weights_v = copy_or_ones(m->nv, m->weights_v, options->weights_v);
    m->options.weights_z = copy_or_ones(m->nz, m->weights_z, options->weights_z);
    m->options.units = copy_or_ones(m->ny, m->units, options->units);
    m->options.joint_units =
        copy_or_ones(m->system.joints, m->joint_units, options->joint_units);
    for (int i = 0; i < m->ny; i++)
        m->is_relative[i] = options->is_relative == NULL || options->is_relative[i];
    m->options.is_relative = m->is_relative;
    m->weights_are_one = true;
    for (int i = 0; i < m->nv; i++)
        m->weights_are_one = m->weights_are_one && m->weights_v[i] == 1;
    m->formula = projected_find_formula(options);
}

/* The patterns that the iteration needs; others are the constraints' to copy. */
static enum fast_status copy_patterns(struct projected *m) {
    struct integrator_system *free = &m->system;
    const struct fast_pattern *fq = free->fq_pattern, *fy = free->fy_pattern;
    free->map_pattern = NULL;
    free->fq_pattern = fq != NULL ? fast_pattern_copy(fq) : NULL;
    free->fy_pattern = fy != NULL ? fast_pattern_copy(fy) : NULL;
    const bool is_whole = (fq == NULL) == (free->fq_pattern == NULL) &&
                          (fy == NULL) == (free->fy_pattern == NULL);
    return is_whole ? FAST_OK : FAST_NO_MEMORY;
}

static enum fast_status allocate_parts(struct projected *m,
                                       const struct integrator_system *system) {
    enum fast_status status = copy_patterns(m);
    if (status == FAST_OK)
        status = projected_newton_alloc(m);
    if (status == FAST_OK && (system->joints > 0 || system->quaternions > 0))
        status = constraint_alloc(&m->constraint, system, &m->options, &m->statistics);
    m->is_plain = m->constraint == NULL && m->newton == NULL && system->map == NULL &&
                  m->formula.needs_slope &&
                  m->options.method == PROJECTED_SEMI_EXPLICIT_EULER;
    return status;
}

enum fast_status projected_alloc(struct projected **integrator,
                                 const struct integrator_system *system,
                                 const struct integrator_options *options) {
    *integrator = NULL;
    enum fast_status status = projected_check_system(system);
    if (system->contacts != 0)
        return FAST_BAD_SYSTEM;
    if (status == FAST_OK)
        status = projected_check_options(options, system);
    if (status != FAST_OK)
        return status;
    const size_t count = count_storage(system);
    struct projected *m =
        count > 0 ? calloc(1, sizeof *m + count * sizeof(double)) : NULL;
    if (m == NULL)
        return FAST_NO_MEMORY;
    m->system = *system;
    m->nq = system->nq, m->nv = system->nv, m->nz = system->nz;
    m->ny = m->nv + m->nz, m->nx = m->nq + m->ny;
    lay_out(m);
    m->is_relative = calloc((size_t)m->ny + 1, sizeof *m->is_relative);
    if (m->is_relative == NULL) {
        free(m);
        return FAST_NO_MEMORY;
    }
    copy_options(m, options);
    projected_measure_speed(m, system->masses);
    status = allocate_parts(m, system);
    if (status != FAST_OK) {
        projected_free(m);
        return status;
    }
    *integrator = m;
    return FAST_OK;
}

void projected_free(void *self) {
    struct projected *m = self;
    if (m == NULL)
        return;
    constraint_free(m->constraint);
    projected_newton_free(m->newton);
    fast_pattern_free((struct fast_pattern *)m->system.fq_pattern);
    fast_pattern_free((struct fast_pattern *)m->system.fy_pattern);
    free(m->is_relative);
    free(m);
}

double projected_time(const void *self) {
    const struct projected *m = self;
    return m->told_t;
}

const double *projected_state(const void *self) {
    const struct projected *m = self;
    return m->told;
}

double projected_advanced_time(const void *self) {
    const struct projected *m = self;
    return m->t;
}

const double *projected_advanced_state(const struct projected *m) {
    return m->advanced;
}

const double *projected_error_estimate(const struct projected *m) {
    return m->estimate;
}

const double *projected_multipliers(const void *self) {
    const struct projected *m = self;
    if (m->system.joints > 0 &&
        constraint_accelerate(m->constraint, m->t, m->state, m->stage[0] + m->nq,
                              m->multipliers) != FAST_OK)
        for (int i = 0; i < m->system.joints; i++)
            m->multipliers[i] = NAN;
    return m->multipliers;
}

const struct projected_statistics *projected_statistics(const void *self) {
    const struct projected *m = self;
    return &m->statistics;
}

int projected_failed_row(const void *self) {
    const struct projected *m = self;
    return m->constraint != NULL ? constraint_row(m->constraint) : -1;
}

double projected_position_error(struct projected *m) {
    if (m->constraint == NULL)
        return 0;
    return constraint_position_error(m->constraint, m->told_t, m->told);
}

double projected_velocity_error(struct projected *m) {
    if (m->constraint == NULL)
        return 0;
    return constraint_velocity_error(m->constraint, m->told_t, m->told);
}

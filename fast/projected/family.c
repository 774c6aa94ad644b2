/* Making and unmaking a mechanical integrator, and what it can be asked.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>

#include "fast/projected/internal.h"
#include "fast/linear/pattern.h"

/* So many arrays of nx, and of ny, nv, nz, in storage. */
enum { arrays_of_x = 17, arrays_of_y = 2, arrays_of_v = 2, arrays_of_z = 1 };

/* How many doubles storage holds; 0: more than there can be. */
static size_t count_storage(const struct mechanical_system *system) {
    const size_t nq = (size_t)system->free.nq, nv = (size_t)system->free.nv;
    const size_t nz = (size_t)system->free.nz, rows = (size_t)system->rows;
    const bool has_columns = system->free.map != NULL && system->free.unmap == NULL;
    const size_t most = (SIZE_MAX - sizeof(mechanical)) / sizeof(double);
    const size_t columns = has_columns ? (nq + nv) * nv : 0;
    if (has_columns && nq + nv > most / 2 / nv)
        return 0;
    const size_t count = arrays_of_x * (nq + nv + nz) + arrays_of_y * (nv + nz) +
                         arrays_of_v * nv + arrays_of_z * nz + 2 * rows;
    return count + columns <= most ? count + columns : 0;
}

static double *take(double **storage, int n) {
    double *array = *storage;
    *storage += n;
    return array;
}

static void lay_out(mechanical *m) {
    double *storage = m->storage;
    double **const arrays[arrays_of_x] = {
        &m->state,      &m->trial,     &m->previous,       &m->slope,
        &m->next_slope, &m->deviation, &m->previous_slope, &m->accepted_deviation,
        &m->told,       &m->advanced,  &m->estimate,       &m->middle,
        &m->large,      &m->qdot,      &m->stage[0],       &m->stage[1],
        &m->stage[2]};
    for (int i = 0; i < arrays_of_x; i++)
        *arrays[i] = take(&storage, m->nx);
    m->scale = take(&storage, m->ny);
    m->units = take(&storage, m->ny);
    m->velocity = take(&storage, m->nv);
    m->weights_v = take(&storage, m->nv);
    m->weights_z = take(&storage, m->nz);
    m->multipliers = take(&storage, m->system.rows);
    m->joint_units = take(&storage, m->system.rows);
    if (m->system.free.map != NULL && m->system.free.unmap == NULL)
        m->columns = take(&storage, (m->nq + m->nv) * m->nv);
}

/* array[n] := given, or ones. */
static const double *copy_or_ones(int n, double *array, const double *given) {
    for (int i = 0; i < n; i++)
        array[i] = given != NULL ? given[i] : 1;
    return array;
}

static void copy_options(mechanical *m, const struct mechanical_options *options) {
    m->options = *options;
    m->options.weights_v = copy_or_ones(m->nv, m->weights_v, options->weights_v);
    m->options.weights_z = copy_or_ones(m->nz, m->weights_z, options->weights_z);
    m->options.units = copy_or_ones(m->ny, m->units, options->units);
    m->options.joint_units =
        copy_or_ones(m->system.rows, m->joint_units, options->joint_units);
    for (int i = 0; i < m->ny; i++)
        m->is_relative[i] = options->is_relative == NULL || options->is_relative[i];
    m->options.is_relative = m->is_relative;
    m->weights_are_one = true;
    for (int i = 0; i < m->nv; i++)
        m->weights_are_one = m->weights_are_one && m->weights_v[i] == 1;
    m->formula = mechanical_find_formula(options);
}

/* The patterns that the iteration needs; others are the constraints' to copy. */
static enum fast_status copy_patterns(mechanical *m) {
    struct fast_system *free = &m->system.free;
    const struct fast_pattern *fq = free->fq_pattern, *fy = free->fy_pattern;
    free->map_pattern = NULL;
    free->fq_pattern = fq != NULL ? fast_pattern_copy(fq) : NULL;
    free->fy_pattern = fy != NULL ? fast_pattern_copy(fy) : NULL;
    const bool is_whole = (fq == NULL) == (free->fq_pattern == NULL) &&
                          (fy == NULL) == (free->fy_pattern == NULL);
    return is_whole ? FAST_OK : FAST_NO_MEMORY;
}

static enum fast_status allocate_parts(mechanical *m,
                                       const struct mechanical_system *system) {
    enum fast_status status = copy_patterns(m);
    if (status == FAST_OK)
        status = mechanical_newton_alloc(m);
    if (status == FAST_OK && (system->rows > 0 || system->quaternions > 0))
        status = constraint_alloc(&m->constraint, system, &m->options, &m->statistics);
    m->is_plain = m->constraint == NULL && m->newton == NULL &&
                  system->free.map == NULL && m->formula.needs_slope &&
                  m->options.method == MECHANICAL_SEMI_EXPLICIT_EULER;
    return status;
}

enum fast_status mechanical_alloc(mechanical **integrator,
                                  const struct mechanical_system *system,
                                  const struct mechanical_options *options) {
    *integrator = NULL;
    enum fast_status status = mechanical_check_system(system);
    if (status == FAST_OK)
        status = mechanical_check_options(options, system);
    if (status != FAST_OK)
        return status;
    const size_t count = count_storage(system);
    mechanical *m = count > 0 ? calloc(1, sizeof *m + count * sizeof(double)) : NULL;
    if (m == NULL)
        return FAST_NO_MEMORY;
    m->system = *system;
    m->nq = system->free.nq, m->nv = system->free.nv, m->nz = system->free.nz;
    m->ny = m->nv + m->nz, m->nx = m->nq + m->ny;
    lay_out(m);
    m->is_relative = calloc((size_t)m->ny + 1, sizeof *m->is_relative);
    if (m->is_relative == NULL) {
        free(m);
        return FAST_NO_MEMORY;
    }
    copy_options(m, options);
    status = allocate_parts(m, system);
    if (status != FAST_OK) {
        mechanical_free(m);
        return status;
    }
    *integrator = m;
    return FAST_OK;
}

void mechanical_free(mechanical *m) {
    if (m == NULL)
        return;
    constraint_free(m->constraint);
    mechanical_newton_free(m->newton);
    fast_pattern_free((struct fast_pattern *)m->system.free.fq_pattern);
    fast_pattern_free((struct fast_pattern *)m->system.free.fy_pattern);
    free(m->is_relative);
    free(m);
}

double mechanical_time(const mechanical *m) {
    return m->told_t;
}

const double *mechanical_state(const mechanical *m) {
    return m->told;
}

double mechanical_advanced_time(const mechanical *m) {
    return m->t;
}

const double *mechanical_advanced_state(const mechanical *m) {
    return m->advanced;
}

const double *mechanical_error_estimate(const mechanical *m) {
    return m->estimate;
}

const double *mechanical_multipliers(const mechanical *m) {
    if (m->system.rows > 0 &&
        constraint_accelerate(m->constraint, m->t, m->state, m->stage[0] + m->nq,
                              m->multipliers) != FAST_OK)
        for (int i = 0; i < m->system.rows; i++)
            m->multipliers[i] = NAN;
    return m->multipliers;
}

const struct mechanical_statistics *mechanical_statistics(const mechanical *m) {
    return &m->statistics;
}

int mechanical_failed_row(const mechanical *m) {
    return m->constraint != NULL ? constraint_row(m->constraint) : -1;
}

double mechanical_position_error(mechanical *m) {
    if (m->constraint == NULL)
        return 0;
    return constraint_position_error(m->constraint, m->told_t, m->told);
}

double mechanical_velocity_error(mechanical *m) {
    if (m->constraint == NULL)
        return 0;
    return constraint_velocity_error(m->constraint, m->told_t, m->told);
}

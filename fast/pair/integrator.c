/* An integrator's life: allocation in one block, what can be read from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fast/linear/vector.h"
#include "fast/pair/default/default_mode.h"
#include "fast/linear/inverse.h"
#include "fast/linear/pattern.h"
#include "fast/pair/pair.h"
#include "fast/system/check.h"

/* Vectors of nx, of nq and of nv in struct pair, and one of nz. */
enum { state_vectors = 11, position_vectors = 3, velocity_vectors = 3 };

/* *sum += a b, or false if that is beyond a size_t. */
static bool add_product(size_t *sum, size_t a, size_t b) {
    if (b != 0 && a > (SIZE_MAX - *sum) / b)
        return false;
    *sum += a * b;
    return true;
}

/* *sum += the entries of a matrix. */
static bool add_entries(size_t *sum, const struct fast_matrix *matrix) {
    if (matrix->pattern == NULL)
        return add_product(sum, (size_t)matrix->rows, (size_t)matrix->columns);
    return add_product(sum, fast_entries(matrix->rows, matrix->columns, matrix->pattern),
                       1);
}

/* What only some integrators need: df/dx if the system has it, N and a triangle
 * if N+ has to be found from N. */
static bool has_exact_jacobian(const struct pair *integrator) {
    return integrator->system.jacobian != NULL;
}

static bool solves_least_squares(const struct pair *integrator) {
    return integrator->system.map != NULL && integrator->system.unmap == NULL;
}

/* The bytes for *integrator with its arrays, or 0 if there can be no such block. */
static size_t bytes_for(const struct pair *integrator) {
    const size_t nq = (size_t)integrator->nq, nv = (size_t)integrator->nv;
    const size_t ny = (size_t)integrator->ny, nx = nq + ny;
    size_t doubles = ny - nv, bytes = sizeof *integrator;
    bool fits = add_product(&doubles, state_vectors, nx) &&
                add_product(&doubles, position_vectors, nq) &&
                add_product(&doubles, velocity_vectors, nv) &&
                add_entries(&doubles, &integrator->jacobian) &&
                add_entries(&doubles, &integrator->map); /* none if it is not kept */
    if (has_exact_jacobian(integrator))
        fits = fits && add_entries(&doubles, &integrator->fq) &&
               add_entries(&doubles, &integrator->fy);
    if (solves_least_squares(integrator))
        fits = fits && add_product(&doubles, nq + nv, nv);
    fits = fits && add_product(&bytes, doubles, sizeof(double));
    return fits ? bytes : 0;
}

static void take_entries(double **storage, struct fast_matrix *matrix) {
    matrix->values =
        fast_take(storage, fast_entries(matrix->rows, matrix->columns, matrix->pattern));
}

static void divide_storage(struct pair *integrator) {
    const size_t nq = (size_t)integrator->nq, nv = (size_t)integrator->nv;
    const size_t ny = (size_t)integrator->ny, nx = nq + ny;
    double *storage = integrator->storage;
    double **vectors[state_vectors] = {
        &integrator->state,  &integrator->error_estimate, &integrator->large,
        &integrator->middle, &integrator->small,          &integrator->deviation,
        &integrator->guess,  &integrator->probe,          &integrator->rates,
        &integrator->change, &integrator->column,
    };
    for (int i = 0; i < state_vectors; i++)
        *vectors[i] = fast_take(&storage, nx);
    integrator->base_position = fast_take(&storage, nq);
    integrator->position = fast_take(&storage, nq);
    integrator->qdot = fast_take(&storage, nq);
    integrator->unit = fast_take(&storage, nv);
    integrator->velocity = fast_take(&storage, nv);
    integrator->weights_v = fast_take(&storage, nv);
    integrator->weights_z = fast_take(&storage, ny - nv);
    take_entries(&storage, &integrator->jacobian);
    if (integrator->map.pattern != NULL)
        take_entries(&storage, &integrator->map);
    if (has_exact_jacobian(integrator)) {
        take_entries(&storage, &integrator->fq);
        take_entries(&storage, &integrator->fy);
    }
    if (solves_least_squares(integrator))
        integrator->columns = fast_take(&storage, (nq + nv) * nv);
}

static enum fast_status check_pair(const struct integrator_system *system,
                                   const struct integrator_options *options) {
    enum fast_status status = fast_check_system(system);
    if (system->joints != 0 || system->contacts != 0)
        return FAST_BAD_SYSTEM;
    if (status == FAST_OK)
        status = fast_check_options(options);
    if (status == FAST_OK && options->jacobian == FAST_EXACT_JACOBIAN &&
        system->jacobian == NULL)
        return FAST_BAD_OPTION;
    if (status == FAST_OK && (system->nz > INT_MAX - system->nv ||
                              system->nq > INT_MAX - system->nv - system->nz))
        return FAST_NO_MEMORY;
    return status;
}

/* The matrices' sizes and patterns; the system's patterns become the
 * structure's copies. N is kept where its pattern is known. */
static void describe_matrices(struct pair *integrator) {
    const struct fast_structure *structure = integrator->structure;
    struct integrator_system *system = &integrator->system;
    const int n = integrator->unknowns, nq = integrator->nq, ny = integrator->ny;
    integrator->jacobian = (struct fast_matrix){n, n, structure->layout->pattern, NULL};
    integrator->fq = (struct fast_matrix){ny, nq, structure->fq, NULL};
    integrator->fy = (struct fast_matrix){ny, ny, structure->fy, NULL};
    if (structure->map != NULL)
        integrator->map = (struct fast_matrix){nq, integrator->nv, structure->map, NULL};
    system->fq_pattern = structure->fq;
    system->fy_pattern = structure->fy;
    system->map_pattern = structure->map;
}

/* *integrator with its arrays, from what is described in *blank; blank's parts
 * are its own then. NULL: out of memory. */
static struct pair *make(const struct pair *blank) {
    size_t bytes = bytes_for(blank);
    struct pair *created = bytes > 0 ? calloc(1, bytes) : NULL;
    if (created != NULL) {
        *created = *blank;
        divide_storage(created);
    }
    return created;
}

static struct pair describe_pair(const struct integrator_system *system,
                                 const struct integrator_options *options) {
    struct pair blank = {.system = *system, .options = *options};
    blank.nq = system->nq;
    blank.nv = system->nv;
    blank.ny = system->nv + system->nz;
    blank.nx = blank.nq + blank.ny;
    blank.unknowns = options->method == FAST_IMPLICIT_EULER ? blank.nx : blank.ny;
    return blank;
}

static void set_out(struct pair *integrator) {
    const struct integrator_options *options = &integrator->options;
    integrator->try_once = fast_find_trial(integrator);
    integrator->initial_target = options->initial_step;
    integrator->statistics.previous_step = integrator->statistics.ideal_next_step = NAN;
    pair_reset_statistics(integrator);
    fast_use_accuracy(integrator, fast_accuracy_in_use(options->accuracy));
}

static void free_parts(struct pair *integrator) {
    fast_factors_free(integrator->factors);
    fast_factors_free(integrator->other_factors);
    fast_structure_free(integrator->structure);
}

enum fast_status pair_alloc(struct pair **integrator,
                            const struct integrator_system *system,
                            const struct integrator_options *options) {
    *integrator = NULL;
    enum fast_status status = check_pair(system, options);
    if (status != FAST_OK)
        return status;
    struct pair blank = describe_pair(system, options), *created = NULL;
    status = fast_structure_alloc(&blank.structure, system, options->method);
    if (status == FAST_OK)
        status = fast_factors_alloc(&blank.factors, blank.structure->layout);
    if (status == FAST_OK && blank.unknowns <= fast_largest_inverse)
        status = fast_factors_alloc(&blank.other_factors, blank.structure->layout);
    if (status == FAST_OK) {
        describe_matrices(&blank);
        created = make(&blank);
    }
    if (created == NULL) {
        free_parts(&blank);
        return FAST_NO_MEMORY;
    }
    if (!fast_take_weights(created, options->weights_v, options->weights_z))
        status = FAST_BAD_OPTION;
    if (status == FAST_OK)
        status = fast_default_alloc(&created->default_mode, created);
    if (status != FAST_OK) {
        pair_free(created);
        return status;
    }
    set_out(created);
    *integrator = created;
    return FAST_OK;
}

void pair_free(void *self) {
    struct pair *integrator = self;
    if (integrator == NULL)
        return;
    fast_record_free(integrator);
    fast_default_free(integrator->default_mode);
    free_parts(integrator);
    free(integrator);
}

double pair_time(const void *self) {
    const struct pair *integrator = self;
    return integrator->t;
}

const double *pair_state(const void *self) {
    const struct pair *integrator = self;
    return integrator->state;
}

const double *pair_error_estimate(const void *self) {
    const struct pair *integrator = self;
    return integrator->error_estimate;
}

const struct pair_statistics *pair_statistics(const void *self) {
    const struct pair *integrator = self;
    return &integrator->statistics;
}

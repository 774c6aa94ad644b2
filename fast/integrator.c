/* An integrator's life: allocation in one block, start, what can be read from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fast/internal.h"

/* Vectors of nx, of nq and of nv in struct fast. */
enum { state_vectors = 9, position_vectors = 3, unit_vectors = 1 };

/* *sum += a b, or false if that is beyond a size_t. */
static bool add_product(size_t *sum, size_t a, size_t b) {
    if (b != 0 && a > (SIZE_MAX - *sum) / b)
        return false;
    *sum += a * b;
    return true;
}

/* The bytes for *integrator with its arrays, or 0 if there can be no such block. */
static size_t bytes_for(const fast *integrator) {
    const size_t nq = (size_t)integrator->nq, nv = (size_t)integrator->nv;
    const size_t ny = (size_t)integrator->ny, nx = nq + ny;
    size_t doubles = 0, bytes = sizeof *integrator;
    bool fits = add_product(&doubles, state_vectors, nx) &&
                add_product(&doubles, position_vectors, nq) &&
                add_product(&doubles, unit_vectors, nv) &&
                add_product(&doubles, 2 * ny, ny);
    if (integrator->options.jacobian == FAST_EXACT)
        fits = fits && add_product(&doubles, nq, ny);
    fits = fits && add_product(&bytes, doubles, sizeof(double)) &&
           add_product(&bytes, ny, sizeof(int));
    return fits ? bytes : 0;
}

static double *take(double **storage, size_t n) {
    double *array = *storage;
    *storage += n;
    return array;
}

static void divide_storage(fast *integrator) {
    const size_t nq = (size_t)integrator->nq, nv = (size_t)integrator->nv;
    const size_t ny = (size_t)integrator->ny, nx = nq + ny;
    double *storage = integrator->storage;
    double **vectors[state_vectors] = {
        &integrator->state,  &integrator->error_estimate, &integrator->large,
        &integrator->middle, &integrator->small,          &integrator->guess,
        &integrator->probe,  &integrator->rates,          &integrator->change,
    };
    for (int i = 0; i < state_vectors; i++)
        *vectors[i] = take(&storage, nx);
    integrator->base_position = take(&storage, nq);
    integrator->position = take(&storage, nq);
    integrator->qdot = take(&storage, nq);
    integrator->unit = take(&storage, nv);
    integrator->jacobian = take(&storage, ny * ny);
    integrator->factors = take(&storage, ny * ny);
    if (integrator->options.jacobian == FAST_EXACT)
        integrator->fq = take(&storage, nq * ny);
    integrator->permutation = (int *)(void *)storage;
}

static enum fast_status check(const struct fast_system *system,
                              const struct fast_options *options) {
    enum fast_status status = fast_check_system(system);
    if (status == FAST_OK)
        status = fast_check_options(options);
    if (status == FAST_OK && options->jacobian == FAST_EXACT && system->jacobian == NULL)
        return FAST_BAD_OPTION;
    if (status == FAST_OK && (system->nz > INT_MAX - system->nv ||
                              system->nq > INT_MAX - system->nv - system->nz))
        return FAST_NO_MEMORY;
    return status;
}

enum fast_status fast_alloc(fast **integrator, const struct fast_system *system,
                            const struct fast_options *options) {
    *integrator = NULL;
    enum fast_status status = check(system, options);
    if (status != FAST_OK)
        return status;
    fast blank = {.system = *system, .options = *options};
    blank.nq = system->nq;
    blank.nv = system->nv;
    blank.ny = system->nv + system->nz;
    blank.nx = blank.nq + blank.ny;
    size_t bytes = bytes_for(&blank);
    fast *created = bytes > 0 ? calloc(1, bytes) : NULL;
    if (created == NULL)
        return FAST_NO_MEMORY;
    *created = blank;
    divide_storage(created);
    fast_clear_statistics(&created->statistics, fast_accuracy_in_use(options->accuracy));
    *integrator = created;
    return FAST_OK;
}

void fast_free(fast *integrator) {
    free(integrator);
}

enum fast_status fast_start(fast *integrator, double t, const double *x) {
    if (!isfinite(t))
        return FAST_BAD_TIME;
    if (!fast_all_finite((size_t)integrator->nx, x))
        return FAST_NOT_FINITE;
    double accuracy = fast_accuracy_in_use(integrator->options.accuracy);
    fast_clear_statistics(&integrator->statistics, accuracy);
    integrator->newton_tolerance = fast_newton_tolerance(accuracy);
    integrator->has_jacobian = false;
    integrator->t = t;
    for (int i = 0; i < integrator->nx; i++) {
        integrator->state[i] = x[i];
        integrator->error_estimate[i] = 0;
    }
    integrator->started = true;
    return FAST_OK;
}

double fast_time(const fast *integrator) {
    return integrator->t;
}

const double *fast_state(const fast *integrator) {
    return integrator->state;
}

const double *fast_error_estimate(const fast *integrator) {
    return integrator->error_estimate;
}

const struct fast_statistics *fast_statistics(const fast *integrator) {
    return &integrator->statistics;
}

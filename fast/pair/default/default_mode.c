/* The default mode within the drivers: its storage, and what a step leaves for
 * the next one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/pair/default/default_mode.h"
#include "fast/linear/pattern.h"

/* After an attempt has failed, what that has cost is not risked again soon: so many steps
 * stay below this part of it. */
enum { cautious_steps = 8 };
static const double cautious_part = 0.7;
/* Vectors of nx and of ny in struct fast_default. */
enum { state_vectors = 4, rate_vectors = 6 };

static double *take(double **storage, size_t n) {
    double *array = *storage;
    *storage += n;
    return array;
}

static size_t entries_of(const struct fast_matrix *matrix) {
    return fast_entries(matrix->rows, matrix->columns, matrix->pattern);
}

static void describe_matrices(struct fast_default *thrift, int nq, int ny) {
    const struct fast_structure *structure = thrift->structure;
    const struct fast_pattern *pattern = structure->layout->pattern;
    thrift->fq = (struct fast_matrix){ny, nq, structure->fq, NULL};
    thrift->fy = (struct fast_matrix){ny, ny, structure->fy, NULL};
    thrift->fqn = (struct fast_matrix){ny, ny, pattern, NULL};
    thrift->sum = (struct fast_matrix){ny, ny, pattern, NULL};
}

static enum fast_status alloc_arrays(struct fast_default *thrift, size_t nq, size_t ny) {
    const size_t nx = nq + ny;
    struct fast_matrix *matrices[] = {&thrift->fq, &thrift->fy, &thrift->fqn,
                                      &thrift->sum};
    size_t doubles = state_vectors * nx + rate_vectors * ny;
    for (int i = 0; i < 4; i++)
        doubles += entries_of(matrices[i]);
    double *storage = thrift->storage = calloc(doubles, sizeof *storage);
    if (storage == NULL)
        return FAST_NO_MEMORY;
    for (int i = 0; i < 4; i++)
        matrices[i]->values = take(&storage, entries_of(matrices[i]));
    thrift->delta = take(&storage, nx);
    thrift->scale = take(&storage, nx);
    thrift->before = take(&storage, nx);
    thrift->base = take(&storage, nx);
    thrift->start_rates = take(&storage, ny);
    thrift->middle_rates = take(&storage, ny);
    thrift->end_rates = take(&storage, ny);
    thrift->base_rates = take(&storage, ny);
    thrift->residual = take(&storage, ny);
    thrift->update = take(&storage, ny);
    return FAST_OK;
}

/* The parts of *thrift, which is zero. */
static enum fast_status alloc_parts(struct fast_default *thrift, const fast *integrator) {
    const int nq = integrator->nq, ny = integrator->ny;
    enum fast_status status = fast_structure_alloc(
        &thrift->structure, &integrator->system, FAST_VELOCITY_IMPLICIT_EULER);
    if (status != FAST_OK)
        return status;
    const struct fast_structure *structure = thrift->structure;
    thrift->fq_groups = fast_groups_alloc(ny, nq, structure->fq);
    thrift->fy_groups = fast_groups_alloc(ny, ny, structure->fy);
    if (thrift->fq_groups == NULL || thrift->fy_groups == NULL)
        return FAST_NO_MEMORY;
    status = fast_factors_alloc(&thrift->half.factors, structure->layout);
    if (status == FAST_OK)
        status = fast_factors_alloc(&thrift->whole.factors, structure->layout);
    if (status != FAST_OK)
        return status;
    describe_matrices(thrift, nq, ny);
    return alloc_arrays(thrift, (size_t)nq, (size_t)ny);
}

enum fast_status fast_default_alloc(struct fast_default **made, const fast *integrator) {
    *made = NULL;
    if (integrator->options.mode != FAST_DEFAULT)
        return FAST_OK;
    struct fast_default *thrift = calloc(1, sizeof *thrift);
    if (thrift == NULL)
        return FAST_NO_MEMORY;
    enum fast_status status = alloc_parts(thrift, integrator);
    if (status != FAST_OK) {
        fast_default_free(thrift);
        return status;
    }
    fast_begin_rates(thrift);
    *made = thrift;
    return FAST_OK;
}

void fast_default_free(struct fast_default *made) {
    if (made == NULL)
        return;
    fast_factors_free(made->half.factors);
    fast_factors_free(made->whole.factors);
    fast_groups_free(made->fq_groups);
    fast_groups_free(made->fy_groups);
    fast_structure_free(made->structure);
    free(made->storage);
    free(made);
}

/* Neither y' at the state nor the next estimate follows from the step before. */
static void forget_last_step(struct fast_default *thrift) {
    thrift->knows_rates = false;
    thrift->last_h = 0;
    thrift->last_estimate = 0;
    thrift->estimate = 0;
}

enum fast_status fast_attempt_default(fast *integrator, double h) {
    if (h < fast_working_minimum(integrator)) {
        forget_last_step(integrator->thrift);
        return fast_attempt_faithfully(integrator, h);
    }
    return fast_solve_pair(integrator, h);
}

void fast_after_accepted(fast *integrator, double h) {
    struct fast_default *thrift = integrator->thrift;
    double *rates = thrift->start_rates;
    thrift->start_rates = thrift->end_rates;
    thrift->end_rates = rates;
    thrift->last_estimate = thrift->estimate;
    thrift->last_h = h;
}

double fast_limit_growth(struct fast_default *thrift, double h, double next) {
    if (thrift->cautious == 0)
        return next;
    thrift->cautious--;
    const double most = cautious_part * thrift->failed_h;
    return next < most ? next : most > h ? most : h;
}

void fast_after_rejected(fast *integrator, double h, enum fast_status status) {
    integrator->thrift->has_base = false; /* a point that the state did not come to */
    if (status == FAST_OK)
        fast_forget_rates(integrator->thrift);
    else {
        fast_doubt_rates(integrator->thrift);
        integrator->thrift->cautious = cautious_steps;
        integrator->thrift->failed_h = h;
    }
}

void fast_after_jump(fast *integrator) {
    if (integrator->thrift != NULL) {
        forget_last_step(integrator->thrift);
        integrator->thrift->has_base = false;
        integrator->thrift->cautious = 0;
    }
}

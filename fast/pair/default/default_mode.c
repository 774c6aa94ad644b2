/* The default mode within the drivers: its storage, and what a step leaves for
 * the next one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/pair/default/default_mode.h"
#include "fast/linear/pattern.h"
#include "fast/linear/vector.h"
#include "fast/pair/default/band_moves.h"
#include "fast/pair/default/square_moves.h"
#include "fast/processor.h"

/* After an attempt has failed, what that has cost is not risked again soon: so many steps
 * stay below this part of it. */
enum { cautious_steps = 8 };
static const double cautious_part = 0.7;
/* Vectors of nx and of ny in struct fast_default. */
enum { state_vectors = 4, rate_vectors = 6 };

static size_t entries_of(const struct fast_matrix *matrix) {
    return fast_entries(matrix->rows, matrix->columns, matrix->pattern);
}

static bool is_chain(const struct fast_structure *structure, int nq, int ny) {
    const struct fast_layout *layout = structure->layout;
    return nq == ny && structure->map == NULL && layout->kind == FAST_LAYOUT_BAND &&
           fast_has_diagonals(&layout->band) && fast_is_three_diagonals(structure->fq);
}

static void describe_matrices(struct fast_default *default_mode, int nq, int ny) {
    const struct fast_structure *structure = default_mode->structure;
    const struct fast_pattern *pattern = structure->layout->pattern;
    if (default_mode->balance != NULL)
        return; /* none is needed */
    default_mode->is_chain = is_chain(structure, nq, ny);
    const struct fast_pattern *fq = structure->fq;
    const bool is_full =
        fq != NULL && fast_entries(ny, nq, fq) == fast_entries(ny, nq, NULL);
    default_mode->fq = (struct fast_matrix){ny, nq, is_full ? NULL : fq, NULL};
    default_mode->fy = (struct fast_matrix){ny, ny, structure->fy, NULL};
    default_mode->fqn = (struct fast_matrix){ny, ny, pattern, NULL};
    default_mode->sum = (struct fast_matrix){ny, ny, pattern, NULL};
}

static enum fast_status alloc_arrays(struct fast_default *default_mode, size_t nq,
                                     size_t ny) {
    const size_t nx = nq + ny;
    struct fast_matrix *matrices[] = {&default_mode->fq, &default_mode->fy,
                                      &default_mode->fqn, &default_mode->sum};
    size_t doubles = state_vectors * nx + rate_vectors * ny;
    for (int i = 0; i < 4; i++)
        doubles += entries_of(matrices[i]);
    double *storage = default_mode->storage = calloc(doubles, sizeof *storage);
    if (storage == NULL)
        return FAST_NO_MEMORY;
    for (int i = 0; i < 4; i++)
        matrices[i]->values = fast_take(&storage, entries_of(matrices[i]));
    default_mode->delta = fast_take(&storage, nx);
    default_mode->scale = fast_take(&storage, nx);
    default_mode->before = fast_take(&storage, nx);
    default_mode->base = fast_take(&storage, nx);
    default_mode->start_rates = fast_take(&storage, ny);
    default_mode->middle_rates = fast_take(&storage, ny);
    default_mode->end_rates = fast_take(&storage, ny);
    default_mode->base_rates = fast_take(&storage, ny);
    default_mode->residual = fast_take(&storage, ny);
    default_mode->update = fast_take(&storage, ny);
    return FAST_OK;
}

/* Whether the moves may be those of square_moves.h. */
static bool is_square(const struct pair *integrator, const struct fast_balance *balance) {
    return integrator->system.map == NULL && integrator->nq == integrator->ny &&
           integrator->ny >= fast_least_square && integrator->ny <= fast_most_square &&
           balance == NULL;
}

static enum fast_status keep_diagonals(struct fast_default *default_mode) {
    const enum fast_status status =
        fast_factors_keep_diagonals(default_mode->half.factors);
    return status == FAST_OK ? fast_factors_keep_diagonals(default_mode->whole.factors)
                             : status;
}

/* The parts of *default_mode, which is zero. */
static enum fast_status alloc_parts(struct fast_default *default_mode,
                                    const struct pair *integrator) {
    const int nq = integrator->nq, ny = integrator->ny;
    enum fast_status status = fast_structure_alloc(
        &default_mode->structure, &integrator->system, FAST_VELOCITY_IMPLICIT_EULER);
    if (status != FAST_OK)
        return status;
    const struct fast_structure *structure = default_mode->structure;
    default_mode->fq_groups = fast_groups_alloc(ny, nq, structure->fq);
    default_mode->fy_groups = fast_groups_alloc(ny, ny, structure->fy);
    if (default_mode->fq_groups == NULL || default_mode->fy_groups == NULL)
        return FAST_NO_MEMORY;
    status = fast_balance_alloc(&default_mode->balance, integrator, structure);
    const struct fast_balance *balance = default_mode->balance;
    const struct fast_layout *layout =
        balance != NULL ? balance->layout : structure->layout;
    if (status == FAST_OK)
        status = fast_factors_alloc(&default_mode->half.factors, layout);
    if (status == FAST_OK)
        status = fast_factors_alloc(&default_mode->whole.factors, layout);
    if (status != FAST_OK)
        return status;
    fast_factors_wait(default_mode->half.factors, FAST_AT_ONCE);
    fast_factors_wait(default_mode->whole.factors, FAST_AT_ONCE);
    if (is_square(integrator, balance))
        default_mode->square = fast_find_square_moves(ny, fast_has_wide_vectors());
    describe_matrices(default_mode, nq, ny);
    if (default_mode->is_chain)
        status = keep_diagonals(default_mode);
    if (status != FAST_OK)
        return status;
    return alloc_arrays(default_mode, (size_t)nq, (size_t)ny);
}

enum fast_status fast_default_alloc(struct fast_default **made,
                                    const struct pair *integrator) {
    *made = NULL;
    if (integrator->options.mode != FAST_DEFAULT)
        return FAST_OK;
    struct fast_default *default_mode = calloc(1, sizeof *default_mode);
    if (default_mode == NULL)
        return FAST_NO_MEMORY;
    enum fast_status status = alloc_parts(default_mode, integrator);
    if (status != FAST_OK) {
        fast_default_free(default_mode);
        return status;
    }
    default_mode->sized = fast_find_sized(integrator, default_mode->is_chain);
    fast_begin_rates(default_mode);
    *made = default_mode;
    return FAST_OK;
}

void fast_default_free(struct fast_default *made) {
    if (made == NULL)
        return;
    fast_factors_free(made->half.factors);
    fast_factors_free(made->whole.factors);
    fast_groups_free(made->fq_groups);
    fast_groups_free(made->fy_groups);
    fast_balance_free(made->balance);
    fast_structure_free(made->structure);
    free(made->storage);
    free(made);
}

void fast_forget_last_step(struct fast_default *default_mode) {
    default_mode->knows_rates = false;
    default_mode->last_h = 0;
    default_mode->last_estimate = 0;
    default_mode->estimate = 0;
}

double fast_limit_growth(struct fast_default *default_mode, double h, double next) {
    default_mode->cautious--;
    const double most = cautious_part * default_mode->failed_h;
    return next < most ? next : most > h ? most : h;
}

void fast_after_rejected(struct pair *integrator, double h, enum fast_status status) {
    integrator->default_mode->has_base =
        false; /* a point that the state did not come to */
    if (status == FAST_OK)
        fast_forget_rates(integrator->default_mode);
    else {
        fast_doubt_rates(integrator->default_mode);
        integrator->default_mode->cautious = cautious_steps;
        integrator->default_mode->failed_h = h;
    }
}

void fast_after_jump(struct pair *integrator) {
    if (integrator->default_mode != NULL) {
        fast_forget_last_step(integrator->default_mode);
        integrator->default_mode->has_base = false;
        integrator->default_mode->cautious = 0;
    }
}

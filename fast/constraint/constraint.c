/* Allocation: copies of what the system and the options say of constraints, and room for
 * all that accelerations and projections need.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"

/* Systems whose dense matrices would have more entries than this have no complete
 * orthogonal factorisation: it would take seconds. */
static const size_t most_complete_entries = (size_t)1 << 20;

/* A weight of 0 would let a component move without end. This times the largest stands for
 * it. */
static const double least_weight = CONSTRAINT_ROOT_EPSILON;

/* Of the accuracy, if no tolerance is given. */
static const double tolerance_part = 0.1;

/* 1/W of velocities and T of rows; scales for both projections. */
static void take_weights(constraint *c, const struct integrator_options *options) {
    double largest = 0;
    for (int j = 0; j < c->nv; j++) {
        const double weight = options->weights_v != NULL ? options->weights_v[j] : 1;
        c->inverse[j] = options->units != NULL ? weight / options->units[j] : weight;
        largest = c->inverse[j] > largest ? c->inverse[j] : largest;
    }
    for (int j = 0; j < c->nv; j++) {
        const double least = largest > 0 ? least_weight * largest : 1;
        c->inverse[j] = 1 / (c->inverse[j] > least ? c->inverse[j] : least);
        c->ones[j] = 1;
        c->position.projector.scale[j] = c->velocity.projector.scale[j] = c->inverse[j];
        c->position.projector.square[j] = c->velocity.projector.square[j] =
            c->inverse[j] * c->inverse[j];
    }
    for (int j = 0; j < c->nv && c->velocity.projector.mobility != NULL; j++)
        c->velocity.projector.mobility[j] = 1 / c->system.masses[j];
    c->system.masses = NULL; /* the caller's */
    for (int i = 0; i < c->rows; i++)
        c->weight[i] = options->joint_units != NULL ? 1 / options->joint_units[i] : 1;
    c->position.unit = 1;
    c->velocity.unit = options->velocity_time_scale;
}

/* Copies of patterns and lists. */
static bool copy_lists(constraint *c, const struct integrator_system *system) {
    const struct fast_pattern *given[3] = {
        system->joint_pattern, system->position_pattern, system->response_pattern};
    for (int k = 0; k < 3; k++)
        if (given[k] != NULL) {
            c->patterns[k] = fast_pattern_copy(given[k]);
            if (c->patterns[k] == NULL)
                return false;
        }
    const size_t count = 4 * (size_t)system->quaternions;
    c->quaternion = calloc(count + 1, sizeof *c->quaternion);
    c->map_left_out = calloc((size_t)c->nv + 1, sizeof *c->map_left_out);
    if (c->quaternion == NULL || c->map_left_out == NULL)
        return false;
    if (count > 0)
        memcpy(c->quaternion, system->quaternion, count * sizeof *c->quaternion);
    return true;
}

static bool make_matrices(constraint *c) {
    const size_t m = (size_t)c->rows;
    const int longest = c->nv > c->rows ? c->nv : c->rows;
    if (m == 0)
        return true;
    c->gram = gram_alloc(c->rows, c->nv, c->patterns[0], c->patterns[2], false);
    c->position.projector.gram =
        gram_alloc(c->system.holonomic, c->nv, c->patterns[1], NULL, true);
    c->velocity.projector.gram = gram_alloc(c->rows, c->nv, c->patterns[0], NULL, true);
    if (c->gram == NULL || c->position.projector.gram == NULL ||
        c->velocity.projector.gram == NULL)
        return false;
    if ((size_t)longest > most_complete_entries / m) {
        c->geometry = gram_alloc(c->rows, c->nv, c->patterns[0], NULL, true);
        return c->geometry != NULL;
    }
    c->complete = complete_alloc(longest, c->rows);
    c->square = calloc(2 * m * m, sizeof *c->square);
    if (c->complete == NULL || c->square == NULL)
        return false;
    c->product = c->square + m * m;
    return true;
}

enum fast_status constraint_alloc(constraint **c, const struct integrator_system *system,
                                  const struct integrator_options *options,
                                  struct projected_statistics *statistics) {
    *c = NULL;
    constraint *created =
        calloc(1, sizeof *created + (constraint_doubles(system) + 1) * sizeof(double));
    if (created == NULL)
        return FAST_NO_MEMORY;
    created->system = *system;
    created->is_faithful = options->mode == FAST_FAITHFUL;
    created->tolerance = isnan(options->constraint_tolerance)
                             ? options->accuracy * tolerance_part
                             : options->constraint_tolerance;
    created->norm = options->norm;
    created->rows = system->joints;
    created->nq = system->nq;
    created->nv = system->nv;
    created->ny = system->nv + system->nz;
    created->nx = created->nq + created->ny;
    created->failed_row = -1;
    created->statistics = statistics;
    if (!copy_lists(created, system)) {
        constraint_free(created);
        return FAST_NO_MEMORY;
    }
    constraint_arrange(created, created->storage);
    take_weights(created, options);
    if (!make_matrices(created)) {
        constraint_free(created);
        return FAST_NO_MEMORY;
    }
    *c = created;
    return FAST_OK;
}

void constraint_free(constraint *c) {
    if (c == NULL)
        return;
    for (int k = 0; k < 3; k++)
        fast_pattern_free(c->patterns[k]);
    free(c->quaternion);
    free(c->map_left_out);
    gram_free(c->gram);
    gram_free(c->geometry);
    gram_free(c->position.projector.gram);
    gram_free(c->velocity.projector.gram);
    complete_free(c->complete);
    free(c->square);
    free(c);
}

/* The arrays of one block, handed out, and what positions and velocities differ in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"
#include "fast/linear/vector.h"
#include "fast/projected.h"

/* Simbody's most iterations. */
enum { newton_iterations = 20, velocity_iterations = 7 };

static size_t entries(int rows, int columns, const struct fast_pattern *pattern) {
    return fast_entries(rows, columns, pattern);
}

size_t constraint_doubles(const struct integrator_system *system) {
    const size_t m = (size_t)system->joints, nq = (size_t)system->nq;
    const size_t nv = (size_t)system->nv, ny = nv + (size_t)system->nz;
    const size_t of_matrix = entries(system->joints, system->nv, system->joint_pattern);
    const size_t of_position =
        entries(system->holonomic, system->nv, system->position_pattern);
    const size_t of_response =
        entries(system->nv, system->joints, system->response_pattern);
    const size_t of_map = system->map != NULL ? nq * nv + nv * nv : 0;
    return 12 * m + 10 * nv + ny + 4 * (nq + ny) + nq + 3 * of_matrix + 2 * of_position +
           of_response + of_map;
}

static void arrange_projector(struct projector *projector, int rows, int nv,
                              const struct fast_pattern *pattern, double **rest) {
    projector->rows = rows;
    projector->pattern = pattern;
    projector->matrix = fast_take(rest, entries(rows, nv, pattern));
    projector->scale = fast_take(rest, (size_t)nv);
    projector->square = fast_take(rest, (size_t)nv);
    projector->dual = fast_take(rest, (size_t)rows);
}

static void arrange_levels(constraint *c, double **rest) {
    const struct integrator_system *system = &c->system;
    struct projected_statistics *statistics = c->statistics;
    struct level *position = &c->position, *velocity = &c->velocity;
    arrange_projector(&position->projector, system->holonomic, c->nv, c->patterns[1],
                      rest);
    arrange_projector(&velocity->projector, c->rows, c->nv, c->patterns[0], rest);
    position->evaluate = system->position;
    position->error = fast_take(rest, (size_t)system->holonomic);
    position->matrix = fast_take(rest, entries(system->holonomic, c->nv, c->patterns[1]));
    position->most_iterations = newton_iterations;
    position->refactors = true;
    position->first = 0;
    position->length = c->nq;
    position->evaluations = &statistics->position_evals;
    position->projections = &statistics->q_projections;
    position->failures = &statistics->q_projection_failures;
    position->largest = &statistics->largest_position_error;
    if (system->masses != NULL && !c->is_faithful)
        velocity->projector.mobility = fast_take(rest, (size_t)c->nv);
    velocity->evaluate = system->velocity;
    velocity->error = fast_take(rest, (size_t)c->rows);
    velocity->matrix = fast_take(rest, entries(c->rows, c->nv, c->patterns[0]));
    velocity->most_iterations = velocity_iterations;
    velocity->refactors = false;
    velocity->first = c->nq;
    velocity->length = c->nv;
    velocity->evaluations = &statistics->velocity_evals;
    velocity->projections = &statistics->u_projections;
    velocity->failures = &statistics->u_projection_failures;
    velocity->largest = &statistics->largest_velocity_error;
}

void constraint_arrange(constraint *c, double *rest) {
    const size_t m = (size_t)c->rows, nq = (size_t)c->nq, nv = (size_t)c->nv;
    const size_t nx = (size_t)c->nx;
    c->weight = fast_take(&rest, m);
    c->inverse = fast_take(&rest, nv);
    c->ones = fast_take(&rest, nv);
    c->matrix = fast_take(&rest, entries(c->rows, c->nv, c->patterns[0]));
    c->response = fast_take(&rest, entries(c->nv, c->rows, c->patterns[2]));
    c->rates = fast_take(&rest, (size_t)c->ny);
    c->bias = fast_take(&rest, m);
    c->multiplier = fast_take(&rest, m);
    c->right = fast_take(&rest, m);
    c->rest = fast_take(&rest, m);
    c->reduced = fast_take(&rest, m);
    c->column = fast_take(&rest, m);
    c->length = fast_take(&rest, m);
    c->trial = fast_take(&rest, nx);
    c->entry = fast_take(&rest, nx);
    c->before = fast_take(&rest, nx);
    c->estimate = fast_take(&rest, nx);
    c->change = fast_take(&rest, nv);
    c->normal = fast_take(&rest, nv);
    c->qdot = fast_take(&rest, nq);
    if (c->system.map != NULL) {
        c->map = fast_take(&rest, nq * nv);
        c->map_gram = fast_take(&rest, nv * nv);
    }
    c->map_inverse = fast_take(&rest, nv);
    arrange_levels(c, &rest);
}

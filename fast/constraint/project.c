/* Coordinate projection (Simbody 3.7, SimbodyMatterSubsystemRep::projectQ, projectU):
 * quaternions, then the constraints, in faithful mode the other way round; the state takes
 * over what is better than it was.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/constraint_parts.h"

static void note_error(const struct level *level, double error) {
    if (error > *level->largest)
        *level->largest = error;
}

/* FAST_PROJECTION, counted, about no row. */
static enum fast_status refuse_quaternions(constraint *c, const struct level *level) {
    return constraint_fail(c, constraint_refuse(c, level), -1);
}

/* Whether quaternions are to be normalised for their own errors' sake. */
static enum fast_status judge_quaternions(constraint *c, const struct attempt *attempt,
                                          bool *is_due) {
    const struct constraint_request *request = attempt->request;
    const double error = quaternion_error(c, c->trial);
    if (isnan(error))
        return constraint_fail(c, FAST_NOT_FINITE, -1);
    if (error > request->limit)
        return refuse_quaternions(c, attempt->level);
    /* The original counts it when it is forced, though nothing may change. */
    *is_due =
        (error > 0 || c->is_faithful) && (request->forced || error > request->tolerance);
    return FAST_OK;
}

/* entry := positions as they are before the constraints, whose errors are to be those of
 * unit quaternions; the original, whose constraints do not depend on their lengths, leaves
 * them for later. */
static enum fast_status prepare_quaternions(constraint *c, const struct attempt *attempt,
                                            bool *is_due) {
    enum fast_status status = judge_quaternions(c, attempt, is_due);
    if (status == FAST_OK && *is_due && !c->is_faithful &&
        !quaternion_normalize(c, c->trial))
        status = refuse_quaternions(c, attempt->level);
    memcpy(c->entry, c->trial, (size_t)c->nx * sizeof *c->entry);
    return status;
}

static enum fast_status project_level(constraint *c, struct level *level, double t,
                                      double *x, const struct constraint_request *request,
                                      double *estimate, bool *changed) {
    struct attempt attempt = {level, t, 0, request};
    const size_t size = (size_t)level->length * sizeof(double);
    const bool turns = level == &c->position && c->system.quaternions > 0;
    bool is_due = false, is_better = false;
    enum fast_status status = FAST_OK;
    c->failed_row = -1;
    memcpy(c->trial, x, (size_t)c->nx * sizeof *x);
    if (estimate != NULL)
        memcpy(c->estimate, estimate, (size_t)c->nx * sizeof *estimate);
    if (turns)
        status = prepare_quaternions(c, &attempt, &is_due);
    if (status == FAST_OK)
        status = constraint_approach(c, &attempt, estimate != NULL ? c->estimate : NULL,
                                     &is_better);
    /* The original keeps what is better, though not good enough: fixed steps go on with it. */
    if (status == FAST_PROJECTION && is_better && c->is_faithful)
        memcpy(x + level->first, c->trial + level->first, size);
    if (status != FAST_OK)
        return status;
    double *result = is_better ? c->trial : c->entry;
    if (turns && c->is_faithful && (is_due || is_better) &&
        !quaternion_normalize(c, result))
        return refuse_quaternions(c, level);
    *changed = is_due || is_better;
    note_error(level, attempt.error);
    if (!*changed)
        return FAST_OK;
    ++*level->projections;
    memcpy(x + level->first, result + level->first, size);
    if (estimate == NULL)
        return FAST_OK;
    if (level == &c->position)
        quaternion_correct(c, x, c->estimate);
    memcpy(estimate, c->estimate, (size_t)c->nx * sizeof *estimate);
    return FAST_OK;
}

enum fast_status constraint_project_position(constraint *c, double t, double *x,
                                             const struct constraint_request *request,
                                             double *estimate, bool *changed) {
    return project_level(c, &c->position, t, x, request, estimate, changed);
}

/* Components absorb the more of a correction the larger they are (Simbody). In default
 * mode they have the same measure as in positions: which multiple of an error they
 * carry then does not depend on the axes' direction. */
static void scale_velocities(constraint *c, const double *v) {
    struct projector *projector = &c->velocity.projector;
    for (int j = 0; j < c->nv; j++) {
        const double size = fabs(v[j]), least = c->inverse[j];
        projector->scale[j] = size > least ? size : least;
        projector->square[j] = projector->scale[j] * projector->scale[j];
    }
}

enum fast_status constraint_project_velocity(constraint *c, double t, double *x,
                                             const struct constraint_request *request,
                                             double *estimate, bool *changed) {
    if (c->is_faithful)
        scale_velocities(c, x + c->nq);
    return project_level(c, &c->velocity, t, x, request, estimate, changed);
}

double constraint_position_error(constraint *c, double t, const double *x) {
    struct attempt attempt = {&c->position, t, 0, NULL};
    memcpy(c->trial, x, (size_t)c->nx * sizeof *x);
    if (constraint_evaluate(c, &attempt, false) == FAST_CALLBACK)
        return NAN;
    const double quaternion = quaternion_error(c, x);
    if (!(quaternion <= attempt.error))
        attempt.error = quaternion;
    note_error(&c->position, attempt.error);
    return attempt.error;
}

double constraint_velocity_error(constraint *c, double t, const double *x) {
    struct attempt attempt = {&c->velocity, t, 0, NULL};
    memcpy(c->trial, x, (size_t)c->nx * sizeof *x);
    if (constraint_evaluate(c, &attempt, false) == FAST_CALLBACK)
        return NAN;
    note_error(&c->velocity, attempt.error);
    return attempt.error;
}

int constraint_row(const constraint *c) {
    return c->failed_row;
}

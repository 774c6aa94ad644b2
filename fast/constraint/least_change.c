/* Newton's method for g = 0, each step the least change that the linearised
 * constraints ask for (Simbody 3.7, SimbodyMatterSubsystemRep::projectQ, projectU; E.
 * Eich, Convergence results for a coordinate projection method, SIAM J. Numer. Anal.
 * 30, 1993); for the velocities, of which they are a linear condition, with one
 * factorisation. Then the error estimate loses what the constraints have taken from
 * the error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/constraint/constraint_parts.h"
#include "fast/linear/pattern.h"
#include "fast/projected.h"

/* Iterations go on until an error is this part of the tolerance, so that the next
 * steps do not have to project again. */
static const double overshoot = 0.1;

enum fast_status constraint_evaluate(constraint *c, struct attempt *attempt,
                                     bool with_matrix) {
    struct level *level = attempt->level;
    const int rows = level->projector.rows;
    if (rows == 0) {
        attempt->error = 0;
        return FAST_OK;
    }
    ++*level->evaluations;
    if (level->evaluate(c->system.context, attempt->t, c->trial, level->error,
                        with_matrix ? level->matrix : NULL) != 0)
        return constraint_fail(c, FAST_CALLBACK, -1);
    attempt->error = level->unit * constraint_norm(c, rows, c->weight, level->error);
    if (isfinite(attempt->error))
        return FAST_OK;
    return constraint_fail(c, FAST_NOT_FINITE,
                           constraint_worst(rows, c->weight, level->error));
}

static double rank_tolerance(const constraint *c, const struct attempt *attempt) {
    const int rows = attempt->level->projector.rows;
    return c->is_faithful ? rows * CONSTRAINT_ROOT_EPSILON
                          : constraint_drift_tolerance(rows, attempt->error);
}

/* x -= du, through N for positions. */
static enum fast_status change_by(constraint *c, const struct level *level,
                                  const double *du, double *x) {
    const double *change = du;
    if (level == &c->position) {
        if (constraint_map(c, c->trial, du, c->qdot) != FAST_OK)
            return constraint_fail(c, FAST_CALLBACK, -1);
        change = c->qdot;
    }
    for (int i = 0; i < level->length; i++)
        x[level->first + i] -= change[i];
    return FAST_OK;
}

/* The trial as it was before the last change; the original adds what it has subtracted. */
static void undo_change(constraint *c, const struct level *level) {
    const double *change = level == &c->position ? c->qdot : c->change;
    double *x = c->trial + level->first;
    if (!c->is_faithful)
        memcpy(x, c->before + level->first, (size_t)level->length * sizeof *x);
    for (int i = 0; i < level->length && c->is_faithful; i++)
        x[i] += change[i];
}

enum fast_status constraint_refuse(constraint *c, const struct level *level) {
    ++*level->failures;
    c->statistics->projection_failures++;
    return constraint_fail(
        c, FAST_PROJECTION,
        constraint_worst(level->projector.rows, c->weight, level->error));
}

static enum fast_status iterate_once(constraint *c, struct attempt *attempt,
                                     bool factors) {
    struct level *level = attempt->level;
    const size_t size = (size_t)level->length * sizeof(double);
    enum fast_status status = FAST_OK;
    if (factors && c->is_faithful && level == &c->position && c->map != NULL)
        status = constraint_scale_positions(c, c->trial);
    if (factors && status == FAST_OK)
        status = projector_factor(c, &level->projector, level->matrix,
                                  rank_tolerance(c, attempt));
    if (status != FAST_OK)
        return constraint_fail(c, status, -1);
    projector_solve(c, &level->projector, level->error, c->change);
    memcpy(c->before + level->first, c->trial + level->first, size);
    status = change_by(c, level, c->change, c->trial);
    if (status == FAST_OK && level == &c->position && !c->is_faithful &&
        !quaternion_normalize(c, c->trial))
        status = constraint_refuse(c, level);
    return status == FAST_OK ? constraint_evaluate(c, attempt, true) : status;
}

/* Newton's method from the trial, whose error and G are known. */
static enum fast_status iterate_change(constraint *c, struct attempt *attempt) {
    struct level *level = attempt->level;
    const struct constraint_request *request = attempt->request;
    const double part = overshoot * request->tolerance;
    const double target = part > CONSTRAINT_SIGNIFICANT ? part : CONSTRAINT_SIGNIFICANT;
    for (int k = 1; k <= level->most_iterations; k++) {
        const double error = attempt->error;
        const enum fast_status status =
            iterate_once(c, attempt, k == 1 || level->refactors);
        if (status != FAST_OK)
            return status;
        if (request->local_only && k > 1 && attempt->error > error) {
            undo_change(c, level);
            return constraint_evaluate(c, attempt, true);
        }
        if (attempt->error <= target)
            break;
    }
    return FAST_OK;
}

/* estimate -= the least change that would make the constraints' derivative along it
 * zero. */
static enum fast_status correct(constraint *c, struct level *level, double *estimate) {
    const int rows = level->projector.rows;
    double *error = level->error;
    enum fast_status status = FAST_OK;
    if (level == &c->position)
        status = constraint_unmap(c, c->trial, estimate, c->change);
    else
        memcpy(c->change, estimate + level->first, (size_t)c->nv * sizeof(double));
    if (status != FAST_OK)
        return constraint_fail(c, status, -1);
    memset(error, 0, (size_t)rows * sizeof *error);
    fast_multiply_add(rows, c->nv, level->projector.pattern, level->matrix, 1, c->change,
                      error);
    projector_solve(c, &level->projector, error, c->change);
    if (c->is_faithful && level == &c->position && c->map != NULL)
        status = constraint_carry(c, c->before, c->trial, c->change);
    return status == FAST_OK ? change_by(c, level, c->change, estimate)
                             : constraint_fail(c, status, -1);
}

/* *within := whether the trial's error is within the limit, or was before the positions were
 * projected. */
static enum fast_status judge_limit(constraint *c, struct attempt *attempt,
                                    bool *within) {
    const struct constraint_request *request = attempt->request;
    const size_t size = (size_t)c->nq * sizeof(double);
    *within = attempt->error <= request->limit;
    if (*within || request->unprojected == NULL)
        return FAST_OK;
    memcpy(c->before, c->trial, size);
    memcpy(c->trial, request->unprojected, size);
    const enum fast_status status = constraint_evaluate(c, attempt, false);
    *within = status == FAST_OK && attempt->error <= request->limit;
    memcpy(c->trial, c->before, size);
    return status == FAST_OK ? constraint_evaluate(c, attempt, request->forced) : status;
}

enum fast_status constraint_approach(constraint *c, struct attempt *attempt,
                                     double *estimate, bool *is_better) {
    struct level *level = attempt->level;
    const struct constraint_request *request = attempt->request;
    *is_better = false;
    enum fast_status status = constraint_evaluate(c, attempt, request->forced);
    bool is_within = false;
    if (status == FAST_OK)
        status = judge_limit(c, attempt, &is_within);
    if (status != FAST_OK)
        return status;
    const double error = attempt->error;
    if (!is_within)
        return constraint_refuse(c, level);
    if (error == 0 || (error <= request->tolerance && !request->forced))
        return FAST_OK;
    if (!request->forced)
        status = constraint_evaluate(c, attempt, true);
    if (status == FAST_OK)
        status = iterate_change(c, attempt);
    if (status != FAST_OK)
        return status;
    /* The original keeps what it has come to, though it be rounding. */
    const bool is_kept = c->is_faithful && attempt->error <= request->tolerance;
    *is_better = is_kept || attempt->error < error;
    if (!(attempt->error <= request->tolerance))
        return constraint_refuse(c, level);
    if (!*is_better)
        attempt->error = error;
    return *is_better && estimate != NULL ? correct(c, level, estimate) : FAST_OK;
}

/* Beginning and stepping. CVODE keeps the past in its memory; what is told to the caller is a
 * copy, so that a failed step leaves it as it was.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/bdf/bdf_internal.h"
#include "fast/linear/vector.h"

/* Onto the constraints, to whatever distance (Simbody's initialisation: forced, full Newton
 * steps, no limit). */
static enum fast_status make_consistent(bdf *b, double t, double *x) {
    struct constraint_request request = b->request;
    request.forced = true;
    request.local_only = false;
    bool changed;
    enum fast_status status =
        constraint_project_position(b->constraint, t, x, &request, NULL, &changed);
    if (status == FAST_OK)
        status =
            constraint_project_velocity(b->constraint, t, x, &request, NULL, &changed);
    return status == FAST_PROJECTION ? FAST_INCONSISTENT : status;
}

static enum fast_status begin_cvode(bdf *b, double t, const double *x) {
    memcpy(N_VGetArrayPointer(b->x), x, (size_t)b->nx * sizeof *x);
    if (CVodeReInit(b->memory, t, b->x) != CV_SUCCESS ||
        CVodeSetInitStep(b->memory, b->initial_step) != CV_SUCCESS)
        return FAST_NO_MEMORY;
    return FAST_OK;
}

static void reset_statistics(bdf *b) {
    double tolerance = b->statistics.constraint_tolerance_in_use;
    b->statistics = (struct projected_statistics){.realizations = 1};
    b->statistics.constraint_tolerance_in_use = tolerance;
}

enum fast_status bdf_start(void *self, double t, const double *x) {
    bdf *b = self;
    if (!isfinite(t))
        return FAST_BAD_TIME;
    if (!fast_all_finite((size_t)b->nx, x))
        return FAST_NOT_FINITE;
    struct projected_statistics before = b->statistics;
    reset_statistics(b);
    double *start = N_VGetArrayPointer(b->x); /* CVODE reads it when it begins, only */
    memcpy(start, x, (size_t)b->nx * sizeof *x);
    enum fast_status status = FAST_OK;
    if (b->system.joints > 0 || b->system.quaternions > 0)
        status = make_consistent(b, t, start);
    if (status == FAST_OK)
        status = constraint_accelerate(b->constraint, t, start, b->rate, b->lambda);
    if (status == FAST_OK)
        status = begin_cvode(b, t, start);
    if (status != FAST_OK) {
        b->statistics = before;
        return status;
    }
    memcpy(b->state, start, (size_t)b->nx * sizeof *x);
    memcpy(b->multiplier, b->lambda, (size_t)b->system.joints * sizeof *x);
    b->kept = b->statistics;
    b->t = t;
    b->is_started = true;
    return FAST_OK;
}

/* What was reached becomes what is told. The multipliers belong to the state reached. CVODE
 * adds to a step what bdf_project has found, y + (x - y), which is x to the bit where the two
 * are near each other. */
static enum fast_status take_over(bdf *b, double t) {
    const double *x = N_VGetArrayPointer(b->x);
    if (!fast_all_finite((size_t)b->nx, x))
        return FAST_NOT_FINITE;
    if (!(t > b->t)) /* CVODE goes on with steps that are lost in rounding */
        return FAST_BELOW_MIN_STEP;
    if (b->system.joints > 0) {
        b->kept.realizations++;
        enum fast_status status =
            constraint_accelerate(b->constraint, t, x, b->rate, b->lambda);
        if (status != FAST_OK)
            return status;
        memcpy(b->multiplier, b->lambda, (size_t)b->system.joints * sizeof *x);
    }
    memcpy(b->state, x, (size_t)b->nx * sizeof *x);
    b->t = t;
    return FAST_OK;
}

/* After a failure CVODE begins again where the last step that succeeded has ended; a step
 * that CVODE took and that was not taken over is one that failed. */
static enum fast_status step_back(bdf *b, enum fast_status status, bool was_taken) {
    b->statistics.steps_taken -= was_taken;
    b->statistics.error_test_failures += was_taken;
    b->statistics.convergence_failures += was_taken;
    b->kept = b->statistics;
    begin_cvode(b, b->t, b->state);
    return status;
}

static enum fast_status check_times(const bdf *b, double h, double t_final) {
    if (!b->is_started)
        return FAST_NOT_STARTED;
    return h > 0 && isfinite(t_final) && t_final > b->t ? FAST_OK : FAST_BAD_TIME;
}

enum fast_status bdf_advance(void *self, double h, double t_final) {
    bdf *b = self;
    enum fast_status status = check_times(b, h, t_final);
    if (status != FAST_OK)
        return status;
    const double longest = fmin(h, b->max_step), end = fmin(t_final, b->t + h);
    if (CVodeSetMaxStep(b->memory, isinf(longest) ? 0 : longest) != CV_SUCCESS)
        return FAST_BAD_OPTION; /* shorter than the minimum step */
    sunrealtype reached = b->t;
    b->status = FAST_OK;
    int code = CVodeSetStopTime(b->memory, end);
    if (code == CV_SUCCESS)
        code = CVode(b->memory, end, b->x, &reached, CV_ONE_STEP);
    status = bdf_outcome(b, code);
    const bool was_taken = status == FAST_OK;
    if (was_taken)
        status = take_over(b, code == CV_TSTOP_RETURN ? end : reached);
    bdf_count(b);
    return status == FAST_OK ? FAST_OK : step_back(b, status, was_taken);
}

enum fast_status bdf_run(bdf *b, double t_final) {
    enum fast_status status;
    do
        status = bdf_advance(b, INFINITY, t_final);
    while (status == FAST_OK && b->t < t_final);
    return status;
}

double bdf_time(const void *self) {
    const bdf *b = self;
    return b->t;
}

const double *bdf_state(const void *self) {
    const bdf *b = self;
    return b->state;
}

const double *bdf_multipliers(const void *self) {
    const bdf *b = self;
    return b->multiplier;
}

const struct projected_statistics *bdf_statistics(const void *self) {
    const bdf *b = self;
    return &b->statistics;
}

int bdf_failed_row(const void *self) {
    const bdf *b = self;
    return constraint_row(b->constraint);
}

double bdf_position_error(bdf *b) {
    return constraint_position_error(b->constraint, b->t, b->state);
}

double bdf_velocity_error(bdf *b) {
    return constraint_velocity_error(b->constraint, b->t, b->state);
}

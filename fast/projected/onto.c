/* When states are projected onto the constraints, positions before velocities, and with
 * what limit (Simbody 3.7: AbstractIntegratorRep::attemptDAEStep, and the semi-explicit
 * methods' own). How it is done is fast/constraint's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* Under error control steps with errors above this are not worth projecting. */
static double find_hopeless(const struct projected *m) {
    return ldexp(projected_accepted_error(m), m->formula.order);
}

/* A position that is further off than this is not projected. The original asks for the
 * root of the tolerance, which refuses good steps where the tolerance is far below the
 * accuracy. What drifts by more than the accuracy is an error that the estimate has not seen. */
static double find_limit(const struct projected *m) {
    const double tolerance = m->statistics.constraint_tolerance_in_use;
    const double limit = fmax(2 * tolerance, sqrt(tolerance));
    return m->options.mode == FAST_FAITHFUL ? limit
                                            : fmax(limit, projected_accepted_error(m));
}

static enum fast_status project_state(struct projected *m, double t, double *x,
                                      const struct constraint_request *request,
                                      double *estimate, bool *changed) {
    bool position_changed = false, velocity_changed = false;
    struct constraint_request next = *request;
    if (m->options.mode == FAST_DEFAULT)
        projected_copy(m->nq, m->qdot, x); /* no N v is wanted meanwhile */
    enum fast_status status = constraint_project_position(m->constraint, t, x, request,
                                                          estimate, &position_changed);
    if (position_changed && m->options.mode == FAST_DEFAULT)
        next.unprojected = m->qdot;
    if (status == FAST_OK)
        status = constraint_project_velocity(m->constraint, t, x, &next, estimate,
                                             &velocity_changed);
    *changed = position_changed || velocity_changed;
    return status;
}

static enum fast_status project_trial(struct projected *m, double t1, double limit,
                                      double *estimate) {
    if (m->constraint == NULL || m->options.projection == PROJECTED_OFF)
        return FAST_OK;
    const struct constraint_request request = {
        .tolerance = m->statistics.constraint_tolerance_in_use,
        .limit = limit,
        .forced = m->options.projection == PROJECTED_EVERY_STEP,
        .local_only = true};
    bool changed = false;
    enum fast_status status =
        project_state(m, t1, m->trial, &request, estimate, &changed);
    m->next_slope_is_known = m->next_slope_is_known && !changed;
    return status;
}

enum fast_status projected_project_trial(struct projected *m, double t1) {
    if (!projected_is_finite(m->nx, m->trial))
        return FAST_NOT_FINITE;
    return project_trial(m, t1, INFINITY, NULL);
}

/* The original's estimate loses its part normal to the constraints. What is left passes through
 * zero where the whole does not, and steps that are not projected keep theirs: sizes go up and
 * down, and are rejected. */
enum fast_status projected_project_if_promising(struct projected *m, double t1) {
    if (!projected_is_finite(m->nx, m->trial) ||
        !projected_is_finite(m->nx, m->deviation))
        return FAST_NOT_FINITE;
    if (m->constraint == NULL)
        return FAST_OK;
    const bool is_judged = !m->is_fixed || m->options.mode == FAST_FAITHFUL;
    if (is_judged) {
        const double err = projected_error_norm(m, m->deviation);
        if (!isfinite(err))
            return FAST_NOT_FINITE;
        if (err > find_hopeless(m))
            return FAST_OK;
    }
    return project_trial(m, t1, is_judged ? find_limit(m) : INFINITY,
                         m->options.mode == FAST_FAITHFUL ? m->deviation : NULL);
}

enum fast_status projected_project_early(struct projected *m, double t1) {
    if (!projected_is_finite(m->nx, m->trial))
        return FAST_NOT_FINITE;
    return project_trial(m, t1, m->is_fixed ? INFINITY : find_limit(m), NULL);
}

enum fast_status projected_project_start(struct projected *m, double t, double *x) {
    if (m->constraint == NULL)
        return FAST_OK;
    const struct constraint_request request = {
        .tolerance = m->statistics.constraint_tolerance_in_use,
        .limit = INFINITY,
        .forced = true};
    bool changed = false;
    return project_state(m, t, x, &request, NULL, &changed);
}

enum fast_status projected_project_told(struct projected *m, double t, double *x) {
    if (m->constraint == NULL || !m->options.project_interpolated ||
        m->options.projection == PROJECTED_OFF)
        return FAST_OK;
    const struct constraint_request request = {
        .tolerance = m->statistics.constraint_tolerance_in_use,
        .limit = INFINITY,
        .forced = m->options.projection == PROJECTED_EVERY_STEP,
        .local_only = true};
    bool changed = false;
    return project_state(m, t, x, &request, NULL, &changed);
}

/* The size of an error: the largest of |N W N+ dq|, |s_v dv| and |s_z dz|, each a root
 * mean square or a largest component (Simbody 3.7: calcErrorNorm).
 *
 * With weights w_i: W = diag(w), s_i = w_i where |y_i| w_i <= 1 and 1/|y_i| above, so
 * that velocities and other states are measured absolutely up to 1/w_i and relatively
 * beyond. With tolerances: s_i = 1/(r_i relative |y_i| + u_i absolute), W = diag(1/(u
 * absolute)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/least_squares.h"
#include "fast/projected/internal.h"

static bool has_tolerances(const struct projected *m) {
    return !isnan(m->options.relative);
}

/* The largest part, of the explained speed, that an artefact may have without
 * consequence: loose accuracies ask for no more. */
static const double tolerated_part = 1;

/* By what scales have to shrink; 1: nothing is wrong. */
static double plausibility(const struct projected *m) {
    const struct projected_power *last = &m->power;
    if (!(last->artefact > tolerated_part * last->plausible))
        return 1;
    const double part = tolerated_part * last->plausible / last->artefact;
    return part * part * (part * part);
}

double projected_accepted_error(const struct projected *m) {
    const double accepted = has_tolerances(m) ? 1 : m->options.accuracy;
    return m->options.mode == FAST_DEFAULT && m->formula.pumps
               ? accepted * plausibility(m)
               : accepted;
}

static void scale_by_tolerances(struct projected *m) {
    const struct integrator_options *options = &m->options;
    const double *y = m->state + m->nq;
    for (int i = 0; i < m->ny; i++) {
        const double relative = m->is_relative[i] ? options->relative * fabs(y[i]) : 0;
        m->scale[i] = 1 / (relative + m->units[i] * options->absolute);
    }
}

static void scale_by_weights(int n, const double *weights, const double *y,
                             double *scale) {
    for (int i = 0; i < n; i++)
        scale[i] = fabs(y[i]) * weights[i] <= 1 ? weights[i] : 1 / fabs(y[i]);
}

void projected_freeze_scales(struct projected *m) {
    const double *v = m->state + m->nq;
    if (has_tolerances(m)) {
        scale_by_tolerances(m);
        return;
    }
    scale_by_weights(m->nv, m->weights_v, v, m->scale);
    scale_by_weights(m->nz, m->weights_z, v + m->nv, m->scale + m->nv);
}

double projected_weight_of_velocity(const struct projected *m, int i) {
    return has_tolerances(m) ? 1 / (m->units[i] * m->options.absolute) : m->weights_v[i];
}

/* |dx|, scaled unless scale is NULL. */
static double norm(const struct projected *m, int n, const double *scale,
                   const double *dx) {
    double sum = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        const double scaled = scale != NULL ? scale[i] * dx[i] : dx[i];
        sum += scaled * scaled;
        largest = fabs(scaled) > largest ? fabs(scaled) : largest;
    }
    if (m->options.norm == PROJECTED_INFINITY)
        return isnan(sum) ? sum : largest;
    return n == 0 ? 0 : sqrt(sum / n);
}

/* qdot := dq, in faithful mode that by which N+ is the original's. */
static void weigh(struct projected *m, const double *q, const double *dq) {
    projected_copy(m->nq, m->qdot, dq);
    if (m->options.mode == FAST_FAITHFUL && m->constraint != NULL)
        constraint_weigh_quaternions(m->constraint, q, m->qdot);
}

bool projected_unmap(struct projected *m, const double *q, const double *dq, double *v) {
    const struct integrator_system *free = &m->system;
    const int nq = m->nq, nv = m->nv;
    if (free->unmap != NULL) {
        weigh(m, q, dq);
        return free->unmap(free->context, q, m->qdot, v) == 0;
    }
    double *unit = v;
    for (int i = 0; i < nv; i++)
        unit[i] = 0;
    for (int j = 0; j < nv; j++) {
        unit[j] = 1;
        if (projected_map(m, q, unit, m->columns + (ptrdiff_t)j * nq) != FAST_OK)
            return false;
        unit[j] = 0;
    }
    weigh(m, q, dq);
    fast_solve_least_squares(nq, nv, m->columns, m->columns + (ptrdiff_t)nq * nv, m->qdot,
                             v);
    return true;
}

/* |N W N+ dq|. */
static double norm_of_position(struct projected *m, const double *q, const double *dq) {
    double *v = m->velocity;
    if (m->system.map == NULL && m->weights_are_one && !has_tolerances(m))
        return norm(m, m->nq, NULL, dq);
    if (m->system.map == NULL)
        projected_copy(m->nv, v, dq);
    else if (!projected_unmap(m, q, dq, v))
        return NAN;
    for (int i = 0; i < m->nv; i++)
        v[i] *= projected_weight_of_velocity(m, i);
    if (m->system.map == NULL)
        return norm(m, m->nq, NULL, v);
    if (projected_map(m, q, v, m->qdot) != FAST_OK)
        return NAN;
    return norm(m, m->nq, NULL, m->qdot);
}

/* Whether errors of positions are measured where the step ends, as the original measures them.
 * Two results of a step that turns by a radian differ along the sphere of quaternions there, and
 * across it, unseen, at the start. The estimate of explicit Euler is of slopes at both ends. */
static bool lies_at_end(const struct projected *m) {
    return m->options.mode == FAST_FAITHFUL ||
           (m->system.quaternions > 0 && m->options.method != PROJECTED_EXPLICIT_EULER);
}

double projected_error_norm(struct projected *m, const double *dx) {
    const double *q = lies_at_end(m) ? m->trial : m->state;
    const double *dv = dx + m->nq, *dz = dv + m->nv;
    const double position = norm_of_position(m, q, dx);
    const double velocity = norm(m, m->nv, m->scale, dv);
    const double other = norm(m, m->nz, m->scale + m->nv, dz);
    const double sum = position + velocity + other; /* NaN if one is */
    return isnan(sum) ? sum : fmax(position, fmax(velocity, other));
}

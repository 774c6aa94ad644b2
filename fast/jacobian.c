/* The Jacobian J = d ell / dy of ell(y) = f(t, qn + h N(qk) v, y), equations (7) and (8).
 * N stays at qk while y varies, so J = f_v + h f_q N(qk) in the columns of v and f_z in
 * those of z: J depends on h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/internal.h"
#include "fast/pattern.h"

/* How far a component of size up to 1 is moved: forward the square root of 1e-15, to both
 * sides its cube root. */
static const double forward_perturbation = 3.1622776601683792e-08;
static const double central_perturbation = 1e-5;

/* The place where J is formed. */
struct point {
    double t, h;
    const double *qn, *qk, *y;
};

static double perturbation_of(double perturbation, double y) {
    double relative = fabs(y) * perturbation;
    return relative > perturbation ? relative : perturbation;
}

/* probe := (qn + h N(qk) v, y), and base_position its position. */
static enum fast_status move_probe_to(fast *integrator, const struct point *at) {
    double *base = integrator->base_position;
    enum fast_status status =
        fast_advance_position(integrator, at->h, at->qn, at->qk, at->y, base);
    if (integrator->nq > 0)
        memcpy(integrator->probe, base, (size_t)integrator->nq * sizeof *base);
    memcpy(integrator->probe + integrator->nq, at->y,
           (size_t)integrator->ny * sizeof *at->y);
    return status;
}

/* ydot := ell where component j of y has the given value; the probe is back where it was
 * afterwards. */
static enum fast_status evaluate_beside(fast *integrator, const struct point *at, int j,
                                        double value, double *ydot) {
    double *q = integrator->probe, *y = integrator->probe + integrator->nq;
    bool q_moves = j < integrator->nv, q_moves_alone = integrator->system.map == NULL;
    y[j] = value;
    if (q_moves && q_moves_alone)
        q[j] = at->qn[j] + at->h * value;
    else if (q_moves && fast_advance_position(integrator, at->h, at->qn, at->qk, y, q))
        return FAST_CALLBACK;
    enum fast_status status = fast_evaluate(integrator, at->t, q, ydot);
    y[j] = at->y[j];
    if (q_moves && q_moves_alone)
        q[j] = integrator->base_position[j];
    else if (q_moves)
        memcpy(q, integrator->base_position, (size_t)integrator->nq * sizeof *q);
    return status;
}

/* Where column j is to be evaluated: in J itself, unless it has a pattern. */
static double *place_of_column(fast *integrator, int j) {
    if (integrator->jacobian.pattern != NULL)
        return integrator->column;
    return integrator->jacobian.values + (size_t)j * (size_t)integrator->ny;
}

static enum fast_status form_by_forward_differences(fast *integrator,
                                                    const struct point *at) {
    const int ny = integrator->ny;
    double *base = integrator->rates;
    enum fast_status status = fast_evaluate(integrator, at->t, integrator->probe, base);
    for (int j = 0; j < ny && status == FAST_OK; j++) {
        double upper = at->y[j] + perturbation_of(forward_perturbation, at->y[j]);
        double *column = place_of_column(integrator, j);
        status = evaluate_beside(integrator, at, j, upper, column);
        fast_store_difference(integrator, j, upper - at->y[j], base, column);
    }
    return status;
}

static enum fast_status form_by_central_differences(fast *integrator,
                                                    const struct point *at) {
    const int ny = integrator->ny;
    double *minus = integrator->rates;
    enum fast_status status = FAST_OK;
    for (int j = 0; j < ny && status == FAST_OK; j++) {
        double *column = place_of_column(integrator, j);
        double delta = perturbation_of(central_perturbation, at->y[j]);
        double upper = at->y[j] + delta, lower = at->y[j] - delta;
        status = evaluate_beside(integrator, at, j, upper, column);
        if (status == FAST_OK)
            status = evaluate_beside(integrator, at, j, lower, minus);
        fast_store_difference(integrator, j, upper - lower, minus, column);
    }
    return status;
}

static enum fast_status form_by_scheme(fast *integrator, const struct point *at) {
    enum fast_status status = move_probe_to(integrator, at);
    if (status != FAST_OK)
        return status;
    switch (integrator->options.jacobian) {
    case FAST_FORWARD: return form_by_forward_differences(integrator, at);
    case FAST_CENTRAL: return form_by_central_differences(integrator, at);
    case FAST_EXACT: break;
    }
    return fast_form_exactly(integrator, at->t, at->h, at->qk);
}

enum fast_status fast_form_jacobian(fast *integrator, double t, double h,
                                    const double *qn, const double *qk, const double *y) {
    struct fast_statistics *statistics = &integrator->statistics;
    const struct point at = {t, h, qn, qk, y};
    const bool whole = integrator->options.method == FAST_IMPLICIT_EULER;
    const struct fast_matrix *jacobian = &integrator->jacobian;
    long before = statistics->derivative_evals;
    statistics->jacobian_evals++;
    integrator->jacobians++;
    enum fast_status status =
        whole ? fast_form_whole_jacobian(integrator, t, y - integrator->nq)
              : form_by_scheme(integrator, &at);
    statistics->derivative_evals_for_jacobian += statistics->derivative_evals - before;
    integrator->has_jacobian = status == FAST_OK;
    integrator->jacobian_is_finite =
        status == FAST_OK &&
        fast_all_finite(
            fast_entries(jacobian->rows, jacobian->columns, jacobian->pattern),
            jacobian->values);
    integrator->jacobian_is_fresh = true;
    return status;
}

/* The state that is told at a time within the last step: on the straight line between its
 * ends for semi-explicit Euler and semi-explicit Euler 2, as in the original, and for explicit
 * Euler in faithful mode; on the cubic through states and slopes at both ends for the others; then
 * projected.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

static void interpolate_linearly(const struct projected *m, double s, double *x) {
    for (int i = 0; i < m->nx; i++)
        x[i] = m->previous[i] + s * (m->state[i] - m->previous[i]);
}

/* The cubic's value by the original's operations (IntegratorRep::interpolateOrder3). */
static void combine_by_weights(const struct projected *m, double s, const double *F1,
                               double *x) {
    const double h = m->t - m->previous_t, y1 = s * s * (3 - 2 * s), y0 = 1 - y1;
    const double d = h * s * (s - 1), f1 = d * s, f0 = f1 - d;
    for (int i = 0; i < m->nx; i++)
        x[i] = y0 * m->previous[i] + y1 * m->state[i] + f0 * m->previous_slope[i] +
               f1 * F1[i];
}

/* x0 + s (d + (1 - s) ((1 - s) a + s b)) with d = x1 - x0, a = h F0 - d, b = d - h F1. */
static enum fast_status interpolate_by_cubic(struct projected *m, double s, double *x) {
    const double h = m->t - m->previous_t;
    double *F1 = m->slope;
    enum fast_status status = projected_know_slope(m);
    if (status == FAST_OK)
        status = projected_map(m, m->state, m->state + m->nq, F1);
    if (status != FAST_OK)
        return status;
    if (m->options.mode == FAST_FAITHFUL) {
        combine_by_weights(m, s, F1, x);
        return FAST_OK;
    }
    for (int i = 0; i < m->nx; i++) {
        const double d = m->state[i] - m->previous[i];
        const double a = h * m->previous_slope[i] - d, b = d - h * F1[i];
        x[i] = m->previous[i] + s * (d + (1 - s) * ((1 - s) * a + s * b));
    }
    return FAST_OK;
}

/* The same line by the original's operations
 * (SemiExplicitEulerIntegratorRep::createInterpolatedState). */
static void interpolate_by_weights(const struct projected *m, double t, double *x) {
    const double before = (m->t - t) / (m->t - m->previous_t), after = 1 - before;
    for (int i = 0; i < m->nx; i++)
        x[i] = before * m->previous[i] + after * m->state[i];
}

enum fast_status projected_tell_between(struct projected *m, double t) {
    const double s = (t - m->previous_t) / (m->t - m->previous_t);
    double *x = m->middle;
    enum fast_status status = FAST_OK;
    if (m->formula.is_linear && m->options.mode == FAST_FAITHFUL)
        interpolate_by_weights(m, t, x);
    else if (m->formula.is_linear)
        interpolate_linearly(m, s, x);
    else
        status = interpolate_by_cubic(m, s, x);
    if (status == FAST_OK)
        status = projected_project_told(m, t, x);
    if (status != FAST_OK)
        return status;
    projected_copy(m->nx, m->told, x);
    m->told_t = t;
    return FAST_OK;
}

void projected_tell_advanced(struct projected *m) {
    projected_copy(m->nx, m->told, m->state);
    m->told_t = m->t;
}

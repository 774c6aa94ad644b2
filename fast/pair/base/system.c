/* The caller's system: N, q' = N(q) v, and x'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/groups.h"
#include "fast/pair/base/internal.h"

/* Columns of N without a common row are found from one product, with a 1 for
 * each. */
enum fast_status fast_read_map(struct pair *integrator, const double *q) {
    const struct fast_groups *groups = integrator->structure->map_groups;
    const struct fast_pattern *pattern = integrator->map.pattern;
    double *unit = integrator->unit, *qdot = integrator->qdot;
    enum fast_status status = FAST_OK;
    for (int group = 0; group < groups->count && status == FAST_OK; group++) {
        const int from = groups->start[group], to = groups->start[group + 1];
        for (int k = from; k < to; k++)
            unit[groups->column[k]] = 1;
        status = fast_map(integrator, q, unit, qdot);
        for (int k = from; k < to; k++) {
            const int j = groups->column[k];
            unit[j] = 0;
            for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
                integrator->map.values[e] = qdot[pattern->row[e]];
        }
    }
    return status;
}

enum fast_status fast_evaluate_all(struct pair *integrator, double t, const double *x,
                                   double *xdot) {
    const int nq = integrator->nq;
    if (fast_map(integrator, x, x + nq, xdot) != FAST_OK)
        return FAST_CALLBACK;
    return fast_evaluate(integrator, t, x, xdot + nq);
}

enum fast_status fast_advance_position(struct pair *integrator, double h,
                                       const double *qn, const double *qk,
                                       const double *v, double *q) {
    const double *qdot = v;
    if (integrator->system.map != NULL) {
        if (fast_map(integrator, qk, v, integrator->qdot) != FAST_OK)
            return FAST_CALLBACK;
        qdot = integrator->qdot;
    }
    for (int i = 0; i < integrator->nq; i++)
        q[i] = qn[i] + h * qdot[i];
    return FAST_OK;
}

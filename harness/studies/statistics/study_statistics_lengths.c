/* Whether joints hold for unit quaternions alone: their residuals change with the quaternions'
 * lengths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/studies/statistics/statistics_identity.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* Another length; a power of two, so that quotients of two forms of the same degree stay. */
static const double stretch = 2;

/* Changes that are no rounding. */
static const double seen = 1024 * DBL_EPSILON;

static struct program *residuals_program(const struct model *m) {
    expr *residual = calloc((size_t)m->joints + 1, sizeof *residual);
    for (int i = 0; residual != NULL && i < m->joints; i++)
        residual[i] = m->joint[i].residual;
    struct program *p = residual == NULL ? NULL : model_program(m, m->joints, residual);
    free(residual);
    return p;
}

/* x[nx] := the state with quaternions of another length. */
static void lengthen(const struct model *m, double *x) {
    for (int k = 0; k < m->quaternions; k++)
        for (int i = 0; i < 4; i++)
            x[m->quaternion[k].position[i]] *= stretch;
}

static double largest_change(const struct model *m, struct eval_double *e, double *tx,
                             double *g) {
    double largest = 0;
    eval_double_run(e, tx, g);
    lengthen(m, tx + 1);
    eval_double_run(e, tx, g + m->joints);
    for (int i = 0; i < m->joints; i++)
        largest = fmax(largest, fabs(g[m->joints + i] - g[i]));
    return largest;
}

bool statistics_depends_on_lengths(const struct model *m, double t, const double *state) {
    const size_t nx = (size_t)(m->nq + m->nv + m->nz), joints = (size_t)m->joints;
    if (m->quaternions == 0 || m->joints == 0)
        return false;
    struct program *p = residuals_program(m);
    struct eval_double *e = NULL;
    double *tx = malloc((1 + nx) * sizeof *tx), *g = calloc(2 * joints, sizeof *g);
    bool depends = false;
    if (p != NULL && tx != NULL && g != NULL &&
        eval_double_alloc(&e, m->graph, p) == PROBLEM_OK) {
        tx[0] = t;
        memcpy(tx + 1, state, nx * sizeof *tx);
        depends = largest_change(m, e, tx, g) > seen;
    }
    eval_double_free(e);
    program_free(p);
    free(tx);
    free(g);
    return depends;
}

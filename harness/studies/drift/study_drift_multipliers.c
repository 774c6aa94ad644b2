/* What an integrator from outside says that its joints pull with, lambda, against the model. At the
 * state reached the exact one solves, of the free rates v' (index 1; E. Hairer, G. Wanner, Solving
 * Ordinary Differential Equations II (1996), VII.1),
 *
 *     G R lambda = c,   c = G v' + bias,   R = M^-1 G^T
 *
 * and |c - G R lambda| / |c|, the largest of each at some times, is its relative error. That asks
 * for no solution, and holds for joints that follow from others, whose lambda is not unique. One of
 * the step before, or a mean over the step, is off by O(h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/system.h"
#include "harness/integrators/subject.h"
#include "harness/studies/drift/study_drift.h"

/* Where the terms of c cancel to this part of them there is nothing to tell. */
static const double cancelled = 1e-9;

/* y += factor A x, of a matrix of so many rows and columns; size, unless NULL, grows by the terms'
 * magnitudes. */
static void add_product(const struct fast_pattern *p, int rows, int columns,
                        const double *entry, double factor, const double *x, double *y,
                        double *size) {
    for (int j = 0; j < columns; j++)
        for (int k = p == NULL ? j * rows : p->start[j];
             k < (p == NULL ? (j + 1) * rows : p->start[j + 1]); k++) {
            const int i = p == NULL ? k - j * rows : p->row[k];
            y[i] += factor * entry[k] * x[j];
            if (size != NULL)
                size[i] += fabs(entry[k] * x[j]);
        }
}

/* Raises *most to the largest magnitude; NaN where one is. */
static void keep_largest(double *most, int n, const double *x) {
    for (int i = 0; i < n; i++)
        *most = isnan(*most) || fabs(x[i]) <= *most ? *most : fabs(x[i]);
}

/* c is where bias was, and where its error is then. */
static void compare(const struct integrator_system *s, const double *lambda, double *rate,
                    double *c, double *size, const double *G, const double *R,
                    struct drift_multipliers *m) {
    for (int i = 0; i < s->joints; i++)
        size[i] = fabs(c[i]);
    add_product(s->joint_pattern, s->joints, s->nv, G, 1, rate, c, size);
    keep_largest(&m->exact, s->joints, c);
    keep_largest(&m->terms, s->joints, size);
    for (int i = 0; i < s->nv; i++)
        rate[i] = 0;
    add_product(s->response_pattern, s->nv, s->joints, R, 1, lambda, rate, NULL);
    add_product(s->joint_pattern, s->joints, s->nv, G, -1, rate, c, NULL);
    keep_largest(&m->error, s->joints, c);
}

void drift_multipliers_look(struct drift_multipliers *m,
                            const struct integrator_system *joints,
                            const struct subject *s) {
    const double *lambda = s->multipliers != NULL ? s->multipliers(s->self) : NULL;
    const size_t rows = (size_t)joints->joints, ny = (size_t)(joints->nv + joints->nz);
    const size_t entries = rows * (size_t)joints->nv;
    double *rate = calloc(ny + 2 * rows + 2 * entries, sizeof *rate);
    double *bias = rate + ny, *size = bias + rows, *G = size + rows, *R = G + entries;
    if (lambda != NULL && rate != NULL &&
        joints->dynamics(joints->context, s->time(s->self), s->state(s->self), rate, bias,
                         G, R) == 0)
        compare(joints, lambda, rate, bias, size, G, R, m);
    else
        m->error = NAN;
    free(rate);
}

double drift_multipliers_error(const struct drift_multipliers *m) {
    return m->exact > cancelled * m->terms ? m->error / m->exact : NAN;
}

/* One step of an explicit Runge-Kutta method (scheme.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/plain.h"

/* The sum of the stages' derivatives with the given weights. */
static double weigh(const struct plain *p, const double *weight, int stages, int entry) {
    double sum = 0;
    for (int j = 0; j < stages; j++)
        sum += weight[j] * p->stage[j][entry];
    return sum;
}

int plain_table_step(struct plain *p, double h) {
    const struct table *table = &p->scheme.table;
    const double *x = p->x[STATE_START];
    for (int i = 0; i < table->stages; i++) {
        for (int k = 0; k < p->nx; k++)
            p->point[k] = x[k] + h * weigh(p, table->a[i], i, k);
        if (plain_derivative(p, p->t + table->c[i] * h, p->point, p->stage[i]))
            return -1;
    }
    for (int k = 0; k < p->nx; k++) {
        double factor = k < p->nq ? p->scheme.position_factor : p->scheme.rate_factor;
        p->x[STATE_SMALL][k] = x[k] + h * weigh(p, table->b, table->stages, k);
        p->estimate[k] = factor * h * weigh(p, table->e, table->stages, k);
    }
    return 0;
}

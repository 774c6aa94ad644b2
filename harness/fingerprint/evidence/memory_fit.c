/* The coefficients of a linear multistep method from the course of its chains: on x' = z x the
 * states are polynomials in z, whose coefficients of z^m, the chains' weights w, satisfy
 *
 *     w_n[m] = sum_j a_j w_{n-j}[m] + sum_j b_j w_{n-j}[m-1],   w[0] = 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/numbers/fit.h"
#include "harness/fingerprint/evidence/memory.h"

static double chain_weight(const struct course *c, int n, int m) {
    return m == 0 ? 1 : c->weight[n][c->chain[m - 1]];
}

/* One equation, divided by the size of what stands in it. */
static void set_row(double *row, double *right, const struct course *c, int steps, int n,
                    int m) {
    double size = DBL_MIN; /* where all are 0, so is the equation */
    for (int j = 0; j <= steps; j++)
        size += fabs(chain_weight(c, n - j, m)) +
                (m > 0 ? fabs(chain_weight(c, n - j, m - 1)) : 0);
    for (int j = 1; j <= steps; j++)
        row[j - 1] = chain_weight(c, n - j, m) / size;
    for (int j = 0; j <= steps; j++)
        row[steps + j] = m == 0 ? 0 : chain_weight(c, n - j, m - 1) / size;
    *right = chain_weight(c, n, m) / size;
}

static void take_coefficients(struct multistep *m, const double *found, int steps) {
    *m = (struct multistep){.steps = steps};
    for (int j = 1; j <= steps; j++)
        m->a[j] = found[j - 1];
    for (int j = 0; j <= steps; j++)
        m->b[j] = found[steps + j];
}

static double largest_deviation(const struct multistep *m, const struct course *c,
                                int from) {
    double largest = 0, deviation;
    for (int n = from; n <= COURSE_EQUAL; n++)
        for (int k = 0; k < COURSE_CHAINS; k++)
            if (!((deviation = memory_deviation(m, c, n, c->chain[k])) <= largest))
                largest = isnan(deviation) ? INFINITY : deviation;
    return largest;
}

double memory_fit(struct multistep *m, const struct course *c, int steps, int from) {
    const int unknowns = 2 * steps + 1;
    const int rows = (COURSE_EQUAL - from + 1) * (COURSE_CHAINS + 1);
    double deviation = NAN;
    double *x = calloc((size_t)(rows * (unknowns + 1) + unknowns), sizeof *x);
    if (x == NULL)
        return NAN;
    double *y = x + rows * unknowns, *found = y + rows;
    for (int row = 0; row < rows; row++)
        set_row(x + row * unknowns, &y[row], c, steps, from + row / (COURSE_CHAINS + 1),
                row % (COURSE_CHAINS + 1));
    if (fit_linear(rows, unknowns, x, y, found) == 0) {
        take_coefficients(m, found, steps);
        deviation = largest_deviation(m, c, from);
    }
    free(x);
    return deviation;
}

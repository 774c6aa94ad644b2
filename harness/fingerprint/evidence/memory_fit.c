/* The coefficients of a linear multistep method from the course of its chains: on x' = z x the
 * states are polynomials in z, whose coefficients of z^m, the chains' weights w, satisfy
 *
 *     w_n[m] = sum_j a_j w_{n-j}[m] + sum_j b_j w_{n-j}[m-1],   w[0] = 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include <gsl/gsl_multifit.h>

#include "harness/fingerprint/evidence/memory.h"

static double chain_weight(const struct course *c, int n, int m) {
    return m == 0 ? 1 : c->weight[n][c->chain[m - 1]];
}

/* One equation, divided by the size of what stands in it. */
static void set_row(gsl_matrix *x, gsl_vector *y, size_t row, const struct course *c,
                    int steps, int n, int m) {
    double size = DBL_MIN; /* where all are 0, so is the equation */
    for (int j = 0; j <= steps; j++)
        size += fabs(chain_weight(c, n - j, m)) +
                (m > 0 ? fabs(chain_weight(c, n - j, m - 1)) : 0);
    for (int j = 1; j <= steps; j++)
        gsl_matrix_set(x, row, (size_t)(j - 1), chain_weight(c, n - j, m) / size);
    for (int j = 0; j <= steps; j++)
        gsl_matrix_set(x, row, (size_t)(steps + j),
                       m == 0 ? 0 : chain_weight(c, n - j, m - 1) / size);
    gsl_vector_set(y, row, chain_weight(c, n, m) / size);
}

static void take_coefficients(struct multistep *m, const gsl_vector *found, int steps) {
    *m = (struct multistep){.steps = steps};
    for (int j = 1; j <= steps; j++)
        m->a[j] = gsl_vector_get(found, (size_t)(j - 1));
    for (int j = 0; j <= steps; j++)
        m->b[j] = gsl_vector_get(found, (size_t)(steps + j));
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
    const size_t unknowns = (size_t)(2 * steps + 1);
    const size_t rows = (size_t)((COURSE_EQUAL - from + 1) * (COURSE_CHAINS + 1));
    double deviation = NAN, square;
    gsl_matrix *x = gsl_matrix_alloc(rows, unknowns);
    gsl_matrix *covariance = gsl_matrix_alloc(unknowns, unknowns);
    gsl_vector *y = gsl_vector_alloc(rows), *found = gsl_vector_alloc(unknowns);
    gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(rows, unknowns);
    bool there =
        x != NULL && covariance != NULL && y != NULL && found != NULL && w != NULL;
    for (size_t row = 0; there && row < rows; row++)
        set_row(x, y, row, c, steps, from + (int)(row / (COURSE_CHAINS + 1)),
                (int)(row % (COURSE_CHAINS + 1)));
    if (there && gsl_multifit_linear(x, y, found, covariance, &square, w) == 0) {
        take_coefficients(m, found, steps);
        deviation = largest_deviation(m, c, from);
    }
    gsl_multifit_linear_free(w);
    gsl_vector_free(found);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(x);
    return deviation;
}

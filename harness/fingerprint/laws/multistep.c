/* Coefficients of linear multistep methods from interpolation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/laws/multistep.h"

#include <math.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_poly.h>

/* l_j(0)' of the Lagrange polynomials through time[0] = 0 .. time[k]. */
static double slope_at_first(const double *time, int k, int j) {
    double sum = 0, product = 1;
    for (int m = 1; m <= k; m++)
        sum += 1 / (time[0] - time[m]);
    if (j == 0)
        return sum;
    for (int m = 0; m <= k; m++) {
        if (m != 0 && m != j)
            product *= time[0] - time[m];
        if (m != j)
            product /= time[j] - time[m];
    }
    return product;
}

static void differentiate(struct multistep *m, const double *time) {
    const double first = slope_at_first(time, m->steps, 0);
    m->b[0] = 1 / first;
    for (int j = 1; j <= m->steps; j++)
        m->a[j] = -slope_at_first(time, m->steps, j) / first;
}

/* The integral from -1 to 0 of the Lagrange polynomial of node j among from .. k. */
static double integral_of(const double *time, int from, int k, int j) {
    double c[MULTISTEP_MOST + 2] = {1}, sum = 0, sign = 1; /* c: by ascending powers */
    int degree = 0;
    for (int m = from; m <= k; m++) {
        if (m == j)
            continue;
        for (int i = ++degree; i > 0; i--)
            c[i] = (c[i - 1] - time[m] * c[i]) / (time[j] - time[m]);
        c[0] *= -time[m] / (time[j] - time[m]);
    }
    for (int i = 0; i <= degree; i++, sign = -sign)
        sum += sign * c[i] / (i + 1);
    return sum;
}

static void integrate(struct multistep *m, double *b, int from, int to,
                      const double *time) {
    m->a[1] = 1;
    for (int j = from; j <= to; j++)
        b[j] = integral_of(time, from, to, j);
}

void multistep_on_grid(struct multistep *m, enum multistep_family family, int steps,
                       const double *time) {
    const double ratio = 1 / (time[1] - (steps > 1 ? time[2] : -2));
    *m = (struct multistep){.steps = steps};
    switch (family) {
    case MULTISTEP_BDF: differentiate(m, time); break;
    case MULTISTEP_BASHFORTH: integrate(m, m->b, 1, steps, time); break;
    case MULTISTEP_MOULTON: integrate(m, m->b, 0, steps, time); break;
    case MULTISTEP_PREDICTS:
    case MULTISTEP_GAINS:
        m->predicts = true;
        integrate(m, m->p, 1, steps, time);
        m->q[1] = 1;
        integrate(m, m->b, 0, family == MULTISTEP_GAINS ? steps : steps - 1, time);
        break;
    case MULTISTEP_MIDPOINT:
        m->a[1] = 1 - ratio * ratio;
        m->a[2] = ratio * ratio;
        m->b[1] = 1 + ratio;
        break;
    case MULTISTEP_MILNE:
    case MULTISTEP_MILNE_MODIFIED:
    case MULTISTEP_HAMMING:
    case MULTISTEP_HAMMING_MODIFIED:
    case MULTISTEP_MOULTON_MODIFIED: multistep_modified(m, family); break;
    }
}

bool multistep_has_grids(enum multistep_family family) {
    return family < MULTISTEP_MILNE;
}

void multistep_uniform(struct multistep *m, enum multistep_family family, int steps) {
    double time[MULTISTEP_MOST + 1];
    for (int j = 0; j <= MULTISTEP_MOST; j++)
        time[j] = -j;
    multistep_on_grid(m, family, steps, time);
}

static bool satisfies(const struct multistep *m, int q, double tolerance) {
    double sum = q == 0 ? -1 : 0, size = 1;
    for (int j = 0; j <= m->steps; j++) {
        double of_x = m->a[j] * pow(-j, q);
        double of_f = q == 0 ? 0 : q * m->b[j] * pow(-j, q - 1);
        sum += of_x + of_f;
        size += fabs(of_x) + fabs(of_f);
    }
    return fabs(sum) <= tolerance * size;
}

int multistep_order(const struct multistep *m, double tolerance) {
    int order = -1;
    while (order < 2 * MULTISTEP_MOST && satisfies(m, order + 1, tolerance))
        order++;
    return order;
}

double multistep_parasite(const struct multistep *m) {
    double c[MULTISTEP_MOST + 1] = {0}, z[2 * MULTISTEP_MOST], largest = 0;
    int k = m->steps, nearest = 0;
    while (k > 1 && m->a[k] == 0)
        k--;
    for (int j = 1; j <= k; j++)
        c[k - j] = -m->a[j];
    c[k] = 1;
    if (k == 1)
        return 0;
    gsl_poly_complex_workspace *w = gsl_poly_complex_workspace_alloc((size_t)k + 1);
    int failed = w == NULL || gsl_poly_complex_solve(c, (size_t)k + 1, w, z);
    gsl_poly_complex_workspace_free(w);
    if (failed)
        return NAN;
    for (int i = 1; i < k; i++)
        if (hypot(z[2 * i] - 1, z[2 * i + 1]) <
            hypot(z[2 * nearest] - 1, z[2 * nearest + 1]))
            nearest = i;
    for (int i = 0; i < k; i++)
        if (i != nearest)
            largest = fmax(largest, hypot(z[2 * i], z[2 * i + 1]));
    return largest;
}

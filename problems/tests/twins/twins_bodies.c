/* Twins of bodies in a tree: Lagrange's equations with a full mass matrix, where the model's come
 * from a recursion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

#include "problems/tests/models/twin_dense.h"

enum { MOST_RODS = 16 };

/* a_i and u_i from the vertical; returns 1 and the sum of the angles' magnitudes. */
static double absolute(int n, const double *x, double *a, double *u) {
    double sum = 1.0;
    for (int i = 0; i < n; i++) {
        a[i] = x[i] + (i ? a[i - 1] : 0.0);
        u[i] = x[n + i] + (i ? u[i - 1] : 0.0);
        sum += fabs(x[i]);
    }
    return sum;
}

/* M_ij over m l^2 cos(a_i - a_j): each rod behind both counts whole, the further of the two by
 * its centre, and a rod by its moment about its end. */
static double share(int n, int i, int j) {
    return n - 1 - (i > j ? i : j) + (i == j ? 1.0 / 3.0 : 0.5);
}

/* Parameters m, l, g; q[n], w[n]. In the angles from the vertical
 *     sum_j M_ij u_j' = -g (n - i - 1/2)/l sin a_i - sum_j M_ij sin(a_i - a_j) u_j^2
 * for i from 0, over m l^2; the rates of the relative ones are differences. */
static void chain_bodies_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    (void)t;
    double a[MOST_RODS], u[MOST_RODS], b[MOST_RODS], size_b[MOST_RODS], v[MOST_RODS],
        size[MOST_RODS], m[MOST_RODS * MOST_RODS], size_m[MOST_RODS * MOST_RODS],
        inverse[MOST_RODS * MOST_RODS];
    const double angles = absolute(n, x, a, u), g = p[2] / p[1];
    for (int i = 0; i < n; i++) {
        b[i] = -g * (n - i - 0.5) * sin(a[i]);
        size_b[i] = angles * g * (n - i);
        for (int j = 0; j < n; j++) {
            const double whole = share(n, i, j), square = u[j] * u[j];
            m[i * n + j] = whole * cos(a[i] - a[j]);
            size_m[i * n + j] = angles * whole;
            b[i] -= j == i ? 0.0 : whole * sin(a[i] - a[j]) * square;
            size_b[i] += angles * whole * square;
        }
    }
    twin_dense_invert(n, m, inverse);
    twin_dense_solve(n, inverse, size_m, 1, b, size_b, v, size);
    for (int i = 0; i < n; i++) {
        f[i] = v[i] - (i ? v[i - 1] : 0.0);
        scale[i] = n * (size[i] + (i ? size[i - 1] : 0.0));
    }
}

static void chain_bodies_energy(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)t;
    double a[MOST_RODS], u[MOST_RODS];
    const double angles = absolute(n, x, a, u), m = p[0], l = p[1], g = p[2];
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double product = m * l * l * share(n, i, j) * u[i] * u[j] / 2.0;
            e[0] += product * cos(a[i] - a[j]);
            scale[0] += n * angles * fabs(product);
        }
        double weight = m * g * l * (n - i - 0.5);
        e[0] -= weight * cos(a[i]);
        scale[0] += n * angles * weight;
    }
}

const struct twin twin_chain_bodies = {.model = "chain_bodies",
                                       .parameter = {"m", "l", "g"},
                                       .positions = 1,
                                       .velocities = 1,
                                       .sized = true,
                                       .rates = chain_bodies_rates,
                                       .invariants = 1,
                                       .invariant = chain_bodies_energy};

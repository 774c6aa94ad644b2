/* Twin of the beam: the equations with their full mass matrix, as they come from Lagrange's,
 *
 *     sum_k g_lk cos(a_l - a_k) a_k'' = n^4 (a_(l-1) - 2 a_l + a_(l+1))
 *         + n^2 (Fy cos a_l - Fx sin a_l) - sum_k g_lk sin(a_l - a_k) a_k'^2,
 *
 * g_lk = n + 1/2 - max(l, k), a_0 = -a_1, a_(n+1) = a_n (Hairer, Wanner II, IV.1),
 * solved by Cholesky's method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { MOST_RODS = 40 };

struct beam {
    int n;
    double matrix[MOST_RODS][MOST_RODS], factor[MOST_RODS][MOST_RODS];
    double right[MOST_RODS], size[MOST_RODS];
};

/* Matrix, right-hand side, and the magnitude of its terms. */
static void assemble(struct beam *b, int n, double t, const double *a, const double *w) {
    double n2 = (double)n * n, n4 = n2 * n2;
    double swing = sin(t), force = t > acos(-1.0) ? 0.0 : 1.5 * swing * swing;
    b->n = n;
    for (int l = 0; l < n; l++) {
        double before = l ? a[l - 1] : -a[0], after = l < n - 1 ? a[l + 1] : a[l];
        double push = n2 * force * (cos(a[l]) + sin(a[l]));
        b->right[l] = n4 * ((before - a[l]) - (a[l] - after)) + push;
        b->size[l] = n4 * (fabs(before) + 2.0 * fabs(a[l]) + fabs(after)) +
                     n2 * force * (2.0 + fabs(a[l]) + 2.0 * fabs(t) + 2.0);
        for (int k = 0; k < n; k++) {
            double g = n - (l > k ? l : k) - 0.5, angle = a[l] - a[k];
            double swirl = g * w[k] * w[k];
            b->matrix[l][k] = g * cos(angle);
            b->right[l] -= swirl * sin(angle);
            b->size[l] += swirl * (1.0 + fabs(angle));
        }
    }
}

/* matrix = factor factor^T, factor lower triangular. */
static void factorise(struct beam *b) {
    for (int j = 0; j < b->n; j++) {
        for (int i = j; i < b->n; i++) {
            double rest = b->matrix[i][j];
            for (int k = 0; k < j; k++)
                rest -= b->factor[i][k] * b->factor[j][k];
            b->factor[i][j] = i == j ? sqrt(rest) : rest / b->factor[j][j];
        }
    }
}

static void solve(const struct beam *b, double *x) {
    for (int i = 0; i < b->n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= b->factor[i][k] * x[k];
        x[i] /= b->factor[i][i];
    }
    for (int i = b->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < b->n; k++)
            x[i] -= b->factor[k][i] * x[k];
        x[i] /= b->factor[i][i];
    }
}

/* scale = |M^-1| (size + |M| |f|), with errors of the cosines' arguments. */
static void measure(const struct beam *b, const double *a, const double *f,
                    double *scale) {
    double load[MOST_RODS], column[MOST_RODS], largest = 0.0;
    for (int i = 0; i < b->n; i++) {
        largest = fmax(largest, fabs(a[i]));
        load[i] = b->size[i];
        for (int k = 0; k < b->n; k++)
            load[i] += (b->n - (i > k ? i : k)) * fabs(f[k]);
        scale[i] = 0.0;
    }
    for (int j = 0; j < b->n; j++) {
        for (int i = 0; i < b->n; i++)
            column[i] = i == j;
        solve(b, column);
        for (int i = 0; i < b->n; i++)
            scale[i] += fabs(column[i]) * load[j] * (1.0 + largest);
    }
}

/* Parameter late: how long the force has acted at t = 0. */
static void beam_rates(const double *p, int n, double t, const double *x, double *f,
                       double *scale) {
    struct beam b;
    assemble(&b, n, t + p[0], x, x + n);
    factorise(&b);
    for (int i = 0; i < n; i++)
        f[i] = b.right[i];
    solve(&b, f);
    measure(&b, x, f, scale);
}

const struct twin twin_beam = {.model = "beam",
                               .parameter = {"late"},
                               .positions = 1,
                               .velocities = 1,
                               .sized = true,
                               .rates = beam_rates};

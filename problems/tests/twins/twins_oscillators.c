/* Twins of the nonlinear oscillators.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameters a, b, c, F, omega, phase: x'' + c x' - a x + b x^3 = F cos(omega t + phase). */
static void duffing_rates(const double *p, int n, double t, const double *x, double *f,
                          double *scale) {
    (void)n;
    double turn = p[4] * t, force = p[3] * cos(turn + p[5]);
    double spring = x[0] * (p[0] - p[1] * x[0] * x[0]);
    f[0] = force + spring - p[2] * x[1];
    scale[0] = p[3] * (1.0 + fabs(turn) + fabs(p[5])) + p[2] * fabs(x[1]) +
               fabs(x[0]) * (p[0] + p[1] * x[0] * x[0]);
}

const struct twin twin_duffing = {.model = "duffing",
                                  .parameter = {"a", "b", "c", "F", "omega", "phase"},
                                  .positions = 1,
                                  .velocities = 1,
                                  .rates = duffing_rates};

enum { MOST_PAIRS = 8 };

/* The masses' places or velocities q[1] .. q[2n] between the walls q[0] and q[2n+1], and the
 * magnitudes of what they are the sums of. */
static void separate_pairs(int n, const double *mean, const double *half, double *q,
                           double *size) {
    q[0] = size[0] = q[2 * n + 1] = size[2 * n + 1] = 0.0;
    for (int i = 0; i < n; i++) {
        q[2 * i + 1] = (mean[i] - half[i]) / sqrt(2.0);
        q[2 * i + 2] = (mean[i] + half[i]) / sqrt(2.0);
        size[2 * i + 1] = size[2 * i + 2] = fabs(mean[i]) + fabs(half[i]);
    }
}

/* Parameter omega: masses 2i-1 and 2i are joined by a spring of stiffness omega^2/2, masses 2i
 * and 2i+1 by one that pulls with 4 stretch^3. */
static void fpu_rates(const double *p, int n, double t, const double *x, double *f,
                      double *scale) {
    (void)t;
    double q[2 * MOST_PAIRS + 2], reach[2 * MOST_PAIRS + 2];
    double force[2 * MOST_PAIRS + 2] = {0.0}, size[2 * MOST_PAIRS + 2] = {0.0};
    separate_pairs(n, x, x + n, q, reach);
    for (int i = 0; i <= 2 * n; i++) {
        double stretch = q[i + 1] - q[i], length = reach[i + 1] + reach[i];
        double stiffness = 0.5 * p[0] * p[0];
        double pull = i % 2 ? stiffness * stretch : 4.0 * pow(stretch, 3.0);
        double most = i % 2 ? stiffness * length : 16.0 * pow(length, 3.0);
        force[i] += pull;
        force[i + 1] -= pull;
        size[i] += most;
        size[i + 1] += most;
    }
    for (int i = 0; i < n; i++) {
        f[i] = (force[2 * i + 1] + force[2 * i + 2]) / sqrt(2.0);
        f[n + i] = (force[2 * i + 2] - force[2 * i + 1]) / sqrt(2.0);
        scale[i] = scale[n + i] = size[2 * i + 1] + size[2 * i + 2];
    }
}

static void fpu_energy(const double *p, int n, double t, const double *x, double *e,
                       double *scale) {
    (void)t;
    double q[2 * MOST_PAIRS + 2], v[2 * MOST_PAIRS + 2];
    double reach[2 * MOST_PAIRS + 2], speed[2 * MOST_PAIRS + 2];
    separate_pairs(n, x, x + n, q, reach);
    separate_pairs(n, x + 2 * n, x + 3 * n, v, speed);
    e[0] = scale[0] = 0.0;
    for (int i = 0; i <= 2 * n; i++) {
        double stretch = q[i + 1] - q[i], length = reach[i + 1] + reach[i];
        double stiffness = 0.25 * p[0] * p[0];
        double spring = i % 2 ? stiffness * stretch * stretch : pow(stretch, 4.0);
        double most = i % 2 ? stiffness * length * length : 4.0 * pow(length, 4.0);
        e[0] += 0.5 * v[i] * v[i] + spring;
        scale[0] += speed[i] * speed[i] + most;
    }
}

const struct twin twin_fpu = {.model = "fpu",
                              .parameter = {"omega"},
                              .positions = 2,
                              .velocities = 2,
                              .sized = true,
                              .rates = fpu_rates,
                              .invariants = 1,
                              .invariant = fpu_energy};

/* Twins of the systems without springs or rotation: chemistry, circuits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* Parameter mu: y'' - mu (1 - y^2) y' + y = 0. */
static void van_der_pol_rates(const double *p, int n, double t, const double *x,
                              double *f, double *scale) {
    (void)n, (void)t;
    double y = x[0], z = x[1], pump = p[0] * z, brake = p[0] * y * y * z;
    f[0] = z;
    f[1] = pump - brake - y;
    scale[0] = fabs(z);
    scale[1] = fabs(pump) + fabs(brake) + fabs(y);
}

const struct twin twin_van_der_pol = {
    .model = "van_der_pol", .parameter = {"mu"}, .others = 2, .rates = van_der_pol_rates};

const struct twin twin_vdp_mu1000 = {
    .model = "vdp_mu1000", .parameter = {"mu"}, .others = 2, .rates = van_der_pol_rates};

/* Parameters k1, k2, k3: the speeds of A -> B, B + B -> C + B, B + C -> A + C. */
static void robertson_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)t;
    double slow = p[0] * x[0], fastest = p[1] * (x[1] * x[1]),
           back = p[2] * (x[1] * x[2]);
    f[0] = back - slow;
    f[1] = slow - back - fastest;
    f[2] = fastest;
    scale[0] = fabs(back) + fabs(slow);
    scale[1] = fabs(back) + fabs(slow) + fabs(fastest);
    scale[2] = fabs(fastest);
}

static void robertson_total(const double *p, int n, double t, const double *x, double *e,
                            double *scale) {
    (void)p, (void)n, (void)t;
    e[0] = x[2] + x[1] + x[0];
    scale[0] = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

const struct twin twin_robertson = {.model = "robertson",
                                    .parameter = {"k1", "k2", "k3"},
                                    .others = 3,
                                    .rates = robertson_rates,
                                    .invariants = 1,
                                    .invariant = robertson_total};

/* Parameter S: the derivative of S (t^2 + t). */
static void quadratic_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)x;
    f[0] = p[0] * (t + t) + p[0];
    scale[0] = p[0] * (2.0 * fabs(t) + 1.0);
}

const struct twin twin_quadratic = {
    .model = "quadratic", .parameter = {"S"}, .others = 1, .rates = quadratic_rates};

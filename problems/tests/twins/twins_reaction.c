/* Twins of the stiff systems of first order: chemistry, and van der Pol's oscillator in slow
 * time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

/* A quantity moves from state `from` to state `to`; -1: from or to outside. */
static void move(double *f, double *scale, int from, int to, double flow) {
    if (from >= 0) {
        f[from] -= flow;
        scale[from] += fabs(flow);
    }
    if (to >= 0) {
        f[to] += flow;
        scale[to] += fabs(flow);
    }
}

/* Schaefer's scheme, reaction by reaction. P_r and P_fr are the two forms of phytochrome; X
 * binds them, X' too, and X' with P_fr binds the enzyme E. Parameters k1 .. k8, k*, o_ks. */
static void hires_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    enum { R, FR, RX, FRX, RX2, FRX2, FRX2E, ENZYME };
    double k[9] = {0.0};
    (void)n, (void)t;
    for (int i = 0; i < 8; i++) {
        k[1 + i] = p[i];
        f[i] = scale[i] = 0.0;
    }
    move(f, scale, -1, R, p[9]);
    move(f, scale, R, FR, k[1] * x[R]);
    move(f, scale, FR, R, k[2] * x[FR]);
    move(f, scale, FR, FRX, k[3] * x[FR]);
    move(f, scale, RX, FRX, k[1] * x[RX]);
    move(f, scale, FRX, RX, k[2] * x[FRX]);
    move(f, scale, RX, R, k[6] * x[RX]);
    move(f, scale, FRX, FRX2, k[4] * x[FRX]);
    move(f, scale, RX2, RX, k[5] * x[RX2]);
    move(f, scale, RX2, FRX2, k[1] * x[RX2]);
    move(f, scale, FRX2, RX2, k[2] * x[FRX2]);
    double bound = k[7] * x[FRX2] * x[ENZYME];
    move(f, scale, FRX2, FRX2E, bound);
    move(f, scale, ENZYME, -1, bound);
    move(f, scale, FRX2E, FRX2, k[8] * x[FRX2E]);
    move(f, scale, FRX2E, RX2, k[2] * x[FRX2E]);
    move(f, scale, FRX2E, -1, p[8] * x[FRX2E]);
    double freed = (k[8] + k[2] + p[8]) * x[FRX2E];
    move(f, scale, -1, ENZYME, freed);
}

static void hires_enzyme(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)p, (void)n, (void)t;
    e[0] = x[7] + x[6];
    scale[0] = fabs(x[7]) + fabs(x[6]);
}

const struct twin twin_hires = {
    .model = "hires",
    .parameter = {"k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "leave", "supply"},
    .others = 8,
    .rates = hires_rates,
    .invariants = 1,
    .invariant = hires_enzyme};

/* Parameters s, q, w. */
static void oregonator_rates(const double *p, int n, double t, const double *x, double *f,
                             double *scale) {
    (void)n, (void)t;
    double s = p[0], a = x[0], b = x[1], c = x[2];
    f[0] = s * b + s * a - s * p[1] * (a * a) - s * (a * b);
    f[1] = c / s - b / s - a * b / s;
    f[2] = p[2] * a - p[2] * c;
    scale[0] = s * (fabs(b) + fabs(a) + p[1] * a * a + fabs(a * b));
    scale[1] = (fabs(c) + fabs(b) + fabs(a * b)) / s;
    scale[2] = p[2] * (fabs(a) + fabs(c));
}

const struct twin twin_oregonator = {.model = "oregonator",
                                     .parameter = {"s", "q", "w"},
                                     .others = 3,
                                     .rates = oregonator_rates};

/* Parameter eps: eps y'' = (1 - y^2) y' - y. */
static void scaled_rates(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)n, (void)t;
    double pump = x[1] / p[0], brake = x[0] * x[0] * x[1] / p[0], spring = x[0] / p[0];
    f[0] = x[1];
    f[1] = pump - brake - spring;
    scale[0] = fabs(x[1]);
    scale[1] = fabs(pump) + fabs(brake) + fabs(spring);
}

const struct twin twin_van_der_pol_scaled = {.model = "van_der_pol_scaled",
                                             .parameter = {"eps"},
                                             .others = 2,
                                             .rates = scaled_rates};

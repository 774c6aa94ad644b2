/* Twins of bodies that attract each other, and of a star in the field of a galaxy.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { DIMENSIONS = 3, BODIES = 8 };

/* n bodies in a plane or in space; state: all x, all y, (all z), then their rates. */
struct bodies {
    int n, dimensions;
    double G, mass[BODIES];
};

/* From body i to body j, and its length. */
static double measure_distance(const struct bodies *b, const double *x, int i, int j,
                               double *d) {
    double length = 0.0;
    for (int k = 0; k < b->dimensions; k++) {
        d[k] = x[k * b->n + j] - x[k * b->n + i];
        length = hypot(length, d[k]);
    }
    return length;
}

/* Newton's third law, pair by pair. */
static void bodies_rates(const struct bodies *b, const double *x, double *f,
                         double *scale) {
    for (int i = 0; i < b->n * b->dimensions; i++)
        f[i] = scale[i] = 0.0;
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; j < i; j++) {
            double d[DIMENSIONS], r = measure_distance(b, x, i, j, d);
            double pull = b->G / (r * r);
            for (int k = 0; k < b->dimensions; k++) {
                int at = k * b->n;
                f[at + i] += b->mass[j] * pull * (d[k] / r);
                f[at + j] -= b->mass[i] * pull * (d[k] / r);
                scale[at + i] += b->mass[j] * pull;
                scale[at + j] += b->mass[i] * pull;
            }
        }
    }
}

static void bodies_energy(const struct bodies *b, const double *x, double *e,
                          double *scale) {
    const double *v = x + b->n * b->dimensions;
    *e = *scale = 0.0;
    for (int i = 0; i < b->n; i++) {
        for (int k = 0; k < b->dimensions; k++) {
            double speed = v[k * b->n + i];
            *e += b->mass[i] * speed * speed / 2.0;
        }
    }
    *scale = *e;
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; j < i; j++) {
            double d[DIMENSIONS], r = measure_distance(b, x, i, j, d);
            *e -= b->G * b->mass[i] * b->mass[j] / r;
            *scale += b->G * b->mass[i] * b->mass[j] / r;
        }
    }
}

/* The momentum along axis k, and the angular momentum in the plane of the axes k and l. */
static void bodies_momentum(const struct bodies *b, const double *x, int k, double *e,
                            double *scale) {
    const double *v = x + b->n * (b->dimensions + k);
    *e = *scale = 0.0;
    for (int i = 0; i < b->n; i++) {
        *e += b->mass[i] * v[i];
        *scale += b->mass[i] * fabs(v[i]);
    }
}

static void bodies_turning(const struct bodies *b, const double *x, int k, int l,
                           double *e, double *scale) {
    const double *v = x + b->n * b->dimensions;
    *e = *scale = 0.0;
    for (int i = 0; i < b->n; i++) {
        double forwards = x[k * b->n + i] * v[l * b->n + i];
        double back = x[l * b->n + i] * v[k * b->n + i];
        *e += b->mass[i] * (forwards - back);
        *scale += b->mass[i] * (fabs(forwards) + fabs(back));
    }
}

/* Energy, momenta, angular momenta: one in the plane, three in space. */
static void bodies_invariants(const struct bodies *b, const double *x, double *e,
                              double *scale) {
    int at = 0;
    bodies_energy(b, x, e, scale);
    for (int k = 0; k < b->dimensions; k++)
        at++, bodies_momentum(b, x, k, e + at, scale + at);
    if (b->dimensions == 2)
        bodies_turning(b, x, 0, 1, e + at + 1, scale + at + 1);
    for (int k = 0; k < b->dimensions && b->dimensions == 3; k++)
        at++, bodies_turning(b, x, (k + 1) % 3, (k + 2) % 3, e + at, scale + at);
}

/* Seven stars in a plane, of the masses 1 to 7. */
static const struct bodies pleiades = {
    7, 2, 1.0, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.0}};

static void pleiades_rates(const double *p, int n, double t, const double *x, double *f,
                           double *scale) {
    (void)p, (void)n, (void)t;
    bodies_rates(&pleiades, x, f, scale);
}

static void pleiades_invariants(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)p, (void)n, (void)t;
    bodies_invariants(&pleiades, x, e, scale);
}

const struct twin twin_pleiades = {.model = "pleiades",
                                   .positions = 14,
                                   .velocities = 14,
                                   .rates = pleiades_rates,
                                   .invariants = 4,
                                   .invariant = pleiades_invariants};

/* Parameters G, m1, m2, ... */
static struct bodies read_bodies(const double *p, int n, int dimensions) {
    struct bodies b = {.n = n, .dimensions = dimensions, .G = p[0]};
    for (int i = 0; i < n; i++)
        b.mass[i] = p[1 + i];
    return b;
}

static void figure_eight_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    (void)n, (void)t;
    struct bodies b = read_bodies(p, 3, 2);
    bodies_rates(&b, x, f, scale);
}

static void figure_eight_invariants(const double *p, int n, double t, const double *x,
                                    double *e, double *scale) {
    (void)n, (void)t;
    struct bodies b = read_bodies(p, 3, 2);
    bodies_invariants(&b, x, e, scale);
}

const struct twin twin_figure_eight = {.model = "figure_eight",
                                       .parameter = {"G", "m1", "m2", "m3"},
                                       .positions = 6,
                                       .velocities = 6,
                                       .rates = figure_eight_rates,
                                       .invariants = 4,
                                       .invariant = figure_eight_invariants};

static void outer_solar_rates(const double *p, int n, double t, const double *x,
                              double *f, double *scale) {
    (void)t;
    struct bodies b = read_bodies(p, n, 3);
    bodies_rates(&b, x, f, scale);
}

static void outer_solar_invariants(const double *p, int n, double t, const double *x,
                                   double *e, double *scale) {
    (void)t;
    struct bodies b = read_bodies(p, n, 3);
    bodies_invariants(&b, x, e, scale);
}

const struct twin twin_outer_solar = {
    .model = "outer_solar",
    .parameter = {"G", "m1", "m2", "m3", "m4", "m5", "m6"},
    .positions = 3,
    .velocities = 3,
    .sized = true,
    .rates = outer_solar_rates,
    .invariants = 7,
    .invariant = outer_solar_invariants};

/* Parameter mu: the attraction of the Earth at (-mu, 0) and of the Moon at (1 - mu, 0), the
 * centrifugal force r and Coriolis' force -2 e3 x r'. */
static void arenstorf_rates(const double *p, int n, double t, const double *x, double *f,
                            double *scale) {
    (void)n, (void)t;
    double place[2] = {-p[0], 1.0 - p[0]}, mass[2] = {1.0 - p[0], p[0]};
    f[0] = x[0] + 2.0 * x[3];
    f[1] = x[1] - 2.0 * x[2];
    scale[0] = fabs(x[0]) + 2.0 * fabs(x[3]);
    scale[1] = fabs(x[1]) + 2.0 * fabs(x[2]);
    for (int i = 0; i < 2; i++) {
        double dx = x[0] - place[i], r = hypot(dx, x[1]), pull = mass[i] / (r * r);
        double lost = 3.0 * (fabs(x[0]) + fabs(place[i])) / r; /* by the difference */
        f[0] -= pull * (dx / r);
        f[1] -= pull * (x[1] / r);
        scale[0] += pull * (1.0 + lost);
        scale[1] += pull * (1.0 + lost);
    }
}

static void arenstorf_energy(const double *p, int n, double t, const double *x, double *e,
                             double *scale) {
    (void)n, (void)t;
    double place[2] = {-p[0], 1.0 - p[0]}, mass[2] = {1.0 - p[0], p[0]};
    double kinetic = 0.5 * (x[2] * x[2] + x[3] * x[3]);
    double centrifugal = 0.5 * (x[0] * x[0] + x[1] * x[1]);
    e[0] = kinetic - centrifugal;
    scale[0] = kinetic + centrifugal;
    for (int i = 0; i < 2; i++) {
        double r = hypot(x[0] - place[i], x[1]);
        e[0] -= mass[i] / r;
        scale[0] += mass[i] / r * (1.0 + (fabs(x[0]) + fabs(place[i])) / r);
    }
}

const struct twin twin_arenstorf = {.model = "arenstorf",
                                    .parameter = {"mu"},
                                    .positions = 2,
                                    .velocities = 2,
                                    .rates = arenstorf_rates,
                                    .invariants = 1,
                                    .invariant = arenstorf_energy};

/* U = (x^2 + y^2)/2 + x^2 y - y^3/3 in polar coordinates: r^2/2 + r^3 sin(3 phi)/3. */
static void henon_heiles_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    (void)p, (void)n, (void)t;
    double r = hypot(x[0], x[1]), phi = atan2(x[1], x[0]);
    f[0] = -r * cos(phi) - r * r * sin(2.0 * phi);
    f[1] = -r * sin(phi) - r * r * cos(2.0 * phi);
    scale[0] = scale[1] = r + 8.0 * r * r;
}

static void henon_heiles_energy(const double *p, int n, double t, const double *x,
                                double *e, double *scale) {
    (void)p, (void)n, (void)t;
    double r = hypot(x[0], x[1]), phi = atan2(x[1], x[0]);
    double kinetic = 0.5 * (x[2] * x[2] + x[3] * x[3]);
    e[0] = kinetic + 0.5 * r * r + r * r * r * sin(3.0 * phi) / 3.0;
    scale[0] = kinetic + 0.5 * r * r + 4.0 * r * r * r;
}

const struct twin twin_henon_heiles = {.model = "henon_heiles",
                                       .positions = 2,
                                       .velocities = 2,
                                       .rates = henon_heiles_rates,
                                       .invariants = 1,
                                       .invariant = henon_heiles_energy};

/* Twin of the flexible slider crank, with the matrices of its elastic rod: Simeon, Math.
 * Modelling of Systems 2 (1996) 1-18, with the numbers of the Test Set for IVP Solvers. The
 * skew matrix b takes no power: its form of two equal vectors vanishes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { RIGID = 3, ELASTIC = 4, ALL = 7 };
enum { M1, M2, M3, L1, L2, J1, J2, EE, BB, HH, RHO, GRAVITY, SPEED, PHASE, PI };
enum { CRANK, ROD, SLIDER };

/* Matrices M, K, B of the rod, and the vectors of its coupling with the rigid motion. */
struct rod {
    double m[ELASTIC][ELASTIC], k[ELASTIC][ELASTIC], b[ELASTIC][ELASTIC];
    double c1[ELASTIC], c2[ELASTIC], c12[ELASTIC], c21[ELASTIC];
};

/* Bending is in sines, q[0] and q[1]; stretching in a quadratic element, q[2] and q[3]. */
static struct rod find_rod(const double *p) {
    double volume = p[BB] * p[HH] * p[L2], mass = p[RHO] * volume;
    double stiff = p[EE] * p[BB] * p[HH] / p[L2], pi = p[PI], cube = pi * pi * pi;
    double slim = p[HH] / p[L2], bend = stiff * cube * pi * slim * slim / 24.0;
    struct rod r = {.m = {{0.5 * mass, 0.0, 0.0, 0.0},
                          {0.0, 0.5 * mass, 0.0, 0.0},
                          {0.0, 0.0, 8.0 * mass, mass},
                          {0.0, 0.0, mass, 2.0 * mass}},
                    .k = {{bend, 0.0, 0.0, 0.0},
                          {0.0, 16.0 * bend, 0.0, 0.0},
                          {0.0, 0.0, 16.0 / 3.0 * stiff, -8.0 / 3.0 * stiff},
                          {0.0, 0.0, -8.0 / 3.0 * stiff, 7.0 / 3.0 * stiff}},
                    .c1 = {0.0, 0.0, volume * 2.0 / 3.0, volume / 6.0},
                    .c2 = {volume * 2.0 / pi, 0.0, 0.0, 0.0},
                    .c12 = {0.0, 0.0, p[L2] * volume / 3.0, p[L2] * volume / 6.0},
                    .c21 = {p[L2] * volume / pi, -0.5 * p[L2] * volume / pi, 0.0, 0.0}};
    r.b[0][2] = -16.0 * volume / cube;
    r.b[0][3] = 8.0 * volume / cube - volume / pi;
    r.b[1][3] = 0.5 * volume / pi;
    for (int i = 2; i < ELASTIC; i++)
        for (int j = 0; j < 2; j++)
            r.b[i][j] = -r.b[j][i];
    return r;
}

/* a^T A b, and the sum of the magnitudes of its terms. */
struct form {
    double value, size;
};

static struct form dot(const double *a, const double *b) {
    struct form f = {0.0, 0.0};
    for (int i = 0; i < ELASTIC; i++) {
        f.value += a[i] * b[i];
        f.size += fabs(a[i] * b[i]);
    }
    return f;
}

static struct form pair(const double *a, double matrix[ELASTIC][ELASTIC],
                        const double *b) {
    struct form f = {0.0, 0.0};
    for (int i = 0; i < ELASTIC; i++) {
        for (int j = 0; j < ELASTIC; j++) {
            f.value += a[i] * matrix[i][j] * b[j];
            f.size += fabs(a[i] * matrix[i][j] * b[j]);
        }
    }
    return f;
}

static void add(double factor, struct form f, double *force, double *size) {
    *force += factor * f.value;
    *size += fabs(factor) * f.size;
}

static void fill_mass(const double *p, struct rod *r, const double *q, double sine,
                      double cosine, double *mass) {
    const double *elastic = q + RIGID;
    double *row = mass;
    row[CRANK] = p[J1] + p[M2] * p[L1] * p[L1];
    row[ROD] =
        0.5 * p[L1] * p[L2] * p[M2] * cosine +
        p[RHO] * p[L1] *
            (sine * dot(r->c2, elastic).value + cosine * dot(r->c1, elastic).value);
    mass[ALL * ROD + ROD] = p[J2] + pair(elastic, r->m, elastic).value +
                            2.0 * p[RHO] * dot(r->c12, elastic).value;
    mass[ALL * SLIDER + SLIDER] = p[M3];
    for (int i = 0; i < ELASTIC; i++) {
        double twist = r->c21[i];
        for (int j = 0; j < ELASTIC; j++) {
            twist += elastic[j] * r->b[j][i];
            mass[ALL * (RIGID + i) + RIGID + j] = r->m[i][j];
        }
        row[RIGID + i] = p[RHO] * p[L1] * (cosine * r->c2[i] - sine * r->c1[i]);
        mass[ALL * ROD + RIGID + i] = p[RHO] * twist;
    }
    for (int i = 1; i < ALL; i++)
        for (int j = 0; j < i && j < RIGID; j++)
            mass[ALL * i + j] = mass[ALL * j + i];
}

/* Sizes of sines and cosines are those of their arguments' rounding. */
static void fill_rigid_forces(const double *p, struct rod *r, const double *q,
                              const double *v, double *force, double *size) {
    const double *elastic = q + RIGID, *rate = v + RIGID, rho = p[RHO];
    double s = sin(q[CRANK] - q[ROD]), c = cos(q[CRANK] - q[ROD]), w1 = v[CRANK],
           w2 = v[ROD], half = 0.5 * p[L1] * p[L2] * p[M2];
    struct form one = {1.0, 1.0 + fabs(q[CRANK]) + fabs(q[ROD])};
    add(-0.5 * p[L1] * p[GRAVITY] * (p[M1] + 2.0 * p[M2]) * cos(q[CRANK]), one, force,
        size);
    add(-half * w2 * w2 * s, one, force, size);
    add(-rho * p[L1] * w2 * w2 * s, dot(r->c1, elastic), force, size);
    add(rho * p[L1] * w2 * w2 * c, dot(r->c2, elastic), force, size);
    add(-2.0 * rho * p[L1] * w2 * c, dot(r->c1, rate), force, size);
    add(-2.0 * rho * p[L1] * w2 * s, dot(r->c2, rate), force, size);
    force++;
    size++;
    add(-0.5 * p[L2] * p[GRAVITY] * p[M2] * cos(q[ROD]), one, force, size);
    add(half * w1 * w1 * s, one, force, size);
    add(rho * p[L1] * w1 * w1 * s, dot(r->c1, elastic), force, size);
    add(-rho * p[L1] * w1 * w1 * c, dot(r->c2, elastic), force, size);
    add(-2.0 * rho * w2, dot(r->c12, rate), force, size);
    add(-2.0 * w2, pair(rate, r->m, elastic), force, size);
    add(-rho * p[GRAVITY] * cos(q[ROD]), dot(r->c1, elastic), force, size);
    add(rho * p[GRAVITY] * sin(q[ROD]), dot(r->c2, elastic), force, size);
}

static void fill_elastic_force(const double *p, struct rod *r, const double *q,
                               const double *v, int i, double *force, double *size) {
    const double *elastic = q + RIGID, *rate = v + RIGID, rho = p[RHO];
    double s = sin(q[CRANK] - q[ROD]), c = cos(q[CRANK] - q[ROD]), w1 = v[CRANK],
           w2 = v[ROD];
    struct form one = {1.0, 1.0};
    add(w2 * w2, dot(r->m[i], elastic), force, size);
    add(rho * w2 * w2 * r->c12[i], one, force, size);
    add(rho * p[L1] * w1 * w1 * c * r->c1[i], one, force, size);
    add(rho * p[L1] * w1 * w1 * s * r->c2[i], one, force, size);
    add(2.0 * rho * w2, dot(r->b[i], rate), force, size);
    add(-rho * p[GRAVITY] * sin(q[ROD]) * r->c1[i], one, force, size);
    add(-rho * p[GRAVITY] * cos(q[ROD]) * r->c2[i], one, force, size);
    add(-1.0, dot(r->k[i], elastic), force, size);
}

static void crank_dynamics(const double *p, int n, double t, const double *x,
                           double *mass, double *force, double *size) {
    (void)n, (void)t;
    struct rod r = find_rod(p);
    double angle = x[CRANK] - x[ROD], turned = 1.0 + fabs(x[CRANK]) + fabs(x[ROD]);
    for (int i = 0; i < ALL; i++)
        force[i] = size[i] = 0.0;
    fill_mass(p, &r, x, sin(angle), cos(angle), mass);
    fill_rigid_forces(p, &r, x, x + ALL, force, size);
    for (int i = 0; i < ELASTIC; i++)
        fill_elastic_force(p, &r, x, x + ALL, i, force + RIGID + i, size + RIGID + i);
    /* A sine or cosine near zero is wrong by the rounding of its argument. */
    for (int i = 0; i < ALL; i++)
        if (i != SLIDER)
            size[i] = size[i] * turned + turned * 1e-3 * p[M2] * p[L1] *
                                             (x[ALL] * x[ALL] + x[ALL + 1] * x[ALL + 1]);
}

/* The rod from the crank's pin reaches the slider; the crank turns at its speed. */
static void crank_joints(const double *p, int n, const struct motion *t,
                         const struct motion *x, struct motion *g) {
    (void)n;
    struct motion length = motion_add(motion_rest(p[L2]), x[RIGID + 3]);
    struct motion height = motion_scale(p[L1], motion_sin(x[CRANK]));
    struct motion ahead = motion_scale(p[L1], motion_cos(x[CRANK]));
    height = motion_add(height, motion_mul(length, motion_sin(x[ROD])));
    ahead = motion_add(ahead, motion_mul(length, motion_cos(x[ROD])));
    g[0] = height;
    g[1] = motion_sub(x[SLIDER], ahead);
    g[2] = motion_sub(x[CRANK],
                      motion_add(motion_scale(p[SPEED], *t), motion_rest(p[PHASE])));
}

const struct twin twin_slider_crank = {.model = "slider_crank",
                                       .parameter = {"M1", "M2", "M3", "L1", "L2", "J1",
                                                     "J2", "EE", "BB", "HH", "rho", "g",
                                                     "speed", "phase", "PI"},
                                       .positions = ALL,
                                       .velocities = ALL,
                                       .more_joints = 3,
                                       .joint = crank_joints,
                                       .dynamics = crank_dynamics};

/* True solutions: the classical Runge-Kutta method (Hairer, Norsett, Wanner: Solving Ordinary
 * Differential Equations I, II.1) in many steps, and the cubic through the values and slopes
 * that are kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/tests/truth.h"

/* For the stiffest problem, with eigenvalues near 1000 over half a unit of time, and for the
 * longest periods alike, halving these steps moves nothing by more than 1e-6. */
enum { pieces = 40000, steps_in_a_piece = 5 };

struct truth {
    struct integrator_system system; /* no rates: the rigidly joined pair */
    struct parameters parameters;
    int nq, nx;
    double t_final;
    double *value, *slope; /* [pieces + 1][nx] */
};

const double robertson_at_1e11[3] = {0.2083340149701255e-07, 0.8333360770334713e-13,
                                     0.9999999791665050};

static void find_slope(const struct truth *truth, double t, const double *x,
                       double *slope) {
    const struct integrator_system *system = &truth->system;
    if (system->map != NULL)
        system->map(system->context, x, x + truth->nq, slope);
    else
        for (int i = 0; i < truth->nq; i++)
            slope[i] = x[truth->nq + i];
    system->rates(system->context, t, x, slope + truth->nq);
}

static void take_step(const struct truth *truth, double t, double h, double *x) {
    const int n = truth->nx;
    double k[4][most_states], y[most_states];
    static const double part[4] = {0, 0.5, 0.5, 1};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < n; i++)
            y[i] = stage > 0 ? x[i] + part[stage] * h * k[stage - 1][i] : x[i];
        find_slope(truth, t + part[stage] * h, y, k[stage]);
    }
    for (int i = 0; i < n; i++)
        x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void follow(struct truth *truth, const double *x0) {
    const size_t n = (size_t)truth->nx;
    const double piece = truth->t_final / pieces, h = piece / steps_in_a_piece;
    double x[most_states];
    memcpy(x, x0, n * sizeof *x);
    for (size_t k = 0; k <= pieces; k++) {
        const double t = (double)k * piece;
        memcpy(truth->value + k * n, x, n * sizeof *x);
        find_slope(truth, t, x, truth->slope + k * n);
        for (int i = 0; i < steps_in_a_piece && k < pieces; i++)
            take_step(truth, t + i * h, h, x);
    }
}

struct truth *truth_alloc(const char *problem, const struct integrator_system *system,
                          const double *x0, double t_final) {
    if (strcmp(problem, "robertson") == 0)
        return NULL;
    struct truth *truth = calloc(1, sizeof *truth);
    if (truth == NULL || strcmp(problem, "drake_double_mass") == 0)
        return truth;
    const size_t n = (size_t)(system->nq + system->nv + system->nz);
    truth->parameters = *(const struct parameters *)system->context;
    truth->system = *system;
    truth->system.context = &truth->parameters;
    truth->nq = system->nq;
    truth->nx = (int)n;
    truth->t_final = t_final;
    truth->value = malloc((pieces + 1) * n * sizeof *truth->value);
    truth->slope = malloc((pieces + 1) * n * sizeof *truth->slope);
    if (truth->value == NULL || truth->slope == NULL) {
        truth_free(truth);
        return NULL;
    }
    follow(truth, x0);
    return truth;
}

void truth_free(struct truth *truth) {
    if (truth == NULL)
        return;
    free(truth->value);
    free(truth->slope);
    free(truth);
}

/* Two unit masses, the spring of 750 between the first and the wall, the one between them
 * (1e20) rigid: q = 0.5 cos(w t), w^2 = 750/2, and the second 1 further on. */
static void find_rigid_pair(double t, double *x) {
    const double w = sqrt(375);
    x[0] = 0.5 * cos(w * t);
    x[1] = x[0] + 1;
    x[2] = x[3] = -0.5 * w * sin(w * t);
}

void truth_at(const struct truth *truth, double t, double *x) {
    if (truth->system.rates == NULL) {
        find_rigid_pair(t, x);
        return;
    }
    const double h = truth->t_final / pieces, position = t / h;
    const size_t n = (size_t)truth->nx;
    const size_t k = position < pieces - 1 ? (size_t)position : pieces - 1;
    const double s = position - (double)k, r = 1 - s;
    const double *a = truth->value + k * n, *b = a + n;
    const double *da = truth->slope + k * n, *db = da + n;
    for (size_t i = 0; i < n; i++)
        x[i] = (1 + 2 * s) * r * r * a[i] + s * s * (3 - 2 * s) * b[i] +
               h * s * r * (r * da[i] - s * db[i]);
}

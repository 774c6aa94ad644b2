/* Heun's method, of second order, with the difference from Euler's as its error estimate:
 *
 *     k1 = F(t, x),   k2 = F(t + h, x + h k1),   x := x + h (k1 + k2)/2
 *
 * A complete integrator for Halfstep, to be copied. With halfstep_integrator.h beside it:
 *
 *     cc -std=c11 -O2 -fPIC -shared -o heun.so heun.c
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "halfstep_integrator.h"

struct heun {
    const struct halfstep_system *system;
    int n;
    double t, data[]; /* x, k1, k2, Euler's result, error: n numbers each */
};

static void *create(const struct halfstep_system *system) {
    const int n = system->nq + system->nv + system->nz;
    struct heun *s = calloc(1, sizeof *s + 5 * (size_t)n * sizeof(double));
    if (s != NULL) {
        s->system = system;
        s->n = n;
    }
    return s;
}

static int start(void *self, double t, const double *x) {
    struct heun *s = self;
    s->t = t;
    memcpy(s->data, x, (size_t)s->n * sizeof *x);
    return 0;
}

static int step(void *self, double h) {
    struct heun *s = self;
    const struct halfstep_system *F = s->system;
    const int n = s->n;
    double *x = s->data, *k1 = x + n, *k2 = k1 + n, *euler = k2 + n, *error = euler + n;
    if (F->derivative(F->context, s->t, x, k1))
        return 1; /* no value there; time and state are as they were */
    for (int i = 0; i < n; i++)
        euler[i] = x[i] + h * k1[i];
    if (F->derivative(F->context, s->t + h, euler, k2))
        return 1;
    for (int i = 0; i < n; i++) {
        x[i] += h * (k1[i] + k2[i]) / 2;
        error[i] = x[i] - euler[i];
    }
    s->t += h;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct heun *s = self;
    *t = s->t;
    memcpy(x, s->data, (size_t)s->n * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct heun *s = self;
    memcpy(error, s->data + 4 * s->n, (size_t)s->n * sizeof *error);
    return 0;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = "heun",
        .create = create,
        .destroy = free,
        .start = start,
        .step = step,
        .state = state,
        .estimate = estimate,
    };
    return &it;
}

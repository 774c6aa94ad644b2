/* An integrator for tests that takes models with one joint: semi-implicit Euler,
 *
 *     v := v + h (f + R mu),   mu = -(G f + bias)/(G R),   q := q + h N v,
 *
 * R = M^-1 G^T, so that G v' + bias = 0; the multiplier in M v' + G^T lambda = force is -mu. With
 * the option `fault`=bias it forgets the bias, with `fault`=push it has G v' + bias = 10 (G v + g_t)/s, as
 * who mistakes the sign of a stabilisation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "halfstep_integrator.h"

enum { most = 160 };

struct stepper {
    const struct halfstep_system *system;
    double t, x[most], lambda;
    int forgets_bias, pushes;
};

static void *create(const struct halfstep_system *system) {
    struct stepper *s = calloc(1, sizeof *s);
    if (s == NULL || system->joints > 1 || system->nq + system->nv + system->nz > most) {
        free(s);
        return NULL;
    }
    s->system = system;
    return s;
}

static int start(void *self, double t, const double *x) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    s->t = t;
    memcpy(s->x, x, (size_t)(system->nq + system->nv + system->nz) * sizeof *x);
    return 0;
}

/* dense[] := the row or column that a pattern's entries are. */
static void spread(const struct halfstep_pattern *p, const double *entry, double *dense) {
    for (int i = 0; i < most; i++)
        dense[i] = 0;
    for (int j = 0; j < p->columns; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            dense[p->rows == 1 ? j : p->row[k]] = entry[k];
}

static int find_rates(struct stepper *s, double *rate) {
    const struct halfstep_system *system = s->system;
    double bias, rise, entry[most], response[most], G[most], R[most], GR = 0;
    if (system->joints == 0)
        return system->free_rates(system->context, s->t, s->x, rate);
    if (system->joint_dynamics(system->context, s->t, s->x, rate, &bias, entry, response))
        return -1;
    if (system->joint_velocity(system->context, s->t, s->x, &rise, NULL))
        return -1;
    bias = s->forgets_bias ? 0 : s->pushes ? bias - 10 * rise : bias;
    spread(system->joint_pattern, entry, G);
    spread(system->response_pattern, response, R);
    for (int i = 0; i < system->nv; i++) {
        bias += G[i] * rate[i];
        GR += G[i] * R[i];
    }
    s->lambda = bias / GR;
    for (int i = 0; i < system->nv; i++)
        rate[i] -= R[i] * s->lambda;
    return 0;
}

static int step(void *self, double h) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    double rate[most], *v = s->x + system->nq;
    if (find_rates(s, rate))
        return -1;
    for (int i = 0; i < system->nv + system->nz; i++)
        v[i] += h * rate[i];
    if (system->map(system->context, s->x, v, rate))
        return -1;
    for (int i = 0; i < system->nq; i++)
        s->x[i] += h * rate[i];
    s->t += h;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    *t = s->t;
    memcpy(x, s->x, (size_t)(system->nq + system->nv + system->nz) * sizeof *x);
}

static int multipliers(void *self, double *lambda) {
    const struct stepper *s = self;
    lambda[0] = s->lambda;
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    struct stepper *s = self;
    s->forgets_bias = strcmp(name, "fault") == 0 && strcmp(value, "bias") == 0;
    s->pushes = strcmp(name, "fault") == 0 && strcmp(value, "push") == 0;
    return !s->forgets_bias && !s->pushes;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = "with joints",
        .create = create,
        .destroy = free,
        .start = start,
        .step = step,
        .state = state,
        .set_option = set_option,
        .takes = HALFSTEP_TAKES_JOINTS,
        .multipliers = multipliers,
    };
    return &it;
}

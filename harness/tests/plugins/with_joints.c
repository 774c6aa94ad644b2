/* An integrator for tests that takes models with joints: semi-implicit Euler,
 *
 *     v := v + h (f + R mu),   (G R) mu = -(G f + bias),   q := q + h N v,
 *
 * R = M^-1 G^T, so that G v' + bias = 0; the multiplier in M v' + G^T lambda = force is -mu.
 * With the option `fault`=bias it forgets the bias, with `fault`=push it has G v' + bias = 10 (G
 * v + g_t)/s, as who mistakes the sign of a stabilisation, with push-last in the last joint
 * alone, with push-hard 4000/s; stiff has the right sign, -4000/s, which steps of up to 1/2000 s
 * bear. With push-step errors grow by 1/200 in each step, however short. With level, which is no
 * fault, steps end with G v + g_t = 0, G as it was at their start, as engines' do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "halfstep_integrator.h"

enum { most = 160, most_joints = 4 };

struct fault {
    const char *name;
    double bias, push; /* factor of the bias; 1/s */
    int last;          /* whether it is the last joint's alone */
    double by_step;    /* the same of push, in parts of a step */
};

static const struct fault right = {"", 1, 0, 0, 0};
static const struct fault faults[] = {
    {"bias", 0, 0, 0, 0},       {"push", 1, 10, 0, 0},
    {"push-last", 1, 10, 1, 0}, {"push-hard", 1, 4000, 0, 0},
    {"stiff", 1, -4000, 0, 0},  {"push-step", 1, 0, 0, 0.005},
    {"level", 0, 0, 0, -1},     {"scaled", 1, 0, 0, 0},
    {"negative", 1, 0, 0, 0},   {"permuted", 1, 0, 0, 0},
};

struct stepper {
    const struct halfstep_system *system;
    double t, h, x[most], lambda[most_joints];
    const struct fault *fault;
};

static void *create(const struct halfstep_system *system) {
    struct stepper *s = calloc(1, sizeof *s);
    if (s == NULL || system->joints > most_joints ||
        system->nq + system->nv + system->nz > most) {
        free(s);
        return NULL;
    }
    s->system = system;
    s->fault = &right;
    return s;
}

static int start(void *self, double t, const double *x) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    s->t = t;
    memcpy(s->x, x, (size_t)(system->nq + system->nv + system->nz) * sizeof *x);
    return 0;
}

/* dense[line][] := the rows of a pattern's entries, or the columns. */
static void spread(const struct halfstep_pattern *p, const double *entry, int by_columns,
                   double dense[most_joints][most]) {
    memset(dense, 0, most_joints * sizeof *dense);
    for (int j = 0; j < p->columns; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            dense[by_columns ? j : p->row[k]][by_columns ? p->row[k] : j] = entry[k];
}

/* x := A^-1 b, A of n rows being symmetric and positive definite; A and b change. */
static void solve(int n, double A[most_joints][most_joints], double *b, double *x) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= factor * A[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = b[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
}

static int find_rates(struct stepper *s, double h, double *rate) {
    const struct halfstep_system *system = s->system;
    const int joints = system->joints;
    const double push = s->fault->push + s->fault->by_step / h;
    double bias[most_joints], rise[most_joints], entry[most_joints * most],
        response[most_joints * most], G[most_joints][most], R[most_joints][most],
        GR[most_joints][most_joints] = {{0}};
    if (joints == 0)
        return system->free_rates(system->context, s->t, s->x, rate);
    if (system->joint_dynamics(system->context, s->t, s->x, rate, bias, entry, response))
        return -1;
    if (system->joint_velocity(system->context, s->t, s->x, rise, NULL))
        return -1;
    spread(system->joint_pattern, entry, 0, G);
    spread(system->response_pattern, response, 1, R);
    for (int k = 0; k < joints; k++) {
        const int is_pushed = !s->fault->last || k == joints - 1;
        bias[k] = s->fault->bias * bias[k] - is_pushed * push * rise[k];
        for (int i = 0; i < system->nv; i++) {
            bias[k] += G[k][i] * rate[i];
            for (int j = 0; j < joints; j++)
                GR[k][j] += G[k][i] * R[j][i];
        }
    }
    solve(joints, GR, bias, s->lambda);
    for (int i = 0; i < system->nv; i++)
        for (int k = 0; k < joints; k++)
            rate[i] -= R[k][i] * s->lambda[k];
    return 0;
}

static int step(void *self, double h) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    double rate[most], *v = s->x + system->nq;
    if (find_rates(s, h, rate))
        return -1;
    s->h = h;
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
    const char *fault = s->fault->name;
    const double factor = strcmp(fault, "scaled") == 0     ? s->h
                          : strcmp(fault, "negative") == 0 ? -1
                                                           : 1;
    const int joints = s->system->joints, next = strcmp(fault, "permuted") == 0;
    for (int k = 0; k < joints; k++)
        lambda[k] = factor * s->lambda[(k + next) % joints];
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    struct stepper *s = self;
    const int count = sizeof faults / sizeof *faults;
    int k = 0;
    while (strcmp(name, "fault") == 0 && k < count && strcmp(value, faults[k].name) != 0)
        k++;
    if (strcmp(name, "fault") != 0 || k == count)
        return -1;
    s->fault = &faults[k];
    return 0;
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

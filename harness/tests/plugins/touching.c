/* An integrator for tests that takes contacts without friction: Moreau and Jean's time stepping,
 *
 *     v+ = v + h a + M^-1 J^T r,   0 <= r,  u+ + e u- >= 0,  r (u+ + e u-) = 0,   q+ = q + h N v+,
 *
 * at the contacts that would be closed half a step later, u = J v + offset. The complementarity
 * problem is solved exactly, by Murty's principal pivoting with the least index (K. G. Murty,
 * Linear Complementarity, Linear and Nonlinear Programming (1988), 4.1). With the option `fault`
 * it bounces too high (restitution), does not see contacts (blind), pulls (sign), holds less than
 * the weight (weak), or tells twice its impulses (twice), or forces (by-h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "halfstep_integrator.h"

enum { most = 160, most_pivots = 20000 };

struct stepper {
    const struct halfstep_system *system;
    double t, h, x[most], impulse[most];
    double J[most][most],
        W[most][most]; /* rows of closed contacts; M^-1 J^T by columns */
    double A[most][most], b[most], r[most];
    int closed[most], count;
    char fault[16];
};

static int takes(const struct halfstep_system *s) {
    int fits = s->nq + s->nv + s->nz <= most && s->contacts <= most && s->joints == 0;
    for (int i = 0; i < s->contacts && fits; i++)
        fits = s->slides[i] == 0;
    return fits;
}

static void *create(const struct halfstep_system *system) {
    struct stepper *s = takes(system) ? calloc(1, sizeof *s) : NULL;
    if (s != NULL)
        s->system = system;
    return s;
}

static int start(void *self, double t, const double *x) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    s->t = t;
    memset(s->impulse, 0, sizeof s->impulse);
    memcpy(s->x, x, (size_t)(system->nq + system->nv + system->nz) * sizeof *x);
    return 0;
}

static int faulty(const struct stepper *s, const char *name) {
    return strcmp(s->fault, name) == 0;
}

/* dense[row][column] of entries by columns, all of them where there is no pattern. */
static void spread(const struct halfstep_pattern *p, int n, int columns,
                   const double *entry, double dense[most][most]) {
    memset(dense, 0, sizeof(double[most][most]));
    for (int j = 0; j < columns; j++)
        for (int k = p == NULL ? j * n : p->start[j];
             k < (p == NULL ? (j + 1) * n : p->start[j + 1]); k++)
            dense[p == NULL ? k - j * n : p->row[k]][j] = entry[k];
}

/* x := A^-1 x, of a symmetric positive definite A, which is overwritten. */
static int solve(int n, double A[most][most], double *x) {
    for (int k = 0; k < n; k++) {
        if (!(A[k][k] > 0))
            return -1;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= factor * A[k][j];
            x[i] -= factor * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= A[k][j] * x[j];
        x[k] /= A[k][k];
    }
    return 0;
}

/* The contacts that would be closed after half a step at the velocities v, and their rows. */
static int find_closed(struct stepper *s, double h, double *offset) {
    const struct halfstep_system *system = s->system;
    static double entry[most * most], gap[most];
    static double T[most][most];
    if (system->contact_rows(system->context, s->t, s->x, gap, offset, entry))
        return -1;
    spread(system->contact_pattern, system->nv, system->contacts, entry, T);
    s->count = 0;
    for (int c = 0; c < system->contacts && !faulty(s, "blind"); c++) {
        double u = offset[c];
        for (int i = 0; i < system->nv; i++)
            u += T[i][c] * s->x[system->nq + i];
        if (gap[c] + h * u / 2 > 1e-12)
            continue;
        for (int i = 0; i < system->nv; i++)
            s->J[s->count][i] = T[i][c];
        s->closed[s->count] = c;
        s->b[s->count++] = u; /* u-, for now */
    }
    return 0;
}

/* W := M^-1 J^T, A := J W. */
static int form(struct stepper *s) {
    const struct halfstep_system *system = s->system;
    static double entry[most * most], M[most][most];
    for (int c = 0; c < s->count; c++) {
        memcpy(s->W[c], s->J[c], sizeof s->W[c]);
        if (system->mass == NULL)
            continue;
        if (system->mass(system->context, s->t, s->x, entry))
            return -1;
        spread(system->mass_pattern, system->nv, system->nv, entry, M);
        if (solve(system->nv, M, s->W[c]))
            return -1;
    }
    for (int c = 0; c < s->count; c++)
        for (int d = 0; d < s->count; d++) {
            s->A[c][d] = 0;
            for (int i = 0; i < system->nv; i++)
                s->A[c][d] += s->J[c][i] * s->W[d][i];
        }
    return 0;
}

/* The impulses of the contacts that `on` names; w of the others. Returns the least index that is
 * wrong, -1: none, -2: no solution. */
static int pivot(struct stepper *s, const int *on, double size) {
    static double part[most][most];
    double x[most];
    int place[most], n = 0;
    for (int c = 0; c < s->count; c++)
        if (on[c])
            place[n++] = c;
    for (int i = 0; i < n; i++) {
        x[i] = -s->b[place[i]];
        for (int j = 0; j < n; j++)
            part[i][j] = s->A[place[i]][place[j]];
    }
    if (solve(n, part, x))
        return -2;
    memset(s->r, 0, sizeof s->r);
    for (int i = 0; i < n; i++)
        s->r[place[i]] = x[i];
    for (int c = 0; c < s->count; c++) {
        double w = s->b[c];
        for (int d = 0; d < s->count; d++)
            w += s->A[c][d] * s->r[d];
        if (on[c] ? s->r[c] < 0 : w < -1e-14 * size)
            return c;
    }
    return -1;
}

static int find_impulses(struct stepper *s) {
    int on[most] = {0}, wrong, pivots = 0;
    double size = 0;
    for (int c = 0; c < s->count; c++)
        size = fmax(size, fabs(s->b[c]));
    while ((wrong = pivot(s, on, size)) >= 0 && pivots++ < most_pivots)
        on[wrong] = !on[wrong];
    return wrong == -1 ? 0 : -1;
}

static int step(void *self, double h) {
    struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    double rate[most], offset[most], *v = s->x + system->nq;
    const double too_high = faulty(s, "restitution") ? 1.3 : 1;
    if (!(h > 0) || system->free_rates(system->context, s->t, s->x, rate))
        return -1;
    if (system->contacts > 0 && (find_closed(s, h, offset) || form(s)))
        return -1;
    for (int i = 0; i < system->nv + system->nz; i++)
        v[i] += h * rate[i];
    for (int c = 0; c < s->count; c++) {
        const int at = s->closed[c];
        const double before = fmin(s->b[c], 0);
        s->b[c] = offset[at] + too_high * system->restitution[at] * before;
        for (int i = 0; i < system->nv; i++)
            s->b[c] += s->J[c][i] * v[i];
    }
    if (find_impulses(s))
        return -1;
    memset(s->impulse, 0, sizeof s->impulse);
    for (int c = 0; c < s->count; c++) {
        const double r = s->r[c] * (faulty(s, "weak") ? 0.999 : 1);
        s->impulse[s->closed[c]] = faulty(s, "sign") ? -r : r;
        for (int i = 0; i < system->nv; i++)
            v[i] += s->W[c][i] * r;
    }
    if (system->map(system->context, s->x, v, rate))
        return -1;
    for (int i = 0; i < system->nq; i++)
        s->x[i] += h * rate[i];
    s->t += h;
    s->h = h;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct stepper *s = self;
    const struct halfstep_system *system = s->system;
    *t = s->t;
    memcpy(x, s->x, (size_t)(system->nq + system->nv + system->nz) * sizeof *x);
}

static int impulses(void *self, double *impulse) {
    const struct stepper *s = self;
    const double factor = faulty(s, "twice") ? 2 : faulty(s, "by-h") ? 1 / s->h : 1;
    for (int c = 0; c < s->system->contacts; c++)
        impulse[c] = factor * s->impulse[c];
    return 0;
}

static int set_option(void *self, const char *name, const char *value) {
    struct stepper *s = self;
    strncpy(s->fault, value, sizeof s->fault - 1);
    return strcmp(name, "fault") != 0;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = "touching",
        .create = create,
        .destroy = free,
        .start = start,
        .step = step,
        .state = state,
        .set_option = set_option,
        .takes = HALFSTEP_TAKES_CONTACTS,
        .impulses = impulses,
    };
    return &it;
}

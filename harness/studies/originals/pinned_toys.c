/* Systems for pinned calls. Their Jacobians are differenced where they are asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_toys.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { CHAIN = TOY_CHAIN_LENGTH };

/* Of central differences of functions of size 1. */
static const double increment = 0x1p-17;

static int enter(struct toy *toy, enum toy_callback callback) {
    return ++toy->calls[callback] == toy->failing_call[callback] ? -1 : 0;
}

static void top(double t, const double *x, double *ydot) {
    const double *q = x, *v = x + 4, z = x[7];
    ydot[0] = 1.3 * v[1] * v[2] - 2.1 * q[1] + 0.3 * t;
    ydot[1] = -0.7 * v[0] * v[2] - 1.7 * q[2] + z;
    ydot[2] = -0.4 * v[0] * v[1] - 0.9 * q[3] * q[0];
    ydot[3] = -3 * z + v[0] * q[0];
}

static void chain(const double *x, double *ydot) {
    for (int i = 0; i < CHAIN; i++) {
        double left = i > 0 ? x[i - 1] : 0, right = i + 1 < CHAIN ? x[i + 1] : 0;
        ydot[i] =
            90 * (left - 2 * x[i] + right) - 0.4 * x[CHAIN + i] - x[i] * x[i] * x[i];
    }
}

static void pivot(const double *v, double *ydot) {
    ydot[0] = 2 * v[0] + 0.2 * v[3];
    ydot[1] = -0.5 * v[1] + 7 * v[2] - 0.1 * v[0] * v[0];
    ydot[2] = -0.2 * v[2] - 11 * v[1] + 31 * v[3];
    ydot[3] = 43 * v[0] - 60 * v[3] - 19 * v[1];
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct toy *toy = context;
    if (enter(toy, TOY_RATES))
        return -1;
    switch (toy->kind) {
    case TOY_TOP: top(t, x, ydot); break;
    case TOY_CHAIN: chain(x, ydot); break;
    case TOY_PIVOT: pivot(x, ydot); break;
    default:
        ydot[0] = -x[0];
        ydot[1] = 2 * x[1];
        break;
    }
    return 0;
}

/* A quaternion's rate, spoilt, or each velocity times a factor of its position. */
static int map(void *context, const double *q, const double *v, double *qdot) {
    struct toy *toy = context;
    if (enter(toy, TOY_MAP))
        return -1;
    if (toy->kind == TOY_TOP) {
        qdot[0] = 0.5 * (-q[1] * v[0] - q[2] * v[1] - q[3] * v[2]);
        qdot[1] = 0.5 * (q[0] * v[0] + q[3] * v[1] - q[2] * v[2]);
        qdot[2] = 0.5 * (-q[3] * v[0] + q[0] * v[1] + q[1] * v[2]);
        qdot[3] = 0.5 * (q[2] * v[0] - q[1] * v[1] + q[0] * v[2]);
        qdot[0] += 0.2 * v[0] - 0.3 * v[2]; /* no column is orthogonal to another */
    }
    for (int i = 0; toy->kind == TOY_CHAIN && i < CHAIN; i++)
        qdot[i] = (1.3 + 0.2 * q[i]) * v[i];
    return 0;
}

/* Column j of df/dx, of ny entries. */
static void differentiate(struct toy *toy, double t, const double *x, int j, int ny,
                          double *column) {
    double moved[TOY_MOST_STATES], lower[TOY_MOST_STATES];
    struct toy quiet = {.kind = toy->kind};
    const struct integrator_system s = toy_system(&quiet);
    memcpy(moved, x, (size_t)(s.nq + ny) * sizeof *x);
    moved[j] = x[j] + increment;
    s.rates(&quiet, t, moved, column);
    moved[j] = x[j] - increment;
    s.rates(&quiet, t, moved, lower);
    for (int i = 0; i < ny; i++)
        column[i] = (column[i] - lower[i]) / (2 * increment);
}

/* By columns; of a matrix with a pattern its entries only. */
static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    struct toy *toy = context;
    if (enter(toy, TOY_JACOBIAN))
        return -1;
    const struct integrator_system s = toy_system(toy);
    const int ny = s.nv + s.nz;
    double column[TOY_MOST_STATES];
    for (int j = 0; j < s.nq + ny; j++) {
        const struct fast_pattern *p = j < s.nq ? s.fq_pattern : s.fy_pattern;
        const int of = j < s.nq ? j : j - s.nq;
        double *matrix = j < s.nq ? fq : fy;
        differentiate(toy, t, x, j, ny, column);
        if (p == NULL)
            memcpy(matrix + (ptrdiff_t)of * ny, column, (size_t)ny * sizeof *column);
        for (int e = p ? p->start[of] : 0; p && e < p->start[of + 1]; e++)
            matrix[e] = column[p->row[e]];
    }
    return 0;
}

/* The band of so many entries on each side of the diagonal. */
static void fill_band(int start[CHAIN + 1], int row[3 * CHAIN], int width) {
    int entries = 0;
    for (int j = 0; j < CHAIN; j++) {
        start[j] = entries;
        for (int i = j - width; i <= j + width; i++) {
            if (0 <= i && i < CHAIN)
                row[entries++] = i;
        }
    }
    start[CHAIN] = entries;
}

static const struct fast_pattern *find_band(struct toy_bands *b, int width) {
    fill_band(b->start[width], b->row[width], width);
    b->pattern[width] =
        (struct fast_pattern){CHAIN, CHAIN, b->start[width], b->row[width]};
    return &b->pattern[width];
}

struct integrator_system toy_system(struct toy *toy) {
    static const struct {
        int nq, nv, nz;
    } SIZE[TOY_KINDS] = {{4, 3, 1}, {CHAIN, CHAIN, 0}, {0, 0, 4}, {0, 0, 2}};
    struct integrator_system s = {.nq = SIZE[toy->kind].nq,
                                  .nv = SIZE[toy->kind].nv,
                                  .nz = SIZE[toy->kind].nz,
                                  .context = toy,
                                  .rates = rates,
                                  .map = SIZE[toy->kind].nq > 0 ? map : NULL,
                                  .jacobian = jacobian};
    if (toy->kind == TOY_CHAIN) {
        s.fq_pattern = find_band(&toy->bands, 1);
        s.fy_pattern = s.map_pattern = find_band(&toy->bands, 0);
    }
    return s;
}

void toy_start(enum toy_kind kind, double x[TOY_MOST_STATES]) {
    static const double TOP[] = {0.8, 0.2, -0.4, 0.4, 0.9, -0.3, 1.7, 0.25};
    if (kind == TOY_TOP)
        memcpy(x, TOP, sizeof TOP);
    for (int i = 0; kind != TOY_TOP && i < TOY_MOST_STATES; i++)
        x[i] = 0.3 * sin(1.7 * i + 0.4) + (kind == TOY_CHAIN ? 0 : 0.9);
}

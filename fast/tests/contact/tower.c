/* A tower of bricks. Corner c of brick i against the plane of the top of brick i - 1;
 * lever arms are those of the point of the plane below the corner, so that slides of a
 * face are those of one rigid motion. A face that touches everywhere (to rounding) has
 * u_n >= 0, any other u_n >= -gap/h where it is not below the plane.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/tests/contact/tower.h"

static const double half[3] = {0.5, 0.5, 0.25}, gravity = 9.81, touching = 1e-9;

static void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

void tower_open(struct tower *t, int bricks, double friction) {
    int slides[4 * most_bricks] = {0};
    memset(t, 0, sizeof *t);
    t->bricks = bricks;
    t->h = 1e-3;
    for (int c = 0; c < 4 * bricks; c++)
        slides[c] = 2;
    struct posed *p = &t->posed;
    posed_open(p, 6 * bricks, 4 * bricks, slides, 0);
    const int nv = 6 * bricks;
    for (int i = 0; i < bricks; i++) {
        t->mass[i] = 1;
        t->centre[i][2] = 0.25 + 0.5 * i;
        t->axes[i][0] = t->axes[i][4] = t->axes[i][8] = 1;
        for (int row = 12 * i; row < 12 * i + 12; row++)
            for (int j = i > 0 ? 6 * i - 6 : 0; j < 6 * i + 6; j++)
                p->J_marked[row * nv + j] = true;
        for (int a = 3; a < 6; a++)
            for (int b = 3; b < 6; b++)
                p->M_marked[(6 * i + a) * nv + 6 * i + b] = true;
        for (int c = 0; c < 4; c++)
            p->friction[4 * i + c] = friction;
    }
    p->problem.floor = 16 * 0x1p-52 / t->h;
}

void tower_kick(struct tower *t, double speed, struct random *random) {
    for (int i = 0; i < t->bricks; i++)
        for (int k = 0; k < 6; k++)
            t->velocity[i][k] = random_between(random, -speed, speed);
}

static void pose_mass(struct tower *t, int i) {
    const int nv = 6 * t->bricks;
    const double *R = t->axes[i];
    double inertia[3];
    for (int k = 0; k < 3; k++) {
        const double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
        inertia[k] = t->mass[i] / 3 * (a * a + b * b);
    }
    for (int a = 0; a < 3; a++) {
        t->posed.M[(6 * i + a) * (nv + 1)] = t->mass[i];
        for (int b = 0; b < 3; b++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += R[3 * a + k] * inertia[k] * R[3 * b + k];
            t->posed.M[(6 * i + 3 + a) * nv + 6 * i + 3 + b] = sum;
        }
    }
}

static void pose_row(struct tower *t, int i, int row, const double *direction,
                     const double *upper, const double *lower) {
    double *J = t->posed.J + row * 6 * t->bricks + 6 * i, arm[3];
    cross(upper, direction, arm);
    for (int a = 0; a < 3; a++) {
        J[a] = direction[a];
        J[3 + a] = arm[a];
    }
    if (i == 0)
        return;
    cross(lower, direction, arm);
    for (int a = 0; a < 3; a++) {
        J[a - 6] = -direction[a];
        J[a - 3] = -arm[a];
    }
}

static void pose_corner(struct tower *t, int i, int c) {
    static const double floor_axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double *below = i > 0 ? t->axes[i - 1] : floor_axes, *own = t->axes[i];
    const double local[3] = {c & 1 ? half[0] : -half[0], c & 2 ? half[1] : -half[1],
                             -half[2]};
    double direction[3][3], upper[3], lower[3] = {0, 0, 0}, gap = 0;
    for (int a = 0; a < 3; a++) {
        direction[0][a] = below[3 * a + 2];
        direction[1][a] = below[3 * a];
        direction[2][a] = below[3 * a + 1];
        upper[a] =
            own[3 * a] * local[0] + own[3 * a + 1] * local[1] + own[3 * a + 2] * local[2];
        lower[a] = t->centre[i][a] + upper[a] - (i > 0 ? t->centre[i - 1][a] : 0);
        gap += direction[0][a] * lower[a];
    }
    gap -= i > 0 ? half[2] : 0;
    for (int a = 0; a < 3; a++) {
        upper[a] -= gap * direction[0][a];
        lower[a] -= gap * direction[0][a];
    }
    t->gap[4 * i + c] = gap;
    for (int k = 0; k < 3; k++)
        pose_row(t, i, 12 * i + 3 * c + k, direction[k], upper, lower);
}

static void pose(struct tower *t) {
    for (int i = 0; i < t->bricks; i++) {
        bool rests = true;
        pose_mass(t, i);
        for (int c = 0; c < 4; c++) {
            pose_corner(t, i, c);
            rests = rests && fabs(t->gap[4 * i + c]) <= touching;
        }
        for (int c = 0; c < 4; c++) {
            const double gap = t->gap[4 * i + c];
            t->posed.offset[12 * i + 3 * c] = rests || gap < -touching ? 0 : gap / t->h;
        }
        for (int k = 0; k < 6; k++)
            t->posed.v_free[6 * i + k] =
                t->velocity[i][k] - (k == 2 ? gravity * t->h : 0);
    }
}

/* axes := exp(h w) axes, made orthogonal by one step of Newton's iteration. */
static void turn(double *axes, const double *w, double h) {
    const double angle = h * sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    double turned[9];
    if (angle == 0)
        return;
    for (int j = 0; j < 3; j++) {
        const double x[3] = {axes[j], axes[3 + j], axes[6 + j]};
        double n[3], once[3], twice[3];
        for (int a = 0; a < 3; a++)
            n[a] = w[a] * h / angle;
        cross(n, x, once);
        cross(n, once, twice);
        for (int a = 0; a < 3; a++)
            turned[3 * a + j] = x[a] + sin(angle) * once[a] + (1 - cos(angle)) * twice[a];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 1.5 * turned[3 * i + j];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    sum -= turned[3 * i + k] * turned[3 * l + k] * turned[3 * l + j] / 2;
            axes[3 * i + j] = sum;
        }
}

enum contact_verdict tower_step(struct tower *t) {
    pose(t);
    const enum contact_verdict verdict = posed_solve(&t->posed);
    for (int i = 0; i < t->bricks; i++) {
        memcpy(t->velocity[i], t->posed.answer.v + 6 * i, sizeof t->velocity[i]);
        for (int a = 0; a < 3; a++)
            t->centre[i][a] += t->h * t->velocity[i][a];
        turn(t->axes[i], t->velocity[i] + 3, t->h);
    }
    return verdict;
}

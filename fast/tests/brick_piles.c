/* Piles of bricks with patterns, so that their size does not matter.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/tests/brick_piles.h"

#include <stdlib.h>
#include <string.h>

static const double g = 9.81, friction_of_all = 0.5;
static const double half[3] = {0.5, 0.25, 0.3};

enum { corners = 4, rows_of_face = 12, entries_of_row = 12, entries_of_body = 12 };

/* Bricks: seven coordinates (quaternion, centre) and six velocities (turning, moving) each. */
static void turn(const double *p, double (*axis)[3]) {
    const double w = p[0], x = p[1], y = p[2], z = p[3];
    axis[0][0] = 1 - 2 * (y * y + z * z), axis[0][1] = 2 * (x * y + w * z);
    axis[0][2] = 2 * (x * z - w * y);
    axis[1][0] = 2 * (x * y - w * z), axis[1][1] = 1 - 2 * (x * x + z * z);
    axis[1][2] = 2 * (y * z + w * x);
    axis[2][0] = 2 * (x * z + w * y), axis[2][1] = 2 * (y * z - w * x);
    axis[2][2] = 1 - 2 * (x * x + y * y);
}

static void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double inertia(int k) {
    const double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
    return (a * a + b * b) / 3;
}

static int fall_turning(void *context, double t, const double *x, double *ydot) {
    const struct brick_piles *piles = context;
    (void)t;
    for (int i = 0; i < piles->bricks; i++) {
        const double *w = x + 7 * piles->bricks + 6 * i;
        double axis[3][3], spin[3], local[3], *a = ydot + 6 * i;
        turn(x + 7 * i, axis);
        for (int k = 0; k < 3; k++)
            local[k] = dot(axis[k], w);
        for (int k = 0; k < 3; k++)
            spin[k] = (inertia((k + 1) % 3) - inertia((k + 2) % 3)) * local[(k + 1) % 3] *
                      local[(k + 2) % 3] / inertia(k);
        for (int k = 0; k < 3; k++)
            a[k] = axis[0][k] * spin[0] + axis[1][k] * spin[1] + axis[2][k] * spin[2];
        a[3] = a[5] = 0;
        a[4] = -g;
    }
    return 0;
}

static int map_turning(void *context, const double *q, const double *v, double *qdot) {
    const struct brick_piles *piles = context;
    for (int i = 0; i < piles->bricks; i++, q += 7, v += 6, qdot += 7) {
        double turned[3];
        cross(v, q + 1, turned);
        qdot[0] = -dot(v, q + 1) / 2;
        for (int k = 0; k < 3; k++) {
            qdot[k + 1] = (q[0] * v[k] + turned[k]) / 2;
            qdot[4 + k] = v[3 + k];
        }
    }
    return 0;
}

static int turn_masses(void *context, double t, const double *x, double *entry) {
    const struct brick_piles *piles = context;
    (void)t;
    for (int i = 0; i < piles->bricks; i++) {
        double axis[3][3];
        turn(x + 7 * i, axis);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                *entry++ = inertia(0) * axis[0][a] * axis[0][b] +
                           inertia(1) * axis[1][a] * axis[1][b] +
                           inertia(2) * axis[2][a] * axis[2][b];
        for (int k = 0; k < 3; k++)
            *entry++ = 1;
    }
    return 0;
}

/* The brick that brick i lies on; -1: the ground. */
static int find_below(const struct brick_piles *piles, int i) {
    const int count = piles->bricks / piles->in_pile;
    if (piles->is_interleaved)
        return i < count ? -1 : i - count;
    return i % piles->in_pile == 0 ? -1 : i - 1;
}

/* Face i: the lower corners of brick i on the plane of the top of brick `under`, or the ground. */
static void find_face(const double *x, int i, int under, double (*plane)[3],
                      double (*arm)[3], double *gap) {
    static const double ground[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double axis[3][3];
    const double *centre = x + 7 * i + 4, *below = x + 7 * under + 4;
    turn(x + 7 * i, axis);
    if (under >= 0)
        turn(x + 7 * under, plane);
    else
        memcpy(plane, ground, sizeof ground);
    for (int k = 0; k < corners; k++) {
        const double a = k < 2 ? -half[0] : half[0], b = k % 2 == 0 ? -half[2] : half[2];
        double apart[3];
        for (int j = 0; j < 3; j++) {
            arm[k][j] = a * axis[0][j] - half[1] * axis[1][j] + b * axis[2][j];
            apart[j] = centre[j] + arm[k][j] - (under >= 0 ? below[j] : 0);
        }
        gap[k] = dot(plane[1], apart) - (under >= 0 ? half[1] : 0);
    }
}

static int face_gaps(void *context, double t, const double *x, double *gap) {
    const struct brick_piles *piles = context;
    double plane[3][3], arm[corners][3];
    (void)t;
    for (int i = 0; i < piles->bricks; i++)
        find_face(x, i, find_below(piles, i), plane, arm, gap + corners * i);
    return 0;
}

static int face_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *entry) {
    static const int order[3] = {1, 0, 2}; /* normal first */
    const struct brick_piles *piles = context;
    double plane[3][3], arm[corners][3], from[3];
    (void)t;
    memset(offset, 0, (size_t)(rows_of_face * piles->bricks) * sizeof *offset);
    for (int i = 0; i < piles->bricks; i++, gap += corners) {
        const int under = find_below(piles, i);
        find_face(x, i, under, plane, arm, gap);
        for (int k = 0; k < corners; k++)
            for (int j = 0; j < 3; j++) {
                const double *d = plane[order[j]];
                if (under >= 0) {
                    for (int l = 0; l < 3; l++)
                        from[l] = x[7 * i + 4 + l] + arm[k][l] - x[7 * under + 4 + l];
                    cross(d, from, entry);
                    for (int l = 0; l < 3; l++)
                        entry[3 + l] = -d[l];
                    entry += 6;
                }
                cross(arm[k], d, entry);
                memcpy(entry + 3, d, 3 * sizeof *d);
                entry += 6;
            }
    }
    return 0;
}

static void *reserve(int n, size_t size) {
    void *room = calloc((size_t)n, size);
    if (room == NULL)
        exit(1);
    return room;
}

static void fill_patterns(struct brick_piles *piles) {
    int e = 0, m = 0;
    for (int i = 0; i < piles->bricks; i++) {
        const int under = find_below(piles, i);
        for (int k = 0; k < rows_of_face; k++) {
            for (int j = 0; under >= 0 && j < 6; j++)
                piles->row[e++] = 6 * under + j;
            for (int j = 0; j < 6; j++)
                piles->row[e++] = 6 * i + j;
            piles->start[rows_of_face * i + k + 1] = e;
        }
        for (int j = 0; j < 6; j++) {
            for (int k = j < 3 ? 0 : j; k < (j < 3 ? 3 : j + 1); k++)
                piles->mass_row[m++] = 6 * i + k;
            piles->mass_start[6 * i + j + 1] = m;
        }
    }
}

static void place(struct brick_piles *piles) {
    for (int i = 0; i < piles->bricks; i++) {
        int floor = 0;
        for (int k = find_below(piles, i); k >= 0; k = find_below(piles, k))
            floor++;
        piles->x[7 * i] = 1;
        piles->x[7 * i + 5] = half[1] * (2 * floor + 1);
    }
    for (int i = 0; i < corners * piles->bricks; i++) {
        piles->slides[i] = 2;
        piles->friction[i] = friction_of_all;
        piles->quaternion[i] = 7 * (i / 4) + i % 4;
    }
}

static void fill_system(struct brick_piles *piles) {
    const int n = piles->bricks;
    piles->pattern =
        (struct fast_pattern){6 * n, rows_of_face * n, piles->start, piles->row};
    piles->mass_pattern =
        (struct fast_pattern){6 * n, 6 * n, piles->mass_start, piles->mass_row};
    piles->system = (struct integrator_system){.nq = 7 * n,
                                               .nv = 6 * n,
                                               .rates = fall_turning,
                                               .map = map_turning,
                                               .context = piles,
                                               .quaternions = n,
                                               .quaternion = piles->quaternion,
                                               .contacts = corners * n,
                                               .slides = piles->slides,
                                               .static_friction = piles->friction,
                                               .dynamic_friction = piles->friction,
                                               .gap = face_gaps,
                                               .contact_rows = face_rows,
                                               .contact_pattern = &piles->pattern,
                                               .mass = turn_masses,
                                               .mass_pattern = &piles->mass_pattern};
}

void brick_piles_open(struct brick_piles *piles, int bricks, int in_pile,
                      bool is_interleaved) {
    const int rows = rows_of_face * bricks, nv = 6 * bricks;
    *piles = (struct brick_piles){
        .bricks = bricks, .in_pile = in_pile, .is_interleaved = is_interleaved};
    piles->start = reserve(rows + 1, sizeof(int));
    piles->row = reserve(rows * entries_of_row, sizeof(int));
    piles->mass_start = reserve(nv + 1, sizeof(int));
    piles->mass_row = reserve(bricks * entries_of_body, sizeof(int));
    piles->slides = reserve(corners * bricks, sizeof(int));
    piles->quaternion = reserve(4 * bricks, sizeof(int));
    piles->friction = reserve(corners * bricks, sizeof(double));
    piles->x = reserve(13 * bricks, sizeof(double));
    fill_patterns(piles);
    place(piles);
    fill_system(piles);
}

void brick_piles_close(struct brick_piles *piles) {
    free(piles->start);
    free(piles->row);
    free(piles->mass_start);
    free(piles->mass_row);
    free(piles->slides);
    free(piles->quaternion);
    free(piles->friction);
    free(piles->x);
}

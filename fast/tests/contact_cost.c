/* Prints what a step of default mode costs at rest, callbacks included: a stack of n on a line, and
 * n bricks with four frictional contacts a face.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fast/contact.h"

static const double g = 9.81, h = 1e-3;
static const double half[3] = {0.5, 0.25, 0.3};

enum { corners = 4, rows_of_face = 12, entries_of_row = 12, entries_of_body = 12 };

struct stack {
    int n;
};

static int fall(void *context, double t, const double *x, double *ydot) {
    const struct stack *stack = context;
    (void)t;
    (void)x;
    for (int i = 0; i < stack->n; i++)
        ydot[i] = -g;
    return 0;
}

static int line_gap(void *context, double t, const double *x, double *gap) {
    const struct stack *stack = context;
    (void)t;
    gap[0] = x[0] - 0.5;
    for (int i = 1; i < stack->n; i++)
        gap[i] = x[i] - x[i - 1] - 1;
    return 0;
}

static int line_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    const struct stack *stack = context;
    memset(offset, 0, (size_t)stack->n * sizeof *offset);
    *matrix++ = 1;
    for (int i = 1; i < stack->n; i++) {
        *matrix++ = -1;
        *matrix++ = 1;
    }
    return line_gap(context, t, x, gap);
}

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
    const struct stack *stack = context;
    (void)t;
    for (int i = 0; i < stack->n; i++) {
        const double *w = x + 7 * stack->n + 6 * i;
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
    const struct stack *stack = context;
    for (int i = 0; i < stack->n; i++, q += 7, v += 6, qdot += 7) {
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
    const struct stack *stack = context;
    (void)t;
    for (int i = 0; i < stack->n; i++) {
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

/* Face i: the lower corners of brick i on the plane of brick i - 1's top, or the ground. */
static void find_face(const double *x, int i, double (*plane)[3], double (*arm)[3],
                      double *gap) {
    static const double ground[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double axis[3][3];
    const double *centre = x + 7 * i + 4, *below = centre - 7;
    turn(x + 7 * i, axis);
    if (i > 0)
        turn(x + 7 * (i - 1), plane);
    else
        memcpy(plane, ground, sizeof ground);
    for (int k = 0; k < corners; k++) {
        const double a = k < 2 ? -half[0] : half[0], b = k % 2 == 0 ? -half[2] : half[2];
        double apart[3];
        for (int j = 0; j < 3; j++) {
            arm[k][j] = a * axis[0][j] - half[1] * axis[1][j] + b * axis[2][j];
            apart[j] = centre[j] + arm[k][j] - (i > 0 ? below[j] : 0);
        }
        gap[k] = dot(plane[1], apart) - (i > 0 ? half[1] : 0);
    }
}

static int face_gaps(void *context, double t, const double *x, double *gap) {
    const struct stack *stack = context;
    double plane[3][3], arm[corners][3];
    (void)t;
    for (int i = 0; i < stack->n; i++)
        find_face(x, i, plane, arm, gap + corners * i);
    return 0;
}

static int face_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *entry) {
    static const int order[3] = {1, 0, 2}; /* normal first */
    const struct stack *stack = context;
    double plane[3][3], arm[corners][3], from[3];
    (void)t;
    memset(offset, 0, (size_t)(rows_of_face * stack->n) * sizeof *offset);
    for (int i = 0; i < stack->n; i++, gap += corners) {
        find_face(x, i, plane, arm, gap);
        for (int k = 0; k < corners; k++)
            for (int j = 0; j < 3; j++) {
                const double *d = plane[order[j]];
                if (i > 0) {
                    for (int l = 0; l < 3; l++)
                        from[l] = x[7 * i + 4 + l] + arm[k][l] - x[7 * i - 3 + l];
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

/* Processor time. */
static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The least of several batches, in microseconds a step. */
static double time_steps(const struct integrator_system *system, const double *x, int n) {
    enum { batches = 20, work = 20000 };
    struct integrator_options options = contact_default_options();
    const int steps = work / n + 3;
    double least = INFINITY;
    contact_stepper *c;
    options.fixed_step = true, options.step = h;
    if (contact_alloc(&c, system, &options) != FAST_OK ||
        contact_start(c, 0, x) != FAST_OK)
        exit(1);
    for (int k = 0; k < batches; k++) {
        const double from = now();
        for (int i = 0; i < steps; i++)
            if (contact_step(c, h) != FAST_OK)
                exit(1);
        least = fmin(least, (now() - from) / steps);
    }
    const struct contact_statistics *statistics = contact_statistics(c);
    printf(" %.3g us (%.2g iterations, %ld not verified)", 1e6 * least,
           (double)statistics->iterations / (double)statistics->steps_taken,
           statistics->solves_not_verified);
    contact_free(c);
    return least;
}

static void *reserve(int n, size_t size) {
    void *room = calloc((size_t)n, size);
    if (room == NULL)
        exit(1);
    return room;
}

static void time_line(int n) {
    struct stack stack = {n};
    int *start = reserve(n + 1, sizeof *start), *row = reserve(2 * n, sizeof *row);
    double *x = reserve(2 * n, sizeof *x);
    for (int i = 0; i < n; i++) {
        x[i] = i + 0.5;
        start[i + 1] = 2 * i + 1;
        row[2 * i] = i;
        row[2 * i + 1] = i;
    }
    const struct fast_pattern pattern = {n, n, start, row};
    const struct integrator_system system = {.nq = n,
                                             .nv = n,
                                             .rates = fall,
                                             .context = &stack,
                                             .contacts = n,
                                             .gap = line_gap,
                                             .contact_rows = line_rows,
                                             .contact_pattern = &pattern};
    printf("line %4d:", n);
    time_steps(&system, x, n);
    printf("\n");
    free(start);
    free(row);
    free(x);
}

static void find_patterns(int n, int *start, int *row, int *mass_start, int *mass_row) {
    int e = 0, m = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < rows_of_face; k++) {
            for (int j = i > 0 ? 6 * i - 6 : 0; j < 6 * i + 6; j++)
                row[e++] = j;
            start[rows_of_face * i + k + 1] = e;
        }
        for (int j = 0; j < 6; j++) {
            for (int k = j < 3 ? 0 : j; k < (j < 3 ? 3 : j + 1); k++)
                mass_row[m++] = 6 * i + k;
            mass_start[6 * i + j + 1] = m;
        }
    }
}

static void time_bricks(int n) {
    struct stack stack = {n};
    const int rows = rows_of_face * n, nv = 6 * n;
    int *start = reserve(rows + 1, sizeof *start);
    int *row = reserve(rows * entries_of_row, sizeof *row);
    int *mass_start = reserve(nv + 1, sizeof *mass_start);
    int *mass_row = reserve(n * entries_of_body, sizeof *mass_row);
    int *slides = reserve(corners * n, sizeof *slides);
    int *quaternion = reserve(4 * n, sizeof *quaternion);
    double *friction = reserve(corners * n, sizeof *friction);
    double *x = reserve(13 * n, sizeof *x);
    find_patterns(n, start, row, mass_start, mass_row);
    for (int i = 0; i < corners * n; i++) {
        slides[i] = 2;
        friction[i] = 0.5;
        quaternion[i] = 7 * (i / 4) + i % 4;
    }
    for (int i = 0; i < n; i++) {
        x[7 * i] = 1;
        x[7 * i + 5] = half[1] * (2 * i + 1);
    }
    const struct fast_pattern pattern = {nv, rows, start, row};
    const struct fast_pattern mass_pattern = {nv, nv, mass_start, mass_row};
    const struct integrator_system system = {.nq = 7 * n,
                                             .nv = nv,
                                             .rates = fall_turning,
                                             .map = map_turning,
                                             .context = &stack,
                                             .quaternions = n,
                                             .quaternion = quaternion,
                                             .contacts = corners * n,
                                             .slides = slides,
                                             .static_friction = friction,
                                             .dynamic_friction = friction,
                                             .gap = face_gaps,
                                             .contact_rows = face_rows,
                                             .contact_pattern = &pattern,
                                             .mass = turn_masses,
                                             .mass_pattern = &mass_pattern};
    printf("bricks %4d:", n);
    time_steps(&system, x, n);
    printf("\n");
    free(start);
    free(row);
    free(mass_start);
    free(mass_row);
    free(slides);
    free(quaternion);
    free(friction);
    free(x);
}

int main(void) {
    static const int sizes[] = {1, 2, 10, 100, 1000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        time_line(sizes[i]);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        time_bricks(sizes[i]);
    return 0;
}

/* Twin of the points on a sphere: each pair pushes with the inverse of its distance.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <math.h>

enum { POINTS = 20, COORDINATES = 3 * POINTS };

/* Parameters alpha, swirl; state x[1..20], y, z and their rates. */
static void fekete_dynamics(const double *p, int n, double t, const double *x,
                            double *mass, double *force, double *size) {
    (void)n, (void)t;
    for (int i = 0; i < COORDINATES; i++) {
        mass[i * COORDINATES + i] = 1.0;
        force[i] = -p[0] * x[COORDINATES + i];
        size[i] = fabs(force[i]);
    }
    for (int a = 0; a < POINTS; a++) {
        for (int b = 0; b < a; b++) {
            double square = 0.0;
            for (int i = a, j = b; i < COORDINATES; i += POINTS, j += POINTS)
                square += (x[i] - x[j]) * (x[i] - x[j]);
            for (int i = a, j = b; i < COORDINATES; i += POINTS, j += POINTS) {
                double push = (x[i] - x[j]) / square;
                force[i] += push;
                force[j] -= push;
                size[i] += fabs(push);
                size[j] += fabs(push);
            }
        }
    }
}

static void fekete_joints(const double *p, int n, const struct motion *t,
                          const struct motion *x, struct motion *g) {
    (void)p, (void)n, (void)t;
    for (int a = 0; a < POINTS; a++) {
        const struct motion place[3] = {x[a], x[POINTS + a], x[2 * POINTS + a]};
        g[a] = motion_sub(motion_rest(1.0), motion_dot(3, place, place));
    }
}

/* A ring of points at one elevation, evenly spread from an azimuth on. */
static int place_ring(int first, int points, double azimuth, double elevation,
                      double *x) {
    static const double pi = 3.14159265358979323846;
    for (int i = 0; i < points; i++) {
        double angle = azimuth * pi + 2.0 * pi * i / points;
        double level = cos(elevation * pi);
        x[first + i] = level * cos(angle);
        x[POINTS + first + i] = level * sin(angle);
        x[2 * POINTS + first + i] = sin(elevation * pi);
    }
    return first + points;
}

/* Each point turns about an axis of its own, (cos i, sin i, 1). */
static void fekete_start(const double *p, double *x) {
    double *v = x + COORDINATES;
    int first = place_ring(0, 3, 1.0 / 13.0 + 2.0 / 3.0, 3.0 / 8.0, x);
    first = place_ring(first, 7, 1.0 / 29.0 + 2.0 / 7.0, 1.0 / 8.0, x);
    first = place_ring(first, 6, 1.0 / 7.0 + 1.0 / 3.0, -2.0 / 15.0, x);
    place_ring(first, 4, 1.0 / 17.0, -3.0 / 10.0, x);
    for (int i = 0; i < POINTS; i++) {
        double axis[3] = {cos(i + 1.0), sin(i + 1.0), 1.0};
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            v[a * POINTS + i] =
                p[1] * (axis[b] * x[c * POINTS + i] - axis[c] * x[b * POINTS + i]);
        }
    }
}

const struct twin twin_fekete = {.model = "fekete",
                                 .parameter = {"alpha", "swirl"},
                                 .positions = COORDINATES,
                                 .velocities = COORDINATES,
                                 .more_joints = POINTS,
                                 .joint = fekete_joints,
                                 .dynamics = fekete_dynamics,
                                 .start = fekete_start};

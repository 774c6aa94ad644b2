/* Points in the plane with contacts and joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/tests/contact_plane.h"

/* The outcome of a call whose last output is *output. */
static int finish(struct plane *plane, double *output) {
    if (++plane->calls != plane->failing)
        return 0;
    if (plane->spoils)
        *output = NAN;
    return !plane->spoils;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct plane *plane = context;
    (void)t;
    (void)x;
    ydot[0] = plane->g[0];
    ydot[1] = plane->g[1];
    return finish(plane, ydot + 1);
}

static int mass(void *context, double t, const double *x, double *matrix) {
    struct plane *plane = context;
    (void)t;
    (void)x;
    matrix[0] = matrix[1] = plane->m;
    return finish(plane, matrix + 1);
}

static double floor_gap(const struct plane *plane, double t, const double *x) {
    return x[1] - plane->floor - plane->lift * t;
}

static int point_gap(void *context, double t, const double *x, double *gap) {
    struct plane *plane = context;
    gap[0] = floor_gap(plane, t, x);
    return finish(plane, gap);
}

static int point_rows(void *context, double t, const double *x, double *gap,
                      double *offset, double *matrix) {
    struct plane *plane = context;
    gap[0] = floor_gap(plane, t, x);
    offset[0] = -plane->lift;
    offset[1] = -plane->belt;
    matrix[0] = matrix[1] = 1;
    return finish(plane, matrix + 1);
}

static int press_gap(void *context, double t, const double *x, double *gap) {
    struct plane *plane = context;
    gap[0] = floor_gap(plane, t, x);
    gap[1] = plane->ceiling - plane->drop * t - x[1];
    return finish(plane, gap + 1);
}

static int press_rows(void *context, double t, const double *x, double *gap,
                      double *offset, double *matrix) {
    struct plane *plane = context;
    gap[0] = floor_gap(plane, t, x);
    gap[1] = plane->ceiling - plane->drop * t - x[1];
    offset[0] = -plane->lift;
    offset[1] = -plane->belt;
    offset[2] = -plane->drop;
    matrix[0] = matrix[1] = 1;
    matrix[2] = -1;
    return finish(plane, gap + 1);
}

static int dome_gap(void *context, double t, const double *x, double *gap) {
    struct plane *plane = context;
    (void)t;
    gap[0] = hypot(x[0], x[1]) - 1;
    return finish(plane, gap);
}

static int dome_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    struct plane *plane = context;
    const double r = hypot(x[0], x[1]);
    (void)t;
    gap[0] = r - 1;
    offset[0] = offset[1] = 0;
    matrix[0] = x[0] / r, matrix[1] = x[1] / r;
    matrix[2] = x[1] / r, matrix[3] = -x[0] / r;
    return finish(plane, gap);
}

static int find_joint(void *context, double t, const double *x, double *error,
                      double *matrix) {
    struct plane *plane = context;
    (void)t;
    error[0] = (x[0] * x[0] + x[1] * x[1] - 1) / 2;
    if (matrix != NULL)
        matrix[0] = x[0], matrix[1] = x[1];
    return finish(plane, error);
}

static int find_joint_speed(void *context, double t, const double *x, double *error,
                            double *matrix) {
    struct plane *plane = context;
    (void)t;
    error[0] = x[0] * x[2] + x[1] * x[3];
    if (matrix != NULL)
        matrix[0] = x[0], matrix[1] = x[1];
    return finish(plane, error);
}

static int find_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *matrix, double *response) {
    struct plane *plane = context;
    (void)t;
    ydot[0] = plane->g[0];
    ydot[1] = plane->g[1];
    bias[0] = x[2] * x[2] + x[3] * x[3];
    matrix[0] = x[0], matrix[1] = x[1];
    response[0] = x[0] / plane->m, response[1] = x[1] / plane->m;
    return finish(plane, bias);
}

static int find_lift(void *context, double t, const double *x, double *error,
                     double *matrix) {
    struct plane *plane = context;
    error[0] = floor_gap(plane, t, x);
    if (matrix != NULL)
        matrix[0] = 0, matrix[1] = 1;
    return finish(plane, error);
}

static int find_lift_speed(void *context, double t, const double *x, double *error,
                           double *matrix) {
    struct plane *plane = context;
    (void)t;
    error[0] = x[3] - plane->lift;
    if (matrix != NULL)
        matrix[0] = 0, matrix[1] = 1;
    return finish(plane, error);
}

static int lift_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *matrix, double *response) {
    struct plane *plane = context;
    (void)t;
    (void)x;
    ydot[0] = plane->g[0];
    ydot[1] = plane->g[1];
    bias[0] = 0;
    matrix[0] = response[0] = 0;
    matrix[1] = 1, response[1] = 1 / plane->m;
    return finish(plane, bias);
}

static const int slides[] = {1, 0};
static const int diagonal_start[] = {0, 1, 2}, diagonal_row[] = {0, 1};
static const struct fast_pattern diagonal = {2, 2, diagonal_start, diagonal_row};
static const int point_start[] = {0, 1, 2, 3}, point_row[] = {1, 0, 1};
static const struct fast_pattern point_pattern = {2, 2, point_start, point_row};
static const struct fast_pattern press_pattern = {2, 3, point_start, point_row};

struct integrator_system plane_point(struct plane *plane) {
    struct integrator_system system = {
        .nq = 2,
        .nv = 2,
        .rates = rates,
        .context = plane,
        .contacts = 1,
        .slides = slides,
        .restitution = &plane->restitution,
        .static_friction = &plane->static_friction,
        .dynamic_friction = &plane->dynamic_friction,
        .viscous_friction = &plane->viscous_friction,
        .gap = point_gap,
        .contact_rows = point_rows,
        .contact_pattern = &point_pattern,
        .mass = mass,
        .mass_pattern = &diagonal,
    };
    return system;
}

struct integrator_system plane_press(struct plane *plane) {
    struct integrator_system system = plane_point(plane);
    system.contacts = 2;
    system.restitution = system.static_friction = system.dynamic_friction =
        system.viscous_friction = NULL;
    system.gap = press_gap;
    system.contact_rows = press_rows;
    system.contact_pattern = &press_pattern;
    return system;
}

struct integrator_system plane_dome(struct plane *plane) {
    struct integrator_system system = plane_point(plane);
    system.gap = dome_gap;
    system.contact_rows = dome_rows;
    system.contact_pattern = NULL;
    return system;
}

struct integrator_system plane_swing(struct plane *plane) {
    struct integrator_system system = plane_point(plane);
    system.joints = system.holonomic = 1;
    system.position = find_joint;
    system.velocity = find_joint_speed;
    system.dynamics = find_dynamics;
    return system;
}

struct integrator_system plane_lift(struct plane *plane) {
    struct integrator_system system = plane_press(plane);
    system.joints = system.holonomic = 1;
    system.position = find_lift;
    system.velocity = find_lift_speed;
    system.dynamics = lift_dynamics;
    return system;
}

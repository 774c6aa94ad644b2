/* Sliders, a rod, bricks and spheres.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/contact_bodies.h"

static int slides[MOST_CONTACTS];
static double restitution_of[MOST_CONTACTS], static_of[MOST_CONTACTS],
    dynamic_of[MOST_CONTACTS];

void set_contact_laws(struct integrator_system *system, double restitution,
                      double mu_static, double mu_dynamic) {
    for (int i = 0; i < system->contacts; i++) {
        restitution_of[i] = restitution;
        static_of[i] = mu_static;
        dynamic_of[i] = mu_dynamic;
    }
    system->restitution = restitution_of;
    system->static_friction = static_of;
    system->dynamic_friction = dynamic_of;
}

static void set_slides(struct integrator_system *system, int of_each) {
    for (int i = 0; i < system->contacts; i++)
        slides[i] = of_each;
    system->slides = slides;
}

static int slide_freely(void *context, double t, const double *x, double *ydot) {
    const struct sliders *sliders = context;
    (void)t;
    (void)x;
    for (int i = 0; i < sliders->n; i++)
        ydot[i] = -sliders->g;
    return 0;
}

static int slider_gap(void *context, double t, const double *x, double *gap) {
    const struct sliders *sliders = context;
    const double half = sliders->width / 2;
    const int floor = sliders->has_floor;
    (void)t;
    if (floor)
        gap[0] = x[0] - half;
    for (int i = 0; i + 1 < sliders->n; i++)
        gap[i + floor] = x[i + 1] - x[i] - sliders->width;
    return 0;
}

static int slider_rows(void *context, double t, const double *x, double *gap,
                       double *offset, double *matrix) {
    const struct sliders *sliders = context;
    const int n = sliders->n, floor = sliders->has_floor, rows = n - 1 + floor;
    memset(matrix, 0, (size_t)(n * rows) * sizeof *matrix);
    memset(offset, 0, (size_t)rows * sizeof *offset);
    if (floor)
        matrix[0] = 1;
    for (int i = 0; i + 1 < n; i++) {
        matrix[(i + floor) * n + i] = -1;
        matrix[(i + floor) * n + i + 1] = 1;
    }
    return slider_gap(context, t, x, gap);
}

static int slider_mass(void *context, double t, const double *x, double *matrix) {
    const struct sliders *sliders = context;
    const int n = sliders->n;
    (void)t;
    (void)x;
    memset(matrix, 0, (size_t)(n * n) * sizeof *matrix);
    for (int i = 0; i < n; i++)
        matrix[i * n + i] = sliders->mass[i];
    return 0;
}

struct integrator_system sliders_system(struct sliders *sliders) {
    const int n = sliders->n;
    struct integrator_system system = {.nq = n,
                                       .nv = n,
                                       .rates = slide_freely,
                                       .context = sliders,
                                       .contacts = n - 1 + sliders->has_floor,
                                       .gap = slider_gap,
                                       .contact_rows = slider_rows,
                                       .mass = slider_mass};
    set_slides(&system, 0);
    return system;
}

static int turn_freely(void *context, double t, const double *x, double *ydot) {
    (void)context;
    (void)t;
    (void)x;
    memset(ydot, 0, 3 * sizeof *ydot);
    return 0;
}

static int rod_gap(void *context, double t, const double *x, double *gap) {
    const struct rod *rod = context;
    (void)t;
    for (int i = 0; i < rod->ends; i++)
        gap[i] = x[2] + (rod->ends > 1 && i == 0 ? -1 : 1) * sin(x[0]);
    return 0;
}

static int rod_rows(void *context, double t, const double *x, double *gap, double *offset,
                    double *matrix) {
    const struct rod *rod = context;
    const int rows = rod->ends * (rod->has_friction ? 3 : 1);
    memset(matrix, 0, (size_t)(3 * rows) * sizeof *matrix);
    memset(offset, 0, (size_t)rows * sizeof *offset);
    for (int i = 0; i < rod->ends; i++) {
        const double sign = rod->ends > 1 && i == 0 ? -1 : 1;
        double *row = matrix + (rod->has_friction ? 9 * i : 3 * i);
        row[0] = sign * cos(x[0]);
        row[2] = 1;
        if (rod->has_friction) { /* -x of the end */
            row[6] = sign * sin(x[0]);
            row[7] = -1;
        }
    }
    return rod_gap(context, t, x, gap);
}

static int rod_mass(void *context, double t, const double *x, double *matrix) {
    const struct rod *rod = context;
    (void)t;
    (void)x;
    memset(matrix, 0, 9 * sizeof *matrix);
    matrix[0] = rod->inertia;
    matrix[4] = matrix[8] = rod->m;
    return 0;
}

struct integrator_system falling_rod_system(struct rod *rod) {
    struct integrator_system system = {.nq = 3,
                                       .nv = 3,
                                       .rates = turn_freely,
                                       .context = rod,
                                       .contacts = rod->ends,
                                       .gap = rod_gap,
                                       .contact_rows = rod_rows,
                                       .mass = rod_mass};
    set_slides(&system, rod->has_friction ? 2 : 0);
    return system;
}

/* Quaternion of body i at 7 i, position at 7 i + 4; velocities at 7 n + 6 i. */
static void rotate(const double *p, const double *a, double *b) {
    const double s = p[0] * p[0] - p[1] * p[1] - p[2] * p[2] - p[3] * p[3];
    const double dot = p[1] * a[0] + p[2] * a[1] + p[3] * a[2];
    const double cross[3] = {p[2] * a[2] - p[3] * a[1], p[3] * a[0] - p[1] * a[2],
                             p[1] * a[1] - p[2] * a[0]};
    for (int i = 0; i < 3; i++)
        b[i] = s * a[i] + 2 * dot * p[i + 1] + 2 * p[0] * cross[i];
}

static void turn_axes(const double *p, double (*axis)[3]) {
    for (int i = 0; i < 3; i++) {
        double unit[3] = {0, 0, 0};
        unit[i] = 1;
        rotate(p, unit, axis[i]);
    }
}

static void cross_product(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot_product(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void principal_inertia(const struct bodies *bodies, int i, double *inertia) {
    const double m = bodies->mass[i], *h = bodies->half;
    for (int k = 0; k < 3; k++) {
        const double a = h[(k + 1) % 3], b = h[(k + 2) % 3];
        inertia[k] =
            bodies->are_spheres ? 0.4 * m * h[0] * h[0] : m / 3 * (a * a + b * b);
    }
}

/* From body i's origin to its centre. */
static void find_arm(const struct bodies *bodies, const double *x, int i, double *arm) {
    const double local[3] = {0, -bodies->origin, 0};
    rotate(x + 7 * i, local, arm);
}

static int fall_freely(void *context, double t, const double *x, double *ydot) {
    const struct bodies *bodies = context;
    (void)t;
    for (int i = 0; i < bodies->n; i++) {
        const double *w = x + 7 * bodies->n + 6 * i;
        double axis[3][3], inertia[3], torque[3], spin[3] = {0, 0, 0};
        double *turn = ydot + 6 * i, *fall = turn + 3, arm[3], a[3], b[3], c[3];
        turn_axes(x + 7 * i, axis);
        principal_inertia(bodies, i, inertia);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                spin[j] += inertia[k] * dot_product(axis[k], w) * axis[k][j];
        cross_product(spin, w, torque);
        for (int j = 0; j < 3; j++) {
            turn[j] = 0;
            for (int k = 0; k < 3; k++)
                turn[j] += dot_product(axis[k], torque) / inertia[k] * axis[k][j];
        }
        find_arm(bodies, x, i, arm); /* g = v' + w' x arm + w x (w x arm) */
        cross_product(turn, arm, a);
        cross_product(w, arm, b);
        cross_product(w, b, c);
        for (int j = 0; j < 3; j++)
            fall[j] = bodies->gravity[j] - a[j] - c[j];
    }
    return 0;
}

/* p' = (0, w) p / 2. */
static int map_velocities(void *context, const double *q, const double *v, double *qdot) {
    const struct bodies *bodies = context;
    for (int i = 0; i < bodies->n; i++) {
        const double *p = q + 7 * i, *w = v + 6 * i;
        double *d = qdot + 7 * i, turned[3];
        cross_product(w, p + 1, turned);
        d[0] = -dot_product(w, p + 1) / 2;
        for (int k = 0; k < 3; k++) {
            d[k + 1] = (p[0] * w[k] + turned[k]) / 2;
            d[4 + k] = w[3 + k];
        }
    }
    return 0;
}

/* Point k of body i in its axes: a corner below; of a sphere what is lowest. */
static void find_point(const struct bodies *bodies, int k, const double *p,
                       double *point) {
    const double *h = bodies->half;
    const double local[3] = {k < 2 ? -h[0] : h[0], -h[1] - bodies->origin,
                             k % 2 == 0 ? -h[2] : h[2]};
    rotate(p, local, point);
}

struct meeting {
    double gap;
    double axis[3][3];         /* normal, and two sliding directions */
    double upper[3], lower[3]; /* from the centres */
};

static void meet_on_ground(struct meeting *meeting) {
    static const double axes[3][3] = {{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}};
    memcpy(meeting->axis, axes, sizeof axes);
}

static void meet_bricks(const struct bodies *bodies, const double *x, int i, int k,
                        struct meeting *meeting) {
    double axis[3][3], apart[3];
    find_point(bodies, k, x + 7 * i, meeting->upper);
    meet_on_ground(meeting);
    if (i > 0) {
        turn_axes(x + 7 * (i - 1), axis);
        for (int j = 0; j < 3; j++) {
            meeting->axis[0][j] = axis[1][j];
            meeting->axis[1][j] = -axis[2][j];
            meeting->axis[2][j] = -axis[0][j];
        }
    }
    for (int j = 0; j < 3; j++) {
        apart[j] = x[7 * i + 4 + j] + meeting->upper[j];
        if (i > 0)
            apart[j] -= x[7 * (i - 1) + 4 + j];
        meeting->lower[j] = apart[j];
    }
    meeting->gap = dot_product(meeting->axis[0], apart) -
                   (i > 0 ? bodies->half[1] - bodies->origin : 0);
}

/* On the line of centres, and tangents across it that begin with the least component. */
static void meet_spheres(const struct bodies *bodies, const double *x, int i,
                         struct meeting *meeting) {
    const double radius = bodies->half[0];
    double apart[3];
    for (int j = 0; j < 3; j++)
        apart[j] = x[7 * i + 4 + j] - (i > 0 ? x[7 * (i - 1) + 4 + j] : 0);
    meet_on_ground(meeting);
    const double distance = i > 0 ? sqrt(dot_product(apart, apart)) : apart[1];
    if (i > 0) {
        for (int j = 0; j < 3; j++)
            meeting->axis[0][j] = apart[j] / distance;
        const double x_axis[3] = {1, 0, 0};
        cross_product(x_axis, meeting->axis[0], meeting->axis[1]);
        const double size = sqrt(dot_product(meeting->axis[1], meeting->axis[1]));
        for (int j = 0; j < 3; j++)
            meeting->axis[1][j] /= -size;
        cross_product(meeting->axis[0], meeting->axis[1], meeting->axis[2]);
    }
    meeting->gap = distance - (i > 0 ? 2 : 1) * radius;
    for (int j = 0; j < 3; j++) {
        meeting->upper[j] = -radius * meeting->axis[0][j];
        meeting->lower[j] = radius * meeting->axis[0][j];
    }
}

static void meet(const struct bodies *bodies, const double *x, int i, int k,
                 struct meeting *meeting) {
    if (bodies->are_spheres)
        meet_spheres(bodies, x, i, meeting);
    else
        meet_bricks(bodies, x, i, k, meeting);
}

static int points_of(const struct bodies *bodies) {
    return bodies->are_spheres ? 1 : 4;
}

static int body_gap(void *context, double t, const double *x, double *gap) {
    const struct bodies *bodies = context;
    const int points = points_of(bodies);
    struct meeting meeting;
    (void)t;
    for (int i = 0; i < bodies->n; i++)
        for (int k = 0; k < points; k++) {
            meet(bodies, x, i, k, &meeting);
            gap[points * i + k] = meeting.gap;
        }
    return 0;
}

static int body_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    const struct bodies *bodies = context;
    const int points = points_of(bodies), nv = 6 * bodies->n;
    const size_t rows = (size_t)(3 * points * bodies->n);
    struct meeting meeting;
    memset(matrix, 0, rows * (size_t)nv * sizeof *matrix);
    memset(offset, 0, rows * sizeof *offset);
    for (int i = 0; i < bodies->n; i++)
        for (int k = 0; k < points; k++) {
            meet(bodies, x, i, k, &meeting);
            for (int j = 0; j < 3; j++) {
                double *row = matrix + (3 * (points * i + k) + j) * nv;
                cross_product(meeting.upper, meeting.axis[j], row + 6 * i);
                memcpy(row + 6 * i + 3, meeting.axis[j], 3 * sizeof *row);
                if (i == 0)
                    continue;
                cross_product(meeting.axis[j], meeting.lower, row + 6 * (i - 1));
                for (int l = 0; l < 3; l++)
                    row[6 * (i - 1) + 3 + l] = -meeting.axis[j][l];
            }
        }
    return body_gap(context, t, x, gap);
}

static int body_mass(void *context, double t, const double *x, double *matrix) {
    const struct bodies *bodies = context;
    const int nv = 6 * bodies->n;
    (void)t;
    memset(matrix, 0, (size_t)nv * (size_t)nv * sizeof *matrix);
    for (int i = 0; i < bodies->n; i++) {
        double axis[3][3], inertia[3], arm[3];
        const double m = bodies->mass[i];
        double *block = matrix + 6 * i * nv + 6 * i;
        turn_axes(x + 7 * i, axis);
        principal_inertia(bodies, i, inertia);
        find_arm(bodies, x, i, arm);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                block[a * nv + b] =
                    m * ((a == b) * dot_product(arm, arm) - arm[a] * arm[b]);
                for (int k = 0; k < 3; k++)
                    block[a * nv + b] += inertia[k] * axis[k][a] * axis[k][b];
            }
        for (int a = 0; a < 3; a++) { /* m v . (w x arm) */
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            block[(3 + a) * nv + 3 + a] = m;
            block[b * nv + 3 + c] = block[(3 + c) * nv + b] = -m * arm[a];
            block[c * nv + 3 + b] = block[(3 + b) * nv + c] = m * arm[a];
        }
    }
    return 0;
}

struct integrator_system bodies_system(struct bodies *bodies) {
    static int quaternion[4 * MOST_BODIES];
    for (int i = 0; i < 4 * bodies->n; i++)
        quaternion[i] = 7 * (i / 4) + i % 4;
    struct integrator_system system = {.nq = 7 * bodies->n,
                                       .nv = 6 * bodies->n,
                                       .rates = fall_freely,
                                       .map = map_velocities,
                                       .context = bodies,
                                       .quaternions = bodies->n,
                                       .quaternion = quaternion,
                                       .contacts = points_of(bodies) * bodies->n,
                                       .gap = body_gap,
                                       .contact_rows = body_rows,
                                       .mass = body_mass};
    set_slides(&system, 2);
    return system;
}

void bodies_place(const struct bodies *bodies, double (*centre)[3], double *x) {
    memset(x, 0, (size_t)(13 * bodies->n) * sizeof *x);
    for (int i = 0; i < bodies->n; i++) {
        x[7 * i] = 1;
        memcpy(x + 7 * i + 4, centre[i], sizeof centre[i]);
        x[7 * i + 5] += bodies->origin;
    }
}

void bodies_find_centre(const struct bodies *bodies, const double *x, int i,
                        double *centre) {
    find_arm(bodies, x, i, centre);
    for (int j = 0; j < 3; j++)
        centre[j] += x[7 * i + 4 + j];
}

struct integrator_options contact_fixed(double h) {
    struct integrator_options options = contact_default_options();
    options.fixed_step = true, options.step = h;
    return options;
}

contact_stepper *contact_started(const struct integrator_system *system,
                                 const struct integrator_options *options,
                                 const double *x) {
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, system, options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    return c;
}

/* Systems with constraints, written by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/tests/constrained.h"
#include "fast/linear/pattern.h"
#include "fast/projected.h"

/* Brings the largest entry of what is left to (k, k); column[k] remembers the
 * exchange. */
static bool exchange_for_largest(int n, int k, long double *a, long double *b,
                                 int *column) {
    int row = k, col = k;
    for (int j = k; j < n; j++)
        for (int i = k; i < n; i++)
            if (fabsl(a[j * n + i]) > fabsl(a[col * n + row]))
                row = i, col = j;
    for (int j = 0; j < n; j++) {
        const long double entry = a[j * n + k];
        a[j * n + k] = a[j * n + row];
        a[j * n + row] = entry;
    }
    for (int i = 0; i < n; i++) {
        const long double entry = a[k * n + i];
        a[k * n + i] = a[col * n + i];
        a[col * n + i] = entry;
    }
    const long double entry = b[k];
    b[k] = b[row];
    b[row] = entry;
    column[k] = col;
    return a[k * n + k] != 0;
}

bool solve_long(int n, long double *a, long double *b) {
    int column[2 * (most_joints + most_velocities)];
    for (int k = 0; k < n; k++) {
        if (!exchange_for_largest(n, k, a, b, column))
            return false;
        for (int i = k + 1; i < n; i++) {
            const long double factor = a[k * n + i] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[j * n + i] -= factor * a[j * n + k];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= a[j * n + k] * b[j];
        b[k] /= a[k * n + k];
    }
    for (int k = n - 1; k >= 0; k--) {
        const long double entry = b[k];
        b[k] = b[column[k]];
        b[column[k]] = entry;
    }
    return true;
}

static void solve_mass(const struct fixed *fixed, const double *right, int stride,
                       double *x) {
    const int n = fixed->nv;
    long double a[most_velocities * most_velocities], b[most_velocities];
    for (int i = 0; i < n * n; i++)
        a[i] = fixed->mass[i];
    for (int i = 0; i < n; i++)
        b[i] = right[i * stride];
    solve_long(n, a, b);
    for (int i = 0; i < n; i++)
        x[i] = (double)b[i];
}

static int fixed_rates(void *context, double t, const double *x, double *ydot) {
    const struct fixed *fixed = context;
    (void)t, (void)x;
    solve_mass(fixed, fixed->force, 1, ydot);
    return 0;
}

static int fixed_dynamics(void *context, double t, const double *x, double *ydot,
                          double *bias, double *matrix, double *response) {
    const struct fixed *fixed = context;
    const size_t m = (size_t)fixed->rows, n = (size_t)fixed->nv;
    fixed_rates(context, t, x, ydot);
    memcpy(bias, fixed->bias, m * sizeof *bias);
    memcpy(matrix, fixed->matrix, m * n * sizeof *matrix);
    for (size_t i = 0; i < m; i++)
        solve_mass(fixed, fixed->matrix + i, fixed->rows, response + i * n);
    return 0;
}

static int tell_errors(const struct fixed *fixed, const double *x, double *error,
                       double *matrix) {
    const size_t m = (size_t)fixed->rows, n = (size_t)fixed->nv;
    for (size_t i = 0; i < m; i++) {
        error[i] = fixed->error[i];
        for (size_t j = 0; j < n; j++)
            error[i] += fixed->matrix[j * m + i] * x[j];
    }
    if (matrix != NULL)
        memcpy(matrix, fixed->matrix, m * n * sizeof *matrix);
    return 0;
}

static int fixed_position(void *context, double t, const double *x, double *error,
                          double *matrix) {
    (void)t;
    return tell_errors(context, x, error, matrix);
}

static int fixed_velocity(void *context, double t, const double *x, double *error,
                          double *matrix) {
    const struct fixed *fixed = context;
    (void)t;
    return tell_errors(fixed, x + fixed->nv, error, matrix);
}

struct integrator_system fixed_system(struct fixed *fixed) {
    return (struct integrator_system){.nq = fixed->nv,
                                      .nv = fixed->nv,
                                      .context = fixed,
                                      .rates = fixed_rates,
                                      .joints = fixed->rows,
                                      .holonomic = fixed->rows,
                                      .dynamics = fixed_dynamics,
                                      .position = fixed_position,
                                      .velocity = fixed_velocity};
}

void fixed_fill(struct fixed *fixed, int rows, int nv, struct random *random) {
    double factor[most_velocities * most_velocities];
    *fixed = (struct fixed){.rows = rows, .nv = nv};
    for (int i = 0; i < nv * nv; i++)
        factor[i] = random_between(random, -1, 1);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            fixed->mass[j * nv + i] = i == j ? 0.5 : 0;
            for (int k = 0; k < nv; k++)
                fixed->mass[j * nv + i] += factor[k * nv + i] * factor[k * nv + j];
        }
    for (int i = 0; i < nv; i++)
        fixed->force[i] = random_between(random, -2, 2);
    for (int i = 0; i < rows * nv; i++)
        fixed->matrix[i] = random_between(random, -2, 2);
    for (int i = 0; i < rows; i++) {
        fixed->bias[i] = random_between(random, -2, 2);
        fixed->error[i] = random_between(random, -2, 2);
    }
}

static double radius_of(const double *x) {
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void rod_rows(const struct rod *rod, const double *x, double *matrix) {
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < rod->copies; i++)
            matrix[j * rod->copies + i] = rod->factor[i] * x[j] / radius_of(x);
}

static int rod_rates(void *context, double t, const double *x, double *ydot) {
    const struct rod *rod = context;
    (void)t, (void)x;
    ydot[0] = ydot[2] = 0;
    ydot[1] = -rod->gravity;
    return 0;
}

static int rod_dynamics(void *context, double t, const double *x, double *ydot,
                        double *bias, double *matrix, double *response) {
    const struct rod *rod = context;
    const double *v = x + 3, r = radius_of(x);
    double along = 0, size = 0;
    rod_rates(context, t, x, ydot);
    rod_rows(rod, x, matrix);
    for (int j = 0; j < 3; j++) {
        along += x[j] / r * v[j];
        size += v[j] * v[j];
    }
    for (int i = 0; i < rod->copies; i++) {
        bias[i] = rod->factor[i] * (size - along * along) / r + rod->push[i];
        for (int j = 0; j < 3; j++)
            response[i * 3 + j] = matrix[j * rod->copies + i] / rod->mass;
    }
    return 0;
}

static int rod_position(void *context, double t, const double *x, double *error,
                        double *matrix) {
    const struct rod *rod = context;
    (void)t;
    for (int i = 0; i < rod->copies; i++)
        error[i] = rod->factor[i] * (radius_of(x) - rod->length);
    if (matrix != NULL)
        rod_rows(rod, x, matrix);
    return 0;
}

static int rod_velocity(void *context, double t, const double *x, double *error,
                        double *matrix) {
    const struct rod *rod = context;
    (void)t;
    for (int i = 0; i < rod->copies; i++)
        error[i] =
            rod->factor[i] * (x[0] * x[3] + x[1] * x[4] + x[2] * x[5]) / radius_of(x);
    if (matrix != NULL)
        rod_rows(rod, x, matrix);
    return 0;
}

struct integrator_system rod_system(struct rod *rod) {
    return (struct integrator_system){.nq = 3,
                                      .nv = 3,
                                      .context = rod,
                                      .rates = rod_rates,
                                      .joints = rod->copies,
                                      .holonomic = rod->copies,
                                      .dynamics = rod_dynamics,
                                      .position = rod_position,
                                      .velocity = rod_velocity};
}

static const double link_mass = 1.3, link_length = 0.7, chain_gravity = 9.81;

/* Row k of G has (p_k - p_{k-1})/r at point k and the opposite at point k - 1: columns of
 * point k have rows k and k + 1. */
bool chain_open(struct chain *chain, int points) {
    const size_t n = (size_t)points;
    int *start = calloc(2 * n + 1, sizeof *start), *row = calloc(4 * n + 1, sizeof *row);
    int entries = 0;
    chain->points = points;
    chain->matrix = chain->response = NULL;
    for (int k = 0; start != NULL && row != NULL && k < points; k++)
        for (int i = 0; i < 2; i++) {
            row[entries++] = k;
            if (k + 1 < points)
                row[entries++] = k + 1;
            start[2 * k + i + 1] = entries;
        }
    const struct fast_pattern pattern = {points, 2 * points, start, row};
    if (start != NULL && row != NULL) {
        chain->matrix = fast_pattern_copy(&pattern);
        chain->response = fast_pattern_transpose(&pattern);
    }
    return chain->matrix != NULL && chain->response != NULL;
}

/* The unit vector and length of rod k. */
static double rod_of(const double *q, int k, double *n) {
    double size = 0;
    for (int i = 0; i < 2; i++) {
        n[i] = q[2 * k + i] - (k > 0 ? q[2 * k - 2 + i] : 0);
        size += n[i] * n[i];
    }
    n[0] /= sqrt(size);
    n[1] /= sqrt(size);
    return sqrt(size);
}

static void chain_rows(const struct chain *chain, const double *q, double *matrix) {
    double n[2], next[2] = {0, 0};
    if (matrix == NULL)
        return;
    rod_of(q, 0, n);
    for (int k = 0; k < chain->points; k++) {
        if (k + 1 < chain->points)
            rod_of(q, k + 1, next);
        for (int i = 0; i < 2; i++) {
            *matrix++ = n[i];
            if (k + 1 < chain->points)
                *matrix++ = -next[i];
        }
        n[0] = next[0], n[1] = next[1];
    }
}

static int chain_rates(void *context, double t, const double *x, double *ydot) {
    const struct chain *chain = context;
    (void)t, (void)x;
    for (int k = 0; k < chain->points; k++)
        ydot[2 * k] = 0, ydot[2 * k + 1] = -chain_gravity;
    return 0;
}

static int chain_velocity(void *context, double t, const double *x, double *error,
                          double *matrix) {
    const struct chain *chain = context;
    const double *v = x + 2 * chain->points;
    (void)t;
    for (int k = 0; k < chain->points; k++) {
        double n[2];
        rod_of(x, k, n);
        error[k] = 0;
        for (int i = 0; i < 2; i++)
            error[k] += n[i] * (v[2 * k + i] - (k > 0 ? v[2 * k - 2 + i] : 0));
    }
    chain_rows(chain, x, matrix);
    return 0;
}

static int chain_dynamics(void *context, double t, const double *x, double *ydot,
                          double *bias, double *matrix, double *response) {
    const struct chain *chain = context;
    const double *v = x + 2 * chain->points;
    chain_rates(context, t, x, ydot);
    chain_velocity(context, t, x, bias, matrix);
    for (int k = 0; k < chain->points; k++) {
        double n[2], size = 0;
        const double r = rod_of(x, k, n);
        for (int i = 0; i < 2; i++) {
            const double w = v[2 * k + i] - (k > 0 ? v[2 * k - 2 + i] : 0);
            size += w * w;
        }
        bias[k] = (size - bias[k] * bias[k]) / r;
        for (int i = 0; i < 2 && k > 0; i++)
            *response++ = -n[i] / link_mass;
        for (int i = 0; i < 2; i++)
            *response++ = n[i] / link_mass;
    }
    return 0;
}

static int chain_position(void *context, double t, const double *x, double *error,
                          double *matrix) {
    const struct chain *chain = context;
    double n[2];
    (void)t;
    for (int k = 0; k < chain->points; k++)
        error[k] = rod_of(x, k, n) - link_length;
    chain_rows(chain, x, matrix);
    return 0;
}

struct integrator_system chain_system(struct chain *chain) {
    return (struct integrator_system){.nq = 2 * chain->points,
                                      .nv = 2 * chain->points,
                                      .context = chain,
                                      .rates = chain_rates,
                                      .joints = chain->points,
                                      .holonomic = chain->points,
                                      .dynamics = chain_dynamics,
                                      .position = chain_position,
                                      .velocity = chain_velocity,
                                      .joint_pattern = chain->matrix,
                                      .position_pattern = chain->matrix,
                                      .response_pattern = chain->response};
}

void chain_state(const struct chain *chain, double angle, double bend, double rate,
                 double *x) {
    double *v = x + 2 * chain->points, end[4] = {0, 0, 0, 0};
    for (int k = 0; k < chain->points; k++) {
        const double a = angle + k * bend;
        end[0] += link_length * sin(a);
        end[1] -= link_length * cos(a);
        end[2] += link_length * rate * cos(a);
        end[3] += link_length * rate * sin(a);
        x[2 * k] = end[0], x[2 * k + 1] = end[1];
        v[2 * k] = end[2], v[2 * k + 1] = end[3];
    }
}

static int tell(void *context, double t, const double *x, double *error, double *matrix) {
    struct told *told = context;
    const int call = told->calls++;
    (void)t;
    error[0] = told->error[call < told->count ? call : told->count - 1];
    if (told->holds_x)
        error[0] += x[0];
    if (matrix != NULL)
        matrix[0] = told->is_nan ? NAN : 1;
    return call + 1 == told->failing_call;
}

static int told_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *matrix, double *response) {
    (void)x, (void)t;
    ydot[0] = 0;
    matrix[0] = response[0] = 1;
    return tell(context, t, x, bias, NULL);
}

static int told_rates(void *context, double t, const double *x, double *ydot) {
    (void)t, (void)x;
    ydot[0] = 0;
    return tell(context, t, x, ydot, NULL);
}

struct integrator_system told_system(struct told *told) {
    return (struct integrator_system){.nq = 1,
                                      .nv = 1,
                                      .context = told,
                                      .rates = told_rates,
                                      .joints = 1,
                                      .holonomic = 1,
                                      .dynamics = told_dynamics,
                                      .position = tell,
                                      .velocity = tell};
}

/* b := a turned by the unit quaternion p (w, x, y, z). */
static void turn(const double *p, const double *a, double *b) {
    const double w = p[0], x = p[1], y = p[2], z = p[3];
    const double s = w * w + x * x + y * y + z * z;
    b[0] = ((w * w + x * x - y * y - z * z) * a[0] + 2 * (x * y - w * z) * a[1] +
            2 * (x * z + w * y) * a[2]) /
           s;
    b[1] = (2 * (x * y + w * z) * a[0] + (w * w - x * x + y * y - z * z) * a[1] +
            2 * (y * z - w * x) * a[2]) /
           s;
    b[2] = (2 * (x * z - w * y) * a[0] + 2 * (y * z + w * x) * a[1] +
            (w * w - x * x - y * y + z * z) * a[2]) /
           s;
}

/* p' = (0, omega) p / 2, omega in space axes. */
static int pinned_map(void *context, const double *q, const double *v, double *qdot) {
    const double *p = q + 3, *o = v + 3;
    (void)context;
    for (int i = 0; i < 3; i++)
        qdot[i] = v[i];
    qdot[3] = -(o[0] * p[1] + o[1] * p[2] + o[2] * p[3]) / 2;
    qdot[4] = (o[0] * p[0] + o[1] * p[3] - o[2] * p[2]) / 2;
    qdot[5] = (o[1] * p[0] + o[2] * p[1] - o[0] * p[3]) / 2;
    qdot[6] = (o[2] * p[0] + o[0] * p[2] - o[1] * p[1]) / 2;
    return 0;
}

static int pinned_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    for (int i = 0; i < 6; i++)
        ydot[i] = i == 1 ? -chain_gravity : 0;
    return 0;
}

/* G = (1, -[s]x), s the turned point: the point's velocity is v + omega x s. */
static void pinned_rows(const double *s, double *matrix) {
    const double g[18] = {1, 0,     0,    0,    1, 0,     0,     0,    1,
                          0, -s[2], s[1], s[2], 0, -s[0], -s[1], s[0], 0};
    if (matrix != NULL)
        memcpy(matrix, g, sizeof g);
}

static int pinned_position(void *context, double t, const double *x, double *error,
                           double *matrix) {
    const struct pinned *pinned = context;
    double s[3];
    (void)t;
    turn(x + 3, pinned->point, s);
    for (int i = 0; i < 3; i++)
        error[i] = x[i] + s[i];
    pinned_rows(s, matrix);
    return 0;
}

static int pinned_velocity(void *context, double t, const double *x, double *error,
                           double *matrix) {
    const struct pinned *pinned = context;
    const double *v = x + 7, *o = x + 10;
    double s[3];
    (void)t;
    turn(x + 3, pinned->point, s);
    error[0] = v[0] + o[1] * s[2] - o[2] * s[1];
    error[1] = v[1] + o[2] * s[0] - o[0] * s[2];
    error[2] = v[2] + o[0] * s[1] - o[1] * s[0];
    pinned_rows(s, matrix);
    return 0;
}

/* Mass and moments of inertia are 1, so that R = G^T; the point's bias is omega x (omega x s). */
static int pinned_dynamics(void *context, double t, const double *x, double *ydot,
                           double *bias, double *matrix, double *response) {
    const struct pinned *pinned = context;
    const double *o = x + 10;
    double s[3];
    pinned_rates(context, t, x, ydot);
    turn(x + 3, pinned->point, s);
    pinned_rows(s, matrix);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++)
            response[i * 6 + j] = matrix[j * 3 + i];
    const double along = o[0] * s[0] + o[1] * s[1] + o[2] * s[2];
    const double square = o[0] * o[0] + o[1] * o[1] + o[2] * o[2];
    for (int i = 0; i < 3; i++)
        bias[i] = along * o[i] - square * s[i];
    return 0;
}

struct integrator_system pinned_system(struct pinned *pinned) {
    static const int quaternion[4] = {3, 4, 5, 6};
    return (struct integrator_system){.nq = 7,
                                      .nv = 6,
                                      .context = pinned,
                                      .rates = pinned_rates,
                                      .map = pinned_map,
                                      .joints = 3,
                                      .holonomic = 3,
                                      .dynamics = pinned_dynamics,
                                      .position = pinned_position,
                                      .velocity = pinned_velocity,
                                      .quaternions = 1,
                                      .quaternion = quaternion};
}

struct integrator_options options_of(enum fast_mode mode, double tolerance) {
    struct integrator_options options = projected_default_options();
    options.mode = mode;
    options.constraint_tolerance = tolerance;
    return options;
}

/* The statistics have to stay where they are: in a block of their own. */
struct constraint_case open_case(const struct integrator_system *system,
                                 const struct integrator_options *options) {
    struct constraint_case opened = {.statistics = calloc(1, sizeof *opened.statistics)};
    cr_assert(opened.statistics != NULL);
    cr_assert(constraint_alloc(&opened.constraint, system, options, opened.statistics) ==
              FAST_OK);
    return opened;
}

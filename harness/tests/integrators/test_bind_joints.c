/* A model with joints as callbacks: against its formulas, written out here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_joints.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/system.h"
#include "harness/integrators/bind/bind.h"
#include "harness/tests/models.h"
#include "problems/catalogue.h"

enum { nv = 3, rows = 2, nx = 2 * nv };

/* A ring that grows, and a slide driven by a velocity. */
static const char text[] = "param m = 1.37, M = 2.1, n = 0.9\n"
                           "position x = 0.6, y = 0.8, z = 0.3\n"
                           "velocity u = 1, w = 0.5, s = 1.37\n"
                           "x' = u\n"
                           "y' = w\n"
                           "z' = s\n"
                           "mass u, u = m\n"
                           "mass w, w = M\n"
                           "mass s, s = n\n"
                           "force u = -x*u\n"
                           "force w = -9.81*M\n"
                           "force s = z - s\n"
                           "joint slide = s - 1.37*u - t\n"
                           "joint ring = x^2 + y^2 - (1 + t)^2\n";

static const double t = 0.59, at[nx] = {0.31, -0.72, 1.13, 0.47, 0.29, -1.21};
static const double m = 1.37, M = 2.1, n = 0.9;

static const double tolerance = 32 * DBL_EPSILON;

static void expect(const char *what, const double *found, const double *expected,
                   int count) {
    for (int i = 0; i < count; i++)
        cr_expect(isfinite(found[i]) && fabs(found[i] - expected[i]) <= tolerance,
                  "%s[%d] is %.17g, not %.17g", what, i, found[i], expected[i]);
}

static struct bind_joints *open_binding(struct model *model) {
    struct bind_joints *b;
    cr_assert(bind_joints_alloc(&b, model, false) == PROBLEM_OK);
    return b;
}

static void find_free_rates(double *a) {
    const double x = at[0], z = at[2], u = at[3], s = at[5];
    a[0] = -x * u / m;
    a[1] = -9.81;
    a[2] = (z - s) / n;
}

/* The ring is the first row, being on positions. */
Test(bind_joints, all_callbacks_are_those_of_the_model) {
    struct model *model = model_from(text);
    struct bind_joints *b = open_binding(model);
    const struct integrator_system *s = bind_joints_system(b);
    const double x = at[0], y = at[1], u = at[3], w = at[4];
    const double G[rows * nv] = {2 * x, -1.37, 2 * y, 0, 0, 1};
    const double P[nv] = {2 * x, 2 * y, 0};
    const double R[nv * rows] = {2 * x / m, 2 * y / M, 0, -1.37 / m, 0, 1 / n};
    const double bias[rows] = {2 * (u * u + w * w) - 2, -1};
    const double g = x * x + y * y - (1 + t) * (1 + t);
    const double rate[rows] = {2 * x * u + 2 * y * w - 2 * (1 + t), at[5] - 1.37 * u - t};
    double a[nv], ydot[nv], of_time[rows], matrix[rows * nv], response[nv * rows],
        e[rows];
    find_free_rates(a);
    cr_assert(s->joints == rows && s->holonomic == 1 && s->joint_pattern == NULL);
    cr_assert(s->rates(s->context, t, at, ydot) == 0);
    expect("free rates", ydot, a, nv);
    memset(ydot, 0, sizeof ydot);
    cr_assert(s->dynamics(s->context, t, at, ydot, of_time, matrix, response) == 0);
    expect("dynamics", ydot, a, nv);
    expect("bias", of_time, bias, rows);
    expect("G", matrix, G, rows * nv);
    expect("R", response, R, nv * rows);
    memset(matrix, 0, sizeof matrix);
    cr_assert(s->position(s->context, t, at, e, matrix) == 0);
    expect("position", e, &g, 1);
    expect("rows of position", matrix, P, nv);
    memset(matrix, 0, sizeof matrix);
    cr_assert(s->velocity(s->context, t, at, e, matrix) == 0);
    expect("velocity", e, rate, rows);
    expect("rows of velocity", matrix, G, rows * nv);
    cr_assert(s->position(s->context, t, at, e, NULL) == 0);
    cr_assert(s->velocity(s->context, t, at, e, NULL) == 0);
    expect("velocity alone", e, rate, rows);
}

static void expect_pattern(const struct fast_pattern *p, int of_rows, int of_columns,
                           const int *start, const int *row) {
    cr_assert(p != NULL && p->rows == of_rows && p->columns == of_columns);
    for (int j = 0; j <= of_columns; j++)
        cr_assert(p->start[j] == start[j], "start[%d] is %d", j, p->start[j]);
    for (int k = 0; k < start[of_columns]; k++)
        cr_assert(p->row[k] == row[k], "row[%d] is %d", k, p->row[k]);
}

Test(bind_joints, with_patterns_only_their_entries_are_written) {
    struct model *model = model_from(text);
    struct bind_joints *b = open_binding(model);
    const struct integrator_system *s = bind_joints_system(b);
    const double x = at[0], y = at[1], untouched = 77;
    const double G[] = {2 * x, -1.37, 2 * y, 1, untouched};
    const double P[] = {2 * x, 2 * y, untouched};
    const double R[] = {2 * x / m, 2 * y / M, -1.37 / m, 1 / n, untouched};
    double ydot[nv], of_time[rows], e[rows], matrix[5], response[5], of_position[3];
    bind_joints_choose_patterns(b, true);
    expect_pattern(s->joint_pattern, rows, nv, (const int[]){0, 2, 3, 4},
                   (const int[]){0, 1, 0, 1});
    expect_pattern(s->position_pattern, 1, nv, (const int[]){0, 1, 2, 2},
                   (const int[]){0, 0});
    expect_pattern(s->response_pattern, nv, rows, (const int[]){0, 2, 4},
                   (const int[]){0, 1, 0, 2});
    matrix[4] = response[4] = of_position[2] = untouched;
    cr_assert(s->dynamics(s->context, t, at, ydot, of_time, matrix, response) == 0);
    expect("G", matrix, G, 5);
    expect("R", response, R, 5);
    cr_assert(s->position(s->context, t, at, e, of_position) == 0);
    expect("rows of position", of_position, P, 3);
    cr_assert(s->velocity(s->context, t, at, e, matrix) == 0);
    expect("rows of velocity", matrix, G, 5);
}

Test(bind_joints, a_model_without_joints_keeps_its_callbacks) {
    struct model *model = model_from(coupled_model);
    struct bind_joints *b = open_binding(model);
    struct binding *plain;
    cr_assert(bind_alloc(&plain, model, false) == PROBLEM_OK);
    const struct integrator_system *s = bind_joints_system(b);
    cr_assert(s->joints == 0 && s->quaternions == 0 && s->dynamics == NULL);
    cr_assert(s->rates == bind_system(plain)->rates);
    cr_assert(s->map == bind_system(plain)->map);
}

static struct model *read_named(const char *name) {
    struct catalogue *c;
    struct model *model;
    struct diagnostic d = {""};
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    cr_assert(catalogue_read(c, name, 0, NULL, &model, &d) == PROBLEM_OK, "%s", d.text);
    return model;
}

Test(bind_joints, quaternions_are_told_by_their_positions) {
    struct model *model = read_named("free_rotation");
    struct bind_joints *b = open_binding(model);
    const struct integrator_system *s = bind_joints_system(b);
    cr_assert(s->quaternions == 1 && s->joints == 0);
    for (int i = 0; i < 4; i++)
        cr_expect(s->quaternion[i] == i, "%d", s->quaternion[i]);
}

Test(bind_joints, models_of_the_catalogue_run_compiled) {
    static const char *const names[] = {"rod_pendulum", "andrews", "slider_crank",
                                        "car_axis", "bricard"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct model *model = read_named(names[i]);
        struct bind_joints *b = open_binding(model);
        cr_expect(bind_joints_is_compiled(b), "%s", names[i]);
    }
    struct model *own = model_from(text);
    struct bind_joints *b = open_binding(own);
    cr_expect(!bind_joints_is_compiled(b));
}

/* G, its holonomic rows, and R of a chain each have entries in proportion to its length. */
Test(bind_joints, a_chain_has_entries_in_proportion_to_its_length) {
    struct model *model = read_named("chain_cartesian100");
    struct bind_joints *b = open_binding(model);
    const struct integrator_system *s = bind_joints_system(b);
    const int length = 100, of_each = 4, of_first = 2;
    const int entries = of_each * length - (of_each - of_first);
    cr_assert(s->joints == length && s->joint_pattern != NULL);
    cr_expect(s->joint_pattern->start[2 * length] == entries);
    cr_expect(s->position_pattern->start[2 * length] == entries);
    cr_expect(s->response_pattern->start[length] == entries);
}

/* A model with its joints as the callbacks of fast/projected.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_joints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/bind/bind.h"
#include "harness/integrators/bind/bind_programs.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* The least number of velocities from which patterns pay. */
enum { LEAST_ORDER = 9 };

struct bind_joints {
    struct binding *free;
    struct bind_programs programs;
    double *value; /* outputs of the one that runs */
    int *quaternion;
    double *mass; /* the diagonal of M */
    struct integrator_system system;
};

static int free_rates(void *context, double t, const double *x, double *ydot) {
    const struct integrator_system *s =
        bind_system(((struct bind_joints *)context)->free);
    return s->rates(s->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct integrator_system *s =
        bind_system(((struct bind_joints *)context)->free);
    return s->map(s->context, q, v, qdot);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct integrator_system *s =
        bind_system(((struct bind_joints *)context)->free);
    return s->unmap(s->context, q, qdot, v);
}

static int jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    const struct integrator_system *s =
        bind_system(((struct bind_joints *)context)->free);
    return s->jacobian(s->context, t, x, fq, fy);
}

static void fill(const struct bind_joints *b, const struct bind_matrix *a,
                 double *matrix) {
    if (b->system.joint_pattern != NULL)
        bind_matrix_fill_entries(a, b->value, matrix);
    else
        bind_matrix_fill_columns(a, b->value, matrix);
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    const struct bind_joints *b = context;
    const size_t ny = (size_t)(b->system.nv + b->system.nz);
    bind_function_run(&b->programs.dynamics, &t, x, b->value);
    memcpy(ydot, b->value, ny * sizeof *ydot);
    memcpy(bias, b->value + ny, (size_t)b->system.joints * sizeof *bias);
    fill(b, &b->programs.matrix, matrix);
    fill(b, &b->programs.response, response);
    return 0;
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct bind_joints *b = context;
    bind_function_run(&b->programs.position, &t, x, b->value);
    memcpy(error, b->value, (size_t)b->system.holonomic * sizeof *error);
    if (matrix != NULL)
        fill(b, &b->programs.position_matrix, matrix);
    return 0;
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct bind_joints *b = context;
    bind_function_run(&b->programs.velocity, &t, x, b->value);
    memcpy(error, b->value, (size_t)b->system.joints * sizeof *error);
    if (matrix != NULL)
        fill(b, &b->programs.velocity_matrix, matrix);
    return 0;
}

static void set_callbacks(struct bind_joints *b, const struct model *m) {
    struct integrator_system *s = &b->system;
    s->context = b;
    s->rates = free_rates;
    s->map = s->map != NULL ? map : NULL;
    s->unmap = s->unmap != NULL ? unmap : NULL;
    s->jacobian = s->jacobian != NULL ? jacobian : NULL;
    s->joints = m->joints;
    s->holonomic = m->holonomic;
    s->dynamics = dynamics;
    s->position = position;
    s->velocity = velocity;
}

/* False: M has other entries, or one that is no constant. */
static bool read_masses(struct bind_joints *b, const struct model *m) {
    for (int j = 0; j < m->nv; j++)
        b->mass[j] = m->masses > 0 ? 0 : 1;
    for (int k = 0; k < m->masses; k++) {
        double value;
        if (!expr_is_constant(m->graph, m->mass.entry[k]) ||
            expr_constant_double(m->graph, m->mass.entry[k], &value) != PROBLEM_OK ||
            (m->mass.row[k] != m->mass.column[k] && value != 0))
            return false;
        b->mass[m->mass.row[k]] += m->mass.row[k] == m->mass.column[k] ? value : 0;
    }
    bool positive = true;
    for (int j = 0; j < m->nv; j++)
        positive = positive && b->mass[j] > 0 && isfinite(b->mass[j]);
    return positive;
}

static enum problem_status make_joints(struct bind_joints *b, struct model *m) {
    enum problem_status status = bind_programs_make(&b->programs, m);
    b->value = calloc(b->programs.most_values + 1, sizeof *b->value);
    b->mass = calloc((size_t)m->nv + 1, sizeof *b->mass);
    if (status != PROBLEM_OK || b->value == NULL || b->mass == NULL)
        return status != PROBLEM_OK ? status : PROBLEM_NO_MEMORY;
    set_callbacks(b, m);
    b->system.masses = read_masses(b, m) ? b->mass : NULL;
    bind_joints_choose_patterns(b, m->nv >= LEAST_ORDER);
    return PROBLEM_OK;
}

static enum problem_status make_quaternions(struct bind_joints *b,
                                            const struct model *m) {
    enum { of_each = 4 };
    b->quaternion = calloc(of_each * (size_t)m->quaternions + 1, sizeof *b->quaternion);
    if (b->quaternion == NULL)
        return PROBLEM_NO_MEMORY;
    for (int i = 0; i < m->quaternions; i++)
        memcpy(b->quaternion + of_each * i, m->quaternion[i].position,
               sizeof m->quaternion[i].position);
    b->system.quaternions = m->quaternions;
    b->system.quaternion = b->quaternion;
    return PROBLEM_OK;
}

enum problem_status bind_joints_alloc(struct bind_joints **made, struct model *m,
                                      bool with_jacobian) {
    *made = NULL;
    struct bind_joints *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = bind_alloc_without_joints(&b->free, m, with_jacobian);
    if (status == PROBLEM_OK) {
        b->system = *bind_system(b->free);
        status = make_quaternions(b, m);
    }
    if (status == PROBLEM_OK && m->joints > 0)
        status = make_joints(b, m);
    if (status != PROBLEM_OK) {
        bind_joints_free(b);
        return status;
    }
    *made = b;
    return PROBLEM_OK;
}

void bind_joints_free(struct bind_joints *b) {
    if (b == NULL)
        return;
    bind_free(b->free);
    bind_programs_clear(&b->programs);
    free(b->value);
    free(b->quaternion);
    free(b->mass);
    free(b);
}

const struct integrator_system *bind_joints_system(const struct bind_joints *b) {
    return &b->system;
}

bool bind_joints_is_compiled(const struct bind_joints *b) {
    return b->system.joints > 0 ? bind_programs_are_compiled(&b->programs)
                                : bind_is_compiled(b->free);
}

void bind_joints_choose_patterns(struct bind_joints *b, bool patterns) {
    bool used = patterns && b->programs.patterns_agree;
    b->system.joint_pattern = used ? &b->programs.matrix.pattern : NULL;
    b->system.position_pattern = used ? &b->programs.position_matrix.pattern : NULL;
    b->system.response_pattern = used ? &b->programs.response.pattern : NULL;
}

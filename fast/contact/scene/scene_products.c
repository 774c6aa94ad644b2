/* Products with a scene's matrices: u = J v + offset, p = J^T r, M^-1 p, J M^-1 J^T, and
 * the kinetic energy 1/2 v^T M v.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/scene/mass_factor.h"
#include "fast/contact/scene/scene.h"

void scene_velocities(const struct scene *s, const double *v, double *u) {
    for (int c = 0; c < s->contacts; c++)
        row_groups_dot(&s->groups, c, s->matrix, v, s->offset, u);
}

void scene_joint_velocities(const struct scene *s, const double *v, double *c) {
    const int *start = s->joint_pattern->start, *row = s->joint_pattern->row;
    for (int i = 0; i < s->joints; i++) {
        double sum = s->joint_offset[i];
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += s->joint_matrix[e] * v[row[e]];
        c[i] = sum;
    }
}

/* p[nv] += row i of J times factor. */
static void add_row(const struct scene *s, int i, double factor, double *p) {
    const int *start = s->matrix_pattern->start, *row = s->matrix_pattern->row;
    for (int e = start[i]; e < start[i + 1]; e++)
        p[row[e]] += s->matrix[e] * factor;
}

void scene_momentum(const struct scene *s, const double *r, double *p) {
    for (int j = 0; j < s->nv; j++)
        p[j] = 0;
    for (int i = 0; i < s->rows; i++)
        if (r[i] != 0)
            add_row(s, i, r[i], p);
}

void scene_joint_momentum(const struct scene *s, const double *l, double *p) {
    const int *start = s->joint_pattern->start, *row = s->joint_pattern->row;
    for (int j = 0; j < s->nv; j++)
        p[j] = 0;
    for (int i = 0; i < s->joints; i++)
        for (int e = start[i]; e < start[i + 1]; e++)
            p[row[e]] += s->joint_matrix[e] * l[i];
}

void scene_solve_mass(const struct scene *s, const double *p, double *dv) {
    if (s->factor != NULL)
        mass_factor_solve(s->factor, p, dv);
    else if (dv != p)
        memcpy(dv, p, (size_t)s->nv * sizeof *p);
}

void scene_form_delassus(struct scene *s, double *A) {
    const int *start = s->matrix_pattern->start, *row = s->matrix_pattern->row;
    for (int j = 0; j < s->rows; j++) {
        memset(s->momentum, 0, (size_t)s->nv * sizeof *s->momentum);
        add_row(s, j, 1, s->momentum);
        scene_solve_mass(s, s->momentum, s->speed);
        for (int i = 0; i < s->rows; i++) {
            double sum = 0;
            for (int e = start[i]; e < start[i + 1]; e++)
                sum += s->matrix[e] * s->speed[row[e]];
            A[(size_t)j * (size_t)s->rows + (size_t)i] = sum;
        }
    }
}

double scene_energy(const struct scene *s, const double *v) {
    const int *start = s->mass_pattern->start, *row = s->mass_pattern->row;
    double twice = 0;
    for (int j = 0; j < s->nv; j++) {
        double sum = 0;
        for (int e = start[j]; e < start[j + 1]; e++)
            sum += s->mass[e] * v[row[e]];
        twice += v[j] * sum;
    }
    return twice / 2;
}

double scene_inverse_mass(const struct scene *s, int row) {
    const struct fast_pattern *matrix = s->matrix_pattern, *mass = s->mass_pattern;
    double sum = 0;
    for (int e = matrix->start[row]; e < matrix->start[row + 1]; e++) {
        const int j = matrix->row[e];
        for (int k = mass->start[j]; k < mass->start[j + 1]; k++)
            if (mass->row[k] == j)
                sum += s->matrix[e] * s->matrix[e] / s->mass[k];
    }
    return sum;
}

void scene_normalize(const struct scene *s, double *q) {
    const struct integrator_system *motion = &s->system;
    for (int k = 0; k < motion->quaternions; k++) {
        const int *at = motion->quaternion + 4 * k;
        double square = 0;
        for (int i = 0; i < 4; i++)
            square += q[at[i]] * q[at[i]];
        const double length = sqrt(square);
        if (length > 0 && isfinite(length))
            for (int i = 0; i < 4; i++)
                q[at[i]] /= length;
    }
}

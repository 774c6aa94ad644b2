/* What a model says of its contacts and its free rates, interpreted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/contact_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

struct contact_reference {
    struct model *model;
    int nx, rows;
    struct program *rows_program, *rates_program, *mass_program, *map_program;
    struct eval_double *rows_run, *rates_run, *mass_run, *map_run;
    struct expr_matrix matrix, mass; /* J^T (nv x rows), and M */
    double *in;                      /* 1 + nx */
    double *rows_out; /* gap (contacts), offset (rows), the entries of J^T */
    double *rates_out, *mass_out, *map_out, *u;
};

static enum problem_status open_programs(struct contact_reference *w) {
    struct model *m = w->model;
    enum problem_status status = PROBLEM_NO_MEMORY;
    w->rows_program = model_rows_program(m, &w->matrix);
    w->rates_program = model_free_rates_program(m);
    w->mass_program = model_mass_program(m, &w->mass);
    w->map_program = model_map_program(m);
    if (w->rows_program == NULL || w->rates_program == NULL || w->mass_program == NULL ||
        w->map_program == NULL)
        return status;
    status = eval_double_alloc(&w->rows_run, m->graph, w->rows_program);
    if (status == PROBLEM_OK)
        status = eval_double_alloc(&w->rates_run, m->graph, w->rates_program);
    if (status == PROBLEM_OK)
        status = eval_double_alloc(&w->mass_run, m->graph, w->mass_program);
    return status == PROBLEM_OK ? eval_double_alloc(&w->map_run, m->graph, w->map_program)
                                : status;
}

static enum problem_status find_room(struct contact_reference *w) {
    const struct model *m = w->model;
    const size_t contacts = (size_t)m->contacts, rows = (size_t)w->rows;
    const size_t ny = (size_t)(m->nv + m->nz), in = 1 + (size_t)w->nx;
    const size_t of_rows = contacts + rows + (size_t)w->matrix.count;
    const size_t of_mass = (size_t)w->mass.count, nq = (size_t)m->nq;
    w->in = calloc(in + of_rows + ny + of_mass + nq + rows + 1, sizeof *w->in);
    if (w->in == NULL)
        return PROBLEM_NO_MEMORY;
    w->rows_out = w->in + in;
    w->rates_out = w->rows_out + of_rows;
    w->mass_out = w->rates_out + ny;
    w->map_out = w->mass_out + of_mass;
    w->u = w->map_out + nq;
    return PROBLEM_OK;
}

enum problem_status contact_reference_alloc(struct contact_reference **reference,
                                            struct model *m) {
    struct contact_reference *w = calloc(1, sizeof *w);
    *reference = NULL;
    if (w == NULL)
        return PROBLEM_NO_MEMORY;
    w->model = m;
    w->nx = m->nq + m->nv + m->nz;
    w->rows = model_contact_rows(m);
    enum problem_status status = open_programs(w);
    if (status == PROBLEM_OK)
        status = find_room(w);
    if (status == PROBLEM_OK)
        *reference = w;
    else
        contact_reference_free(w);
    return status;
}

void contact_reference_free(struct contact_reference *w) {
    if (w == NULL)
        return;
    eval_double_free(w->rows_run);
    eval_double_free(w->rates_run);
    eval_double_free(w->mass_run);
    eval_double_free(w->map_run);
    program_free(w->rows_program);
    program_free(w->rates_program);
    program_free(w->mass_program);
    program_free(w->map_program);
    expr_matrix_clear(&w->matrix);
    expr_matrix_clear(&w->mass);
    free(w->in);
    free(w);
}

static void set_inputs(struct contact_reference *w, double t, const double *x) {
    w->in[0] = t;
    memcpy(w->in + 1, x, (size_t)w->nx * sizeof *x);
}

static const double *evaluate_rows(struct contact_reference *w, double t,
                                   const double *x) {
    set_inputs(w, t, x);
    eval_double_run(w->rows_run, w->in, w->rows_out);
    return w->rows_out;
}

const double *contact_reference_gaps(struct contact_reference *w, double t,
                                     const double *x) {
    return evaluate_rows(w, t, x);
}

void contact_reference_rows(struct contact_reference *w, double t, const double *x,
                            const double *a, double *out) {
    const double *entry = evaluate_rows(w, t, x) + w->model->contacts + w->rows;
    memset(out, 0, (size_t)w->rows * sizeof *out);
    for (int k = 0; k < w->matrix.count; k++)
        out[w->matrix.column[k]] += entry[k] * a[w->matrix.row[k]];
}

void contact_reference_impulse(struct contact_reference *w, double t, const double *x,
                               const double *r, double *out) {
    const double *entry = evaluate_rows(w, t, x) + w->model->contacts + w->rows;
    memset(out, 0, (size_t)w->model->nv * sizeof *out);
    for (int k = 0; k < w->matrix.count; k++)
        out[w->matrix.row[k]] += entry[k] * r[w->matrix.column[k]];
}

const double *contact_reference_velocities(struct contact_reference *w, double t,
                                           const double *x) {
    contact_reference_rows(w, t, x, x + w->model->nq, w->u);
    for (int i = 0; i < w->rows; i++)
        w->u[i] += w->rows_out[w->model->contacts + i];
    return w->u;
}

const double *contact_reference_rates(struct contact_reference *w, double t,
                                      const double *x) {
    set_inputs(w, t, x);
    eval_double_run(w->rates_run, w->in, w->rates_out);
    return w->rates_out;
}

static void normalise(const int *position, double *q) {
    double square = 0;
    for (int i = 0; i < 4; i++)
        square += q[position[i]] * q[position[i]];
    for (int i = 0; i < 4; i++)
        q[position[i]] /= sqrt(square);
}

void contact_reference_go_half_way(struct contact_reference *w, double h, const double *x,
                                   double *q) {
    const struct model *m = w->model;
    eval_double_run(w->map_run, x, w->map_out);
    for (int i = 0; i < m->nq; i++)
        q[i] = x[i] + h / 2 * w->map_out[i];
    for (int k = 0; k < m->quaternions; k++)
        normalise(m->quaternion[k].position, q);
}

void contact_reference_momentum(struct contact_reference *w, double t, const double *x,
                                const double *a, double *out) {
    set_inputs(w, t, x);
    eval_double_run(w->mass_run, w->in, w->mass_out);
    memset(out, 0, (size_t)w->model->nv * sizeof *out);
    for (int k = 0; k < w->mass.count; k++)
        out[w->mass.row[k]] += w->mass_out[k] * a[w->mass.column[k]];
}

/* A twin gives gaps and slides along a motion: the rate of a gap is its normal velocity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/twin_contacts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* Gaps and forces take more operations than the terms that are counted in their sizes. */
static const double operations = 256.0;

enum { GAPS, ROWS, MASS, FREE, PROGRAMS };

struct twin_contacts {
    const struct twin *twin;
    const struct model *model;
    const double *p;
    int n;
    struct program *program[PROGRAMS];
    struct eval_double *eval[PROGRAMS];
    double *out[PROGRAMS];
    struct expr_matrix rows_matrix, mass_matrix;
    struct motion *x;
    double *rate, *rate_size;     /* N v */
    double *mass, *force, *size;  /* the twin's */
    double *velocity, *magnitude; /* [rows] J v + offset, and the terms' magnitudes */
    struct twin_contact contact[TWIN_CONTACTS];
};

static bool open_programs(struct twin_contacts *k, struct model *m) {
    struct program *program[PROGRAMS] = {
        model_gaps_program(m), model_rows_program(m, &k->rows_matrix),
        model_mass_program(m, &k->mass_matrix), model_free_rates_program(m)};
    bool ok = true;
    memcpy(k->program, program, sizeof program);
    for (int i = 0; i < PROGRAMS; i++) {
        ok = ok && program[i] &&
             eval_double_alloc(&k->eval[i], m->graph, program[i]) == PROBLEM_OK;
        k->out[i] = ok ? calloc((size_t)program[i]->outputs + 1, sizeof(double)) : NULL;
        ok = ok && k->out[i];
    }
    return ok;
}

static bool allocate_room(struct twin_contacts *k, const struct model *m) {
    size_t nq = (size_t)m->nq + 1, nv = (size_t)m->nv + 1;
    size_t rows = (size_t)model_contact_rows(m) + 1;
    k->x = calloc(nq + nv, sizeof *k->x);
    k->rate = calloc(nq, sizeof(double));
    k->rate_size = calloc(nq, sizeof(double));
    k->mass = calloc(nv * nv, sizeof(double));
    k->force = calloc(nv, sizeof(double));
    k->size = calloc(nv, sizeof(double));
    k->velocity = calloc(rows, sizeof(double));
    k->magnitude = calloc(rows, sizeof(double));
    return k->x && k->rate && k->rate_size && k->mass && k->force && k->size &&
           k->velocity && k->magnitude;
}

struct twin_contacts *twin_contacts_alloc(const struct twin *twin, struct model *m,
                                          const double *p, int n) {
    struct twin_contacts *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->twin = twin;
    k->model = m;
    k->p = p;
    k->n = n;
    if (allocate_room(k, m) && open_programs(k, m))
        return k;
    return NULL;
}

/* The larger of `worst` and the difference of two numbers in units of the size. */
static double compare(double a, double b, double size, double worst) {
    if (!isfinite(a) || !isfinite(b))
        return isfinite(a) == isfinite(b) ? worst : INFINITY;
    if (a == b)
        return worst;
    return fmax(worst, fabs(a - b) / (size * operations * DBL_EPSILON));
}

/* What the twin says of the contacts at (t, x): how many there are. */
static int ask_twin(struct twin_contacts *k, const double *tx) {
    const struct model *m = k->model;
    const double *q = tx + 1, *v = q + m->nq;
    struct motion time = motion_of(tx[0], 1.0, 0.0);
    if (k->twin->map) {
        k->twin->map(k->p, k->n, tx[0], q, k->rate, k->rate_size);
    } else {
        memcpy(k->rate, v, (size_t)m->nq * sizeof *v);
    }
    for (int i = 0; i < m->nq; i++) {
        k->x[i] = motion_of(q[i], k->rate[i], 0.0);
        if (k->twin->map)
            k->x[i].size[1] = k->rate_size[i];
    }
    for (int i = 0; i < m->nv; i++)
        k->x[m->nq + i] = motion_rest(v[i]);
    return k->twin->contact(k->p, k->n, &time, k->x, k->contact);
}

/* velocity := J v + offset of the model's rows. */
static void find_velocities(struct twin_contacts *k, const double *v, int rows) {
    const double *offset = k->out[ROWS] + k->model->contacts, *entry = offset + rows;
    for (int i = 0; i < rows; i++) {
        k->velocity[i] = offset[i];
        k->magnitude[i] = fabs(offset[i]);
    }
    for (int i = 0; i < k->rows_matrix.count; i++) {
        double term = entry[i] * v[k->rows_matrix.row[i]];
        k->velocity[k->rows_matrix.column[i]] += term;
        k->magnitude[k->rows_matrix.column[i]] += fabs(term);
    }
}

static double compare_contacts(struct twin_contacts *k, const double *tx) {
    const struct model *m = k->model;
    int rows = model_contact_rows(m), row = 0;
    double worst = 0.0;
    if (ask_twin(k, tx) != m->contacts)
        return INFINITY;
    find_velocities(k, tx + 1 + m->nq, rows);
    for (int i = 0; i < m->contacts; i++) {
        const struct twin_contact *c = k->contact + i;
        if (c->slides != m->contact[i].slides)
            return INFINITY;
        worst = compare(k->out[GAPS][i], c->gap.value[0], c->gap.size[0], worst);
        worst = compare(k->out[ROWS][i], c->gap.value[0], c->gap.size[0], worst);
        worst = compare(k->velocity[row], c->gap.value[1],
                        c->gap.size[1] + k->magnitude[row], worst);
        for (int s = 0; s < c->slides; s++)
            worst = compare(k->velocity[row + 1 + s], c->slide[s].value[0],
                            c->slide[s].size[0] + k->magnitude[row + 1 + s], worst);
        row += 1 + c->slides;
    }
    return worst;
}

/* M entry by entry; its sizes are those of a row and a column. */
static double compare_mass(struct twin_contacts *k, double worst) {
    int nv = k->model->nv;
    for (int i = 0; i < k->mass_matrix.count; i++) {
        int row = k->mass_matrix.row[i], column = k->mass_matrix.column[i];
        double *expected = k->mass + row * nv + column, *model = k->out[MASS];
        double size = sqrt(fabs(k->mass[row * nv + row] * k->mass[column * nv + column]));
        worst = compare(model[i], *expected, size + fabs(*expected), worst);
    }
    for (int i = 0; i < k->mass_matrix.count; i++)
        k->mass[k->mass_matrix.row[i] * nv + k->mass_matrix.column[i]] = 0.0;
    for (int i = 0; i < nv * nv; i++)
        if (k->mass[i] != 0.0)
            return INFINITY;
    return worst;
}

/* M a - force, unless M is zero: at a quaternion that is next to zero. An error of an entry of
 * M is one of the diagonal's size. */
static double compare_forces(struct twin_contacts *k, double worst) {
    static const double least = 1e-100;
    int nv = k->model->nv;
    const double *a = k->out[FREE];
    for (int i = 0; i < nv; i++)
        if (!(fabs(k->mass[i * nv + i]) > least))
            return worst;
    for (int i = 0; i < nv; i++) {
        double sum = 0.0, size = k->size[i];
        for (int j = 0; j < nv; j++) {
            sum += k->mass[i * nv + j] * a[j];
            size += sqrt(fabs(k->mass[i * nv + i] * k->mass[j * nv + j])) * fabs(a[j]);
        }
        worst = compare(sum, k->force[i], size, worst);
    }
    return worst;
}

double twin_contacts_compare(struct twin_contacts *k, const double *tx) {
    size_t nv = (size_t)k->model->nv;
    for (int i = 0; i < PROGRAMS; i++)
        eval_double_run(k->eval[i], tx, k->out[i]);
    memset(k->mass, 0, nv * nv * sizeof *k->mass);
    k->twin->dynamics(k->p, k->n, tx[0], tx + 1, k->mass, k->force, k->size);
    double worst = compare_forces(k, compare_contacts(k, tx));
    return compare_mass(k, worst);
}

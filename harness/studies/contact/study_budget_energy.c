/* The work of a step's solves, and what is left of a load that an impact cuts short.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

#include "harness/studies/contact/study_budget.h"
#include "problems/model.h"

/* Of a time that is a sum: a load that was solved for the time up to an impact ends there, and a
 * part of one is known to that much. */
static const double of_time = 8 * DBL_EPSILON;

/* What impulses r and lambda, and those imposed, do at velocities v; *size: the terms'
 * magnitudes. */
static double find_power(struct budget *b, const struct contact_event *e, const double *v,
                         double *size) {
    const struct contact_problem *p = e->problem;
    double sum = 0;
    contact_rows(p->matrix_pattern, p->matrix, v, b->rows);
    for (int i = 0; i < p->rows; i++) {
        const double r = contact_event_impulse(e, i);
        sum += r * b->rows[i];
        *size += fabs(r * b->rows[i]);
    }
    for (int j = 0; j < p->joints; j++) {
        const double rate = contact_row(p->joint_pattern, p->joint_matrix, v, j);
        const double impulse = contact_event_joint_impulse(e, j);
        sum += impulse * rate;
        *size += fabs(impulse * rate);
    }
    return sum;
}

/* (v_free - v0)^T M v: what forces do in a load at velocities v. */
static double find_force_power(const struct budget *b, const struct contact_event *e,
                               const double *v, double *size) {
    const struct contact_problem *p = e->problem;
    const struct fast_pattern *mass = p->mass_pattern;
    double sum = 0;
    for (int j = 0; j < mass->columns; j++)
        for (int k = mass->start[j]; k < mass->start[j + 1]; k++) {
            double term = (p->v_free[j] - b->v[j]) * p->mass[k] * v[mass->row[k]];
            sum += term;
            *size += fabs(term);
        }
    return sum;
}

static double part_of(const double *power, double s) {
    return s * power[0] + s * s * (power[1] - power[0]) / 2;
}

/* Powers are those at the velocities before and after. */
void budget_book_energy(struct budget *b, const struct contact_event *e) {
    const double *v1 = e->answer->v;
    double size = fabs(e->energy_after) + fabs(e->energy_before);
    double told = e->energy_after - e->energy_before, force[2] = {0, 0};
    double impulse[2] = {find_power(b, e, b->v, &size), find_power(b, e, v1, &size)};
    if (e->phase == CONTACT_LOAD) {
        force[0] = find_force_power(b, e, b->v, &size);
        force[1] = find_force_power(b, e, v1, &size);
        memcpy(b->load_force, force, sizeof force);
        memcpy(b->load_contact, impulse, sizeof impulse);
    }
    double off = fabs(told - part_of(impulse, 1) - part_of(force, 1));
    double value = size > 0 ? off / (budget_rounding * size) : off;
    budget_note(&b->item[BUDGET_ENERGY], value, e->t, (int)e->phase, -1);
    budget_note(&b->phase_energy[e->phase], value, e->t, (int)e->phase, -1);
    b->sums.forces += part_of(force, 1);
    if (e->phase == CONTACT_LOAD)
        b->sums.load += part_of(impulse, 1);
    else
        b->sums.impacts[e->phase == CONTACT_EXPANSION] += part_of(impulse, 1);
}

/* What of the load has been when an impact cuts it short, or at its end: by the time, which is
 * told of impacts, or by the velocities. A step with joints takes half of their impulses back. */
static double find_part(const struct budget *b, const struct contact_event *e) {
    double s = (e->t - b->load_t) / b->load_h, along = 0, square = 0;
    if (fabs(1 - s) * b->load_h <= of_time * fabs(e->t))
        return 1;
    if (e->round > 0 || (s > 0 && s <= 1))
        return fmin(s, 1);
    for (int i = 0; i < b->model->nv; i++) {
        double d = b->v[i] - b->v_undone[i] - b->returned[i] / 2;
        along += d * (e->problem->v_free[i] - b->v_undone[i]);
        square += d * d;
    }
    return square > 0 ? fmax(0, fmin(along / square, 1)) : 1;
}

/* The chain after a load, of which a part may have been, if a solve without one follows. */
void budget_end_load(struct budget *b, const struct contact_event *e) {
    if (isnan(b->load_t))
        return;
    const double s = find_part(b, e), back = e->round > 0 ? 0 : s / 2;
    b->slack = 0;
    for (int i = 0; i < b->model->nv; i++)
        b->slack = fmax(b->slack, fabs(b->v[i] - b->v_undone[i]));
    b->slack *= of_time * fabs(e->t) / b->load_h;
    for (int i = 0; i < b->model->nv; i++)
        b->v[i] = b->v_undone[i] + s * (b->v[i] - b->v_undone[i]) - back * b->returned[i];
    if (s < 1) {
        b->sums = b->undone;
        b->sums.forces += part_of(b->load_force, s);
        b->sums.load += part_of(b->load_contact, s);
    }
    b->load_t = NAN;
}

/* returned[nv] := M^-1 G^T lambda of a load; false: no memory. */
bool budget_find_returned(struct budget *b, const struct contact_event *e) {
    const struct contact_problem *p = e->problem;
    const size_t n = (size_t)p->nv;
    memset(b->returned, 0, n * sizeof *b->returned);
    if (p->joints == 0)
        return true;
    gsl_matrix *M = gsl_matrix_calloc(n, n);
    gsl_vector_view x = gsl_vector_view_array(b->returned, n);
    for (int j = 0; j < p->nv && M != NULL; j++)
        for (int k = p->mass_pattern->start[j]; k < p->mass_pattern->start[j + 1]; k++)
            gsl_matrix_set(M, (size_t)p->mass_pattern->row[k], (size_t)j, p->mass[k]);
    for (int j = 0; j < p->joints; j++)
        for (int k = p->joint_pattern->start[j]; k < p->joint_pattern->start[j + 1]; k++)
            b->returned[p->joint_pattern->row[k]] +=
                p->joint_matrix[k] * e->answer->joint_impulse[j];
    bool done = M != NULL && gsl_linalg_cholesky_decomp1(M) == 0;
    if (done)
        gsl_linalg_cholesky_svx(M, &x.vector);
    gsl_matrix_free(M);
    return done;
}

void budget_note(struct budget_worst *worst, double value, double t, int phase,
                 int where) {
    worst->count++;
    if (isnan(value))
        value = INFINITY;
    if (worst->count > 1 && value <= worst->value)
        return;
    worst->value = value;
    worst->t = t;
    worst->phase = phase;
    worst->where = where;
}

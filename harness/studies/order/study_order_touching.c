/* What gaps that count as touching make of an error (study_order_touching.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order_touching.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include "harness/base/message.h"
#include "harness/studies/common/contact_reference.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Among the steps of a run one is likely to end while a gap counts as touching, once they are no
 * longer than it does so many times. */
enum { SHORT_STEP = 32 };

/* Of one state: x[nx] and one moved by a unit of the gap, q[nq], a row of J [nv], velocities
 * [rows] of one motion, and M [nv nv]. */
struct view {
    struct room room;
    double *x, *moved, *q, *row, *rows, *M;
};

static void find_room(struct view *v, const struct order_along *l) {
    const struct model *m = l->model;
    v->x = room_doubles(&v->room, l->nx);
    v->moved = room_doubles(&v->room, l->nx);
    v->q = room_doubles(&v->room, m->nq);
    v->row = room_doubles(&v->room, m->nv);
    v->rows = room_doubles(&v->room, model_contact_rows(m));
    v->M = room_doubles(&v->room, m->nv * m->nv);
}

/* M in factors. Nonzero: it is not positive definite. */
static int factor_mass(struct contact_reference *reference, double t, int nv,
                       const struct view *r) {
    for (int i = 0; i < nv; i++) {
        memset(r->row, 0, (size_t)nv * sizeof *r->row);
        r->row[i] = 1;
        contact_reference_momentum(reference, t, r->x, r->row,
                                   r->M + (size_t)i * (size_t)nv);
    }
    gsl_matrix_view M = gsl_matrix_view_array(r->M, (size_t)nv, (size_t)nv);
    return gsl_linalg_cholesky_decomp1(&M.matrix);
}

/* Position errors that a gap d makes where one contact, with this normal row, is struck at r->x:
 * the largest in parts of the components' sizes. */
static double find_part(const struct order_along *l, struct contact_reference *reference,
                        double t, int normal, double d, const double *size,
                        const struct view *r) {
    const int nq = l->model->nq, nv = l->model->nv;
    double *R = r->moved + nq, JR = 0, part = 0;
    memcpy(r->moved, r->x, (size_t)l->nx * sizeof *r->x);
    for (int i = 0; i < nv; i++) {
        memset(R, 0, (size_t)nv * sizeof *R);
        R[i] = 1;
        contact_reference_rows(reference, t, r->x, R, r->rows);
        r->row[i] = r->rows[normal];
    }
    gsl_matrix_view M = gsl_matrix_view_array(r->M, (size_t)nv, (size_t)nv);
    gsl_vector_view row = gsl_vector_view_array(r->row, (size_t)nv);
    gsl_vector_view response = gsl_vector_view_array(R, (size_t)nv);
    gsl_linalg_cholesky_solve(&M.matrix, &row.vector, &response.vector);
    for (int i = 0; i < nv; i++)
        JR += r->row[i] * R[i];
    for (int i = 0; i < nv; i++)
        R[i] *= d / JR;
    contact_reference_go_half_way(reference, 2, r->moved, r->q);
    for (int i = 0; i < nq; i++)
        part = fmax(part, fabs(r->q[i] - r->x[i]) / size[i]);
    return part;
}

/* (1 + e) d; a restitution that is no constant is at most 1. */
static double find_length(const struct model *m, const struct contact *c) {
    double e = 1;
    expr_constant_double(m->graph, c->restitution, &e);
    return (1 + e) * ORDER_TOUCHING;
}

/* Adds what is seen at the time j of the contacts that are open there and close. */
static void look_at(struct order_touching *touching, const struct order_along *l,
                    struct contact_reference *reference, int j, const double *size,
                    const struct view *r) {
    const struct model *m = l->model;
    const double t = l->begin + l->span * j / ORDER_TIMES;
    order_along_state(l, j, r->x);
    const bool has_mass = factor_mass(reference, t, m->nv, r) == GSL_SUCCESS;
    for (int k = 0, normal = 0; k < m->contacts; normal += 1 + m->contact[k++].slides) {
        const double gap = contact_reference_gaps(reference, t, r->x)[k];
        const double approach = -contact_reference_velocities(reference, t, r->x)[normal];
        if (!(gap > ORDER_TOUCHING) || !(approach > 0) || !has_mass)
            continue;
        touching[k].lasts = fmin(touching[k].lasts, ORDER_TOUCHING / approach);
        touching[k].part =
            fmax(touching[k].part, find_part(l, reference, t, normal,
                                             find_length(m, &m->contact[k]), size, r));
    }
}

int order_touching_find(struct order_touching *touching, const struct order_along *along,
                        const double *size, struct diagnostic *d) {
    struct contact_reference *reference = NULL;
    struct view view = {.x = NULL};
    find_room(&view, along);
    const bool failed = view.room.is_short ||
                        contact_reference_alloc(&reference, along->model) != PROBLEM_OK;
    for (int k = 0; k < along->model->contacts; k++)
        touching[k] = (struct order_touching){INFINITY, 0};
    for (int j = 0; j <= ORDER_TIMES && !failed; j++)
        look_at(touching, along, reference, j, size, &view);
    contact_reference_free(reference);
    room_clear(&view.room);
    return failed ? message_set(d, "%s: out of memory", along->model->name) : 0;
}

double order_touching_part(const struct order_touching *touching, int contacts,
                           double h) {
    double part = 0;
    for (int k = 0; k < contacts; k++)
        if (h < SHORT_STEP * touching[k].lasts)
            part = fmax(part, touching[k].part);
    return part;
}

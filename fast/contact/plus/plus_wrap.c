/* PLUS and projected Gauss-Seidel as solvers of problems in v: in the space of rows, with
 * K = (J; G) and the expansion e = -known,
 *
 *     A = K M^-1 K^T,   u = K v_free + offset - A known,   A (p + e) = u,   v = v_free - M^-1 K^T p,
 *
 * the contacts that take part first, in the solvers' order, then joints as rows that always
 * hold. u has no load apart: friction slides along the free velocity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/contact/plus/plus_wrap.h"

#include "fast/contact/scene/mass_factor.h"

/* No faster is rolling: rounding of velocities of the order of 1. */
static const double ROLLING_SPEED = 1e-9;

static void release(void *self) {
    struct wrapped *w = self;
    if (w == NULL)
        return;
    plus_free(w->plus);
    mass_factor_free(w->mass);
    free(w->contact);
    free(w->A);
    free(w->column);
    free(w);
}

static struct wrapped *allocate(const struct contact_problem *shape, bool is_pgs) {
    const size_t rows = (size_t)wrapped_rows(shape) + 1, nv = (size_t)shape->nv;
    struct wrapped *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->is_pgs = is_pgs;
    w->plus = is_pgs ? NULL : plus_alloc((int)rows, ROLLING_SPEED);
    w->mass = mass_factor_alloc(shape->mass_pattern);
    w->contact = calloc((size_t)shape->contacts + 1, sizeof *w->contact);
    w->A = calloc(rows * (rows + 3 + nv) + nv, sizeof *w->A);
    w->column = calloc(4 * rows, sizeof *w->column);
    if ((w->plus == NULL && !is_pgs) || w->mass == NULL || w->contact == NULL ||
        w->A == NULL || w->column == NULL) {
        release(w);
        return NULL;
    }
    w->u = w->A + rows * rows;
    w->p = w->u + rows;
    w->expansion = w->p + rows;
    w->columns = w->expansion + rows;
    w->momentum = w->columns + rows * nv;
    w->participant = w->column + rows;
    w->expander = w->participant + rows;
    w->joint = w->expander + rows;
    return w;
}

static enum contact_state name_state(const struct faithful_contact *point) {
    if (point->normal_state == FAITHFUL_OFF)
        return CONTACT_OPEN;
    return point->friction_state == FAITHFUL_SLIDING ||
                   point->friction_state == FAITHFUL_IMPENDING
               ? CONTACT_SLIDING
               : CONTACT_STICKING;
}

static void write_answer(const struct wrapped *w, const struct contact_problem *problem,
                         struct contact_answer *answer) {
    const size_t nv = (size_t)problem->nv;
    memset(answer->impulse, 0, (size_t)problem->rows * sizeof(double));
    memcpy(answer->v, problem->v_free, nv * sizeof(double));
    for (int i = 0; i < problem->contacts; i++)
        answer->state[i] = CONTACT_ABSENT;
    for (int k = 0; k < w->call.contacts; k++)
        answer->state[w->contact[k].contact] = name_state(&w->contact[k]);
    for (size_t i = 0; i < (size_t)w->call.rows; i++) {
        const int column = w->column[i];
        if (column >= problem->rows)
            answer->joint_impulse[column - problem->rows] = -w->p[i];
        else if (column >= 0)
            answer->impulse[column] = -w->p[i];
        for (size_t j = 0; j < nv; j++)
            answer->v[j] -= w->columns[i * nv + j] * w->p[i];
    }
    answer->iterations = w->call.iterations;
    answer->factorizations = w->call.factorizations;
}

static enum fast_status solve_wrapped(void *self, const struct contact_problem *problem,
                                      struct contact_answer *answer) {
    struct wrapped *w = self;
    if (problem->is_changed || !w->has_mass)
        w->has_mass = mass_factor_form(w->mass, problem->mass);
    if (!w->has_mass)
        return FAST_SINGULAR;
    wrapped_list_rows(w, problem);
    wrapped_form_rows(w, problem);
    enum fast_status status =
        w->is_pgs ? pgs_solve(&w->call) : plus_solve(w->plus, &w->call);
    if (status == FAST_OK)
        write_answer(w, problem, answer);
    return status;
}

static enum fast_status wrap(struct contact_solver *solver,
                             const struct contact_problem *shape, bool is_pgs) {
    struct wrapped *w = allocate(shape, is_pgs);
    if (w == NULL)
        return FAST_NO_MEMORY;
    *solver = (struct contact_solver){.self = w,
                                      .name = is_pgs ? "PGS" : "PLUS",
                                      .solve = solve_wrapped,
                                      .free = release};
    return FAST_OK;
}

enum fast_status contact_plus_alloc(struct contact_solver *solver,
                                    const struct contact_problem *shape) {
    return wrap(solver, shape, false);
}

enum fast_status contact_pgs_alloc(struct contact_solver *solver,
                                   const struct contact_problem *shape) {
    return wrap(solver, shape, true);
}

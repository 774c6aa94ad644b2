/* A model with its contacts as the callbacks of fast/contact.h. The program of the rows has
 * the outputs gap | offset | entries of J^T, that of the mass its entries alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_contacts.h"

#include <stdlib.h>
#include <string.h>

#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/integrators/bind/bind_matrix.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* The properties of a contact that are constants. */
enum { RESTITUTION, STATIC_FRICTION, DYNAMIC_FRICTION, VISCOUS_FRICTION, CONSTANTS };

struct bind_contacts {
    struct bind_joints *joints;
    struct integrator_system motion; /* of the joints' binding */
    struct bind_function gap, rows, mass;
    struct bind_matrix matrix, mass_matrix;
    int count;        /* rows of all contacts */
    double *value;    /* outputs of the program of the rows, or of the mass */
    double *constant; /* [CONSTANTS * contacts] */
    int *slides;
    struct integrator_system system;
};

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->rates(s->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->map(s->context, q, v, qdot);
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->unmap(s->context, q, qdot, v);
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->dynamics(s->context, t, x, ydot, bias, matrix, response);
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->position(s->context, t, x, error, matrix);
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const struct integrator_system *s = &((struct bind_contacts *)context)->motion;
    return s->velocity(s->context, t, x, error, matrix);
}

static int find_gaps(void *context, double t, const double *x, double *gap) {
    const struct bind_contacts *b = context;
    bind_function_run(&b->gap, &t, x, gap);
    return 0;
}

/* The entries of a matrix, which are a program's outputs from `first` on in their order
 * (bind_contacts_alloc has made sure of it): J^T of a large model has thousands of them. */
static void copy_entries(const struct bind_matrix *a, const double *first,
                         double *matrix) {
    memcpy(matrix, first, (size_t)a->start[a->pattern.columns] * sizeof *matrix);
}

/* Straight to where they are wanted if that is one array (a large model has 100 kB of them). */
static int find_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    const struct bind_contacts *b = context;
    const size_t contacts = (size_t)b->system.contacts, rows = (size_t)b->count;
    const bool in_place = offset == gap + contacts && matrix == offset + rows;
    bind_function_run(&b->rows, &t, x, in_place ? gap : b->value);
    if (in_place)
        return 0;
    memcpy(gap, b->value, contacts * sizeof *gap);
    memcpy(offset, b->value + contacts, rows * sizeof *offset);
    copy_entries(&b->matrix, b->value + contacts + rows, matrix);
    return 0;
}

static int find_mass(void *context, double t, const double *x, double *matrix) {
    const struct bind_contacts *b = context;
    bind_function_run(&b->mass, &t, x, matrix);
    return 0;
}

static void set_motion(struct bind_contacts *b) {
    struct integrator_system *s = &b->system;
    bind_joints_choose_patterns(b->joints, true);
    b->motion = *s = *bind_joints_system(b->joints);
    s->context = b;
    s->rates = rates;
    s->map = s->map != NULL ? map : NULL;
    s->unmap = s->unmap != NULL ? unmap : NULL;
    s->jacobian = NULL;
    s->dynamics = s->joints > 0 ? dynamics : NULL;
    s->position = s->joints > 0 ? position : NULL;
    s->velocity = s->joints > 0 ? velocity : NULL;
}

/* The pattern of a matrix whose entries are the outputs of a program from `first` on, by
 * columns. */
static enum problem_status place_in_order(struct bind_matrix *a,
                                          const struct expr_matrix *entries, int first) {
    enum problem_status status = bind_matrix_place(a, entries, first);
    for (int k = 0; status == PROBLEM_OK && k < entries->count; k++)
        if (a->source[k] != first + k)
            status = PROBLEM_BAD_MODEL;
    return status;
}

static enum problem_status make_rows(struct bind_contacts *b, struct model *m) {
    struct expr_matrix entries = {0};
    b->count = model_contact_rows(m);
    enum problem_status status =
        bind_function_make(&b->rows, m->graph, model_rows_program(m, &entries));
    if (status == PROBLEM_OK)
        status = place_in_order(&b->matrix, &entries, m->contacts + b->count);
    b->value =
        calloc((size_t)(m->contacts + b->count + entries.count) + 1, sizeof *b->value);
    expr_matrix_clear(&entries);
    b->system.contact_rows = find_rows;
    b->system.contact_pattern = &b->matrix.pattern;
    return b->value == NULL ? PROBLEM_NO_MEMORY : status;
}

static enum problem_status make_mass(struct bind_contacts *b, struct model *m) {
    struct expr_matrix entries = {0};
    enum problem_status status =
        bind_function_make(&b->mass, m->graph, model_mass_program(m, &entries));
    if (status == PROBLEM_OK)
        status = place_in_order(&b->mass_matrix, &entries, 0);
    expr_matrix_clear(&entries);
    b->system.mass = find_mass;
    b->system.mass_pattern = &b->mass_matrix.pattern;
    return status;
}

static enum problem_status make_constants(struct bind_contacts *b,
                                          const struct model *m) {
    const int n = m->contacts;
    const size_t size = CONSTANTS * (size_t)n;
    expr *constant = calloc(size + 1, sizeof *constant);
    if (constant == NULL)
        return PROBLEM_NO_MEMORY;
    for (int i = 0; i < n; i++) {
        const struct contact *c = &m->contact[i];
        b->slides[i] = c->slides;
        constant[RESTITUTION * n + i] = c->restitution;
        constant[STATIC_FRICTION * n + i] = c->static_friction;
        constant[DYNAMIC_FRICTION * n + i] = c->dynamic_friction;
        constant[VISCOUS_FRICTION * n + i] = c->viscous_friction;
    }
    enum problem_status status =
        expr_constants_double(m->graph, (int)size, constant, b->constant);
    free(constant);
    return status;
}

static enum problem_status make_contacts(struct bind_contacts *b, struct model *m) {
    const size_t n = (size_t)m->contacts;
    b->slides = calloc(n + 1, sizeof *b->slides);
    b->constant = calloc(CONSTANTS * n + 1, sizeof *b->constant);
    if (b->slides == NULL || b->constant == NULL)
        return PROBLEM_NO_MEMORY;
    b->system.contacts = m->contacts;
    b->system.slides = b->slides;
    b->system.restitution = b->constant + RESTITUTION * n;
    b->system.static_friction = b->constant + STATIC_FRICTION * n;
    b->system.dynamic_friction = b->constant + DYNAMIC_FRICTION * n;
    b->system.viscous_friction = b->constant + VISCOUS_FRICTION * n;
    b->system.gap = find_gaps;
    enum problem_status status = make_constants(b, m);
    if (status == PROBLEM_OK)
        status = bind_function_make(&b->gap, m->graph, model_gaps_program(m));
    return status == PROBLEM_OK ? make_rows(b, m) : status;
}

enum problem_status bind_contacts_alloc(struct bind_contacts **made, struct model *m) {
    *made = NULL;
    struct bind_contacts *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = bind_joints_alloc(&b->joints, m, false);
    if (status == PROBLEM_OK)
        set_motion(b);
    if (status == PROBLEM_OK && m->contacts > 0)
        status = make_contacts(b, m);
    if (status == PROBLEM_OK && m->masses > 0)
        status = make_mass(b, m);
    if (status != PROBLEM_OK) {
        bind_contacts_free(b);
        return status;
    }
    *made = b;
    return PROBLEM_OK;
}

void bind_contacts_free(struct bind_contacts *b) {
    if (b == NULL)
        return;
    bind_joints_free(b->joints);
    bind_function_clear(&b->gap);
    bind_function_clear(&b->rows);
    bind_function_clear(&b->mass);
    bind_matrix_clear(&b->matrix);
    bind_matrix_clear(&b->mass_matrix);
    free(b->value);
    free(b->constant);
    free(b->slides);
    free(b);
}

const struct integrator_system *bind_contacts_system(const struct bind_contacts *b) {
    return &b->system;
}

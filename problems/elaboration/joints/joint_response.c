/* R = M^-1 G^T, as its transpose: row j is M^-1 times row j of G. Only velocities that M joins
 * to those of row j have entries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/compare.h"
#include "problems/elaboration/factors.h"
#include "problems/elaboration/joints/joints.h"
#include "problems/graph/expr.h"

/* A column of R on its way. */
struct column {
    expr *value;    /* by velocity, 0 between columns (size nv) */
    bool *touched;  /* by component of M (size nv) */
    int *component; /* those touched (size nv) */
    int *velocity;  /* those of the touched components (size nv) */
};

static bool start_column(struct column *c, const struct model *m) {
    size_t size = (size_t)m->nv + 1;
    c->value = malloc(size * sizeof *c->value);
    c->touched = calloc(size, sizeof *c->touched);
    c->component = malloc(size * sizeof *c->component);
    c->velocity = malloc(size * sizeof *c->velocity);
    for (int i = 0; i < m->nv && c->value; i++)
        c->value[i] = expr_integer(m->graph, 0);
    return c->value && c->touched && c->component && c->velocity;
}

static void clear_column(struct column *c) {
    free(c->value);
    free(c->touched);
    free(c->component);
    free(c->velocity);
}

/* Solves in the touched components; returns how many velocities these have. */
static int solve_touched(const struct factors *f, struct column *c, int components) {
    int count = 0;
    for (int i = 0; i < components; i++) {
        int component = c->component[i];
        factors_solve(f, component, c->value);
        c->touched[component] = false;
        for (int k = f->start[component]; k < f->start[component + 1]; k++)
            c->velocity[count++] = f->member[k];
    }
    if (count > 0)
        qsort(c->velocity, (size_t)count, sizeof *c->velocity, compare_ints);
    return count;
}

/* Row j, whose entries in G begin at `place`; where those of the next row begin is returned;
 * -1: a failure. */
static int fill_row(struct elaboration *e, struct column *c, int j, int place,
                    int *capacity) {
    struct model *m = e->model;
    const struct factors *f = e->factored_mass;
    const struct expr_matrix *G = &m->joint_matrix;
    int components = 0;
    for (; place < G->count && G->row[place] == j; place++) {
        int component = f->component[G->column[place]];
        c->value[G->column[place]] = G->entry[place];
        if (!c->touched[component])
            c->component[components++] = component;
        c->touched[component] = true;
    }
    int count = solve_touched(f, c, components);
    for (int k = 0; k < count; k++) {
        expr value = c->value[c->velocity[k]];
        c->value[c->velocity[k]] = expr_integer(m->graph, 0);
        if (expr_is_zero(m->graph, value))
            continue;
        if (!expr_matrix_append(&m->joint_response, capacity, j, c->velocity[k], value)) {
            elaborate_fail_memory(e);
            return -1;
        }
    }
    return elaborate_spend(e, 1 + count, e->joint[0].offset) ? place : -1;
}

static bool fill_rows(struct elaboration *e) {
    const struct model *m = e->model;
    struct column c = {0};
    int place = 0, capacity = 0;
    if (!start_column(&c, m)) {
        clear_column(&c);
        return elaborate_fail_memory(e);
    }
    for (int j = 0; j < m->joints && place >= 0; j++)
        place = fill_row(e, &c, j, place, &capacity);
    clear_column(&c);
    return place >= 0;
}

/* M is the identity. */
static bool copy_rows(struct elaboration *e) {
    struct model *m = e->model;
    const struct expr_matrix *G = &m->joint_matrix;
    int capacity = 0;
    for (int k = 0; k < G->count; k++)
        if (!expr_matrix_append(&m->joint_response, &capacity, G->row[k], G->column[k],
                                G->entry[k]))
            return elaborate_fail_memory(e);
    return true;
}

bool joint_response(struct elaboration *e) {
    struct model *m = e->model;
    m->joint_response.rows = m->joints;
    m->joint_response.columns = m->nv;
    return e->factored_mass ? fill_rows(e) : copy_rows(e);
}

/* v' from M v' = force, M = L D L^T. A symmetric matrix is positive definite if and only if
 * D is positive.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/mass.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

static struct declared_state *component(const struct elaboration *e, int i) {
    return &e->state[e->declared[i]];
}

static bool fail_pivot(struct elaboration *e, enum factors_status status, int p) {
    const struct declared_state *state = component(e, e->model->nq + p);
    if (state->body)
        return elaborate_fail_unmoved(e, state);
    if (status == FACTORS_NO_DIAGONAL)
        return elaborate_fail(e, state->force_offset,
                              "'%s' has no mass: expected a line mass %s, %s = ...",
                              state->name, state->name, state->name);
    return elaborate_fail(e, state->force_offset,
                          "the mass matrix is singular: the pivot of '%s' is zero",
                          state->name);
}

static int diagonal_offset(const struct elaboration *e, int velocity) {
    for (int i = 0; i < e->masses; i++)
        if (e->mass[i].row == velocity && e->mass[i].column == velocity)
            return e->mass[i].offset;
    return e->mass[0].offset;
}

static bool check_pivots(struct elaboration *e, const struct factors *factors, double t,
                         const double *x, expr *pivot, struct rough *value) {
    for (int p = 0; p < factors->n; p++)
        pivot[p] = *factors_entry(factors, p, p);
    if (!rough_values(e, factors->n, pivot, t, x, 0, value))
        return false;
    for (int i = 0; i < factors->n; i++) {
        int p = factors->order[i];
        const struct declared_state *state = component(e, e->model->nq + p);
        if (value[p].finite && value[p].sign > 0)
            continue;
        if (state->body)
            return elaborate_fail_unmoved(e, state);
        if (value[p].finite)
            return elaborate_fail(
                e, diagonal_offset(e, p),
                "the mass matrix is not positive definite at the start: "
                "the pivot of '%s' is %.3g",
                state->name, value[p].value);
    }
    return true;
}

static bool check_definite(struct elaboration *e, const struct factors *factors) {
    double t = 0;
    double *x = malloc((size_t)e->states * sizeof *x);
    expr *pivot = malloc((size_t)(factors->n + 1) * sizeof *pivot);
    struct rough *value = malloc((size_t)(factors->n + 1) * sizeof *value);
    bool fine = x && pivot && value ? rough_start(e, &t, x) : elaborate_fail_memory(e);
    fine = fine && check_pivots(e, factors, t, x, pivot, value);
    free(x);
    free(pivot);
    free(value);
    return fine;
}

static int compare_entries(const void *a, const void *b) {
    const struct mass_entry *x = a, *y = b;
    int order = (x->row > y->row) - (x->row < y->row);
    return order != 0 ? order : (x->column > y->column) - (x->column < y->column);
}

/* m->mass: both triangles, sorted. */
static bool keep_matrix(struct elaboration *e) {
    struct model *m = e->model;
    int count = 0, capacity = 0;
    struct mass_entry *all = malloc(2 * ((size_t)e->masses + 1) * sizeof *all);
    if (!all)
        return elaborate_fail_memory(e);
    for (int i = 0; i < e->masses; i++) {
        struct mass_entry entry = e->mass[i];
        if (expr_is_zero(m->graph, entry.value))
            continue;
        all[count++] = entry;
        if (entry.row != entry.column)
            all[count++] = (struct mass_entry){entry.column, entry.row, entry.value, 0};
    }
    qsort(all, (size_t)count, sizeof *all, compare_entries);
    m->mass.rows = m->mass.columns = m->nv;
    bool done = true;
    for (int i = 0; i < count && done; i++)
        done = expr_matrix_append(&m->mass, &capacity, all[i].row, all[i].column,
                                  all[i].value) ||
               elaborate_fail_memory(e);
    m->masses = m->mass.count;
    free(all);
    return done;
}

bool mass_solve(struct elaboration *e, struct factors *factors, const expr *force,
                expr *acceleration) {
    const struct model *m = e->model;
    int p = 0;
    if (!factors_start(factors, e, m->nv, e->masses > 0 ? e->mass[0].offset : 0))
        return false;
    for (int i = 0; i < e->masses; i++)
        if (!expr_is_zero(m->graph, e->mass[i].value) &&
            !factors_add(factors, e->mass[i].row, e->mass[i].column, e->mass[i].value))
            return false;
    memcpy(acceleration, force, (size_t)m->nv * sizeof *acceleration);
    enum factors_status status = factors_run(factors, LONG_MAX, acceleration, &p);
    if (status != FACTORS_DONE)
        return status != FACTORS_FAILED && fail_pivot(e, status, p);
    factors_finish(factors, acceleration);
    if (graph_failed(m->graph))
        return elaborate_fail_memory(e);
    return check_definite(e, factors) && keep_matrix(e);
}

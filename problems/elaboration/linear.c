/* e is linear in v if N_j = de/dv_j is free of v, and the remainder r = e - sum N_j v_j,
 * which is e at v = 0, vanishes: it folds to the number 0, or is found to be zero. With a
 * rest that is allowed the first suffices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/linear.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/readers/vanishing.h"

/* What work counts as, in terms read: a test at random points, whose constants may need
 * thousands of bits; and this many nodes of a differentiation. */
enum { TEST_WORK = 200000, NODES_PER_WORK = 4 };

void linear_clear(struct linear_form *form) {
    free(form->velocity);
    free(form->coefficient);
    *form = (struct linear_form){0};
}

static bool is_velocity(const struct model *m, int variable) {
    return variable > m->nq && variable <= m->nq + m->nv;
}

/* The velocities among some variables, in place; their number is returned. */
static int keep_velocities(const struct model *m, int count, int *variable) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (is_velocity(m, variable[i]))
            variable[kept++] = variable[i];
    return kept;
}

static bool fail_linear(struct elaboration *e, int offset, const char *what,
                        const char *velocity, int culprit) {
    return elaborate_fail(e, offset,
                          "%s must be linear in the velocities, but the factor of '%s' "
                          "depends on '%s'",
                          what, velocity, elaborate_variable_name(e, culprit));
}

/* Whether a coefficient depends on positions alone, or on t as well. */
static bool check_coefficient(struct elaboration *e, expr coefficient, int offset,
                              const char *what, const char *velocity,
                              enum linear_kind kind) {
    int *variable, count = expr_variables(e->model->graph, coefficient, &variable);
    bool fine = count >= 0 || elaborate_fail_memory(e);
    for (int i = 0; i < count && fine; i++)
        if ((variable[i] == 0 && kind == LINEAR_BY_POSITIONS) ||
            variable[i] > e->model->nq)
            fine = fail_linear(e, offset, what, velocity, variable[i]);
    free(variable);
    return fine;
}

/* The same of all coefficients in one pass, which most pass: *are_fine. */
static bool check_all(struct elaboration *e, const struct linear_form *form,
                      enum linear_kind kind, bool *are_fine) {
    int *variable, count = expr_variables_of(e->model->graph, form->count,
                                             form->coefficient, &variable);
    *are_fine = count == 0 || (count > 0 && variable[count - 1] <= e->model->nq &&
                               (variable[0] > 0 || kind != LINEAR_BY_POSITIONS));
    free(variable);
    return count >= 0 || elaborate_fail_memory(e);
}

/* The remainder: e at v = 0. */
static bool check_remainder(struct elaboration *e, expr value, int offset,
                            const char *what, int count, const int *velocity) {
    graph *g = e->model->graph;
    expr *zeros = malloc(((size_t)count + 1) * sizeof *zeros);
    if (!zeros)
        return elaborate_fail_memory(e);
    for (int i = 0; i < count; i++)
        zeros[i] = expr_integer(g, 0);
    expr rest = expr_substitute(g, value, count, velocity, zeros);
    free(zeros);
    if (rest == EXPR_NONE)
        return elaborate_fail_memory(e);
    if (expr_is_zero(g, rest))
        return true;
    if (!elaborate_spend(e, TEST_WORK, offset))
        return false;
    bool zero;
    enum problem_status status = expr_vanish(g, 1, &rest, &zero);
    if (status == PROBLEM_NO_MEMORY)
        return elaborate_fail_memory(e);
    if (status != PROBLEM_OK)
        return elaborate_fail_as(e, status, offset, "%s has a constant without a value",
                                 what);
    return zero || elaborate_fail(e, offset,
                                  "%s must be linear in the velocities, but is not zero "
                                  "when they are",
                                  what);
}

/* Accounts for a gradient, which takes a pass over the expression for each variable. */
static bool spend_on_gradient(struct elaboration *e, expr value, int count, int offset) {
    struct walk w;
    enum problem_status status =
        walk_collect(&w, e->model->graph, 1, &value, WALK_CONSTANTS_ARE_LEAVES);
    long nodes = w.count;
    walk_clear(&w);
    return status == PROBLEM_OK
               ? elaborate_spend(e, count * nodes / NODES_PER_WORK, offset)
               : elaborate_fail_memory(e);
}

static bool find_coefficients(struct elaboration *e, expr value, int offset,
                              const char *what, enum linear_kind kind,
                              struct linear_form *form) {
    const struct model *m = e->model;
    int count = form->count, kept = 0;
    form->coefficient = malloc(((size_t)count + 1) * sizeof *form->coefficient);
    if (!form->coefficient)
        return elaborate_fail_memory(e);
    if (!spend_on_gradient(e, value, count, offset))
        return false;
    if (count > 0)
        expr_gradient(m->graph, value, count, form->velocity, form->coefficient);
    bool are_fine;
    if (!check_all(e, form, kind, &are_fine))
        return false;
    for (int i = 0; i < count; i++) {
        int variable = form->velocity[i];
        if (!elaborate_spend(e, 1, offset) ||
            (!are_fine && !check_coefficient(e, form->coefficient[i], offset, what,
                                             elaborate_variable_name(e, variable), kind)))
            return false;
    }
    if (kind != LINEAR_WITH_REST &&
        !check_remainder(e, value, offset, what, count, form->velocity))
        return false;
    for (int i = 0; i < count; i++)
        if (!expr_is_zero(m->graph, form->coefficient[i])) {
            form->coefficient[kept] = form->coefficient[i];
            form->velocity[kept++] = form->velocity[i] - 1 - m->nq;
        }
    form->count = kept;
    return true;
}

bool elaborate_linear(struct elaboration *e, expr value, int offset, const char *what,
                      enum linear_kind kind, struct linear_form *form) {
    *form = (struct linear_form){0};
    int count = expr_variables(e->model->graph, value, &form->velocity);
    if (count < 0)
        return elaborate_fail_memory(e);
    form->count = keep_velocities(e->model, count, form->velocity);
    if (find_coefficients(e, value, offset, what, kind, form))
        return true;
    linear_clear(form);
    return false;
}

/* Constants: free of t and of the state, and finite.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

static bool is_allowed(const struct model *m, int variable, struct allowed allowed) {
    int component = variable - 1;
    if (variable == 0)
        return allowed.time;
    if (component < m->nq)
        return allowed.positions;
    return component < m->nq + m->nv ? allowed.velocities : allowed.others;
}

bool elaborate_depends(struct elaboration *e, expr value, int offset, const char *what,
                       struct allowed allowed) {
    int *variable, count = expr_variables(e->model->graph, value, &variable);
    bool fine = count >= 0 || elaborate_fail_memory(e);
    for (int i = 0; i < count && fine; i++)
        if (!is_allowed(e->model, variable[i], allowed))
            fine = elaborate_fail(e, offset, "%s may not depend on '%s'", what,
                                  elaborate_variable_name(e, variable[i]));
    free(variable);
    return fine;
}

expr elaborate_elementary(struct elaboration *e, struct term *term, const char *what) {
    const graph *g = e->model->graph;
    expr value = elaborate_expression(e, term), special = value;
    if (!expr_is_special(g, value))
        return value;
    while (!operation_is_special(expr_operation(g, special)))
        for (int i = 0, found = 0; !found; i++)
            if (expr_is_special(g, expr_argument(g, special, i))) {
                special = expr_argument(g, special, i);
                found = 1;
            }
    elaborate_fail(e, term_begin(term),
                   "%s may not use '%s', which is for parameters, initial values, spans, "
                   "solutions, paths and published values",
                   what, expr_operation_name(expr_operation(g, special)));
    return EXPR_NONE;
}

expr elaborate_constant_form(struct elaboration *e, struct term *term, const char *what) {
    expr value = elaborate_expression(e, term);
    if (value == EXPR_NONE || expr_is_constant(e->model->graph, value))
        return value;
    elaborate_depends(e, value, term_begin(term), what, (struct allowed){0});
    return EXPR_NONE;
}

expr elaborate_constant(struct elaboration *e, struct term *term, const char *what) {
    expr value = elaborate_constant_form(e, term, what);
    if (value == EXPR_NONE || expr_operation(e->model->graph, value) == EXPR_NUMBER)
        return value;
    struct rough rough;
    if (!rough_values(e, 1, &value, 0, NULL, term_begin(term), &rough))
        return EXPR_NONE;
    if (rough.finite)
        return value;
    char constant[192];
    model_tell_constant_in(e->model, value, constant, sizeof constant);
    elaborate_fail_as(e, PROBLEM_NOT_FINITE, term_begin(term),
                      "%s is not a finite number%s", what, constant);
    return EXPR_NONE;
}

/* Parameters, abbreviations, and what all definitions have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "problems/elaboration/elaborate.h"
#include "problems/graph/expr.h"

bool elaborate_define(struct elaboration *e, const struct key *k, struct symbol symbol) {
    const struct symbol *taken = names_find(&e->names, k);
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    if (taken)
        return elaborate_fail(e, symbol.offset, "'%s' is already defined, on line %d",
                              text, elaborate_line(e, taken->offset));
    if (!names_fit(&e->names, k))
        return elaborate_fail(e, symbol.offset,
                              "'%s' is already defined with another number of indices",
                              e->atoms->text[k->atom]);
    return names_define(&e->names, k, symbol) || elaborate_fail_memory(e);
}

static bool define_parameter(struct elaboration *e, struct statement *s,
                             const struct key *k) {
    struct model *m = e->model;
    char what[KEY_TEXT_SIZE + 32], text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    snprintf(what, sizeof what, "the parameter %s", text);
    expr value = elaborate_settable(e, k, s->value, what, elaborate_constant);
    if (value == EXPR_NONE ||
        !elaborate_define(
            e, k, (struct symbol){SYMBOL_PARAMETER, m->parameters, s->target.offset}))
        return false;
    char **grown = array_grow(m->parameter, &e->parameter_capacity, m->parameters + 1,
                              sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->parameter = grown;
    m->parameter[m->parameters] = elaborate_name(e, k);
    graph_set_parameter(m->graph, m->parameters++, value);
    return e->status == PROBLEM_OK;
}

/* A name without indices in the body of a loop is known until the end of the turn. */
static bool define_local(struct elaboration *e, const struct key *k, expr value,
                         int offset) {
    const struct symbol *taken = names_find(&e->names, k);
    if (taken)
        return elaborate_fail(e, offset, "'%s' is already defined, on line %d",
                              e->atoms->text[k->atom], elaborate_line(e, taken->offset));
    if (!names_fit(&e->names, k))
        return elaborate_fail(e, offset,
                              "'%s' is already defined with another number of indices",
                              e->atoms->text[k->atom]);
    return names_push(&e->names, k->atom, (struct symbol){SYMBOL_LOCAL, value, offset}) ||
           elaborate_fail_memory(e);
}

static bool define_turn(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct key k;
    if (!elaborate_key(e, &k, &s->target))
        return false;
    if (s->kind == STATEMENT_PARAMETER)
        return define_parameter(e, s, &k);
    expr value = elaborate_expression(e, s->value);
    if (value == EXPR_NONE)
        return false;
    if (e->loops > 0 && k.indices == 0 && !s->clauses)
        return define_local(e, &k, value, s->target.offset);
    return elaborate_define(e, &k, (struct symbol){SYMBOL_LET, value, s->target.offset});
}

bool elaborate_definition(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, define_turn, s);
}

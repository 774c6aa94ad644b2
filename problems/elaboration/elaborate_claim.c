/* What is claimed of the motion: invariants, closed forms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/elaborate.h"

bool elaborate_take_name(struct elaboration *e, struct key_table *names,
                         const struct key *k, int offset) {
    const int *taken = keys_find(names, k);
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, k);
    if (taken)
        return elaborate_fail(e, offset, "'%s' is already defined, on line %d", text,
                              elaborate_line(e, *taken));
    return keys_add(names, k, offset) || elaborate_fail_memory(e);
}

static bool add_invariant(struct elaboration *e, struct statement *s) {
    struct key k;
    if (!elaborate_key(e, &k, &s->target) ||
        !elaborate_take_name(e, &e->invariant_names, &k, s->target.offset))
        return false;
    expr value = elaborate_elementary(e, s->value, "an invariant");
    char *name = elaborate_name(e, &k);
    return value != EXPR_NONE && name && elaborate_add_invariant(e, name, value);
}

bool elaborate_add_invariant(struct elaboration *e, const char *name, expr value) {
    struct model *m = e->model;
    char *copy = arena_text(m->texts, name, strlen(name));
    struct named_expr *grown = array_grow(m->invariant, &e->invariant_capacity,
                                          m->invariants + 1, sizeof *grown);
    if (grown)
        m->invariant = grown;
    if (!grown || !copy)
        return elaborate_fail_memory(e);
    m->invariant[m->invariants++] = (struct named_expr){copy, value};
    return e->status == PROBLEM_OK;
}

static bool add_solution(struct elaboration *e, struct statement *s) {
    struct declared_state *state =
        elaborate_state(e, &s->target, "position, velocity or state");
    if (!state)
        return false;
    if (state->solution != EXPR_NONE)
        return elaborate_fail(e, s->target.offset,
                              "the solution of '%s' is already on line %d", state->name,
                              elaborate_line(e, state->solution_offset));
    e->solved = true;
    state->solution_offset = s->target.offset;
    state->solution = elaborate_expression(e, s->value);
    return state->solution != EXPR_NONE &&
           elaborate_depends(e, state->solution, term_begin(s->value), "a solution",
                             (struct allowed){.time = true});
}

static bool take_turn(struct elaboration *e, void *context) {
    struct statement *s = context;
    return s->kind == STATEMENT_INVARIANT ? add_invariant(e, s) : add_solution(e, s);
}

bool elaborate_claim(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, take_turn, s);
}

/* Sizes, and the components of the state with their values at the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "problems/elaboration/elaborate.h"

/* The value of a size, set from outside or not. */
static bool read_size(struct elaboration *e, const struct key *k, struct statement *s,
                      int *value) {
    struct parsed_setting *setting = elaborate_setting(e, k);
    const struct term *term = setting ? setting->statement->value : s->value;
    if (setting)
        e->source = &setting->source;
    bool valid = elaborate_integer(e, term, value);
    if (valid && *value <= 0)
        valid = elaborate_fail(e, term_begin(term),
                               "a size is a positive integer, not %d", *value);
    if (valid && *value > e->limits.states)
        valid =
            elaborate_fail(e, term_begin(term), "a size is at most %d", e->limits.states);
    e->source = e->file;
    return valid;
}

bool elaborate_size(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    struct key k = {.atom = s->target.name};
    int value, capacity = e->size_capacity;
    if (!read_size(e, &k, s, &value) ||
        !elaborate_define(e, &k, (struct symbol){SYMBOL_SIZE, value, s->offset}))
        return false;
    char **size = array_grow(m->size, &capacity, m->sizes + 1, sizeof *size);
    if (!size)
        return elaborate_fail_memory(e);
    m->size = size;
    long *grown =
        array_grow(m->size_value, &e->size_capacity, m->sizes + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->size_value = grown;
    m->size[m->sizes] = elaborate_name(e, &k);
    m->size_value[m->sizes++] = value;
    return e->status == PROBLEM_OK;
}

static bool declare_state(struct elaboration *e, enum state_kind kind,
                          const struct key *k, int offset) {
    if (e->states >= e->limits.states)
        return elaborate_fail(e, offset, "more than %d components of the state",
                              e->limits.states);
    if (!elaborate_define(e, k, (struct symbol){SYMBOL_STATE, e->states, offset}))
        return false;
    struct declared_state *state =
        array_grow(e->state, &e->state_capacity, e->states + 1, sizeof *state);
    if (!state)
        return elaborate_fail_memory(e);
    e->state = state;
    e->state[e->states++] = (struct declared_state){.kind = kind,
                                                    .name = elaborate_name(e, k),
                                                    .offset = offset,
                                                    .initial = EXPR_NONE,
                                                    .rate = EXPR_NONE,
                                                    .force = EXPR_NONE,
                                                    .solution = EXPR_NONE};
    return e->status == PROBLEM_OK;
}

static enum state_kind state_kind(enum statement_kind kind) {
    switch (kind) {
    case STATEMENT_POSITION: return STATE_POSITION;
    case STATEMENT_VELOCITY: return STATE_VELOCITY;
    default: return STATE_OTHER;
    }
}

/* One component: in the first pass its declaration, in the second its value. */
static bool declare_turn(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct key k;
    if (!elaborate_key(e, &k, &s->target))
        return false;
    if (e->declares)
        return declare_state(e, state_kind(s->kind), &k, s->target.offset);
    const struct symbol *symbol = elaborate_lookup(e, &k, s->target.offset);
    if (!symbol)
        return false;
    struct declared_state *state = &e->state[symbol->value];
    char what[KEY_TEXT_SIZE + 32];
    snprintf(what, sizeof what, "the initial value of %s", state->name);
    const struct parsed_setting *setting = elaborate_setting(e, &k);
    state->initial_source = setting ? &setting->source : e->file;
    state->initial_offset = term_begin(setting ? setting->statement->value : s->value);
    state->initial = elaborate_settable(e, &k, s->value, what, elaborate_constant_form);
    return state->initial != EXPR_NONE;
}

bool elaborate_declaration(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, declare_turn, s);
}

/* x = (q, v, z): the components of each kind in the order of their declaration. */
bool elaborate_order(struct elaboration *e) {
    struct model *m = e->model;
    int count[STATE_KINDS] = {0};
    for (int i = 0; i < e->states; i++)
        count[e->state[i].kind]++;
    m->nq = count[STATE_POSITION];
    m->nv = count[STATE_VELOCITY];
    m->nz = count[STATE_OTHER];
    if (e->states == 0)
        return elaborate_fail(e, 0, "the model has no position, velocity or state");
    int next[STATE_KINDS] = {0, m->nq, m->nq + m->nv};
    m->state = malloc((size_t)e->states * sizeof *m->state);
    e->declared = malloc((size_t)e->states * sizeof *e->declared);
    if (!m->state || !e->declared)
        return elaborate_fail_memory(e);
    for (int i = 0; i < e->states; i++) {
        struct declared_state *state = &e->state[i];
        state->component = next[state->kind]++;
        m->state[state->component] = state->name;
        e->declared[state->component] = i;
    }
    return true;
}

/* What moves the state: rates, and M v' = force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/elaborate.h"

static bool give_rate(struct elaboration *e, struct statement *s) {
    struct declared_state *state =
        elaborate_state(e, &s->target, "position, velocity or state");
    if (!state)
        return false;
    if (state->rate != EXPR_NONE)
        return elaborate_fail(e, s->target.offset,
                              "the rate of '%s' is already on line %d", state->name,
                              elaborate_line(e, state->rate_offset));
    state->rate_offset = s->target.offset;
    state->rate = elaborate_elementary(e, s->value, "a rate");
    return state->rate != EXPR_NONE;
}

static struct declared_state *find_velocity(struct elaboration *e,
                                            const struct target *target) {
    struct declared_state *state = elaborate_state(e, target, "velocity");
    if (state && state->kind != STATE_VELOCITY) {
        elaborate_fail(e, target->offset,
                       "expected the name of a velocity, but '%s' is a %s", state->name,
                       state->kind == STATE_POSITION ? "position" : "state");
        return NULL;
    }
    return state;
}

static bool give_force(struct elaboration *e, struct statement *s) {
    struct declared_state *state = find_velocity(e, &s->target);
    if (!state)
        return false;
    if (state->force != EXPR_NONE)
        return elaborate_fail(e, s->target.offset,
                              "the force of '%s' is already on line %d", state->name,
                              elaborate_line(e, state->force_offset));
    state->force_offset = s->target.offset;
    state->force = elaborate_elementary(e, s->value, "a force");
    return state->force != EXPR_NONE;
}

/* Sets M_ij = M_ji; giving both is fine when they are the same expression. */
bool elaborate_set_mass(struct elaboration *e, int i, int j, expr value, int offset) {
    struct key k = {.indices = 2, .index = {i < j ? i : j, i < j ? j : i}};
    const int *place = keys_find(&e->mass_table, &k);
    if (place && e->mass[*place].value == value)
        return true;
    if (place)
        return elaborate_fail(
            e, offset,
            "this entry of the symmetric mass matrix already has another "
            "value");
    struct mass_entry *grown =
        array_grow(e->mass, &e->mass_capacity, e->masses + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    e->mass = grown;
    e->mass[e->masses] = (struct mass_entry){k.index[0], k.index[1], value, offset};
    return keys_add(&e->mass_table, &k, e->masses++) || elaborate_fail_memory(e);
}

static bool give_mass(struct elaboration *e, struct statement *s) {
    const struct declared_state *a = find_velocity(e, &s->target);
    const struct declared_state *b = a ? find_velocity(e, &s->second) : NULL;
    if (!b)
        return false;
    expr value = elaborate_elementary(e, s->value, "a mass");
    int nq = e->model->nq;
    return value != EXPR_NONE &&
           elaborate_set_mass(e, a->component - nq, b->component - nq, value, s->offset);
}

static bool take_turn(struct elaboration *e, void *context) {
    struct statement *s = context;
    switch (s->kind) {
    case STATEMENT_RATE: return give_rate(e, s);
    case STATEMENT_FORCE: return give_force(e, s);
    default: return give_mass(e, s);
    }
}

bool elaborate_dynamics(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, take_turn, s);
}

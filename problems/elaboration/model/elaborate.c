/* Running the statements of a model file. They are run twice: at first only sizes and the
 * components of the state, so that every component has its place in x = (q, v, z) when the
 * expressions are built, then all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/elaborate.h"
#include "problems/graph/expr.h"

static bool run_statements(struct elaboration *e, struct statement *s);

static bool run_body(struct elaboration *e, void *context) {
    struct statement *s = context;
    int scope = e->names.scope;
    bool done = run_statements(e, s->body);
    names_pop(&e->names, scope);
    return done;
}

static bool run_for(struct elaboration *e, struct statement *s) {
    e->loops++;
    bool done = elaborate_loops(e, s->clauses, run_body, s);
    e->loops--;
    return done;
}

static bool run_if(struct elaboration *e, struct statement *s) {
    bool holds;
    if (!elaborate_condition(e, s->condition, &holds))
        return false;
    return run_statements(e, holds ? s->body : s->otherwise);
}

/* A statement in the first pass. */
static bool declare_statement(struct elaboration *e, struct statement *s) {
    switch (s->kind) {
    case STATEMENT_SIZE: return elaborate_size(e, s);
    case STATEMENT_POSITION:
    case STATEMENT_VELOCITY:
    case STATEMENT_STATE: return elaborate_declaration(e, s);
    case STATEMENT_FOR: return run_for(e, s);
    case STATEMENT_IF: return run_if(e, s);
    default: return true;
    }
}

/* A statement in the second pass. */
static bool run_statement(struct elaboration *e, struct statement *s) {
    switch (s->kind) {
    case STATEMENT_SIZE: return true;
    case STATEMENT_FOR: return run_for(e, s);
    case STATEMENT_IF: return run_if(e, s);
    case STATEMENT_POSITION:
    case STATEMENT_VELOCITY:
    case STATEMENT_STATE: return elaborate_declaration(e, s);
    case STATEMENT_PARAMETER:
    case STATEMENT_LET: return elaborate_definition(e, s);
    case STATEMENT_RATE:
    case STATEMENT_MASS:
    case STATEMENT_FORCE: return elaborate_dynamics(e, s);
    case STATEMENT_INVARIANT:
    case STATEMENT_SOLUTION: return elaborate_claim(e, s);
    case STATEMENT_JOINT: return elaborate_joint(e, s);
    case STATEMENT_QUATERNION: return elaborate_quaternion(e, s);
    case STATEMENT_CONTACT: return elaborate_contact(e, s);
    case STATEMENT_BODY: return elaborate_body(e, s);
    case STATEMENT_GRAVITY: return elaborate_gravity(e, s);
    case STATEMENT_PUBLISHED: return elaborate_published(e, s);
    case STATEMENT_PATH: return elaborate_path(e, s);
    case STATEMENT_VARIANT: return elaborate_variant(e, s);
    default: return elaborate_header(e, s);
    }
}

static bool run_statements(struct elaboration *e, struct statement *s) {
    for (; s; s = s->next) {
        if (!elaborate_spend(e, 1, s->offset))
            return false;
        if (!(e->declares ? declare_statement(e, s) : run_statement(e, s)))
            return false;
    }
    return true;
}

enum problem_status elaborate(struct elaboration *e) {
    e->declares = true;
    bool done = run_statements(e, e->first) && elaborate_order(e);
    e->declares = false;
    done = done && run_statements(e, e->first) && elaborate_check_settings(e) &&
           elaborate_bodies(e) && elaborate_rates(e) && elaborate_bodies_start(e) &&
           elaborate_map(e) && elaborate_quaternions(e) && elaborate_joints(e) &&
           elaborate_contacts(e) && elaborate_solution(e);
    if (!done && e->status == PROBLEM_OK)
        e->status = PROBLEM_NO_MEMORY;
    if (graph_failed(e->model->graph))
        e->status = PROBLEM_NO_MEMORY;
    return e->status;
}

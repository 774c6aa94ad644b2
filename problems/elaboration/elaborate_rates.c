/* The rates f of y' = f(t, q, y), given directly or by M v' = force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/mass.h"
#include "problems/elaboration/rough.h"

static struct declared_state *component(const struct elaboration *e, int i) {
    return &e->state[e->declared[i]];
}

/* Whether v' comes from a mass matrix and forces. */
static bool has_forces(const struct elaboration *e) {
    for (int i = 0; i < e->states; i++)
        if (e->state[i].force != EXPR_NONE)
            return true;
    return e->masses > 0;
}

static bool check_component(struct elaboration *e, const struct declared_state *state,
                            bool forces) {
    bool by_force = forces && state->kind == STATE_VELOCITY;
    if (by_force && state->rate != EXPR_NONE)
        return elaborate_fail(e, state->rate_offset,
                              "the rates of the velocities come from 'mass' and 'force', "
                              "so '%s' takes a force and no rate",
                              state->name);
    if (by_force && state->force == EXPR_NONE)
        return elaborate_fail(e, state->offset,
                              "'%s' has no force: expected a line 'force %s = ...'",
                              state->name, state->name);
    if (!by_force && state->rate == EXPR_NONE)
        return elaborate_fail(e, state->offset,
                              "'%s' has no rate: expected a line %s' = ...", state->name,
                              state->name);
    return true;
}

static bool solve_for_accelerations(struct elaboration *e) {
    const struct model *m = e->model;
    expr *force = malloc((size_t)(m->nv + 1) * sizeof *force);
    e->factored_mass = calloc(1, sizeof *e->factored_mass);
    if (!force || !e->factored_mass) {
        free(force);
        return elaborate_fail_memory(e);
    }
    for (int i = 0; i < m->nv; i++)
        force[i] = component(e, m->nq + i)->force;
    bool done = mass_solve(e, e->factored_mass, force, m->rates);
    free(force);
    return done;
}

/* Initial values may build on one another: all are looked at in one pass. */
static bool check_initial(struct elaboration *e) {
    struct rough *value = malloc((size_t)e->states * sizeof *value);
    bool fine = value ? rough_values(e, e->states, e->model->initial, 0, NULL, 0, value)
                      : elaborate_fail_memory(e);
    for (int i = 0; i < e->states && fine; i++) {
        const struct declared_state *state = component(e, i);
        if (value[i].finite)
            continue;
        e->source = state->initial_source;
        fine = elaborate_fail_as(e, PROBLEM_NOT_FINITE, state->initial_offset,
                                 "the initial value of %s is not a finite number",
                                 state->name);
        e->source = e->file;
    }
    free(value);
    return fine;
}

bool elaborate_rates(struct elaboration *e) {
    struct model *m = e->model;
    bool forces = has_forces(e);
    for (int i = 0; i < e->states; i++)
        if (!check_component(e, component(e, i), forces))
            return false;
    m->initial = malloc((size_t)e->states * sizeof *m->initial);
    m->rates = malloc((size_t)(m->nv + m->nz + 1) * sizeof *m->rates);
    if (!m->initial || !m->rates)
        return elaborate_fail_memory(e);
    for (int i = 0; i < e->states; i++)
        m->initial[i] = component(e, i)->initial;
    if (!check_initial(e))
        return false;
    for (int i = 0; i < m->nv + m->nz; i++)
        m->rates[i] = component(e, m->nq + i)->rate;
    m->free_rates = m->rates;
    m->reduced = true;
    return !forces || solve_for_accelerations(e);
}

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

static int diagonal_offset(const struct elaboration *e, int velocity) {
    for (int i = 0; i < e->masses; i++)
        if (e->mass[i].row == velocity && e->mass[i].column == velocity)
            return e->mass[i].offset;
    return e->mass[0].offset;
}

/* x := the state at the start, *t := the time. */
static bool start_values(struct elaboration *e, double *t, double *x) {
    expr *initial = malloc((size_t)(e->states + 1) * sizeof *initial);
    struct rough *rough = malloc((size_t)(e->states + 1) * sizeof *rough);
    bool done = initial && rough;
    if (done) {
        for (int i = 0; i < e->states; i++)
            initial[i] = component(e, i)->initial;
        initial[e->states] = e->model->span_begin;
        done = rough_values(e, e->states + 1, initial, 0, NULL, 0, rough);
    } else {
        elaborate_fail_memory(e);
    }
    for (int i = 0; i < e->states && done; i++)
        x[i] = rough[i].value;
    if (done)
        *t = rough[e->states].value;
    free(initial);
    free(rough);
    return done;
}

/* A symmetric matrix is positive definite if and only if D of L D L^T is positive. */
static bool check_pivots(struct elaboration *e, const struct mass_factors *factors,
                         double t, const double *x, struct rough *pivot) {
    if (!rough_values(e, factors->n, factors->pivot, t, x, 0, pivot))
        return false;
    for (int i = 0; i < factors->n; i++) {
        int p = factors->order[i];
        if (pivot[p].finite && pivot[p].sign <= 0)
            return elaborate_fail(
                e, diagonal_offset(e, p),
                "the mass matrix is not positive definite at the start: "
                "the pivot of '%s' is %.3g",
                component(e, e->model->nq + p)->name, pivot[p].value);
    }
    return true;
}

static bool check_definite(struct elaboration *e, const struct mass_factors *factors) {
    double t = 0;
    double *x = malloc((size_t)e->states * sizeof *x);
    struct rough *pivot = malloc((size_t)(factors->n + 1) * sizeof *pivot);
    bool fine = x && pivot ? start_values(e, &t, x) : elaborate_fail_memory(e);
    fine = fine && check_pivots(e, factors, t, x, pivot);
    free(x);
    free(pivot);
    return fine;
}

static bool solve_for_accelerations(struct elaboration *e) {
    const struct model *m = e->model;
    struct mass_factors factors = {0};
    expr *force = malloc((size_t)(m->nv + 1) * sizeof *force);
    if (!force)
        return elaborate_fail_memory(e);
    for (int i = 0; i < m->nv; i++)
        force[i] = component(e, m->nq + i)->force;
    bool done =
        mass_solve(e, m->nv, force, m->rates, &factors) && check_definite(e, &factors);
    mass_clear(&factors);
    free(force);
    return done;
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
    for (int i = 0; i < m->nv + m->nz; i++)
        m->rates[i] = component(e, m->nq + i)->rate;
    return !forces || solve_for_accelerations(e);
}

/* Closed forms. They must begin where the model does: x(t) at the begin of the span is the
 * initial value. When a setting has moved that value away, the closed form says nothing
 * about the motion and is left out; in a model as written this is a mistake.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/elaboration/rough.h"

/* How far a rough value of 64 bits may be off after some cancellation. */
static const double TOLERANCE = 1e-9;

static struct declared_state *component(const struct elaboration *e, int i) {
    return &e->state[e->declared[i]];
}

static bool check_complete(struct elaboration *e) {
    for (int i = 0; i < e->states; i++)
        if (component(e, i)->solution == EXPR_NONE)
            return elaborate_fail(e, component(e, i)->offset,
                                  "other components have a solution, but '%s' has none",
                                  component(e, i)->name);
    return true;
}

static bool is_near(struct rough a, struct rough b) {
    if (!a.finite || !b.finite)
        return !a.finite && !b.finite;
    return fabs(a.value - b.value) <= TOLERANCE * (1 + fabs(a.value) + fabs(b.value));
}

/* The components' solutions at the beginning of the span, and their initial values. */
static bool evaluate_start(struct elaboration *e, struct rough *solution,
                           struct rough *initial) {
    const struct model *m = e->model;
    struct rough begin;
    return rough_values(e, 1, &m->span_begin, 0, NULL, 0, &begin) &&
           rough_values(e, e->states, m->solution, begin.value, NULL, 0, solution) &&
           rough_values(e, e->states, m->initial, 0, NULL, 0, initial);
}

/* The first component whose solution begins elsewhere; e->states: there is none. */
static bool find_stray(struct elaboration *e, int *stray, struct rough found[2]) {
    struct rough *solution = malloc((size_t)e->states * sizeof *solution);
    struct rough *initial = malloc((size_t)e->states * sizeof *initial);
    bool done = solution && initial ? evaluate_start(e, solution, initial)
                                    : elaborate_fail_memory(e);
    for (*stray = 0; done && *stray < e->states; ++*stray)
        if (!is_near(solution[*stray], initial[*stray])) {
            found[0] = solution[*stray];
            found[1] = initial[*stray];
            break;
        }
    free(solution);
    free(initial);
    return done;
}

bool elaborate_solution(struct elaboration *e) {
    struct model *m = e->model;
    struct rough found[2] = {{0}};
    int stray;
    if (!e->solved)
        return true;
    if (!check_complete(e))
        return false;
    m->solution = malloc((size_t)e->states * sizeof *m->solution);
    if (!m->solution)
        return elaborate_fail_memory(e);
    for (int i = 0; i < e->states; i++)
        m->solution[i] = component(e, i)->solution;
    if (!find_stray(e, &stray, found))
        return false;
    if (stray == e->states)
        return true;
    free(m->solution);
    m->solution = NULL;
    return e->settings > 0 ||
           elaborate_fail(
               e, component(e, stray)->solution_offset,
               "the solution of '%s' is %.6g at the beginning of the span, but "
               "its initial value is %.6g",
               component(e, stray)->name, found[0].value, found[1].value);
}

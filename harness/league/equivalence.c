/* Whether an engine has built the scene that the model is: it tells the state that it was started
 * with, and its energy, by its own masses, moments of inertia, places and velocities, changes from
 * state to state as the model's does, where the model has one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/subject.h"
#include "harness/league/league.h"
#include "harness/league/measures.h"
#include "problems/model.h"

/* Of long states some components here and there: each is a world that an engine builds, of a
 * size that goes with the state's; and then all velocities together. */
enum { most_moved = 100, most_built = 130000 };
static const double moved_by = 0.37;

static int make_energy(struct bind_function *f, struct model *m) {
    const int i = model_find_invariant(m, "energy");
    return i < 0 ||
           bind_function_make(f, m->graph, model_program(m, 1, &m->invariant[i].value)) !=
               PROBLEM_OK;
}

double league_model_energy(struct model *m, const double *x) {
    const double t = 0;
    struct bind_function f = {.program = NULL};
    double energy = NAN;
    if (make_energy(&f, m) == 0)
        bind_function_run(&f, &t, x, &energy);
    bind_function_clear(&f);
    return energy;
}

/* *off := engine's energy minus model's, 0 where the model has none; -1: the engine refuses the
 * start, or tells none. */
static int energies_apart(struct subject *s, const struct bind_function *f,
                          const double *x, double *off, double *size) {
    const double t = 0;
    double energy;
    if (s->start(s->self, 0, x) || s->energy == NULL)
        return -1;
    *off = 0;
    if (f->program == NULL)
        return 0;
    bind_function_run(f, &t, x, &energy);
    *off = s->energy(s->self) - energy;
    *size = fmax(*size, fabs(energy));
    return isfinite(*off) ? 0 : -1;
}

static double states_apart(struct subject *s, const double *x, int nx) {
    const double *told = s->state(s->self);
    double apart = 0, size = 1;
    for (int i = 0; i < nx; i++) {
        apart = fmax(apart, fabs(told[i] - x[i]));
        size = fmax(size, fabs(x[i]));
    }
    return apart / size;
}

/* Velocities are moved, and positions but those of attitudes, which have to be of length 1. */
static bool may_move(const struct model *m, int i) {
    for (int k = 0; k < m->quaternions; k++)
        for (int part = 0; part < 4; part++)
            if (m->quaternion[k].position[part] == i)
                return false;
    return i >= m->nq || m->map_is_identity || m->quaternions > 0;
}

/* How far apart the two are at x, where the energies have been `constant` apart at the start; 0:
 * x is refused. */
static double apart_at(struct subject *s, const struct bind_function *f, const double *x,
                       int nx, double constant, double *size) {
    double off;
    if (energies_apart(s, f, x, &off, size))
        return 0;
    return fmax(fabs(off - constant) / *size, states_apart(s, x, nx));
}

/* Each velocity by another amount: a body that is not as the model's is seen whichever it is.
 * Joints would hold some of them. */
static double move_all(struct subject *s, const struct model *m,
                       const struct bind_function *f, double *x, double constant,
                       double *size) {
    enum { amounts = 7 };
    for (int i = m->nq; i < m->nq + m->nv; i++)
        x[i] += moved_by * (1 + i % amounts) / amounts;
    return apart_at(s, f, x, m->nq + m->nv, constant, size);
}

static double compare(struct subject *s, struct model *m, const struct bind_function *f,
                      double *x) {
    const int nx = m->nq + m->nv,
              most = nx * most_moved > most_built ? most_built / nx + 1 : most_moved;
    double constant, size = 1, worst;
    if (energies_apart(s, f, x, &constant, &size))
        return NAN;
    worst = states_apart(s, x, nx);
    for (int i = 0; i < nx; i += nx / most + 1) {
        const double was = x[i];
        x[i] += may_move(m, i) ? moved_by : 0;
        if (may_move(m, i))
            worst = fmax(worst, apart_at(s, f, x, nx, constant, &size));
        x[i] = was;
    }
    if (most < most_moved && m->joints == 0)
        worst = fmax(worst, move_all(s, m, f, x, constant, &size));
    return worst;
}

double league_equivalence(struct subject *s, struct model *m, const double *x) {
    struct bind_function f = {.program = NULL};
    const size_t nx = (size_t)(m->nq + m->nv + m->nz);
    double *moved = calloc(nx + 1, sizeof *moved), worst = NAN;
    if (moved != NULL) {
        make_energy(&f, m); /* if there is one */
        memcpy(moved, x, nx * sizeof *moved);
        worst = compare(s, m, &f, moved);
    }
    free(moved);
    bind_function_clear(&f);
    return worst;
}

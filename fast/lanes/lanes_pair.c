/* Lanes of the pair: an integrator for each, whose steps they make together where these are the
 * usual ones. The time is one for all; a lane whose step had to be halved goes on alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/integrator.h"
#include "fast/lanes/lanes_kinds.h"
#include "fast/lanes/lanes_rows.h"
#include "fast/processor.h"

/* After `patience` steps in a row that few lanes could make together, and after each further one,
 * `pause` steps are made alone. */
enum { patience = 4, pause = 32 };
static const double few = 0.25;

/* Where a lane is. */
enum place { PLACE_LOST, PLACE_DONE, PLACE_ALONE, PLACE_ABREAST };

struct lanes_pair {
    struct lanes_system system;
    double step, min_step;
    struct integrator *alone; /* [lanes] */
    enum place *place;        /* [lanes] */
    bool has_rows;
    lanes_step_function *step_abreast;
    struct lanes_rows rows;
    int nx;
    int misses;    /* such steps in a row */
    int waiting;   /* steps until lanes are tried abreast again */
    double *start; /* [nx] */
};

static enum fast_status make_lanes(struct lanes_pair *m,
                                   const struct integrator_options *options) {
    const int lanes = m->system.lanes;
    enum fast_status status = FAST_OK;
    for (int k = 0; k < lanes && status == FAST_OK; k++)
        status = integrator_of_pair(&m->alone[k], &m->system.alone[k], options);
    if (status != FAST_OK)
        return status;
    m->has_rows = true;
    for (int k = 0; k < lanes && m->has_rows; k++)
        m->has_rows = lanes_rows_take(m->alone[k].self);
    return !m->has_rows || lanes_rows_alloc(&m->rows, lanes, m->alone[0].self)
               ? FAST_OK
               : FAST_NO_MEMORY;
}

/* Whether each lane alone has the sizes of all. */
static bool is_one_system(const struct lanes_system *system) {
    bool fits = system->lanes <= LANES_MOST;
    for (int k = 0; k < system->lanes && fits; k++) {
        const struct integrator_system *alone = &system->alone[k];
        fits = alone->nq == system->nq && alone->nv == system->nv &&
               alone->nz == system->nz && (alone->map == NULL) == (system->map == NULL);
    }
    return fits;
}

void lanes_pair_set_vectors(struct lanes_pair *m, int length) {
    static lanes_step_function *const steps[][2] = {
        {lanes_step_other, lanes_step_default},
        {lanes_step_other_wide, lanes_step_default_wide},
        {lanes_step_other_widest, lanes_step_default_widest}};
    m->step_abreast =
        steps[(length >= 4) + (length >= 8)][m->system.lanes == LANES_USUAL];
}

enum fast_status lanes_pair_alloc(struct lanes_pair **made,
                                  const struct lanes_system *system,
                                  const struct integrator_options *options) {
    *made = NULL;
    if (!is_one_system(system))
        return FAST_BAD_SYSTEM;
    struct lanes_pair *m = calloc(1, sizeof *m);
    if (m == NULL)
        return FAST_NO_MEMORY;
    const size_t lanes = (size_t)system->lanes;
    struct integrator_options completed = *options;
    integrator_complete_options(&completed);
    m->system = *system;
    m->nx = system->nq + system->nv + system->nz;
    m->step = completed.step, m->min_step = completed.min_step;
    lanes_pair_set_vectors(m, fast_vector_length());
    m->alone = calloc(lanes, sizeof *m->alone);
    m->place = calloc(lanes, sizeof *m->place);
    m->start = calloc((size_t)m->nx + 1, sizeof *m->start);
    enum fast_status status = FAST_NO_MEMORY;
    if (m->alone != NULL && m->place != NULL && m->start != NULL)
        status = make_lanes(m, options);
    m->system.alone = NULL; /* has been copied */
    if (status == FAST_OK)
        *made = m;
    else
        lanes_pair_free(m);
    return status;
}

void lanes_pair_free(struct lanes_pair *m) {
    if (m == NULL)
        return;
    for (int k = 0; m->alone != NULL && k < m->system.lanes; k++)
        if (m->alone[k].type != NULL)
            m->alone[k].type->free(m->alone[k].self);
    lanes_rows_free(&m->rows);
    free(m->alone);
    free(m->place);
    free(m->start);
    free(m);
}

/* One step by itself to `target`, or the whole way where it comes out at another time. */
static void step_alone(struct lanes_pair *m, int k, double t, double target,
                       double t_final) {
    const struct integrator *i = &m->alone[k];
    if (m->place[k] == PLACE_ABREAST)
        lanes_rows_leave(&m->rows, k, t, i->self);
    enum fast_status status = i->type->advance(i->self, m->step, t_final);
    m->place[k] = status == FAST_OK ? PLACE_ALONE : PLACE_LOST;
    const double at = i->type->time(i->self);
    if (status == FAST_OK && (at < target || at > target)) {
        status = i->type->run(i->self, m->step, t_final);
        m->place[k] = status == FAST_OK ? PLACE_DONE : PLACE_LOST;
    } else if (status == FAST_OK && m->has_rows &&
               lanes_rows_enter(&m->rows, k, i->self)) {
        m->place[k] = PLACE_ABREAST;
    }
}

/* Tries the step abreast; rows.in tells who has made it, *in how many. */
static enum fast_status try_abreast(struct lanes_pair *m, double t, double h, int *in) {
    const int lanes = m->system.lanes;
    *in = 0;
    if (!m->has_rows)
        return FAST_OK;
    if (m->waiting > 0 || !(h >= fast_working_minimum(t, m->min_step))) {
        m->waiting -= m->waiting > 0;
        for (int k = 0; k < lanes; k++)
            m->rows.in[k] = 0;
        return FAST_OK;
    }
    const enum fast_status status = m->step_abreast(&m->rows, &m->system, t, h);
    for (int k = 0; k < lanes; k++)
        *in += m->rows.in[k] > 0;
    m->misses = *in < few * lanes ? m->misses + 1 : 0;
    m->waiting = m->misses >= patience ? pause : 0;
    return status;
}

/* A step of those that are not at the end. */
static enum fast_status step_all(struct lanes_pair *m, double t, double target,
                                 double t_final) {
    int in;
    const enum fast_status status = try_abreast(m, t, target - t, &in);
    for (int k = 0; k < m->system.lanes && in < m->system.lanes && status == FAST_OK; k++)
        if (m->place[k] >= PLACE_ALONE && !(m->has_rows && m->rows.in[k] > 0))
            step_alone(m, k, t, target, t_final);
    return status;
}

static bool is_running(const struct lanes_pair *m) {
    for (int k = 0; k < m->system.lanes; k++)
        if (m->place[k] >= PLACE_ALONE)
            return true;
    return false;
}

static void start(struct lanes_pair *m, double t, const double *x) {
    const int lanes = m->system.lanes;
    m->waiting = m->misses = 0;
    for (int k = 0; k < lanes && m->has_rows; k++)
        m->rows.ready[k] = 0;
    for (int k = 0; k < lanes; k++) {
        const struct integrator *i = &m->alone[k];
        for (int c = 0; c < m->nx; c++)
            m->start[c] = x[c * lanes + k];
        m->place[k] =
            i->type->start(i->self, t, m->start) == FAST_OK ? PLACE_ALONE : PLACE_LOST;
    }
}

static void finish(struct lanes_pair *m, double t, double *x, bool *done, long *steps) {
    const int lanes = m->system.lanes;
    for (int k = 0; k < lanes; k++) {
        const struct integrator *i = &m->alone[k];
        if (m->place[k] == PLACE_ABREAST)
            lanes_rows_leave(&m->rows, k, t, i->self);
        done[k] = m->place[k] != PLACE_LOST;
        steps[k] = done[k] ? pair_statistics(i->self)->steps_taken : 0;
        for (int c = 0; c < m->nx; c++)
            x[c * lanes + k] = i->type->state(i->self)[c];
    }
}

enum fast_status lanes_pair_run(struct lanes_pair *m, double t, double t_final, double *x,
                                bool *done, long *steps) {
    enum fast_status status = FAST_OK;
    for (int k = 0; k < m->system.lanes; k++)
        done[k] = false, steps[k] = 0;
    if (!isfinite(t) || !isfinite(t_final) || t_final < t)
        return FAST_BAD_TIME;
    if (t_final > t && !(t + m->step > t))
        return FAST_BELOW_MIN_STEP;
    start(m, t, x);
    do {
        const double target = fmin(t_final, t + m->step);
        status = step_all(m, t, target, t_final);
        if (status != FAST_OK)
            return status;
        t = target;
    } while (t < t_final && is_running(m));
    finish(m, t, x, done, steps);
    return FAST_OK;
}

const struct pair_statistics *lanes_pair_statistics(const struct lanes_pair *m,
                                                    int lane) {
    return pair_statistics(m->alone[lane].self);
}

/* Lanes of the explicit methods: the state of all, and which of them are lost.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_explicit.h"

#include <math.h>
#include <stdlib.h>

#include "fast/lanes/lanes_kinds.h"
#include "fast/linear/vector.h"
#include "fast/processor.h"

/* Sums of a few products of states below 1e150, and rates that such are made of, with steps that
 * are as long and as short as this, are finite. */
static const double longest_step = 1e100, shortest_step = 1e-100;

static int no_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x, (void)ydot;
    return -1;
}

static int no_map(void *context, const double *q, const double *v, double *qdot) {
    (void)context, (void)q, (void)v, (void)qdot;
    return -1;
}

/* What an integrator of one lane says of the options. */
static enum fast_status check_options(const struct lanes_system *system,
                                      const struct integrator_options *options) {
    const struct integrator_system one = {.nq = system->nq,
                                          .nv = system->nv,
                                          .nz = system->nz,
                                          .rates = no_rates,
                                          .map = system->map != NULL ? no_map : NULL,
                                          .unmap = system->map != NULL ? no_map : NULL};
    struct projected *made;
    if (!(options->step <= longest_step && options->step >= shortest_step))
        return FAST_BAD_OPTION;
    const enum fast_status status = projected_alloc(&made, &one, options);
    projected_free(made);
    return status;
}

static bool lay_out(struct lanes_explicit *m) {
    const size_t n = (size_t)m->system.lanes, nq = (size_t)m->system.nq;
    const size_t x = (size_t)m->nx * n, y = (size_t)m->ny * n;
    const size_t slopes = sizeof m->slope / sizeof *m->slope;
    const size_t mapped = m->system.map != NULL ? nq * n : 0;
    m->storage = lanes_storage(3 * x + slopes * (mapped + y) + n);
    double *storage = m->storage;
    if (storage == NULL)
        return false;
    m->x = fast_take(&storage, x);
    m->first = fast_take(&storage, x);
    m->second = fast_take(&storage, x);
    m->squares = fast_take(&storage, n);
    for (size_t i = 0; i < slopes; i++) {
        m->slope[i].mapped = fast_take(&storage, mapped);
        m->slope[i].y = fast_take(&storage, y);
    }
    return true;
}

void lanes_explicit_set_vectors(struct lanes_explicit *m, int length) {
    m->run = length >= 8   ? lanes_run_explicit_widest
             : length >= 4 ? lanes_run_explicit_wide
                           : lanes_run_explicit;
}

enum fast_status lanes_explicit_alloc(struct lanes_explicit **made,
                                      const struct lanes_system *system,
                                      const struct integrator_options *options) {
    struct integrator_options completed = *options;
    *made = NULL;
    completed.weights_v = completed.weights_z = completed.units = NULL;
    completed.joint_units = NULL;
    completed.is_relative = NULL;
    integrator_complete_options(&completed);
    const enum fast_status status = check_options(system, &completed);
    if (status != FAST_OK)
        return status;
    struct lanes_explicit *m = calloc(1, sizeof *m);
    if (m == NULL)
        return FAST_NO_MEMORY;
    m->system = *system;
    m->method = completed.method;
    m->step = completed.step, m->final_time = completed.final_time;
    m->ny = system->nv + system->nz, m->nx = system->nq + m->ny;
    lanes_explicit_set_vectors(m, fast_vector_length());
    if (!lay_out(m)) {
        lanes_explicit_free(m);
        return FAST_NO_MEMORY;
    }
    *made = m;
    return FAST_OK;
}

void lanes_explicit_free(struct lanes_explicit *m) {
    if (m == NULL)
        return;
    free(m->storage);
    free(m);
}

enum fast_status lanes_explicit_run(struct lanes_explicit *m, double t, double t_final,
                                    double *x, bool *done, long *steps) {
    const int lanes = m->system.lanes, count = m->nx * lanes;
    long taken = 0;
    for (int k = 0; k < lanes; k++)
        done[k] = false, steps[k] = 0, m->squares[k] = 0;
    if (!isfinite(t) || !isfinite(t_final) || t_final < t)
        return FAST_BAD_TIME;
    if (t_final > m->final_time)
        return FAST_FINISHED;
    for (int i = 0; i < count; i++)
        m->x[i] = x[i];
    const enum fast_status status = m->run(m, t, t_final, &taken);
    for (int i = 0; i < count && status == FAST_OK; i++)
        x[i] = m->x[i];
    for (int k = 0; k < lanes && status == FAST_OK; k++) {
        done[k] = m->squares[k] < LANES_MOST_SQUARES;
        steps[k] = taken;
    }
    return status;
}

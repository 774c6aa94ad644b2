/* Lanes of the explicit methods as one large system of a projected method.
 *
 * A number that is not finite would end the run of all. So each evaluation is watched: while the
 * sum of the squares of a lane's states and rates is below 1e300 each of them is below 1e150,
 * and what a step of a sane size makes of them is finite. A lane that is not so any more
 * is lost: its rates are zero from then on, which keeps it where it is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes/lanes_kinds.h"

#include <math.h>
#include <stdlib.h>

/* Of sums of squares, and of a step's size: sums of a few products of two numbers below its root
 * stay finite. */
static const double most_squares = 1e300, longest_step = 1e100;

struct lanes_projected {
    struct lanes_system system;
    struct projected *all; /* lanes as one system */
    int nx, ny;
    int lost;        /* how many lanes are */
    bool *is_lost;   /* [lanes] */
    double *squares; /* [lanes] */
};

/* squares += those of `components` rows. */
static void add_squares(const struct lanes_projected *m, int components, const double *a,
                        double *restrict squares) {
    const int n = m->system.lanes;
    for (int i = 0; i < components; i++, a += n)
        for (int k = 0; k < n; k++)
            squares[k] += a[k] * a[k];
}

static void clear_squares(const struct lanes_projected *m) {
    for (int k = 0; k < m->system.lanes; k++)
        m->squares[k] = 0;
}

/* Those lanes are lost whose squares are too many. */
static void find_lost(struct lanes_projected *m) {
    bool is_any = false;
    for (int k = 0; k < m->system.lanes; k++)
        is_any |= !(m->squares[k] < most_squares);
    if (!is_any)
        return;
    for (int k = 0; k < m->system.lanes; k++) {
        const bool is_lost = !(m->squares[k] < most_squares);
        m->lost += is_lost && !m->is_lost[k];
        m->is_lost[k] = m->is_lost[k] || is_lost;
    }
}

/* Lost lanes of `components` rows := 0. 0, or nonzero where all are lost. */
static int hold_lost(const struct lanes_projected *m, int components, double *a) {
    const int n = m->system.lanes;
    for (int k = 0; k < n && m->lost > 0; k++)
        for (int i = 0; i < components && m->is_lost[k]; i++)
            a[(size_t)i * (size_t)n + (size_t)k] = 0;
    return m->lost == n;
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct lanes_projected *m = context;
    if (m->system.rates(m->system.context, t, x, ydot) != 0)
        return -1;
    clear_squares(m);
    add_squares(m, m->nx, x, m->squares);
    add_squares(m, m->ny, ydot, m->squares);
    find_lost(m);
    return hold_lost(m, m->ny, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct lanes_projected *m = context;
    if (m->system.map(m->system.context, q, v, qdot) != 0)
        return -1;
    clear_squares(m);
    add_squares(m, m->system.nv, v, m->squares);
    add_squares(m, m->system.nq, qdot, m->squares);
    find_lost(m);
    return hold_lost(m, m->system.nq, qdot);
}

/* Errors are not looked at, and N+ is for these alone. */
static int unmap(void *context, const double *q, const double *qdot, double *v) {
    (void)context, (void)q, (void)qdot, (void)v;
    return -1;
}

static enum fast_status make_all(struct lanes_projected *m,
                                 const struct integrator_options *options) {
    const struct lanes_system *system = &m->system;
    const int n = system->lanes;
    const struct integrator_system all = {.nq = system->nq * n,
                                          .nv = system->nv * n,
                                          .nz = system->nz * n,
                                          .context = m,
                                          .rates = rates,
                                          .map = system->map != NULL ? map : NULL,
                                          .unmap = system->map != NULL ? unmap : NULL};
    struct integrator_options without_lists = *options;
    without_lists.weights_v = without_lists.weights_z = without_lists.units = NULL;
    without_lists.joint_units = NULL;
    without_lists.is_relative = NULL;
    integrator_complete_options(&without_lists);
    if (!(without_lists.step <= longest_step))
        return FAST_BAD_OPTION;
    return projected_alloc(&m->all, &all, &without_lists);
}

enum fast_status lanes_projected_alloc(struct lanes_projected **made,
                                       const struct lanes_system *system,
                                       const struct integrator_options *options) {
    struct lanes_projected *m = calloc(1, sizeof *m);
    *made = NULL;
    if (m == NULL)
        return FAST_NO_MEMORY;
    m->system = *system;
    m->ny = system->nv + system->nz, m->nx = system->nq + m->ny;
    m->is_lost = calloc((size_t)system->lanes, sizeof *m->is_lost);
    m->squares = calloc((size_t)system->lanes, sizeof *m->squares);
    enum fast_status status =
        m->is_lost != NULL && m->squares != NULL ? make_all(m, options) : FAST_NO_MEMORY;
    if (status == FAST_OK)
        *made = m;
    else
        lanes_projected_free(m);
    return status;
}

void lanes_projected_free(struct lanes_projected *m) {
    if (m == NULL)
        return;
    projected_free(m->all);
    free(m->is_lost);
    free(m->squares);
    free(m);
}

/* Lanes that do not even begin finite are lost, and begin at zero. */
static void begin(struct lanes_projected *m, double *x) {
    m->lost = 0;
    for (int k = 0; k < m->system.lanes; k++)
        m->is_lost[k] = false;
    clear_squares(m);
    add_squares(m, m->nx, x, m->squares);
    find_lost(m);
    hold_lost(m, m->nx, x);
}

enum fast_status lanes_projected_run(struct lanes_projected *m, double t, double t_final,
                                     double *x, bool *done, long *steps) {
    begin(m, x);
    enum fast_status status = projected_start(m->all, t, x);
    if (status == FAST_OK)
        status = projected_run(m->all, t_final);
    const double *end = projected_advanced_state(m->all);
    for (int i = 0; i < m->nx * m->system.lanes && status == FAST_OK; i++)
        x[i] = end[i];
    for (int k = 0; k < m->system.lanes; k++) {
        done[k] = status == FAST_OK && !m->is_lost[k];
        steps[k] = status == FAST_OK ? projected_statistics(m->all)->steps_taken : 0;
    }
    return m->lost == m->system.lanes ? FAST_OK : status;
}

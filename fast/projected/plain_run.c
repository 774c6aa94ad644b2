/* Fixed steps of the gaming form where q' = v and nothing constrains,
 *
 *     y1 = y0 + h f(t0, x0),   q1 = q0 + h v1,
 *
 * to the bit as the attempts take them one by one, with the counting left to the end.
 * What lasts longest in a step of a small system is its way from one result to the next,
 * through the caller's function; a single degree of freedom stays in registers for the
 * rest of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

struct run {
    const struct integrator_system *free;
    int nv, nz;
    double h, t_max;
    double t, last;    /* where it has got, and by a step of what size */
    double *x, *x1;    /* [nx] there, and room */
    double *ydot;      /* [ny] */
    bool is_known;     /* ydot is that at (t, x) */
    long steps, calls; /* taken, and of the callback */
};

/* ydot at (t, x), unless it is known. */
static inline enum fast_status know_rates(struct run *run) {
    if (run->is_known)
        return FAST_OK;
    run->calls++;
    if (run->free->rates(run->free->context, run->t, run->x, run->ydot) != 0)
        return FAST_CALLBACK;
    run->is_known = true;
    return FAST_OK;
}

static inline void arrive(struct run *run, double t1) {
    run->last = t1 - run->t;
    run->t = t1;
    run->is_known = false;
    run->steps++;
}

static enum fast_status run_one(struct run *run) {
    const double h = run->h, t_max = run->t_max;
    double *x = run->x, q = x[0], v = x[1];
    bool is_limited;
    while (run->t < t_max) {
        const double t1 = projected_end_of_step(run->t, h, t_max, &is_limited);
        const double size = t1 - run->t;
        if (!(size > 0))
            return FAST_BELOW_MIN_STEP;
        enum fast_status status = know_rates(run);
        if (status != FAST_OK)
            return status;
        v += size * run->ydot[0];
        q += size * v;
        if (0 * q != 0) /* so it is if v is not finite, too */
            return FAST_NOT_FINITE;
        x[0] = q;
        x[1] = v;
        arrive(run, t1);
    }
    return FAST_OK;
}

/* x1 := the step of h from x. Whether it is finite. */
static bool step_plainly(const struct run *run, double h) {
    const int nv = run->nv, nz = run->nz;
    const double *x = run->x, *ydot = run->ydot;
    double *x1 = run->x1, zero = 0;
    if (nv >= ROWS_LONG) {
        rows_add(nv + nz, x1 + nv, x + nv, h, ydot);
        rows_add(nv, x1, x, h, x1 + nv);
        return rows_are_finite(2 * nv + nz, x1);
    }
    for (int i = 0; i < nv; i++) {
        const double v = x[nv + i] + h * ydot[i], q = x[i] + h * v;
        x1[i] = q;
        x1[nv + i] = v;
        zero += 0 * q;
    }
    for (int i = 2 * nv; i < 2 * nv + nz; i++) {
        x1[i] = x[i] + h * ydot[i - nv];
        zero += 0 * x1[i];
    }
    return zero == 0;
}

static enum fast_status run_any(struct run *run) {
    bool is_limited;
    while (run->t < run->t_max) {
        const double t1 = projected_end_of_step(run->t, run->h, run->t_max, &is_limited);
        if (!(t1 > run->t))
            return FAST_BELOW_MIN_STEP;
        enum fast_status status = know_rates(run);
        if (status != FAST_OK)
            return status;
        if (!step_plainly(run, t1 - run->t))
            return FAST_NOT_FINITE;
        projected_swap(&run->x, &run->x1);
        arrive(run, t1);
    }
    return FAST_OK;
}

/* Rates that are not finite are no attempt at a step. */
static void count_plain_run(struct projected_statistics *statistics,
                            const struct run *run, enum fast_status status) {
    const bool spoiled =
        status == FAST_NOT_FINITE && !projected_is_finite(run->nv + run->nz, run->ydot);
    const long failed = status == FAST_NOT_FINITE && !spoiled,
               attempts = run->steps + failed;
    statistics->realizations += run->calls;
    statistics->realization_failures += status == FAST_CALLBACK || spoiled;
    statistics->steps_attempted += attempts;
    statistics->steps_taken += run->steps;
    statistics->iterations += attempts;
    statistics->divergent_iterations += failed;
    statistics->convergence_failures += failed;
}

enum fast_status projected_run_plainly(struct projected *m, double h, double t_max) {
    struct projected_statistics *statistics = &m->statistics;
    bool is_limited;
    const double first = projected_end_of_step(m->t, h, t_max, &is_limited) - m->t;
    struct run run = {.free = &m->system,
                      .nv = m->nv,
                      .nz = m->nz,
                      .h = h,
                      .t_max = t_max,
                      .t = m->t,
                      .last = statistics->last_step,
                      .x = m->state,
                      .x1 = m->trial,
                      .ydot = m->slope + m->nq,
                      .is_known = m->slope_is_known};
    enum fast_status status = m->nv == 1 && m->nz == 0 ? run_one(&run) : run_any(&run);
    if (statistics->steps_taken == 0 && run.steps > 0)
        statistics->first_step = m->options.mode == FAST_FAITHFUL ? h : first;
    statistics->last_step = run.last;
    count_plain_run(statistics, &run, status);
    m->state = run.x, m->trial = run.x1;
    m->t = m->previous_t = run.t;
    m->slope_is_known = run.is_known && status != FAST_NOT_FINITE;
    return status;
}

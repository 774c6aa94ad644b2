/* Fixed steps of the explicit methods over rows, each number by the operations that it has alone
 * (semi_explicit.c, explicit_euler.c). What a run alone estimates beside is left out: nobody is
 * told. It is defined here to be compiled for more than one length of vectors.
 *
 * What is not finite in a lane is seen in its squares: a rate is in the next state, a state in
 * all that come.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_EXPLICIT_STEPS_H
#define FAST_LANES_EXPLICIT_STEPS_H

#include "fast/lanes/lanes_explicit_moves.h"
#include "fast/lanes/lanes_merson.h"
#include "fast/projected/internal.h"

/* A step of h of the gaming form, from t and y' there. */
static inline int step_gaming(const int n, struct lanes_explicit *m, double h) {
    const struct lanes_system *s = &m->system;
    struct lanes_slope *F = &m->slope[0];
    double *v = m->x + s->nq * n;
    if (s->map == NULL) {
        fall(n, s->nv, m->x, v, h, F->y, m->squares);
        move_rows(n, s->nz, v + s->nv * n, h, F->y + s->nv * n, m->squares);
        return 0;
    }
    move_rows(n, m->ny, v, h, F->y, m->squares);
    if (s->map(s->context, m->x, v, F->mapped) != 0)
        return -1;
    move_rows(n, s->nq, m->x, h, F->mapped, m->squares);
    return 0;
}

/* Two of half the size. */
static inline int step_gaming_2(const int n, struct lanes_explicit *m, double t,
                                double h) {
    const struct lanes_system *s = &m->system;
    const double half = h / 2;
    return step_gaming(n, m, half) != 0 ||
                   s->rates(s->context, t + half, m->x, m->slope[0].y) != 0 ||
                   step_gaming(n, m, half) != 0
               ? -1
               : 0;
}

static inline int step_explicit_euler(const int n, struct lanes_explicit *m, double h) {
    const struct lanes_system *s = &m->system;
    struct lanes_slope *F = &m->slope[0];
    double *v = m->x + s->nq * n;
    if (s->map == NULL) {
        drift(n, s->nv, m->x, v, h, F->y, m->squares);
        move_rows(n, s->nz, v + s->nv * n, h, F->y + s->nv * n, m->squares);
        return 0;
    }
    if (s->map(s->context, m->x, v, F->mapped) != 0)
        return -1;
    move_rows(n, s->nq, m->x, h, F->mapped, m->squares);
    move_rows(n, m->ny, v, h, F->y, m->squares);
    return 0;
}

/* A step from t to t1, with y' there in slope[0]. */
static inline int step_explicitly(const int n, struct lanes_explicit *m, double t,
                                  double t1) {
    switch (m->method) {
    case PROJECTED_SEMI_EXPLICIT_EULER: return step_gaming(n, m, t1 - t);
    case PROJECTED_SEMI_EXPLICIT_EULER_2: return step_gaming_2(n, m, t, t1 - t);
    case PROJECTED_EXPLICIT_EULER: return step_explicit_euler(n, m, t1 - t);
    default: return step_merson(n, m, t, t1);
    }
}

static inline bool is_any_left(const int n, const double *squares) {
    int any = 0;
    for (int k = 0; k < n; k++)
        any |= squares[k] < LANES_MOST_SQUARES;
    return any != 0;
}

/* The squares of the state and of the last rates. */
static inline void watch(const int n, struct lanes_explicit *m) {
    add_squares(n, m->nx, m->x, m->squares);
    add_squares(n, m->ny, m->slope[0].y, m->squares);
}

/* The end, as an estimate looks at it that is of the rates there: explicit Euler's. */
static inline int watch_end(const int n, struct lanes_explicit *m) {
    const struct lanes_system *s = &m->system;
    double *mapped = m->slope[0].mapped;
    watch(n, m);
    if (m->method != PROJECTED_EXPLICIT_EULER || s->map == NULL)
        return 0;
    if (s->map(s->context, m->x, m->x + s->nq * n, mapped) != 0)
        return -1;
    add_squares(n, s->nq, mapped, m->squares);
    return 0;
}

/* Explicit Euler evaluates where it has arrived, at the end, too: its estimate is of that. */
static inline enum fast_status run_explicit(const int n, struct lanes_explicit *m,
                                            double t, double t_final, long *steps) {
    const struct lanes_system *s = &m->system;
    double *rates = m->slope[0].y;
    bool is_limited;
    *steps = 0;
    if (s->rates(s->context, t, m->x, rates) != 0)
        return FAST_CALLBACK;
    watch(n, m);
    while (t < t_final) {
        const double t1 = projected_end_of_step(t, m->step, t_final, &is_limited);
        if (!(t1 > t))
            return FAST_BELOW_MIN_STEP;
        if (step_explicitly(n, m, t, t1) != 0)
            return FAST_CALLBACK;
        t = t1;
        if ((t < t_final || m->method == PROJECTED_EXPLICIT_EULER) &&
            s->rates(s->context, t, m->x, rates) != 0)
            return FAST_CALLBACK;
        if (++*steps % LANES_BETWEEN_LOOKS == 0 && !is_any_left(n, m->squares))
            break;
    }
    return watch_end(n, m) == 0 ? FAST_OK : FAST_CALLBACK;
}

/* As lanes_run_explicit. */
static inline enum fast_status run_lanes_explicit(struct lanes_explicit *m, double t,
                                                  double t_final, long *steps) {
    return m->system.lanes == LANES_USUAL
               ? run_explicit(LANES_USUAL, m, t, t_final, steps)
               : run_explicit(m->system.lanes, m, t, t_final, steps);
}

#endif

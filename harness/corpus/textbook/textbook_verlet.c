/* Verlet's method and symplectic Euler for q' = N(q) v, y' = f(t, q, y), y = (v, z) (Hairer,
 * Lubich, Wanner, Geometric Numerical Integration, I.1.4, I.1.2):
 *
 *     velocity Verlet   w = y + h/2 f(t, q, y),   q1 = q + h N(q) w,   y1 = w + h/2 f(t1, q1, w)
 *     carried           the same with the f of the end of the step before
 *     position Verlet   p = q + h/2 N(q) v,   y1 = y + h f(t + h/2, p, y),   q1 = p + h/2 N(p) v1
 *     Stoermer          w = v + h/2 f(t, q, v), then on equal steps w := w + h f(t, q, v);
 *                       q1 = q + h w,   v1 = w + h/2 f(t1, q1, w)
 *     symplectic Euler  y1 = y + h f(t, q, y),   q1 = q + h N(q) v1
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

/* The vectors: forces at the start, at the end; a point; the rates of positions; Stoermer's w. */
enum { FIRST, LAST, POINT, SLOPE, HALF_WAY, NEXT_HALF_WAY };

/* to := from + h N(q) v. */
static int drift(struct textbook *b, const double *q, const double *v, const double *from,
                 double h, double *to) {
    double *slope = b->vector[SLOPE];
    if (b->system->map(b->system->context, q, v, slope))
        return textbook_fail(b, "the map failed");
    for (int i = 0; i < b->nq; i++)
        to[i] = from[i] + h * slope[i];
    return 0;
}

/* to := from + h force. */
static void kick(const struct textbook *b, const double *force, const double *from,
                 double h, double *to) {
    for (int i = 0; i < b->nv + b->nz; i++)
        to[i] = from[i] + h * force[i];
}

/* After the force at the start is there. */
static int kick_drift_kick(struct textbook *b, double h) {
    const int nq = b->nq;
    double *next = b->next, *last = b->vector[LAST];
    const bool keeps = textbook_has(b, FAULT_CARRIED_RATIO) && b->history > 0;
    double first_kick = textbook_has(b, FAULT_VERLET_FIRST_KICK) ? h
                        : keeps                                  ? b->last / 2
                                                                 : h / 2;
    double t = textbook_has(b, FAULT_VERLET_OLD_TIME)      ? b->t
               : textbook_has(b, FAULT_VERLET_MIDDLE_TIME) ? b->t + h / 2
                                                           : b->t + h;
    kick(b, b->vector[FIRST], b->x + nq, first_kick, next + nq);
    const double *velocity = textbook_has(b, FAULT_VERLET_LAGGED) ? b->x + nq : next + nq;
    if (drift(b, b->x, velocity, b->x, h, next))
        return -1;
    memcpy(b->vector[POINT], next, (size_t)b->n * sizeof *next);
    if (textbook_has(b, FAULT_VERLET_OLD_FORCE))
        memcpy(b->vector[POINT], b->x, (size_t)nq * sizeof *next);
    if (textbook_rates(b, t, b->vector[POINT], last))
        return -1;
    if (textbook_has(b, FAULT_VERLET_FIRST_KICK))
        kick(b, b->vector[FIRST], next + nq, -h / 2, next + nq);
    kick(b, last, next + nq, textbook_has(b, FAULT_VERLET_LAST_KICK) ? h : h / 2,
         next + nq);
    return 0;
}

static int attempt_velocity_verlet(struct textbook *b, double h) {
    return textbook_rates(b, b->t, b->x, b->vector[FIRST]) ? -1 : kick_drift_kick(b, h);
}

static int attempt_carried(struct textbook *b, double h) {
    if (b->history == 0 && textbook_rates(b, b->t, b->x, b->vector[FIRST]))
        return -1;
    if (b->history == 0 && textbook_has(b, FAULT_CARRIED_START))
        memset(b->vector[FIRST], 0, (size_t)(b->nv + b->nz) * sizeof(double));
    return kick_drift_kick(b, h);
}

static void carry(struct textbook *b, double h) {
    (void)h;
    memcpy(b->vector[FIRST], b->vector[LAST], (size_t)(b->nv + b->nz) * sizeof(double));
}

static int attempt_position_verlet(struct textbook *b, double h) {
    const int nq = b->nq;
    double *next = b->next, *middle = b->vector[POINT];
    memcpy(middle, b->x, (size_t)b->n * sizeof *middle);
    const double t = textbook_has(b, FAULT_POSITION_VERLET_OLD_TIME)   ? b->t
                     : textbook_has(b, FAULT_POSITION_VERLET_END_TIME) ? b->t + h
                                                                       : b->t + h / 2;
    if (drift(b, b->x, b->x + nq, b->x, h / 2, middle) ||
        textbook_rates(b, t, middle, b->vector[FIRST]))
        return -1;
    kick(b, b->vector[FIRST], b->x + nq, h, next + nq);
    const double *v = textbook_has(b, FAULT_VERLET_OLD_DRIFT) ? b->x + nq : next + nq;
    const double *place = textbook_has(b, FAULT_POSITION_VERLET_LAGGED) ? b->x : middle;
    return drift(b, place, v, middle, h / 2, next);
}

/* q1 - 2 q + q_{-1} = h^2 f, with w = (q1 - q)/h. */
static int attempt_stoermer(struct textbook *b, double h) {
    const int nq = b->nq;
    const double weight = textbook_has(b, FAULT_STOERMER_MISTYPED) ? 1.0001 : 1;
    double *w = b->vector[NEXT_HALF_WAY], *point = b->vector[POINT];
    const bool goes_on = h == b->last;
    if (textbook_rates(b, b->t, b->x, b->vector[FIRST]))
        return -1;
    kick(b, b->vector[FIRST], goes_on ? b->vector[HALF_WAY] : b->x + nq,
         goes_on ? weight * h : h / 2, w);
    if (drift(b, b->x, w, b->x, h, b->next))
        return -1;
    memcpy(point, b->next, (size_t)nq * sizeof *point);
    memcpy(point + nq, w, (size_t)b->nv * sizeof *point);
    if (textbook_rates(b, textbook_has(b, FAULT_STOERMER_OLD_TIME) ? b->t : b->t + h,
                       point, b->vector[LAST]))
        return -1;
    kick(b, b->vector[LAST], w, h / 2, b->next + nq);
    return 0;
}

static void keep_half_way(struct textbook *b, double h) {
    (void)h;
    memcpy(b->vector[HALF_WAY], b->vector[NEXT_HALF_WAY], (size_t)b->nv * sizeof(double));
}

static int attempt_symplectic_euler(struct textbook *b, double h) {
    const int nq = b->nq;
    const double t = textbook_has(b, FAULT_SYMPLECTIC_END_TIME) ? b->t + h : b->t;
    if (textbook_rates(b, t, b->x, b->vector[FIRST]))
        return -1;
    bool is_late = textbook_has(b, FAULT_LEAPFROG_LATE) && b->history == 0;
    kick(b, b->vector[FIRST], b->x + nq, is_late ? h / 2 : h, b->next + nq);
    const double *v = textbook_has(b, FAULT_SYMPLECTIC_OLD) ? b->x + nq : b->next + nq;
    return drift(b, b->x, v, b->x, h, b->next);
}

const struct textbook_method textbook_velocity_verlet = {
    .name = "velocity-verlet",
    .known = "velocity-verlet",
    .attempt = attempt_velocity_verlet,
};

const struct textbook_method textbook_carried_verlet = {
    .name = "velocity-verlet-carried",
    .known = "velocity-verlet-carried",
    .attempt = attempt_carried,
    .accepted = carry,
};

const struct textbook_method textbook_position_verlet = {
    .name = "position-verlet",
    .known = "position-verlet",
    .attempt = attempt_position_verlet,
};

const struct textbook_method textbook_stoermer_verlet = {
    .name = "stoermer-verlet",
    .known = "stoermer-verlet",
    .attempt = attempt_stoermer,
    .accepted = keep_half_way,
    .needs_velocities = true,
};

const struct textbook_method textbook_symplectic_euler = {
    .name = "symplectic-euler",
    .known = "semi-explicit-euler-gaming",
    .attempt = attempt_symplectic_euler,
};

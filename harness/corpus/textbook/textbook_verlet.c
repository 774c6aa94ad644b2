/* Verlet's method and symplectic Euler for q' = N(q) v, y' = f(t, q, y), y = (v, z) (Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, I.1.4, I.1.2):
 *
 *     velocity Verlet   w = y + h/2 f(t, q, y),   q1 = q + h N(q) w,   y1 = w + h/2 f(t1, q1, w)
 *     carried           the same with the f of the end of the step before
 *     position Verlet   p = q + h/2 N(q) v,   y1 = y + h f(t + h/2, p, y),   q1 = p + h/2 N(p) v1
 *     symplectic Euler  y1 = y + h f(t, q, y),   q1 = q + h N(q) v1
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

/* The vectors: forces at the start, at the end; a point; the rates of positions. */
enum { FIRST, LAST, POINT, SLOPE };

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
    double first_kick = textbook_has(b, FAULT_VERLET_FIRST_KICK) ? h : h / 2;
    double t = textbook_has(b, FAULT_VERLET_OLD_TIME) ? b->t : b->t + h;
    kick(b, b->vector[FIRST], b->x + nq, first_kick, next + nq);
    if (drift(b, b->x, next + nq, b->x, h, next))
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
    if (drift(b, b->x, b->x + nq, b->x, h / 2, middle) ||
        textbook_rates(b, b->t + h / 2, middle, b->vector[FIRST]))
        return -1;
    kick(b, b->vector[FIRST], b->x + nq, h, next + nq);
    const double *v = textbook_has(b, FAULT_VERLET_OLD_DRIFT) ? b->x + nq : next + nq;
    return drift(b, middle, v, middle, h / 2, next);
}

static int attempt_symplectic_euler(struct textbook *b, double h) {
    const int nq = b->nq;
    if (textbook_rates(b, b->t, b->x, b->vector[FIRST]))
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

const struct textbook_method textbook_symplectic_euler = {
    .name = "symplectic-euler",
    .known = "semi-explicit-euler-gaming",
    .attempt = attempt_symplectic_euler,
};

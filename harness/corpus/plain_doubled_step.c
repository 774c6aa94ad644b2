/* A step of h and two of h/2 (step doubling: Hairer, Norsett, Wanner, Solving ODEs I,
 * section II.4), or the step of h alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/corpus/plain.h"

/* x[into] := a guess, half-way from a to b. */
static void guess_between(struct plain *p, enum state into, enum state a, enum state b) {
    for (int i = 0; i < p->nx; i++)
        p->x[into][i] = a == b ? p->x[a][i] : (p->x[a][i] + p->x[b][i]) / 2;
}

static int make_part(struct plain *p, enum part part, double t, double k, enum state from,
                     enum state to) {
    return plain_sub_step(p, &p->scheme.rule[part], t, k, p->x[from], p->x[to]);
}

static int make_halves(struct plain *p, double h) {
    const struct scheme *r = &p->scheme;
    guess_between(p, STATE_MIDDLE, STATE_START,
                  r->guesses_start ? STATE_START : STATE_LARGE);
    if (make_part(p, PART_FIRST, p->t, r->half * h, STATE_START, STATE_MIDDLE))
        return -1;
    const enum state guess = r->guesses_start ? r->second_from : STATE_LARGE;
    guess_between(p, STATE_SMALL, guess, guess);
    return make_part(p, PART_SECOND, p->t + r->second_start * h, r->second_length * h,
                     r->second_from, STATE_SMALL);
}

/* The state that takes another's place in a wrong estimate. */
static int make_other(struct plain *p, double h) {
    const struct scheme *r = &p->scheme;
    if (r->minuend != STATE_OTHER && r->subtrahend != STATE_OTHER)
        return 0;
    guess_between(p, STATE_OTHER, STATE_START, STATE_START);
    return make_part(p, PART_OTHER, p->t, h, STATE_START, STATE_OTHER);
}

static void find_estimate(struct plain *p, double h) {
    const struct scheme *r = &p->scheme;
    const double *minuend = p->x[r->minuend], *subtrahend = p->x[r->subtrahend];
    const double power = pow(h, r->step_power);
    for (int i = 0; i < p->nx; i++) {
        int from = r->is_swapped ? (i + p->nq) % p->nx : i;
        double factor = from < p->nq ? r->position_factor : r->rate_factor;
        double value = factor * (minuend[from] - subtrahend[from]) * power;
        p->estimate[i] = r->is_absolute ? fabs(value) : value;
    }
}

int plain_doubled_step(struct plain *p, double h) {
    const double share = p->scheme.large_share;
    guess_between(p, STATE_LARGE, STATE_START, STATE_START);
    if (make_part(p, PART_LARGE, p->t, h, STATE_START, STATE_LARGE))
        return -1;
    if (!p->scheme.doubled) {
        memcpy(p->x[STATE_SMALL], p->x[STATE_LARGE], (size_t)p->nx * sizeof(double));
        return 0;
    }
    if (make_halves(p, h) || make_other(p, h))
        return -1;
    find_estimate(p, h);
    for (int i = 0; share != 0 && i < p->nx; i++) {
        double small = p->x[STATE_SMALL][i];
        p->x[STATE_SMALL][i] = small + share * (p->x[STATE_LARGE][i] - small);
    }
    return 0;
}

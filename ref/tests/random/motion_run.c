/* A run from event to event.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/tests/random/chebyshev.h"
#include "ref/tests/random/motion_parts.h"

enum {
    CROWD = 12, /* so many events within CROWDED of the span have no end in sight, */
    FEW = 4,    /* nor so many within BEFORE, where it gets stuck */
    ASKED_BITS = 56
};
static const double CROWDED = 1e-3, BEFORE = 1e-2, LARGE = 1e8;

/* The start, and the size of what moves there. */
static bool start(struct motion *f, mpfr_srcptr end) {
    const graph *g = f->m->graph;
    bool known = expr_constant(g, f->m->span_begin, f->x[0]) == PROBLEM_OK;
    for (int i = 0; i < f->nx; i++)
        known = expr_constant(g, f->m->initial[i], f->x[1 + i]) == PROBLEM_OK && known;
    double most = 1e-6;
    for (int i = 0; i < f->nx; i++)
        most = fmax(most, fabs(mpfr_get_d(f->x[1 + i], MPFR_RNDN)));
    for (int i = 0; i < f->nx; i++)
        f->scale[i] = fmax(fabs(mpfr_get_d(f->x[1 + i], MPFR_RNDN)), 1e-6 * most);
    return known && mpfr_cmp(f->x[0], end) <= 0;
}

/* f->x := the state at s of the step. */
static void move(struct motion *f, mpfr_srcptr s) {
    motion_look(f, s);
    for (int i = 0; i <= f->nx; i++)
        mpfr_set(f->x[i], f->in[i], MPFR_RNDN);
}

/* f->x := the state at the step's end. */
static void arrive(struct motion *f) {
    for (int i = 0; i < f->nx; i++)
        mpfr_set(f->x[1 + i], f->value[f->basis->degree * f->nx + i], MPFR_RNDN);
    mpfr_add(f->x[0], f->x[0], f->length, MPFR_RNDN);
}

/* Whether the last event is the last of so many within a part of the span. */
static bool is_crowded(const struct motion *f, int events, double part) {
    const struct motion_result *r = f->result;
    return r->events > events &&
           r->event[r->events - 1] - r->event[r->events - 1 - events] < part * f->span;
}

static enum motion_verdict note_event(struct motion *f) {
    struct motion_result *r = f->result;
    if (r->events == MOTION_MOST_EVENTS)
        return MOTION_MANY_EVENTS;
    r->event[r->events++] = mpfr_get_d(f->x[0], MPFR_RNDN);
    return is_crowded(f, CROWD, CROWDED) ? MOTION_MANY_EVENTS : MOTION_SURE;
}

static bool is_large(const struct motion *f) {
    return !(motion_size(f) < LARGE);
}

/* Whether a contact has just been reached at the time asked for, but for rounding, or a kink:
 * that a little before it samples in double do not see. */
static bool is_at_event(struct motion *f) {
    motion_look_at_start(f);
    for (int w = 0; w < f->now->watches; w++)
        if (f->now->watch[w].contact < 0 &&
            motion_is_below(f, f->out[motion_watch_place(f, w)], MOTION_TINY))
            return true;
    motion_scene_look(f);
    for (int i = 0; i < f->m->contacts; i++)
        if (f->now->contact[i] == MOTION_OPEN &&
            motion_is_below(f, motion_gap(f, i), ASKED_BITS) &&
            !motion_is_below(f, motion_row_speed(f, 2 * i), MOTION_TINY))
            return true;
    return false;
}

static enum motion_verdict advance(struct motion *f) {
    bool found;
    mpfr_t s;
    if (f->result->steps++ == f->most_steps || !motion_step(f))
        return MOTION_MANY_STEPS;
    if (is_large(f))
        return MOTION_LARGE;
    mpfr_init2(s, f->bits);
    enum motion_verdict verdict = motion_find_event(f, &found, s);
    if (verdict == MOTION_SURE && found) {
        move(f, s);
        verdict = note_event(f);
        f->h = f->next;
        if (verdict == MOTION_SURE)
            verdict = motion_choose_mode(f);
        if (verdict != MOTION_SURE && is_crowded(f, FEW, BEFORE))
            verdict = MOTION_MANY_EVENTS;
    } else if (verdict == MOTION_SURE) {
        arrive(f);
        f->h = f->next;
    }
    mpfr_clear(s);
    return verdict;
}

enum motion_verdict motion_run(struct motion *f, int times, const mpfr_t *time) {
    struct motion_result *r = f->result;
    if (!start(f, time[0]))
        return MOTION_INSIDE;
    mpfr_set(f->target, time[times - 1], MPFR_RNDN);
    mpfr_sub(f->length, f->target, f->x[0], MPFR_RNDN);
    f->span = mpfr_get_d(f->length, MPFR_RNDN);
    f->longest_step = f->span * f->longest_part;
    f->h = f->longest_step / 4;
    enum motion_verdict verdict = motion_choose_mode(f);
    for (int k = 0; k < times && verdict == MOTION_SURE; k++) {
        mpfr_set(f->target, time[k], MPFR_RNDN);
        while (verdict == MOTION_SURE && mpfr_less_p(f->x[0], f->target))
            verdict = advance(f);
        r->end = mpfr_get_d(f->x[0], MPFR_RNDN);
        if (verdict == MOTION_SURE && is_at_event(f))
            verdict = MOTION_AT_THE_TIME;
        for (int i = 0; i < f->nx && verdict == MOTION_SURE; i++)
            mpfr_set(r->state[k * f->nx + i], f->x[1 + i], MPFR_RNDN);
        r->sure += verdict == MOTION_SURE;
    }
    return verdict;
}

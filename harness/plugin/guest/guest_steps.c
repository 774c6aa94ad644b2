/* Steps of an integrator from outside. A step of h has to end at t + h but for rounding, in a
 * state that is finite; one that fails has to leave time and state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "harness/plugin/guest/guest.h"

/* A time is a rounded sum, on either side; some sum the time in their own ways. */
static const double roundings_of_time = 4;

/* No step that failed is tried again below this (as in fast: 1e-14, 1e-14 |t|). */
static const double shortest_step = 1e-14;

static double rounding_at(double t, double other) {
    return roundings_of_time * DBL_EPSILON * fmax(fabs(t), fabs(other));
}

static void keep(struct guest *g, double t) {
    g->t = g->told = t;
    memcpy(g->x, g->state.value, (size_t)g->nx * sizeof *g->x);
}

static enum packet_outcome start_it(struct guest *g, double t, const double *x) {
    activity_begin(g->activity, CALL_START);
    int failed = g->it->start(g->self, t, x);
    activity_end(g->activity);
    if (failed)
        return guest_fail(g, "start");
    double begun;
    enum packet_outcome outcome = guest_read_state(g, &begun);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (fabs(begun - t) > rounding_at(begun, t))
        return message_fail(OUTCOME_BROKEN, &g->why,
                            "the integrator was started at t = %.17g and says t = %.17g",
                            t, begun);
    keep(g, begun);
    return OUTCOME_DONE;
}

enum packet_outcome guest_start(struct guest *g, double t, const double *x) {
    enum packet_outcome outcome = start_it(g, t, x);
    if (outcome != OUTCOME_DONE)
        return outcome;
    for (int i = 0; i < g->nx; i++)
        g->error[i] = 0;
    memset(g->system.calls, 0, sizeof g->system.calls);
    g->untouched = true;
    return OUTCOME_DONE;
}

/* After a failure, of which g->why tells: what it left. */
static enum packet_outcome check_unmoved(struct guest *g) {
    struct diagnostic why = g->why;
    double t;
    enum packet_outcome outcome = guest_read_state(g, &t);
    if (outcome != OUTCOME_DONE)
        return message_fail(outcome, &g->why, "%s, and after that %s", why.text,
                            g->why.text);
    bool moved = t != g->t || memcmp(g->x, g->state.value, (size_t)g->nx * sizeof *g->x);
    if (moved)
        message_set(&g->why, "%s, and did not leave time and state as they were",
                    why.text);
    return moved ? OUTCOME_BROKEN : OUTCOME_FAILED;
}

/* After a step: the state that was read, with its estimate. */
static enum packet_outcome accept(struct guest *g, double t) {
    enum packet_outcome outcome = guest_read_estimate(g);
    if (outcome == OUTCOME_DONE)
        keep(g, t);
    return outcome;
}

static const char stands_still[] =
    "the integrator's %s did not move the time: it is t = %.17g before and after";

/* One call of step, and the state that it leads to. */
static enum packet_outcome step_once(struct guest *g, double h) {
    double t;
    g->untouched = false;
    activity_begin(g->activity, CALL_STEP);
    int failed = g->it->step(g->self, h);
    activity_end(g->activity);
    if (failed) {
        guest_fail(g, "step");
        return check_unmoved(g);
    }
    enum packet_outcome outcome = guest_read_state(g, &t);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (!(fabs(t - g->t - h) <= rounding_at(t, g->t))) {
        if (t == g->t)
            message_set(&g->why, stands_still, "step", t);
        else
            message_set(
                &g->why,
                "the integrator's step of %.17g from t = %.17g ended at t = %.17g", h,
                g->t, t);
        return OUTCOME_BROKEN;
    }
    return accept(g, t);
}

/* A step of h, or of the first of h/2, h/4, ... that succeeds. */
static enum packet_outcome step_halving(struct guest *g, double h) {
    const double shortest =
        fmax(g->options->integrator.min_step, shortest_step * fmax(1, fabs(g->t)));
    enum packet_outcome outcome = step_once(g, h);
    for (h *= 0.5; outcome == OUTCOME_FAILED && h >= shortest; h *= 0.5)
        outcome = step_once(g, h);
    return outcome;
}

static enum packet_outcome advance_once(struct guest *g, double limit) {
    double t;
    g->untouched = false;
    activity_begin(g->activity, CALL_ADVANCE);
    int failed = g->it->advance(g->self, limit);
    activity_end(g->activity);
    if (failed) {
        guest_fail(g, "advance");
        return check_unmoved(g);
    }
    enum packet_outcome outcome = guest_read_state(g, &t);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (t == g->t)
        return message_fail(OUTCOME_BROKEN, &g->why, stands_still, "advance", t);
    if (!(t > g->t))
        return message_fail(
            OUTCOME_BROKEN, &g->why,
            "the integrator's advance went back from t = %.17g to t = %.17g", g->t, t);
    if (t > limit + rounding_at(t, limit))
        return message_fail(
            OUTCOME_BROKEN, &g->why,
            "the integrator's advance went to t = %.17g, past its end %.17g", t, limit);
    return accept(g, t);
}

/* Makes h the longest step, where the integrator takes it. Before the first step that is as
 * if it had been so at the start. */
static enum packet_outcome limit_steps(struct guest *g, double h) {
    double longest = isnan(g->options->integrator.max_step)
                         ? h
                         : fmin(h, g->options->integrator.max_step);
    if (!g->untouched || longest == g->longest || !isfinite(longest))
        return OUTCOME_DONE;
    double t = g->t;
    enum packet_outcome outcome = guest_create(g, longest);
    if (outcome == OUTCOME_DONE) {
        memcpy(g->error, g->x, (size_t)g->nx * sizeof *g->x); /* x, out of its own way */
        outcome = start_it(g, t, g->error);
        memset(g->error, 0, (size_t)g->nx * sizeof *g->error);
    }
    return outcome;
}

/* What rounding leaves of the last of many steps is no step for an engine, which divides by it:
 * the step before takes it on. */
static const double least_rest = 0x1p-30;

/* As subject.h has it. Where t has arrived but for rounding, it is told as there. At t_final
 * nothing is to be done: the interface has no step of 0. */
static enum packet_outcome advance(struct guest *g, double h, double t_final) {
    if (t_final == g->t)
        return OUTCOME_DONE;
    double longest = isnan(g->options->integrator.max_step)
                         ? h
                         : fmin(h, g->options->integrator.max_step);
    bool is_limited = g->t + longest < t_final && !g->options->unlimited_advance;
    double goal = is_limited ? g->t + longest : t_final;
    if (g->it->scenes > 0 && t_final - goal < least_rest * longest)
        goal = t_final;
    if (!(goal > g->t))
        return message_fail(OUTCOME_FAILED, &g->why,
                            "a step of %g does not change t = %.17g", longest, g->t);
    return g->options->integrator.fixed_step ? step_halving(g, goal - g->t)
                                             : advance_once(g, goal);
}

static bool is_at(const struct guest *g, double t_final) {
    return g->t >= t_final - rounding_at(g->t, t_final);
}

static enum packet_outcome begin(struct guest *g, double h) {
    return g->options->integrator.fixed_step ? OUTCOME_DONE : limit_steps(g, h);
}

enum packet_outcome guest_step(struct guest *g, double h, int count) {
    enum packet_outcome outcome = OUTCOME_DONE;
    if (!(h > 0))
        return message_fail(OUTCOME_FAILED, &g->why, "the interface has no step of %g",
                            h);
    for (int k = 0; k < count && outcome == OUTCOME_DONE; k++)
        outcome = step_once(g, h);
    return outcome;
}

enum packet_outcome guest_advance(struct guest *g, double h, double t_final) {
    enum packet_outcome outcome = begin(g, h);
    if (outcome == OUTCOME_DONE)
        outcome = advance(g, h, t_final);
    if (outcome == OUTCOME_DONE && is_at(g, t_final))
        g->told = t_final;
    return outcome;
}

enum packet_outcome guest_run_to(struct guest *g, double h, double t_final) {
    enum packet_outcome outcome = begin(g, h);
    if (outcome != OUTCOME_DONE)
        return outcome;
    do
        outcome = advance(g, h, t_final);
    while (outcome == OUTCOME_DONE && !is_at(g, t_final));
    if (outcome == OUTCOME_DONE)
        g->told = t_final;
    return outcome;
}

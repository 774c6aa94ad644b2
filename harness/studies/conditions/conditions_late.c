/* Steps late in a run against those early in it. Driven with the period 1, a damped system is soon
 * in step with it, and so is any method's numerical solution, with memory or without: after
 * another period of whole steps it is where it was, but for the rounding of cos(2 pi t).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/studies/conditions/conditions_late.h"
#include "problems/model.h"

/* The slowest part falls with exp(-2 t): to rounding by t = 18. */
static const char rhythm[] =
    "title \"A system in step with what drives it\"\n"
    "position a = 0.3\nvelocity u = -0.2\nstate c = 0.1, d = -0.4\n"
    "a' = u\n"
    "u' = -5.3*a - 4.6*u + 0.4*sin(a + 0.3*c) + cos(2*pi*t)\n"
    "c' = -2.7*c + 0.3*a*d + 0.5*sin(2*pi*t)\n"
    "d' = -3.1*d + 0.2*sin(c) - 0.7*cos(2*pi*t + 0.4)\n";

/* When it is looked at, in steps: whole periods. */
static const int when[] = {520,   1000,  1008,  1024,  4096,
                           10000, 32768, 65536, 65544, 70000};
enum { TIMES = sizeof when / sizeof *when };

/* A period makes no more of the solution, which is of size one. */
static const double unstable = 1e3;

int late_model(struct model **m, struct diagnostic *why) {
    return model_parse(m, "conditions.model", rhythm, strlen(rhythm), 0, NULL, why) !=
           PROBLEM_OK;
}

/* The accuracy asked for: at rounding where all components are of size one, and at less where steps
 * fail. */
static double accuracy_at(enum conditions_level level) {
    return level == CONDITIONS_TIGHT ? 1e-13 : conditions_accuracy(level);
}

static int open_subject(struct late *l, struct diagnostic *why) {
    const struct study *s = l->c->study;
    struct subject_options options = conditions_options(s, LATE_STEP);
    options.integrator.accuracy = l->accuracy;
    return s->open_subject(s->context, s->model, &options, &l->subject, why);
}

/* With the state at the same phase of the period in step; `since`: what the steps are counted
 * from. */
static void compare(struct late *l, const char *since) {
    const int phase = l->steps % LATE_PERIOD;
    const int before = LATE_SETTLED - (LATE_PERIOD - phase) % LATE_PERIOD;
    const double *x = late_state(l), *settled = l->phase[phase];
    const double time = l->steps * LATE_STEP;
    const double rounding = late_allowed(l->steps) +
                            conditions_quotient(l->c, time, LATE_STEP, late_drive_time);
    double difference[LATE_COMPONENTS];
    for (int i = 0; i < LATE_COMPONENTS; i++)
        difference[i] = fabs(x[i] - settled[i]);
    if (late_has_chosen(l, conditions_largest(difference, LATE_COMPONENTS)))
        return;
    for (int i = 0; i < LATE_COMPONENTS; i++)
        conditions_note(
            l->c, CONDITIONS_LATE, difference[i] / rounding,
            iteration_late_ratio(l->accuracy, difference[i], rounding, l->change),
            "after %d steps%s %s is %.17g, after %d it was %.17g", l->steps, since,
            l->c->study->model->state[i], x[i], before, settled[i]);
}

/* On to so many steps; those that are watched one by one, each made again, too. */
static enum run_outcome run_to(struct late *l, int steps) {
    enum run_outcome outcome = RUN_DONE;
    while (outcome == RUN_DONE && l->steps < steps) {
        const int end = late_watch_end(l->steps, steps);
        const bool is_watched = end == l->steps + 1;
        outcome = is_watched ? late_step_twice(l)
                             : conditions_run(l->c, &l->subject, 0, LATE_STEP, l->steps,
                                              end, driven_share);
        if (outcome != RUN_DONE)
            return outcome;
        l->steps = end;
        if (l->steps > LATE_SETTLED - LATE_PERIOD && l->steps <= LATE_SETTLED)
            memcpy(l->phase[l->steps % LATE_PERIOD], late_state(l), sizeof l->phase[0]);
        if (l->is_settled && is_watched)
            compare(l, "");
    }
    return outcome;
}

static int start(const struct subject *s) {
    const double x[LATE_COMPONENTS] = {0.3, -0.2, 0.1, -0.4};
    return s->start(s->self, 0, x);
}

static bool begin(struct late *l) {
    l->steps = 0;
    l->is_settled = false;
    return start(&l->subject) == 0;
}

/* A second integrator, which has made a step more than the steps that it makes again: so a fault of
 * one step of either is none of the other's. */
static void open_again(struct late *l) {
    struct late again = *l;
    struct diagnostic ignored;
    if (l->c->has_memory || open_subject(&again, &ignored))
        return;
    l->again = again.subject;
    l->repeats = true;
    if (start(&l->again) == 0)
        conditions_run(l->c, &l->again, 0, LATE_STEP, 0, 1, driven_share);
}

/* The last period again, from a new start of a new integrator: what came with the steps before is
 * not in it. */
static enum run_outcome compare_anew(struct late *l, const char **why) {
    const int begun = LATE_SETTLED - LATE_PERIOD;
    struct late anew = *l;
    struct diagnostic ignored;
    if (l->c->has_memory || open_subject(&anew, &ignored))
        return RUN_DONE;
    enum run_outcome outcome = RUN_DONE;
    anew.steps = begun;
    anew.repeats = anew.is_settled = false;
    if (anew.subject.start(anew.subject.self, begun * LATE_STEP,
                           l->period[LATE_PERIODS - 1]) == 0)
        outcome = run_to(&anew, LATE_SETTLED);
    if (outcome == RUN_DONE && anew.steps == LATE_SETTLED) {
        memcpy(anew.phase, l->phase, sizeof anew.phase);
        compare(&anew, ", the last 8 of a new start,");
    }
    if (outcome == RUN_FAILED)
        snprintf(l->why_anew, sizeof l->why_anew, "%s",
                 anew.subject.why(anew.subject.self));
    *why = l->why_anew;
    anew.subject.free(anew.subject.self);
    return outcome;
}

/* Whether it is in step by then: a method that is not stable there never is. */
static bool settle(struct late *l) {
    if (!begin(l))
        return false;
    memcpy(l->period[0], late_state(l), sizeof l->period[0]);
    for (int k = 1; k <= LATE_PERIODS; k++) {
        if (run_to(l, k * LATE_PERIOD) != RUN_DONE)
            return false;
        memcpy(l->period[k], late_state(l), sizeof l->period[k]);
    }
    l->change = late_apart(l->period[LATE_PERIODS - 1], l->phase[0]);
    l->is_settled = l->change <= late_in_step;
    return l->is_settled;
}

/* Of a run that is not in step: period by period, whether it ends among values that a solution has,
 * before any that only a method has that is not stable there; if not, *why. */
static enum run_outcome find_end(struct late *l, const char **why) {
    enum run_outcome outcome = RUN_DONE;
    double largest = 0;
    while (outcome == RUN_DONE && largest < unstable && l->steps < LATE_SETTLED) {
        outcome = run_to(l, l->steps + LATE_PERIOD);
        if (outcome == RUN_DONE)
            largest = conditions_largest(late_state(l), LATE_COMPONENTS);
    }
    *why = l->subject.why(l->subject.self);
    if (isfinite(largest))
        return outcome;
    *why = "a state is not finite";
    return RUN_FAILED;
}

static void note_refusal(struct late *l, const char *why) {
    l->c->late_refused = true;
    conditions_tell_why(l->c, why);
}

/* False: it fails, which is noted where it is for good; one that cannot make the first step refuses
 * the system. */
static bool follow(struct late *l, bool for_good) {
    enum run_outcome outcome = RUN_DONE;
    const char *why = "";
    bool is_settled = settle(l);
    if (!is_settled && !begin(l)) {
        note_refusal(l, l->subject.why(l->subject.self));
        return true;
    }
    if (!is_settled)
        outcome = find_end(l, &why);
    if (!is_settled && outcome == RUN_DONE && l->steps == LATE_SETTLED)
        late_judge_unrest(l);
    if (is_settled && l->c->has_memory)
        late_compare_approach(l);
    for (int i = 0; i < TIMES && is_settled && outcome == RUN_DONE; i++) {
        outcome = run_to(l, when[i]);
        why = l->subject.why(l->subject.self);
        if (outcome == RUN_DONE)
            compare(l, "");
    }
    if (is_settled && outcome == RUN_DONE)
        outcome = compare_anew(l, &why);
    l->c->late_left_out = outcome == RUN_OVER;
    if (outcome == RUN_FAILED && for_good && l->steps == 0)
        note_refusal(l, why);
    else if (outcome == RUN_FAILED && for_good)
        conditions_note(l->c, CONDITIONS_LATE, INFINITY, INFINITY,
                        "after step %d it fails: %s", l->steps, why);
    return outcome != RUN_FAILED;
}

void late_compare(struct conditions *c) {
    struct diagnostic why = {""};
    bool is_over = false;
    for (int level = 0; level < CONDITIONS_LEVELS && !is_over; level++) {
        struct late l = {.c = c, .accuracy = accuracy_at((enum conditions_level)level)};
        bool for_good = level + 1 == CONDITIONS_LEVELS || c->is_explicit || c->makes_pair;
        if (open_subject(&l, &why)) {
            c->late_refused = true;
            conditions_tell_why(c, why.text);
            return;
        }
        open_again(&l);
        is_over = follow(&l, for_good) || for_good;
        l.subject.free(l.subject.self);
        if (l.repeats)
            l.again.free(l.again.self);
    }
}

/* Steps late in a run against those early in it. Driven with the period 1, a damped system is soon
 * in step with it, and so is any method's numerical solution, with memory or without: after
 * another period of whole steps it is where it was, but for the rounding of cos(2 pi t).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/conditions/conditions.h"

/* The slowest part falls with exp(-2 t): to rounding by t = 18. */
static const char rhythm[] =
    "title \"A system in step with what drives it\"\n"
    "position a = 0.3\nvelocity u = -0.2\nstate c = 0.1, d = -0.4\n"
    "a' = u\n"
    "u' = -5.3*a - 4.6*u + 0.4*sin(a + 0.3*c) + cos(2*pi*t)\n"
    "c' = -2.7*c + 0.3*a*d + 0.5*sin(2*pi*t)\n"
    "d' = -3.1*d + 0.2*sin(c) - 0.7*cos(2*pi*t + 0.4)\n";
enum { COMPONENTS = 4, STEPS_OF_PERIOD = 8, SETTLED = 512 };

/* When it is looked at, in steps: whole periods. */
static const int when[] = {520,   1000,  1008,  1024,  4096,
                           10000, 32768, 65536, 65544, 70000};
enum { TIMES = sizeof when / sizeof *when };

/* Roundings of 2 pi t, and what they make of the solution. */
static double allowed(int steps) {
    double argument = 2 * 3.15 * steps / STEPS_OF_PERIOD;
    return 8 * ROUNDOFF_UNIT * (64 + argument);
}

/* More than so much from one period to the next is not in step. */
#define IN_STEP 1e-6

/* A period makes no more of the solution, which is of size one. */
#define UNSTABLE 1e3

int late_model(struct model **m, struct diagnostic *why) {
    return model_parse(m, "conditions.model", rhythm, strlen(rhythm), 0, NULL, why) !=
           PROBLEM_OK;
}

/* The accuracy asked for: at rounding where all components are of size one, and at less where steps
 * fail. */
static double accuracy_at(enum conditions_level level) {
    return level == CONDITIONS_TIGHT ? 1e-13 : conditions_accuracy(level);
}

static const double step = 1.0 / STEPS_OF_PERIOD;

/* A run at one accuracy. */
struct late {
    struct conditions *c;
    double accuracy;
    struct subject subject;
    int steps; /* made since the start */
    double settled[COMPONENTS],
        change;                /* the state, and its change over a period, when in step */
    double before[COMPONENTS]; /* the state a period before */
};

/* A run of an integrator of others whose steps have to be halved again and again is none. */
static int open_subject(struct late *l, struct diagnostic *why) {
    const struct study *s = l->c->study;
    struct subject_options options =
        s->options != NULL ? *s->options : subject_default_options();
    options.accuracy = l->accuracy;
    if (s->foreign)
        options.min_step = fmax(options.min_step, step / 8);
    return s->open_subject(s->context, s->model, &options, &l->subject, why);
}

static const double *state(const struct late *l) {
    return l->subject.state(l->subject.self);
}

static enum run_outcome run_to(struct late *l, int steps) {
    enum run_outcome outcome =
        conditions_run(l->c, &l->subject, 0, step, l->steps, steps, DRIVEN_SHARE);
    if (outcome == RUN_DONE)
        l->steps = steps;
    return outcome;
}

static void compare(struct late *l, const char *since) {
    const double *x = state(l), rounding = allowed(l->steps);
    for (int i = 0; i < COMPONENTS; i++) {
        double difference = fabs(x[i] - l->settled[i]);
        conditions_note(
            l->c, CONDITIONS_LATE, difference / rounding,
            iteration_late_ratio(l->accuracy, difference, rounding, l->change),
            "after %d steps%s %s is %.17g, after %d it was %.17g", l->steps, since,
            l->c->study->model->state[i], x[i], SETTLED, l->settled[i]);
    }
}

static bool begin(struct late *l) {
    const double start[COMPONENTS] = {0.3, -0.2, 0.1, -0.4};
    l->steps = 0;
    return l->subject.start(l->subject.self, 0, start) == 0;
}

/* The last period again, from a new start: what came with the steps before is not in it. */
static enum run_outcome compare_anew(struct late *l) {
    const int begun = SETTLED - STEPS_OF_PERIOD;
    if (l->c->has_memory || l->subject.start(l->subject.self, begun * step, l->before))
        return RUN_DONE;
    l->steps = begun;
    enum run_outcome outcome = run_to(l, SETTLED);
    if (outcome == RUN_DONE)
        compare(l, ", the last 8 of a new start,");
    return outcome;
}

/* Whether it is in step by then: a method that is not stable there never is. */
static bool settle(struct late *l) {
    double change[COMPONENTS];
    if (!begin(l) || run_to(l, SETTLED - STEPS_OF_PERIOD) != RUN_DONE)
        return false;
    memcpy(l->before, state(l), sizeof l->before);
    if (run_to(l, SETTLED) != RUN_DONE)
        return false;
    memcpy(l->settled, state(l), sizeof l->settled);
    for (int i = 0; i < COMPONENTS; i++)
        change[i] = l->before[i] - l->settled[i];
    l->change = conditions_largest(change, COMPONENTS);
    return l->change <= IN_STEP;
}

/* Of a run that is not in step: period by period, whether it ends among values that a solution has,
 * before any that only a method has that is not stable there; if not, *why. */
static enum run_outcome find_end(struct late *l, const char **why) {
    enum run_outcome outcome = RUN_DONE;
    double largest = 0;
    while (outcome == RUN_DONE && largest < UNSTABLE && l->steps < SETTLED) {
        outcome = run_to(l, l->steps + STEPS_OF_PERIOD);
        if (outcome == RUN_DONE)
            largest = conditions_largest(state(l), COMPONENTS);
    }
    *why = l->subject.why(l->subject.self);
    if (isfinite(largest))
        return outcome;
    *why = "a state is not finite";
    return RUN_FAILED;
}

/* False: it fails, which is noted where it is for good. */
static bool follow(struct late *l, bool for_good) {
    enum run_outcome outcome = RUN_DONE;
    const char *why = "";
    bool is_settled = settle(l);
    if (!is_settled && !begin(l)) {
        l->c->late_refused = true;
        conditions_tell_why(l->c, l->subject.why(l->subject.self));
        return true;
    }
    if (!is_settled)
        outcome = find_end(l, &why);
    for (int i = 0; i < TIMES && is_settled && outcome == RUN_DONE; i++) {
        outcome = run_to(l, when[i]);
        why = l->subject.why(l->subject.self);
        if (outcome == RUN_DONE)
            compare(l, "");
    }
    if (is_settled && outcome == RUN_DONE) {
        outcome = compare_anew(l);
        why = l->subject.why(l->subject.self);
    }
    l->c->late_left_out = outcome == RUN_OVER;
    if (outcome == RUN_FAILED && for_good)
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
        is_over = follow(&l, for_good) || for_good;
        l.subject.free(l.subject.self);
    }
}

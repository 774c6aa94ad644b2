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

/* Roundings of 2 pi t, and what they make of the solution; allowed of an iteration. */
static double allowed(int steps) {
    double argument = 2 * 3.15 * steps / STEPS_OF_PERIOD;
    return 8 * ROUNDOFF_UNIT * (64 + argument);
}
#define ALLOWED_OF_ITERATION 1e-6

/* A period makes no more of the solution, which is of size one. */
#define UNSTABLE 1e3

int late_model(struct model **m, struct diagnostic *why) {
    return model_parse(m, "conditions.model", rhythm, strlen(rhythm), 0, NULL, why) !=
           PROBLEM_OK;
}

static int open_subject(const struct study *s, struct subject *subject,
                        struct diagnostic *why) {
    struct subject_options options =
        s->options != NULL ? *s->options : subject_default_options();
    options.accuracy = 1e-13;
    return s->open_subject(s->context, s->model, &options, subject, why);
}

/* On to the end of so many steps, in one call. */
static bool run_to(const struct subject *s, int steps) {
    const double h = 1.0 / STEPS_OF_PERIOD;
    return s->run(s->self, h, steps * h) == 0;
}

static void compare(struct conditions *c, const struct study *s, const double *settled,
                    const double *x, int steps) {
    for (int i = 0; i < COMPONENTS; i++) {
        double difference = fabs(x[i] - settled[i]);
        conditions_note(c, CONDITIONS_LATE, difference / allowed(steps),
                        difference / ALLOWED_OF_ITERATION,
                        "after %d steps %s is %.17g, after %d it was %.17g", steps,
                        s->model->state[i], x[i], SETTLED, settled[i]);
    }
}

static bool begin(const struct subject *s) {
    const double start[COMPONENTS] = {0.3, -0.2, 0.1, -0.4};
    return s->start(s->self, 0, start) == 0;
}

/* Whether it is in step by then: a method that is not stable there never is. */
static bool settle(const struct subject *s, double *settled) {
    double before[COMPONENTS];
    if (!begin(s) || !run_to(s, SETTLED - STEPS_OF_PERIOD))
        return false;
    memcpy(before, s->state(s->self), sizeof before);
    if (!run_to(s, SETTLED))
        return false;
    memcpy(settled, s->state(s->self), sizeof before);
    for (int i = 0; i < COMPONENTS; i++)
        if (!(fabs(settled[i] - before[i]) <= ALLOWED_OF_ITERATION))
            return false;
    return true;
}

static double find_largest(const double *x) {
    double largest = 0;
    for (int i = 0; i < COMPONENTS; i++)
        largest = isnan(x[i]) ? INFINITY : fmax(largest, fabs(x[i]));
    return largest;
}

/* Of a run that is not in step: period by period, whether it ends among values that a solution has,
 * before any that only a method has that is not stable there. */
static void note_end(struct conditions *c, const struct subject *s) {
    double largest = 0;
    int steps = 0;
    bool going = begin(s);
    if (!going) {
        conditions_note_refusal(c, s);
        return;
    }
    while (going && largest < UNSTABLE && steps < SETTLED) {
        steps += STEPS_OF_PERIOD;
        going = run_to(s, steps);
        if (going)
            largest = find_largest(s->state(s->self));
        going = going && isfinite(largest);
    }
    if (!going)
        conditions_note(c, CONDITIONS_LATE, INFINITY, INFINITY,
                        "before step %d it fails: %s", steps,
                        isfinite(largest) ? s->why(s->self) : "a state is not finite");
}

int late_compare(struct conditions *c, struct diagnostic *why) {
    const struct study *s = c->study;
    struct subject subject;
    double settled[COMPONENTS];
    if (open_subject(s, &subject, why))
        return -1;
    bool going = settle(&subject, settled);
    if (!going)
        note_end(c, &subject);
    for (int i = 0; i < TIMES && going; i++) {
        going = run_to(&subject, when[i]);
        if (going)
            compare(c, s, settled, subject.state(subject.self), when[i]);
        else
            conditions_note(c, CONDITIONS_LATE, INFINITY, INFINITY,
                            "before step %d it fails: %s", when[i],
                            subject.why(subject.self));
    }
    subject.free(subject.self);
    return 0;
}

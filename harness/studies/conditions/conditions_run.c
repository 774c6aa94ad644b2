/* Runs of many steps, within the work that a study may do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/stopwatch.h"
#include "harness/studies/conditions/conditions.h"

/* What is left for the results, and for a call that is under way. */
static const double share_of_limit = 0.8;

/* The work that a second of the time limit stands for, in evaluations, each request for a step
 * being so many of them. A compiled integrator in a process of its own does 2.7e5 in a
 * processor's second (Heun's method; within our process explicit Euler 6.5e6), so that the work
 * ends before the time where a third of a processor is to be had. */
static const double work_of_second = 1e5, work_of_step = 10;

/* Steps of one call at most; it is looked at what is left between calls. */
enum { MOST_AT_ONCE = 1024 };

double conditions_now(const struct study *s) {
    return s->clock != NULL ? s->clock() : stopwatch_seconds();
}

bool conditions_is_over(const struct conditions *c, double share) {
    const double seconds = share * share_of_limit * c->study->seconds_limit;
    struct conditions_meter *m = c->meter;
    if (!(seconds > 0))
        return false;
    if (m->spent > seconds * work_of_second)
        return true;
    m->is_over_clock = m->is_over_clock || conditions_now(c->study) - m->began > seconds;
    return m->is_over_clock;
}

double conditions_count(const struct conditions *c, const struct subject *s, long steps,
                        double before) {
    struct named_numbers counters = subject_counters(s);
    const double made = (double)(named_count(&counters, "derivative_calls") +
                                 named_count(&counters, "rates_calls"));
    named_clear(&counters);
    c->meter->spent += (double)steps * work_of_step + fmax(0, made - before);
    return made;
}

/* Calls of our own methods are quick; those of others grow as they prove to be. */
enum run_outcome conditions_run(const struct conditions *c, const struct subject *s,
                                double t0, double h, long from, long to, double share) {
    long at_once = c->study->foreign ? 1 : to - from;
    double made = conditions_count(c, s, 0, INFINITY);
    while (from < to) {
        if (conditions_is_over(c, share))
            return RUN_OVER;
        const long begun = from;
        from = from + at_once < to ? from + at_once : to;
        if (s->run(s->self, h, t0 + (double)from * h))
            return RUN_FAILED;
        made = conditions_count(c, s, from - begun, made);
        if (at_once < MOST_AT_ONCE)
            at_once *= 2;
    }
    return RUN_DONE;
}

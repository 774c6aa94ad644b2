/* A clock, and work measured with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <time.h>

#include "harness/base/stopwatch.h"

static const double ns_per_second = 1e9;

/* Growth of the number of repetitions while a block is too short to tell how many it takes. */
static const double longest_leap = 16;

/* More repetitions are never tried, whatever the clock says. */
static const double most_repetitions = 1e12;

/* What is taken too many, so that a block is rarely too short. */
static const double surplus = 1.1;

static double read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return ns_per_second * (double)now.tv_sec + (double)now.tv_nsec;
}

double stopwatch_seconds(void) {
    return read_clock(CLOCK_MONOTONIC) / ns_per_second;
}

static double machine_now(void *context) {
    (void)context;
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static double wall_now(void *context) {
    (void)context;
    return read_clock(CLOCK_MONOTONIC);
}

static struct stopwatch make_stopwatch(double (*now)(void *context)) {
    struct stopwatch w = {now, NULL, 0};
    w.reading = stopwatch_resolution(&w);
    return w;
}

struct stopwatch stopwatch_of_machine(void) {
    return make_stopwatch(machine_now);
}

struct stopwatch stopwatch_of_wall(void) {
    return make_stopwatch(wall_now);
}

int stopwatch_block(const struct stopwatch *w, const struct stopwatch_work *work,
                    long times, double *ns) {
    double begin = w->now(w->context);
    int failed = work->run(work->self, times);
    *ns = w->now(w->context) - begin - w->reading;
    return failed;
}

/* The shorter of two blocks: an interruption makes one look long enough that is not. */
static int measure_twice(const struct stopwatch *w, const struct stopwatch_work *work,
                         long times, double *ns) {
    double other;
    if (stopwatch_block(w, work, times, ns) || stopwatch_block(w, work, times, &other))
        return -1;
    *ns = fmin(*ns, other);
    return 0;
}

int stopwatch_calibrate(const struct stopwatch *w, const struct stopwatch_work *work,
                        double ns, long *times) {
    double block;
    long repetitions = 1;
    if (measure_twice(w, work, repetitions, &block))
        return -1;
    while (block < ns && (double)repetitions < most_repetitions) {
        double leap = block > 0 ? fmin(surplus * ns / block, longest_leap) : longest_leap;
        repetitions = (long)ceil((double)repetitions * leap);
        if (measure_twice(w, work, repetitions, &block))
            return -1;
    }
    *times = repetitions;
    return 0;
}

double stopwatch_resolution(const struct stopwatch *w) {
    enum { readings = 64 };
    double least = INFINITY, before = w->now(w->context);
    for (int i = 0; i < readings; i++) {
        double now = w->now(w->context);
        least = fmin(least, now - before);
        before = now;
    }
    return least;
}

/* Knuth's multiplier; odd, so that no value ever becomes zero. */
static const unsigned long multiplier = 6364136223846793005u;

int stopwatch_ruler(void *self, long times) {
    unsigned long *kept = self;
    unsigned long x = *kept | 1;
    for (long i = 0; i < times * STOPWATCH_RULER; i++)
        x *= multiplier;
    *kept = x;
    return 0;
}

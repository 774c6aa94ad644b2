/* Time for the ways to a truth: a limit in seconds, shared out among the ways that are left.
 *
 * A way may use this part of the time that is left when it begins, truth_clock_share, and
 * the last one that may be tried all of it; so a way that would take for ever leaves some for
 * the ones after it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CLOCK_H
#define HARNESS_TRUTH_CLOCK_H

#include <stdbool.h>

#include "ref/truth.h"

static const double truth_clock_share = 0.6;

struct truth_clock {
    double (*now)(
        void); /* stopwatch_seconds; a test puts a clock of its own in its place */
    double began, limit; /* limit 0: none */
    enum ref_way last;   /* the last way that may be tried */
    enum ref_way way;    /* under way; REF_WAYS: none yet */
    double deadline;     /* of that way */
    bool stopped;        /* some way was stopped */
};

/* Seconds that the processor has spent on this process: what a truth costs, however busy the
 * machine is. */
double truth_clock_processor(void);

/* Begins by the clock `now`; ways: as in struct ref_truth_options. */
struct truth_clock truth_clock_start(double (*now)(void), double limit, unsigned ways);

/* Whether the way's time has passed. */
bool truth_clock_stops(struct truth_clock *c, enum ref_way way);

/* The seconds that are left, at least a thousandth; 0: no limit. */
double truth_clock_left(const struct truth_clock *c);

/* Whether all of it has. */
bool truth_clock_is_over(const struct truth_clock *c);

/* The same as struct ref_truth_options asks for it: of a truth_clock, whatever the way. */
bool truth_clock_stop(void *clock, enum ref_way way);

#endif

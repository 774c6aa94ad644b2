/* A run in step with a drive, of which conditions_late.c makes periods late and early.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONDITIONS_LATE_H
#define HARNESS_CONDITIONS_LATE_H

#include "harness/studies/conditions/conditions.h"

/* Of the system; steps of a period; after how many steps, and periods, it is in step. */
enum { LATE_COMPONENTS = 4, LATE_PERIOD = 8, LATE_SETTLED = 512, LATE_PERIODS = 64 };

/* More than so much from one period to the next is not in step. */
static const double late_in_step = 1e-6;

/* The size of a step: times are multiples of it, without rounding. */
#define LATE_STEP (1.0 / LATE_PERIOD)

/* In which a drive cos(2 pi t) changes. */
static const double late_drive_time = 0.5 / M_PI;

/* A run at one accuracy. */
struct late {
    struct conditions *c;
    double accuracy;
    struct subject subject;
    struct subject again; /* makes steps again from new starts, if `repeats` */
    bool repeats;
    bool rounds;     /* some of the first steps, made again, have other bits */
    int steps;       /* made since the start */
    bool is_settled; /* it has come into step with the drive */
    double phase[LATE_PERIOD]
                [LATE_COMPONENTS],  /* the states of the period up to LATE_SETTLED */
        change;                     /* what a period changes then */
    char why_anew[CONDITIONS_TEXT]; /* a run from a new start has failed */
    double period[LATE_PERIODS + 1]
                 [LATE_COMPONENTS]; /* the state after so many, up to then */
};

const double *late_state(const struct late *l);

/* Roundings of 2 pi t after so many steps, and what they make of the solution. */
double late_allowed(int steps);

/* max |a_i - b_i| of two states. */
double late_apart(const double *a, const double *b);

/* Whether it is so far from another state in step that another of its formulas has made it,
 * which is noted. */
bool late_has_chosen(const struct late *l, double difference);

/* Where a run from so many steps on to `steps` is to be looked at next: after one step, among those
 * that are watched; else where these begin. */
int late_watch_end(int from, int steps);

/* One step, and, if l->repeats, the same from a new start of the other integrator: notes how far
 * they are apart. Does not count it in l->steps. */
enum run_outcome late_step_twice(struct late *l);

/* Of a method with memory that has come into step: notes where its first periods lead to. */
void late_compare_approach(struct late *l);

/* Of a run that has ended out of step: notes it as a failure where the method has no reason for
 * it. */
void late_judge_unrest(struct late *l);

#endif

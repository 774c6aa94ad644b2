/* A run under error control, watched from outside. Each accepted step is repeated: another
 * integrator starts at the state before it and makes one step of the same size. From the calls
 * of the system's functions, which the bench makes, follows what was tried: a step of h asks at
 * the times t + c h, the same c as in the repeated step, so that the calls of an accepted step
 * fall into attempts, the largest |t' - t| / c of each being its size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_RUN_H
#define HARNESS_CONTROL_RUN_H

#include <stdbool.h>

#include "harness/base/record/numbers.h"
#include "problems/base/status.h"

struct subject; /* harness/integrators/subject.h */
struct study;   /* harness/results/study.h */

/* Components of the states of the study's own models, attempts of a step that are kept. */
enum { CONTROL_ENTRIES = 4, CONTROL_ATTEMPTS = 24, CONTROL_WEIGHED = 16 };

struct control_settings {
    double accuracy, max_step; /* of error control; max_step NaN: none is asked for */
    double end;
    double first_end; /* of the first step alone; 0: the same */
    int most_steps;
    bool repeats;      /* each accepted step is made again, */
    bool at_begin;     /* of a system that knows no time: as the first one */
    long failing_call; /* as in subject_options.h; 0: none fails */
    bool fails_by_nan;
};

/* An attempt that was rejected. */
struct control_attempt {
    double h;
    double next_x[CONTROL_ENTRIES],
        error[CONTROL_ENTRIES]; /* by a step from a new start */
};

struct control_step {
    double t, next_t, x[CONTROL_ENTRIES], next_x[CONTROL_ENTRIES];
    double largest[CONTROL_ENTRIES]; /* of each |x| of the run so far, x included */
    double error[CONTROL_ENTRIES];   /* NaN: none */
    double first;                    /* size of the first attempt; NaN: not known */
    int rejected;                    /* attempts before the last; -1: not known */
    struct control_attempt attempt[CONTROL_ATTEMPTS]; /* [min(rejected, ATTEMPTS)] */
    bool attempts_repeat; /* each rejected one asked where a step from a new start does */
    double apart, error_apart; /* of the repeated step and its estimate, in units of what
                                  rounding (or an iteration) may do; infinite: one of both is
                                  no number, or fails; NaN: not compared */
    bool keeps_state;  /* it differs, and begins where the only rejected attempt ends */
    bool had_incident; /* one of its calls gave no finite value */
    int calls;
};

struct control_run {
    int steps;
    struct control_step *step; /* [steps] */
    bool has_estimate, has_calls, takes_max_step;
    bool is_iterative; /* its steps end with an iteration: they repeat to the accuracy */
    double end;        /* where it is to end */
    bool reached_end, failed, accepted_not_finite;
    bool is_broken; /* it failed by a crash, a hang or another broken promise */
    bool refuses;   /* its first advance failed in words, before it asked for anything */
    int weighed, improved; /* steps that differ from their repetition; better than that */
    long calls;            /* of the rates, by the runner; -1: not counted */
    struct named_numbers claimed; /* its counters at the end */
    long restart_differs;         /* steps that differ after a new start; -1: none made */
    struct diagnostic why;        /* of a failure */
};

/* Makes a run from (begin, x) with the model s->model. The caller frees it by control_run_clear
 * in any case. Nonzero: an integrator cannot be had, as *d says. */
int control_run_make(struct control_run *run, const struct study *s,
                     const struct control_settings *settings, double begin,
                     const double *x, struct diagnostic *d);
void control_run_clear(struct control_run *run);

/* Finds step->first, ->rejected and the attempts from the runner's calls of that step, those of
 * the repeated step, and `again`, by whom attempts are made anew. */
void control_find_attempts(struct control_step *step, const double *calls, int count,
                           const double *repeated, int repeated_count,
                           const struct subject *again);

/* The same where steps of one size differ in how often they ask: step->first, and ->rejected
 * where that is 0. The first attempt is the longest one. */
void control_find_first(struct control_step *step, const double *calls, int count,
                        const double *repeated, int repeated_count);

/* Makes a step again by `again`, at the time `t`: how far the two are apart; and where that is
 * its own time, the attempts, the memory. calls[count] are the runner's of that step. */
void control_repeat_step(struct control_run *run, struct control_step *step,
                         const struct subject *again, double t, const double *calls,
                         int count, double accuracy);

/* Whether its steps end with an iteration: they ask for Jacobians, or of several sizes, from
 * several states after (begin, x), for different numbers of values. */
bool control_is_iterative(const struct study *s, const struct subject *again,
                          double begin, const double *x);

/* Calls of the rates in the last request, and their number. */
int control_calls_of(const struct subject *s, const double **call);

/* Whether a step differs from its repetition, and that is no rounding. */
bool control_differs(const struct control_step *step);

/* Weighs a step that differs from its repetition, which leads to fresh[ENTRIES]: which of both is
 * nearer to the same step in small parts by `again`. */
void control_weigh_memory(struct control_run *run, const struct control_step *step,
                          const double *fresh, const struct subject *again);

/* Whether enough steps were weighed, and three of four were the better for what they kept. */
bool control_memory_is_of_use(const struct control_run *run);

/* Whether most steps that follow others without a rejected attempt are not those of a new
 * start. */
bool control_goes_on(const struct control_run *run);

#endif

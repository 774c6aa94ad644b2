/* Error control of any integrator, watched from outside (control_run.h), on a motion that is
 * known: quick turns in it make steps short, grow again and be rejected.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_CONTROL_WATCH_H
#define HARNESS_STUDY_CONTROL_WATCH_H

#include "harness/results/result.h"
#include "harness/studies/control/control_law.h"

/* The text of the model, and its solution x[CONTROL_ENTRIES] at t. */
extern const char control_moving[];
void control_moving_solution(double t, double *x);
static const double control_moving_end = 2.1;

/* The other motions, each from its model's start: nothing happens, for ever; a force sets in at
 * once, over some time and shortly before the end; all is far quicker than the first size; what
 * moves is neither a position nor a velocity; each of such in turn, quickly; all values are
 * thousands; and one that does not know the time, to an end so near to the start that some take
 * it for reached, and far away. */
enum {
    CONTROL_QUIET,
    CONTROL_JUMP,
    CONTROL_LAST,
    CONTROL_QUICK,
    CONTROL_STATE,
    CONTROL_TURNS,
    CONTROL_LARGE,
    CONTROL_NEAR,
    CONTROL_LATE,
    CONTROL_MOTIONS
};
struct control_motion {
    const char *text; /* of the model */
    struct control_settings settings;
    /* The quantity of its steps made again, and when they are; of the errors of its accepted
     * steps, and where these are. NULL: nothing is judged. */
    const char *repeated, *when, *accepted, *where;
};
extern const struct control_motion control_motions[CONTROL_MOTIONS];

/* A study with a model of such a text in the place of its own: `part` is called with it. Nonzero:
 * the model cannot be had, or what `part` returned; *d says why. */
int control_with_model(const struct study *s, const char *text, void *context,
                       int (*part)(const struct study *s, void *context,
                                   struct diagnostic *d),
                       struct diagnostic *d);

/* All that is found. */
struct control_watch {
    struct results *results;
    struct control_run run[2]; /* at these accuracies */
    struct control_run limited, motion[CONTROL_MOTIONS];
    struct control_law law;
};
extern const double control_accuracy[2], control_longest;

/* Appends the results of error control: told in README.md. */
int study_control_watch(const struct study *s, struct results *results,
                        struct diagnostic *d);

/* Whether its steps go on from earlier ones, as its fingerprint or a declaration says, or one of
 * the runs, whose steps are the better for it: then none can be made again by a new start. */
bool control_remembers(const struct study *s, const struct control_watch *w);

/* The first power of h in the error estimate; NaN: not known. How the order of a rule stands to it:
 * one more is slower, and on the safe side. */
double control_estimate_order(const struct study *s, const struct control_watch *w);
enum control_order {
    CONTROL_ORDER_UNKNOWN,
    CONTROL_ORDER_RIGHT,
    CONTROL_ORDER_CAREFUL,
    CONTROL_ORDER_WRONG
};
enum control_order control_order_of(double order, double estimate_order);

/* Its parts; nonzero: out of memory. */
int control_judge_steps(const struct study *s, struct control_watch *w);
int control_judge_formula(const struct study *s, struct control_watch *w);
int control_judge_limits(const struct study *s, struct control_watch *w);
int control_judge_law(const struct study *s, struct control_watch *w);
int control_judge_order(const struct study *s, struct control_watch *w);
int control_judge_counters(const struct study *s, struct control_watch *w);
int control_judge_incidents(const struct study *s, struct control_watch *w,
                            struct diagnostic *d);
int control_judge_accuracy(const struct study *s, struct control_watch *w,
                           struct diagnostic *d);

/* A result with a value that is to be at most `most`; judged: else told, undecided. Takes a
 * printf format of the reason. */
struct result control_result(const struct study *s, const char *quantity);
struct result control_at_most(const struct study *s, const char *quantity, double value,
                              double most, bool judged);

#endif

/* The numbers that Halfstep is to reach, row by row: what, what others do, the goal, and what
 * this run has found of it: by itself, or by another command of the program that it has run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_GOALS_H
#define HARNESS_TIMING_GOALS_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/base/record/record.h"
#include "harness/speed/goals/goal_question.h"

struct timing_results; /* harness/speed/timing/timing_results.h */

/* Where a row's value is: a result by quantity, model (NULL: any), method (NULL: any) and mode
 * (NULL: any); of its points the one with this size or part (NULL: the result itself), or the most
 * allocations of all points. Of several the worst counts. */
struct timing_source {
    const char *quantity, *model, *method, *mode, *point;
    bool of_allocations;
};

struct timing_goal {
    const char *what, *elsewhere, *text, *unit;
    double limit;
    bool is_least; /* the value is to be no smaller, else no larger */
    const char *peer;
    /* Recorded, in the unit; 0: it is in the results, or there is none. */
    double peer_value;
    const char *command;       /* NULL: timing itself, or what is asked */
    struct timing_source from; /* quantity NULL: timing does not tell */
    struct goal_question question;
};

extern const struct timing_goal timing_goal_table[]; /* ends with a NULL what */

/* What is told of one, of its own by record_clear; goal_record says what each is. */
struct goal_told {
    const char *what, *elsewhere, *goal, *unit;
    double limit;
    struct goal_reached reached;
    const char *verdict, *peer, *peer_unit, *command, *reason;
};
extern const struct record goal_record;
extern const char goal_not_measured[], goal_not_installed[]; /* in place of a verdict */

/* Adds the goals: what the results of a timing study tell, and the answers of goal_ask_all (NULL:
 * nothing was asked). Nonzero: out of memory. */
int timing_goals(struct timing_told *told, const struct timing_results *results,
                 const json_t *answers);

/* Adds those that its comparisons with peers and the answers of questions about engines
 * (NULL: none) tell. Nonzero: out of memory. */
int timing_goals_beside_peers(struct timing_told *told, const json_t *answers);

/* A table of all, or of those that were measured. */
void timing_goals_print(const struct timing_told *told, bool all, FILE *out);

#endif

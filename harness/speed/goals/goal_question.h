/* What commands of this program tell about the numbers to reach that the timing study does not
 * measure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GOAL_QUESTION_H
#define HARNESS_GOAL_QUESTION_H

#include <stdbool.h>

#include <jansson.h>

/* A row's number, its interval and a peer's; NaN: unknown. */
struct goal_reached {
    double value, low, high, peer;
};

struct goal_question;
struct timing_told; /* harness/speed/timing/timing_told.h */
typedef struct goal_reached goal_reader(const json_t *document,
                                        const struct goal_question *q);
typedef struct goal_reached goal_beside(const struct timing_told *told,
                                        const struct goal_question *q);

/* A command, which prints a document with --json (added where its words do not say where to),
 * and what is read of that. */
struct goal_question {
    const char *words; /* "gap pendulum"; NULL: there is none */
    goal_reader *read;
    /* Of the row beside a peer; set NULL: nothing is. Of `engines`, and of studies, the quantity is
     * in the place of the model. */
    const char *model, *set, *peer;
    const char *needs;   /* the engine that has to be installed: "bullet"; NULL: none */
    goal_beside *beside; /* where rows beside peers are read, in the place of `read` */
};

/* What is read of the document that the words of a question have printed. */
struct goal_reached goal_read(const json_t *document, const struct goal_question *q);

typedef bool goal_filter(const struct goal_question *q);

/* Whether it is asked of `engines`, which timing --peers tells, too; whether its engine is not
 * installed. */
goal_filter goal_is_of_engines, goal_is_missing;

/* The words of a row that is told of where all peers are measured, and is not asked for. */
#define GOAL_OF_ALL_PEERS "timing --peers"
bool goal_is_of_all_peers(const struct goal_question *q);

/* The readers. Of `timing --peers` the row that the question names; over the rows beside
 * velocity-implicit Euler of Drake's the mean of steps on its system of the name q->peer, and of
 * runs ours over theirs of evaluations at equal error: the mean, or where a model is said, though
 * none is read, the largest. */
goal_beside goal_beside_peer, goal_beside_drake, goal_evaluations_of_drake;
/* Of `engines` with one scene, in which contact-stepper and the peer run: a time of a step, the
 * peer's over ours run by run; and what ours leaves at contacts, with the peer's. */
goal_reader goal_beside_engine, goal_residual;
/* Of `gate` the seconds of processors, shared by two; of `gap` how far a slope is from what it
 * should be, at most; of `truth` the fewest digits. */
goal_reader goal_gate_seconds, goal_slope_off, goal_digits;
/* Of a study the largest value of the quantity that is in the place of the model. */
goal_reader goal_largest;
/* Of `compare --self-test`, with all such comparisons that this machine's record has: false
 * alarms; how many slow-downs of 1 % were found for one that the stated power promises, with
 * Clopper's and Pearson's limits. */
goal_reader goal_false_alarms, goal_found_slower;

#endif

/* Steps against the original's recorded costs, and Simbody's contacts beside ours in the same
 * rounds: rows of one table, those of contacts and the others measured together in each process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_ROWS_H
#define HARNESS_TIMING_ROWS_H

#include "fast/options.h"
#include "harness/speed/timing/batch.h"

struct timing_results; /* harness/speed/timing/timing_results.h */

/* Which of the models named on the command line stands for the rows; for those of contacts. */
#define TIMING_ROWS "rod_pendulum"
#define TIMING_CONTACTS "bouncing_ball"
#define TIMING_CONTACTS_METHOD "contact-stepper"

/* A run from the model's start to a time, begun anew each time. */
struct timing_row {
    const char *model, *size; /* of the size n; NULL: as the file has it */
    const char *method;
    double step, accuracy; /* one is NaN: fixed steps, or error control */
    /* Its projection; of contacts the solver, in faithful mode and Simbody. */
    const char *option;
    double tolerance; /* of joints; NaN: the accuracy / 10 */
    /* Of the run in default mode; in faithful mode and of Simbody, 0: neither is asked. */
    double length, original_length;
    double original_ns; /* a step, recorded on another machine; NaN */
    double most_ns[2];  /* that a step may take, by the mode; NaN: nothing is asked */
    double least_ratio; /* how many times faster than the original it is to be; NaN */
};

extern const struct timing_row timing_rows[];
extern const int timing_rows_count;
bool timing_row_has_contacts(const struct timing_row *row);

/* What takes part of a row: both modes, and with contacts Simbody. */
enum timing_row_part {
    TIMING_DEFAULT = FAST_DEFAULT,
    TIMING_FAITHFUL = FAST_FAITHFUL,
    TIMING_PEER,
    TIMING_ROW_PARTS
};

/* The workload of a row's part at TIMING_ROW_PARTS row + part, null where another method is
 * asked for or the part is none; a new array. */
json_t *timing_rows_workloads(bool of_contacts, const char *method);

/* ns-per-step, original-ratio and peer-ratio for each model, method and mode. */
void timing_rows_results(const struct batch *b, bool of_contacts,
                         struct timing_results *results);

/* ---- Runs side by side (fast/lanes.h) against the same runs alone, which TIMING_ROWS stands for,
 * too: a step's time alone over its time in lanes. The workloads are each alone and then in
 * lanes. */

json_t *timing_lanes_workloads(const char *method);

/* lanes-ratio of each model and method, and of all: the geometric mean. */
void timing_lanes_results(const struct batch *b, struct timing_results *results);

/* ---- Default mode's steps beside loops by hand, which TIMING_HAND stands for. */

#define TIMING_HAND "planar_chain10"
json_t *timing_hand_workloads(const char *method);

/* step-over-hand of each model. */
void timing_hand_results(const struct batch *b, struct timing_results *results);

/* ---- All of them: the model that stands for a table, what a process is expected to take before
 * one has been seen, its workloads for a method (NULL: all; those of others are null), and their
 * results. */

enum timing_table {
    TIMING_TABLE_OF_ROWS,
    TIMING_TABLE_OF_CONTACTS,
    TIMING_TABLE_OF_LANES,
    TIMING_TABLE_OF_HAND,
    TIMING_TABLES
};

extern const struct timing_table_kind {
    const char *model;
    double seconds;
    json_t *(*workloads)(const char *method);
    void (*results)(const struct batch *b, struct timing_results *results);
} timing_table_kinds[TIMING_TABLES];

#endif

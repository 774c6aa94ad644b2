/* Steps of the methods of fast/projected.h and of backward differentiation formulas, against
 * the original's recorded costs: rows of a table, measured together in each process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_ROWS_H
#define HARNESS_TIMING_ROWS_H

#include "fast/projected.h"
#include "harness/speed/timing/timing_results.h"

/* Which of the models named on the command line stands for the table. */
#define TIMING_ROWS "rod_pendulum"

/* A run from the model's start to a time, begun anew each time. */
struct timing_row {
    const char *model, *method;
    double step, accuracy; /* one is NaN: fixed steps, or error control */
    enum projected_projection projection;
    double tolerance;   /* of joints; NaN: the accuracy / 10 */
    double length;      /* of the run */
    double original_ns; /* a step, recorded on another machine */
    double most_ns;     /* that a step may take, NaN: nothing is asked */
    double least_ratio; /* how many times faster than the original it is to be; NaN */
};

extern const struct timing_row timing_rows[];
extern const int timing_rows_count;
const char *timing_projection_name(const struct timing_row *row);

/* Whether a row is asked for: its method is the one named, or NULL was. */
bool timing_row_is_chosen(int row, const char *method);
bool timing_rows_choose(const char *method); /* any row */

/* The table's workloads, each row twice (2 row + its mode), null where another method is asked for
 * than `method` (NULL: all); a new array. What a process has found: {"cases": [{"ns", "least",
 * "steps", "attempts", "evaluations", "iterations", "q_projections", "u_projections",
 * "allocations"}]} of a run, ns of a step; null for what takes no part, and for methods that the
 * build lacks. */
json_t *timing_rows_workloads(const char *method);
json_t *timing_rows_found(const struct timing_found *f, const json_t *contestants,
                          int rounds, struct diagnostic *d);

/* ns-per-step and original-ratio for each model, method and mode of the table, from what
 * `processes` have found. */
enum exit_status timing_results_of_rows(const struct catalogue *catalogue, int processes,
                                        json_t *const *found, json_t *results,
                                        struct diagnostic *d);

/* ---- Runs side by side (fast/lanes.h) against the same runs alone, a table that TIMING_ROWS stands
 * for, too: a step's time alone over its time in lanes, measured together in each process. */

/* Whether a method is asked for that lanes take; NULL: all are. */
bool timing_lanes_choose(const char *method);

/* The table's workloads, each alone and then in lanes, null where another method is asked for; a new
 * array. What a process has found: {"cases": [{"ns": of one step of one run, "steps",
 * "allocations"}, ...]}. */
json_t *timing_lanes_workloads(const char *method);
json_t *timing_lanes_found(const struct timing_found *f, const json_t *contestants,
                           int rounds, struct diagnostic *d);

/* lanes-ratio of each model and method, and of all: the geometric mean. */
enum exit_status timing_results_of_lanes(const struct catalogue *catalogue, int processes,
                                         json_t *const *found, json_t *results,
                                         struct diagnostic *d);

#endif

/* One model at many settings: where each run ends.
 *
 * Points are run in blocks of EVAL_LANES, side by side where the method and the model allow it
 * (fast/lanes.h), else one by one; both give the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SWEEP_H
#define HARNESS_SWEEP_H

#include "harness/base/record/record.h"
#include "harness/program/run/shard.h"
#include "harness/solve/solve.h"
#include "harness/sweep/grid.h"

struct sweep {
    const struct solve_request *request; /* without a model */
    struct session *session;
    const struct catalogue *catalogue;
    const char *model; /* its name */
    struct grid grid;
    struct shard shard;
    long first, end; /* the shard's points */
    int jobs;        /* processes at a time; 0: one for each processor */
};

/* Points that one run of the program can have: its document is kept in memory. */
enum { SWEEP_MOST_POINTS = 1000000 };

/* What a point came to: {"point", "set", "t", "state", "steps", "status", "why"}. */
struct sweep_row {
    long point;
    /* "ok"; "failed": the numerics did, and state is where; "refused": there is no such model,
     * nor a state. */
    const char *status;
    const char *why;
    double t;
    const double *x; /* NULL: none */
    long steps;      /* -1: none */
};

/* Reads a point's model. False: a row says why there is none. */
bool sweep_read_model(const struct sweep *s, long point, struct model **m, json_t *rows);

/* Appends a row; m may be NULL where there is no state. */
void sweep_add_row(const struct sweep *s, const struct model *m,
                   const struct sweep_row *row, json_t *rows);

/* Whether a model can be run as is asked for. EXIT_USAGE, EXIT_MACHINE: session->why says why
 * not. */
enum exit_status sweep_check(const struct sweep *s, struct model *m);

/* Runs a point of a model that was read for it, by itself. */
void sweep_run_alone(const struct sweep *s, long point, struct model *m, json_t *rows);

/* Runs the points first .. end-1, at most EVAL_LANES, and appends their rows; returns how many ran
 * side by side. */
int sweep_run_block(const struct sweep *s, long first, long end, json_t *rows);

/* Runs the shard's points in processes: rows in order, a new array, and how many ran side by
 * side. EXIT_MACHINE: *rows is NULL and session->why says why. */
enum exit_status sweep_run(const struct sweep *s, json_t **rows, long *in_lanes);

/* The document as a table for a person, and as comma-separated values. */
void sweep_print(const json_t *document, FILE *out);
void sweep_print_csv(const json_t *document, FILE *out);

/* What sweep --json prints, described. */
extern const struct record sweep_document_record;

#endif

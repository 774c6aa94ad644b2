/* What stands behind a result of the timing study: a kind of run, a length, a model, a rung. Each
 * sort of points has some of the members, which the document has in the sort's order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_POINT_H
#define HARNESS_TIMING_POINT_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/speed/measure/estimate.h"
#include "harness/speed/timing/batch.h"

struct record; /* harness/base/record/record.h */

struct timing_point {
    const char *members; /* of its sort, see below */
    struct estimate of;
    const char *kind, *part, *method, *size;
    const char *solver, *projection, *jacobian, *newton, *scheme, *why;
    const char *counters; /* how they are beside the original's */
    double accuracy, step, h, length, error;
    long rows, masses;
    /* Of a step, in ns. */
    double ns, original_ns, peer_ns, hand_ns, alone_ns, floor, ns_per_mass;
    double original_iterations, hand_evaluations, peer_off;
    double bytes, bytes_per_mass;
    struct timing_list {
        int count;
        double *number;
    } medians, least, ratios; /* of the processes */
    json_t *kernels;          /* ns of a call, by their names */
    /* Of a pass, */
    double steps;
    long pass_steps; /* as they were asked for */
    /* and of a step. */
    double attempts, evaluations, iterations, solves, jacobians, factorizations, factors;
    double maps, products, q_projections, u_projections, allocations, solves_warm;
    double solves_not_verified, impacts, rows_evals, gap_evals;
};

/* All members. A sort of points has some of them in the document, by their names here, as words of
 * a text: "name=member" has another name there, "?member" is left out where it is not known. */
extern const struct record timing_point_record;

/* A point of the sort with an estimate; its texts are the caller's, its other numbers unknown. */
struct timing_point timing_point_begin(const char *members, struct estimate of);

/* The finite numbers of the processes of a workload; none when memory runs out. */
struct timing_list timing_point_list(const struct batch *b, int i, batch_number *number);

/* Of a workload of a batch all counters of a step, and the steps of a pass. */
void timing_point_count(struct timing_point *p, const struct batch *b, int i);

/* As a document has it: a new object; NULL: out of memory. */
json_t *timing_point_tell(const struct timing_point *p);

struct timing_points {
    int count;
    struct timing_point *point; /* [count] cleared by the record */
    bool is_short;              /* memory has run out, and some are missing */
};

/* Appends a copy, and takes over the lists and the JSON values of the point. */
void timing_point_add(struct timing_points *list, struct timing_point p);
void timing_points_clear(struct timing_points *list);

#endif

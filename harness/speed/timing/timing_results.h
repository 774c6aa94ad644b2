/* What the sources that make results of timings share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_RESULTS_H
#define HARNESS_TIMING_RESULTS_H

#include "harness/results/result.h"
#include "harness/speed/timing/batch.h"
#include "harness/speed/timing/timing_point.h"
#include "harness/speed/timing/timing_precision.h"

struct results; /* harness/results/result_list.h */

/* A result, with what it has besides; its points are here, and not in `of`. */
struct timing_found {
    struct result of;
    struct timing_points points;
    const char *kind; /* of the runs of a benchmark: "fixed"; "": it is about none */
    bool is_curve;    /* of cost at equal accuracy, with */
    double length;    /* of a run, */
    double order;     /* of the errors over the rungs; NaN: unknown */
    int costs;
    struct precision_cost *cost; /* [costs] at precision_errors */
};
extern const struct record timing_found_record;

struct timing_results {
    int count;
    struct timing_found *found; /* [count] */
    bool is_short;              /* memory has run out, and some are missing */
};

/* for (const struct timing_found *each: of a list) */
#define TIMING_FOREACH(list, each)                                                       \
    for (const struct timing_found *each = (list)->found;                                \
         each != NULL && each < (list)->found + (list)->count; each++)

/* A result of the study without numbers, not asymptotic until it is judged; the texts are the
 * caller's. */
struct result timing_result(const char *model, const char *method, const char *mode,
                            const char *quantity);

/* value, low, high. */
void timing_take(struct result *r, struct estimate e);

/* What an interval comes to against bounds; NaN: nothing is asked. */
enum verdict timing_judge(struct estimate e, double least, double most);

/* Appends the result, with its reason made as printf makes it, and takes over its points, which
 * are none then. */
void timing_append(struct timing_results *results, struct result *r,
                   struct timing_points *points, const char *reason, ...);

/* Appends a copy, but takes over its points. */
void timing_add(struct timing_results *results, const struct timing_found *f);

/* As a new array, with what they have besides; NULL: out of memory. */
json_t *timing_results_tell(const struct timing_results *results);

/* Appends them as every study has them. Nonzero: out of memory. */
int timing_results_give(struct results *list, const struct timing_results *results);

void timing_results_clear(struct timing_results *results);

/* The result of that quantity and the same model, method and mode as `like`; NULL: there is
 * none. */
const struct timing_found *timing_find_like(const struct timing_results *results,
                                            const char *quantity,
                                            const struct timing_found *like);

#endif

/* What the sources that make results of timings share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_RESULTS_H
#define HARNESS_TIMING_RESULTS_H

#include "harness/results/result.h"
#include "harness/speed/timing/batch.h"

/* A result of the study without numbers, with an empty array of points, not asymptotic until it is
 * judged; the texts are the caller's. */
struct result timing_result(const char *model, const char *method, const char *mode,
                            const char *quantity);

/* value, low, high. */
void timing_take(struct result *r, struct estimate e);

/* What an interval comes to against bounds; NaN: nothing is asked. */
enum verdict timing_judge(struct estimate e, double least, double most);

/* Appends the result, with its reason made as printf makes it, and gives its points away;
 * returns it as it stands among the results. */
json_t *timing_append(json_t *results, struct result *r, const char *reason, ...);

/* Adds value, low, high to a point; and, of a workload of a batch, counters of a step by their
 * names, which end with NULL. */
void timing_add_estimate(json_t *point, struct estimate e);
void timing_add_each(json_t *point, const struct batch *b, int i,
                     const char *const *keys);

/* The result of that quantity and the same model, method and mode as `like` is of, a result or a
 * measurement; NULL: there is none. */
json_t *timing_find_like(const json_t *results, const char *quantity, const json_t *like);

#endif

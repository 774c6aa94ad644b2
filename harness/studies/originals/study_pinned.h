/* The study of pinned runs: what our own integrators have cost and decided, over all
 * that can be chosen, they still cost and decide.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_PINNED_H
#define HARNESS_STUDY_PINNED_H

#include "harness/session/models.h"

struct results; /* harness/results/result_list.h */
struct study;   /* harness/results/study.h */

struct pinned_request {
    const char *path; /* of the file of pinned runs */
    const struct catalogue *catalogue;
    const struct model_names *names; /* only models among them; NULL: all */
};

/* Appends a result "pinned-runs" of the method for each model of which the file has runs:
 * as many are the same as there are. s->model is not looked at. Nonzero: it could not be
 * carried out, and *d says why. */
int study_pinned(const struct study *s, const struct pinned_request *r,
                 struct results *results, struct diagnostic *d);

/* The model that the file calls by `key`, "spring_chain" or "spring_chain n=3"; the
 * caller frees it. Nonzero: *d says why. */
int study_pinned_model(struct model **m, const struct catalogue *c, const char *key,
                       struct diagnostic *d);

/* All runs of a model, {method: {mode: {way: outcome}}}, as the file has them by the
 * model's name: the statistics are an array of their values. NULL: *d says why. */
json_t *study_pinned_record(const struct study *s, struct diagnostic *d);

/* {method: {mode: [numbers]}} of pinned_calls, as the file has them under "calls". */
json_t *study_pinned_record_calls(void);

#endif

/* Studies of many models in parallel, and what their results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_H
#define HARNESS_RESULTS_H

#include <jansson.h>

#include "harness/commands/models.h"
#include "harness/jobs/progress.h"

enum results_studies { RESULTS_ORDER = 1, RESULTS_GAP = 2, RESULTS_STATISTICS = 4 };

struct results_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models;
    const struct model_settings *settings;
    const char *const *methods; /* one at least; ends with NULL */
    int studies;                /* the sum of results_studies */
    enum study_effort effort;
    double seconds_limit; /* of one study of one model */
    bool describe;        /* also describe the models, with their truth */
};

/* *results := all results, model by model and for each method by method; a study that could
 * not be carried out, crashed or hung is a failed result with the quantity "study". *models :=
 * the descriptions, or NULL when none are asked for. The caller frees both. On failure both
 * are NULL and session->why says why. */
enum exit_status results_find(const struct results_request *r, json_t **results,
                              json_t **models);

/* Brings results that stand model by model into the order of the methods for each model. A
 * new array; NULL: out of memory. */
json_t *results_by_method(const json_t *results, const char *const *methods);

/* The text under a key; "" when there is none. */
const char *results_text(const json_t *result, const char *key);

/* Whether a result makes the whole fail. */
bool results_fails(const json_t *result);

struct results_count {
    int all, passed, failed, not_asymptotic; /* failed: those that make the whole fail */
};
struct results_count results_count(const json_t *results);

#endif

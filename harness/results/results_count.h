/* What results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_COUNT_H
#define HARNESS_RESULTS_COUNT_H

#include "harness/results/result_list.h"

/* The text under a key of a document; "" when there is none. */
const char *results_text(const json_t *object, const char *key);

/* Whether a result makes the whole fail. One that is accepted does not. */
bool result_fails(const struct result *result);
bool result_is_accepted(const struct result *result);

struct results_count {
    int all, passed, failed, not_asymptotic; /* failed: those that make the whole fail */
    int accepted;                            /* would fail, and are accepted */
};
struct results_count results_count(const struct results *results);

/* Counts one more. */
void results_count_add(struct results_count *count, const struct result *result);

#endif

/* Results as they stand in documents: their order, what a result says, and what all come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_COUNT_H
#define HARNESS_RESULTS_COUNT_H

#include <stdbool.h>

#include <jansson.h>

/* Brings results that stand model by model into the order of the methods for each model. A
 * new array; NULL: out of memory. */
json_t *results_by_method(const json_t *results, const char *const *methods);

/* The text under a key; "" when there is none. */
const char *results_text(const json_t *result, const char *key);

/* Whether a result makes the whole fail. One that bears "accepted", the reason why a
 * deviation is accepted, does not. */
bool results_fails(const json_t *result);

struct results_count {
    int all, passed, failed, not_asymptotic; /* failed: those that make the whole fail */
    int accepted;                            /* would fail, and are accepted */
};
struct results_count results_count(const json_t *results);

#endif

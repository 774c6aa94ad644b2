/* What results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_COUNT_H
#define HARNESS_RESULTS_COUNT_H

#include <stdbool.h>

#include "harness/results/result_list.h"

/* The text under a key of a document; "" when there is none. */
const char *results_text(const json_t *object, const char *key);

/* Whether it is this text. */
bool results_text_is(const json_t *object, const char *key, const char *text);

/* Whether a result makes the whole fail. One that is accepted does not. */
bool result_fails(const struct result *result);
bool result_is_accepted(const struct result *result);

/* Whether it fails only because a pass is required, and it is undecided. */
bool result_fails_undecided(const struct result *result);

/* What is said of such a result: "undecided where a pass is required". */
extern const char result_undecided_words[];

/* These and a colon, to stand before its reason; "" of any other result. */
const char *result_before_reason(const struct result *result);

struct results_count {
    int all, passed, failed, not_asymptotic; /* failed: those that make the whole fail */
    int failed_undecided; /* of these, undecided where a pass is required */
    int accepted;         /* would fail, and are accepted */
};
struct results_count results_count(const struct results *results);

/* text[size] := " (2 of them undecided where a pass is required)", to stand behind the number that
 * fail; "" where there are none. */
void results_count_tell_undecided(char *text, size_t size,
                                  const struct results_count *count);

/* Counts one more. */
void results_count_add(struct results_count *count, const struct result *result);

#endif

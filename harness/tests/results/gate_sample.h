/* What a gate might have come to, with texts that no format likes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_GATE_SAMPLE_H
#define HARNESS_TESTS_GATE_SAMPLE_H

#include "harness/results/gate_outcome.h"

/* Quotes, line ends, markup of every format, control characters, UTF-8 in and outside of the
 * first plane, what is no character. */
extern const char *const nasty_texts[];
enum { nasty_count = 12 };

/* A result about a model; `accepted` may be NULL. */
json_t *sample_result(const char *model, const char *quantity, const char *verdict,
                      int required, const char *reason, const char *accepted);

/* The results of an array, which it takes over. */
struct results *sample_list(json_t *array);

/* Five results (pass, fail, undecided, undecided but required, accepted), then a failing one
 * for each nasty text, which is its model and its reason. */
struct gate_outcome sample_outcome(void);

/* What a format prints of it, which the caller frees. */
char *sample_print(gate_print_function *print, const struct gate_outcome *o);

#endif

/* Recorded runs of the original, and the command lines that repeat them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ORIGINAL_H
#define HARNESS_TESTS_ORIGINAL_H

#include <stdbool.h>

#include <jansson.h>

enum { ORIGINAL_LINE_ROOM = 1024 };

/* {cases, problems, stats_fields, config_defaults}; ends the test when it cannot be read. */
json_t *original_read(void);

/* A text of a case; `otherwise` when it has none of that name. */
const char *original_word(const json_t *record, const char *key, const char *otherwise);

/* Whether the case ran under error control. */
bool original_is_controlled(const json_t *record);

/* Whether a second build of the original counts the same. */
bool original_is_robust(const json_t *record);

/* What was recorded on the way: arrays that begin with a time and end with a state. */
json_t *original_states(const json_t *record);

/* line[ORIGINAL_LINE_ROOM] := the command line that repeats a case; `usual` is
 * config_defaults. */
void original_line(const json_t *record, const json_t *usual, bool with_samples,
                   char *line);

/* Whether all counters in a document of solve are the recorded ones. */
bool original_counts_agree(const json_t *record, const json_t *fields,
                           const json_t *document);

#endif

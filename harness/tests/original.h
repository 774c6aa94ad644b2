/* Recorded runs of the original, and the command lines that repeat them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ORIGINAL_H
#define HARNESS_TESTS_ORIGINAL_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/studies/originals/original_case.h"

enum { ORIGINAL_LINE_ROOM = 1024 };

/* {cases, problems, stats_fields, config_defaults}; ends the test when it cannot be read. */
json_t *original_read(void);

/* line[ORIGINAL_LINE_ROOM] := the command line that repeats a case; `usual` is
 * config_defaults. */
void original_line(const json_t *record, const json_t *usual, bool with_samples,
                   char *line);

/* Whether all counters in a document of solve are the recorded ones. */
bool original_counts_agree(const json_t *record, const json_t *fields,
                           const json_t *document);

#endif

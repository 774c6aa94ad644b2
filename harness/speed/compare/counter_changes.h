/* Counters of two builds' passes, which do not depend on time or place: what differs between
 * them is a change of the program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_COUNTER_CHANGES_H
#define HARNESS_COMPARE_COUNTER_CHANGES_H

#include <jansson.h>

enum counters_verdict {
    COUNTERS_SAME,
    COUNTERS_CHANGED, /* fewer of some, or one that only one build has, or other results */
    COUNTERS_MORE     /* more of some */
};

/* The name of the change of what a pass ends with, which is no number of things done. */
#define COUNTERS_RESULTS "results"

/* *changes := [{"name", "old", "new"}] of what differs between two objects of counters
 * (benchmark_library.h), which the caller frees: whole numbers, null where a build has none;
 * and "results", with the first differing number of the end and its place "component", when
 * the bits of the ends differ. NULL when memory runs out. */
enum counters_verdict counter_changes(json_t **changes, const json_t *old,
                                      const json_t *new);

/* "same", "changed", "more". */
const char *counters_verdict_name(enum counters_verdict verdict);

/* Whether one change {"name", "old", "new"} is an increase. */
int counter_change_is_more(const json_t *change);

#endif

/* The known name that is nearest to a misspelt one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NEAREST_H
#define HARNESS_NEAREST_H

/* The number of insertions, deletions and replacements of one character that turn a into b
 * (V. I. Levenshtein, Soviet Physics Doklady 10 (1966) 707). Only the first 63 characters
 * of each are looked at. */
int nearest_distance(const char *a, const char *b);

struct nearest {
    const char *to;   /* the misspelt name */
    const char *name; /* the best so far; NULL: none is near enough */
    int distance;
};

/* Starts with no name, accepting at most one mistake in three characters, and two at least. */
struct nearest nearest_start(const char *to);

/* Keeps `name` when it is nearer than the best so far. */
void nearest_try(struct nearest *n, const char *name);

#endif

/* What a case has come to beside what was recorded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORIGINAL_COMPARE_H
#define HARNESS_ORIGINAL_COMPARE_H

#include <stddef.h>

#include <jansson.h>

struct original_outcome; /* original_case.h */

struct original_comparison {
    struct original_outcome *outcome;
    const char *id;   /* of the case, for what is told */
    double tolerance; /* of states, relative to max(1, |x|) */
};

/* Notes a deviation; only the first one is told. recorded NULL: there is no number to tell. */
void original_deviate(const struct original_comparison *c, const char *what, double found,
                      const json_t *recorded);

/* max |x_i - recorded_i| over max(1, max |recorded|), in units of the tolerance: told, and a
 * deviation above 1 or where it is no number. A number is an array of one. */
void original_compare_vector(const struct original_comparison *c, const char *what,
                             const double *x, size_t n, const json_t *recorded);

/* After how many steps or calls a run has failed: ten times those recorded; a million where less
 * than one was, or not a number of them. */
double original_most(double recorded);

#endif

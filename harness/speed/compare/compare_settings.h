/* The numbers and names among a comparison's options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_SETTINGS_H
#define HARNESS_COMPARE_SETTINGS_H

#include "harness/speed/compare/compare.h"

/* Each: nonzero, and *d says why, when the text is none of what is expected. */

/* --delta, --alpha, --processes. */
int compare_read_rule(struct rule *rule, const struct arguments *arguments,
                      struct diagnostic *d);

/* --time: COMPARE_TIME_ADVISE unless given. */
int compare_read_time(enum compare_time *time, const char *text, struct diagnostic *d);

/* --seed: from the clock unless given. */
int compare_read_seed(unsigned long *seed, const char *text, struct diagnostic *d);

/* --time-limit: of a process, in seconds. */
int compare_read_limit(double *seconds, const char *text, struct diagnostic *d);

#endif

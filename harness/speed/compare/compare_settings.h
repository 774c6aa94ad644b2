/* What the options say that comparisons and the self-test share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_SETTINGS_H
#define HARNESS_COMPARE_SETTINGS_H

#include "harness/speed/compare/compare.h"

/* Each: nonzero, and *d says why, when the text is none of what is expected. */

/* --delta, --alpha, --processes. */
int compare_read_rule(struct rule *rule, const struct arguments *arguments,
                      struct diagnostic *d);

/* --seed: from the clock unless given. */
int compare_read_seed(unsigned long *seed, const char *text, struct diagnostic *d);

/* --time-limit: of a process, in seconds. */
int compare_read_limit(double *seconds, const char *text, struct diagnostic *d);

/* *items := benchmarks of --model and --method: those that are stored, or (NULL) of this
 * program's own catalogue, of the extent that --quick or --full say, else the usual one. Not
 * EXIT_PASSED: session->why says why; it is so when there is none. */
enum exit_status compare_choose(struct benchmarks *items, const struct side *stored,
                                const struct arguments *arguments,
                                enum benchmarks_extent usual, struct session *session);

/* The record of this machine and rule, in the session's cache. */
enum exit_status compare_open_self(struct self_record *self, const struct rule *rule,
                                   struct session *session);

#endif

/* What the options say that comparisons and the self-test share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_SETTINGS_H
#define HARNESS_COMPARE_SETTINGS_H

#include "harness/session/option.h"
#include "harness/speed/compare/compare.h"

/* Types of options: "1%", "1 %" or "0.01", positive, below 1 and at most `most`; an even number of
 * processes that a rule can end at. */
option_reader compare_share, compare_processes;

/* What --delta, --alpha and --processes say. */
struct rule compare_rule(const struct arguments *arguments);

/* --seed: from the clock unless given. */
#define COMPARE_SEED                                                                     \
    OPTION("seed", VALUE, "N", "of the random orders (default: from the clock)",         \
           .read = option_whole, .least = 0, .most = 1e9)
unsigned long compare_seed(const struct arguments *arguments);

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

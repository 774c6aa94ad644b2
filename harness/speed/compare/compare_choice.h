/* Which benchmarks a command line names, and the record of self comparisons for its rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_CHOICE_H
#define HARNESS_COMPARE_CHOICE_H

#include "harness/speed/compare/compare.h"

enum { COMPARE_MOST_MODELS = 256 };

/* The models of --model and the method of --method; the names stay the command line's. */
struct compare_wanted {
    const char *name[COMPARE_MOST_MODELS];
    struct model_names names;
    const char *method;
};

/* Nonzero: *d says why. */
int compare_wanted_read(struct compare_wanted *w, const struct arguments *arguments,
                        struct diagnostic *d);

/* *items := benchmarks of this program's own catalogue, of the extent that --quick or --full
 * say, else the usual one. Not EXIT_PASSED: session->why says why. */
enum exit_status compare_choose(json_t **items, const struct compare_wanted *w,
                                const struct arguments *arguments,
                                enum benchmarks_extent usual, struct session *session);

/* EXIT_USAGE when there is not a single item. */
enum exit_status compare_refuse_none(const json_t *items, struct session *session);

/* The record of this machine and rule, in the session's cache. */
enum exit_status compare_open_self(struct self_record *self, const struct rule *rule,
                                   struct session *session);

#endif

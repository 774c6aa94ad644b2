/* What part of a study a document is: its member "shard".
 *
 *     {"index", "count",
 *      "digest": hash of the plan,
 *      "plan": {"halfstep", "build", "command", "arguments": [word, ...], "methods", "integrator",
 *               "expect", "models", "records", "jobs"},
 *      "done": [...],
 *      "matches": [how often each acceptance of "expect" has matched, ...]}       of the gate
 *
 * "arguments" are the command line without what changes no verdict (files, places, --jobs,
 * --verbose and the like); "integrator" is that of another's, with the method that its
 * fingerprint is of; "expect" is what the gate's file of that name says
 * (gate/expect.h); the rest is as in shard_part.h. Shards belong together when their
 * plans are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_DOCUMENT_H
#define HARNESS_SHARD_DOCUMENT_H

#include <jansson.h>

#include "harness/program/run/shard.h"

struct arguments; /* harness/session/arguments.h */

/* An array of the words of a command line that decide what is studied and how it is judged;
 * positional ones come last, after "--". */
json_t *shard_document_arguments(const struct arguments *a);

/* The same of all words of the command line. */
json_t *shard_document_words(const struct arguments *a);

/* The member, of a document that has the rest, and of what was noted (shard_part.h) together
 * with "arguments" and perhaps "expect", "matches" and "fingerprint". NULL: out of memory. */
json_t *shard_document_describe(const struct shard *s, const json_t *part,
                                const json_t *document);

/* The digest of a plan. Nonzero: out of memory. */
int shard_document_digest(char *digest, const json_t *plan);

#endif

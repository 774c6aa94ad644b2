/* What is declared and accepted as a part of a document, and back.
 *
 *     {"path", "method", "order", "estimate-order", "estimate", "models": how many,
 *      "accept": [{"study", "quantity", "model", "method", "mode", "reason", "line"}, ...]}
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXPECT_DESCRIBE_H
#define HARNESS_EXPECT_DESCRIBE_H

#include "harness/gate/expect.h"

/* Notes the description, and how often each acceptance has matched, for who joins shards:
 * part's "expect" and "matches". */
void expect_note(const struct expect *e, json_t *part);

/* *e := what a document describes, without options and names of models; nothing when it is
 * NULL. Refers to the document's texts. Freed with expect_clear in any case. Nonzero: that is
 * no description, and *d says so; or memory has run out. */
int expect_restore(struct expect *e, const json_t *document, struct diagnostic *d);

#endif

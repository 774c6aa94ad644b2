/* An integrator of another's that shards have studied: what of it the joined document says. It
 * need not be there any more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_FOREIGN_H
#define HARNESS_SHARD_FOREIGN_H

#include "harness/session/foreign.h"

/* *f := what foreign_describe made the description of; refers to its texts, and is good for
 * foreign_describe and for names only. NULL: none is given. Freed with foreign_clear in any
 * case. Nonzero: that is no description, or memory has run out, and *d says which. */
int shard_foreign_restore(struct foreign *f, const json_t *description,
                          struct diagnostic *d);

#endif

/* What reads a file of --expect, in parts. Internal to expect_read*.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXPECT_PARTS_H
#define HARNESS_EXPECT_PARTS_H

#include "harness/gate/expect.h"
#include "harness/gate/expect_reader.h"

/* e->acceptance := those under "accept"; `studies`, ending with NULL, are the names that a study may
 * have. Nonzero: *r->d says what is wrong. */
int expect_read_acceptances(struct reader *r, const json_t *document,
                            const char *const *studies, struct expect *e);

#endif

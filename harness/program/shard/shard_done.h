/* Whether a shard has done what was its own, and has the results of that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_DONE_H
#define HARNESS_SHARD_DONE_H

#include "harness/program/shard/shard_file.h"

/* Nonzero: *d says which job is missing, doubled or another's, or what else is not so. */
int shard_done_check(const struct shard_file *f, struct diagnostic *d);

#endif

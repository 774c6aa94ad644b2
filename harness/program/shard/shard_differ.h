/* What two plans differ in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHARD_DIFFER_H
#define HARNESS_SHARD_DIFFER_H

#include "harness/program/shard/shard_file.h"

/* Nonzero: *d says what the second's plan has otherwise than the first's. */
int shard_differ(const struct shard_file *first, const struct shard_file *second,
                 struct diagnostic *d);

#endif

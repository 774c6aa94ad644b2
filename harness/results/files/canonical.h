/* Documents without what differs from run to run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CANONICAL_H
#define HARNESS_CANONICAL_H

#include "harness/results/result_list.h"

/* Puts 0 in the place of every measured time, at any depth: members called "seconds" or
 * "processor_seconds". NULL is left alone. */
void canonical_make(json_t *value);

/* The same in the data of all results. */
void canonical_make_results(struct results *list);

#endif

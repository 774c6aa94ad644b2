/* What halfstep truth is asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_ARGUMENTS_H
#define HARNESS_TRUTH_ARGUMENTS_H

#include "harness/session/arguments.h"
#include "harness/truth/truth.h"

/* Reads --digits, --grade, --way and --time-limit into *r, with their defaults; digits 0: as
 * many as are known. Nonzero: *d says why. */
int truth_arguments_read(struct truth_request *r, const struct arguments *arguments,
                         struct diagnostic *d);

/* Whether the times (size r->times), which were read from `text`, ascend from the start of the
 * span of the request's model. Nonzero: they do not, and *d says so. */
int truth_arguments_check_times(const struct truth_request *r, const mpfr_t *time,
                                const char *text, struct diagnostic *d);

/* --seed, or a number from the time of day. Nonzero: *d says why. */
int truth_arguments_seed(unsigned long *seed, const struct arguments *arguments,
                         struct diagnostic *d);

#endif

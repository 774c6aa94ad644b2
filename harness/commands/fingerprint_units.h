/* The fingerprints that a command line asks for, and which of them are a shard's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_UNITS_H
#define HARNESS_FINGERPRINT_UNITS_H

#include "harness/commands/fingerprint_command.h"

enum fingerprint_variant {
    FINGERPRINT_DEFAULT, /* in double */
    FINGERPRINT_FAITHFUL,
    FINGERPRINT_RAISED, /* in multiple precision */
    FINGERPRINT_VARIANTS
};

/* One fingerprint of a method of ours; or (method NULL) that of another's integrator. */
struct fingerprint_unit {
    const struct method *method;
    enum fingerprint_variant variant;
};
enum { FINGERPRINT_MOST_UNITS = 64 };

/* Lists them in the order of the document; their number. */
int fingerprint_units_list(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           const struct fingerprint_command *w);

/* Leaves those of w->shard, whose number is returned, and notes them and the whole plan in
 * w->part (program/run/shard_part.h). -1: out of memory. */
int fingerprint_units_take(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           int count, const struct fingerprint_command *w);

#endif

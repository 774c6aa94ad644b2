/* The command line with what a file of --expect adds to it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_ARGUMENTS_H
#define HARNESS_GATE_ARGUMENTS_H

#include "harness/gate/expect.h"
#include "harness/session/arguments.h"

struct profile; /* harness/gate/profile.h */

struct gate_arguments {
    struct arguments all;
    char *text; /* holds the added options */
};

/* The given arguments, the models of *e where none is given, and its options that are not
 * given; refers to both. Freed with gate_arguments_clear. Nonzero: out of memory. */
int gate_arguments_make(struct gate_arguments *g, const struct arguments *given,
                        const struct expect *e);
void gate_arguments_clear(struct gate_arguments *g);

/* The profile of --profile, or the usual one. */
const struct profile *gate_arguments_profile(const struct arguments *a);

#endif

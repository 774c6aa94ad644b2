/* The parts of a probe's model file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PROBE_TEXT_H
#define HARNESS_PROBE_TEXT_H

#include <stdio.h>

#include "harness/fingerprint/measure/probe.h"

/* A group of components: what its state is called in the file, and its coordinate along the
 * trees, which is the same thing in the standard basis. */
struct probe_group {
    const char *declaration; /* "position" */
    char state;              /* 'p' in the Hadamard basis */
    char coordinate;         /* 'q' */
    int size;                /* 0: there is none */
    const char *first;       /* what component 0 of the coordinate begins with */
};

/* The rates of all groups: positions, and velocities or the states of a plain probe. */
void probe_print_rates(const struct probe_layout *l, const struct probe_group *positions,
                       const struct probe_group *others, FILE *out);

/* Lines that make out of from[i] the transform's to4[i], i = 0 .. size-1, by way of to1, ...:
 * each is a sum of PROBE_BLOCK terms with signs, not yet over PROBE_ROOT. */
void probe_print_transform(const char *from, const char *to, int size, FILE *out);

#endif

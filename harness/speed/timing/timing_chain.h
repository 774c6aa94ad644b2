/* Kinds of chains whose growth is measured: their integrators as the functions of their family in
 * fast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_CHAIN_H
#define HARNESS_TIMING_CHAIN_H

#include <jansson.h>

#include "fast/pair.h"
#include "problems/model.h"

enum { TIMING_CHAIN_VARIANTS = 2 };

struct timing_chain_run {
    void *integrator;
    double begin, bytes; /* of the model's time; that the integrator has allocated */
    const double *start;
};

struct timing_chain_kind {
    const char *variant[TIMING_CHAIN_VARIANTS]; /* NULL: there is but one */
    int steps;                                  /* of a run */
    double step;                                /* 0: that of all contacts */

    int (*bind)(void **binding, struct model *m); /* nonzero: out of memory */
    void (*unbind)(void *binding);
    enum fast_status (*open)(void **integrator, const void *binding, int variant);
    void (*close)(void *integrator);
    int (*run)(void *self, long times); /* of a struct timing_chain_run, begun anew */
    json_t *(*count)(const void *integrator); /* of the last run */
};

extern const struct timing_chain_kind timing_springs, timing_rods, timing_stacks;

#endif

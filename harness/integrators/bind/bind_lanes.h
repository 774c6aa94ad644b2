/* Settings of one model as the lanes of fast/lanes.h: the programs of all must be the same but
 * for the constants' values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_LANES_H
#define HARNESS_BIND_LANES_H

#include "fast/lanes.h"
#include "problems/readers/eval_lanes.h"

struct model; /* problems/model.h */
struct bind_lanes;

/* *b refers to m, which has neither joints nor contacts and must outlive it, for a method that
 * lanes take: the pair's have a system each besides. The caller frees *b with bind_lanes_free.
 * PROBLEM_NO_MEMORY: *b is NULL. */
enum problem_status bind_lanes_alloc(struct bind_lanes **b, struct model *m,
                                     const struct integrator_options *options);
void bind_lanes_free(struct bind_lanes *b); /* takes NULL */

/* A lane := m, as it was read with other settings, or, if it is the model of bind_lanes_alloc,
 * as it was changed (model_change). *fits := whether m's programs are those of the lanes; if
 * not, nothing is changed. PROBLEM_NO_MEMORY, or PROBLEM_NOT_FINITE: a constant is no finite
 * double. */
enum problem_status bind_lanes_set(struct bind_lanes *b, int lane, struct model *m,
                                   bool *fits);

/* Runs what was compiled for vectors of so many numbers from then on: 2, or what the processor has
 * (fast/processor.h); 0: interprets, whatever the build has. */
void bind_lanes_set_vectors(struct bind_lanes *b, int length);

/* Whether two lanes have the same constants, to the bit. */
bool bind_lanes_are_equal(const struct bind_lanes *b, int i, int k);

/* EVAL_LANES lanes, each of which has been set; valid as long as b. */
const struct lanes_system *bind_lanes_system(const struct bind_lanes *b);

#endif

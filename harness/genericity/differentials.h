/* Elementary differentials of a model at a state, in balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DIFFERENTIALS_H
#define HARNESS_DIFFERENTIALS_H

#include <arb.h>

#include "harness/genericity/coloured.h"
#include "problems/base/status.h"

struct model; /* problems/model.h */
struct differentials;

/* `list` outlives *d, which the caller frees with differentials_free; NULL on failure. The
 * working precision is `bits`. */
enum problem_status differentials_alloc(struct differentials **d, struct model *m,
                                        const struct coloured_tree list[COLOURED_TREES],
                                        slong bits);
void differentials_free(struct differentials *d); /* takes NULL */

/* Computes them at (t | x). */
void differentials_run(struct differentials *d, arb_srcptr tx);

/* Component i of a tree's differential: a ball that contains it; not finite where nothing is
 * known. Exactly zero where i is not of the root's group. */
arb_srcptr differentials_value(const struct differentials *d, int tree, int i);

#endif

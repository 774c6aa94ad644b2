/* What vanishes whatever the state: components of elementary differentials that are zero
 * because of which variables an expression uses, and how.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STRUCTURE_H
#define HARNESS_STRUCTURE_H

#include <stdbool.h>

#include "harness/genericity/coloured.h"
#include "problems/base/status.h"

struct model; /* problems/model.h */

/* The group of component i of x. */
enum group structure_group(const struct model *m, int i);

/* zero[tree*nx + i] := whether component i of the tree's differential is proved to be zero
 * at every state; also where i is not of the root's group. False proves nothing. */
enum problem_status structure_zeros(struct model *m,
                                    const struct coloured_tree list[COLOURED_TREES],
                                    bool *zero);

#endif

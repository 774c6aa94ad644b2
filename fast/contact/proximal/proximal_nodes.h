/* Velocities grouped into nodes, in the order of their elimination. Internal to
 * fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROXIMAL_NODES_H
#define FAST_PROXIMAL_NODES_H

#include "fast/contact/judge/judge_store.h"

struct contact_problem; /* fast/contact.h */
struct fast_pattern;    /* fast/system.h */

struct proximal_nodes {
    int count;
    int *node, *within;           /* [nv] each velocity's node, and its number there */
    int *size;                    /* [count] */
    int *offset;                  /* [count + 1] */
    struct fast_pattern *pattern; /* of count x count, symmetric with its diagonal */
};

/* Arrays are the store's, pattern is the caller's to free, even on failure: out of
 * memory. */
bool proximal_nodes_find(struct proximal_nodes *nodes, struct judge_store *store,
                         const struct contact_problem *shape);

#endif

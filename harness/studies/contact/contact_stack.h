/* Stacks: bodies one on the other, at rest. The normal forces of a level add up to the weight
 * above it, however they are spread over the level's contacts: virtual work of lifting all that is
 * above, in which no other contact takes part.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACT_STACK_H
#define HARNESS_CONTACT_STACK_H

#include "harness/studies/common/contact_reference.h"

struct contact_stack {
    int levels, each; /* contacts of a level */
    int *row;         /* [levels * each] the normal row of each contact */
    double *weight;   /* [levels] of all that is above, from the floor up */
};

/* The stack that a model is at (t, x): its size `n` is the number of levels, whose contacts stand
 * together from the floor up. Freed with contact_stack_clear in any case. Nonzero: it is none, or
 * memory runs out. */
int contact_stack_find(struct contact_stack *stack, const struct model *m,
                       struct contact_reference *reference, double t, const double *x);
void contact_stack_clear(struct contact_stack *stack);

/* The largest relative difference between a level's normal impulses over h and the weight above
 * it; *force of level k in force[k]. */
double contact_stack_compare(const struct contact_stack *stack, const double *impulses,
                             double h, double *force);

#endif

/* Which elementary differentials of a model vanish at its start: a fault of an integrator
 * that multiplies one of them cannot be seen from there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GENERICITY_H
#define HARNESS_GENERICITY_H

#include <jansson.h>

#include "harness/genericity/coloured.h"

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

/* What is known of one component, or of a whole differential, the best of its components. */
enum generic {
    GENERIC_NONZERO,   /* a ball without zero: proved */
    GENERIC_AT_START,  /* zero there, and not at another state, which is proved */
    GENERIC_UNDECIDED, /* not defined at the start, which is at a kink or a singularity */
    GENERIC_VANISHES,  /* zero at the start and at random states, too */
    GENERIC_IDENTICALLY /* zero by the rules of differentiation: proved */
};

/* "nonzero", "zero-at-start", "undecided", "vanishes", "identically-zero". */
const char *generic_name(enum generic kind);

struct genericity {
    int nx;
    struct coloured_tree list[COLOURED_TREES];
    enum generic verdict[COLOURED_TREES];
    enum generic *component;     /* (size COLOURED_TREES*nx), for i of the root's group */
    double size[COLOURED_TREES]; /* of the largest component, as far as is known */
    int states;                  /* random ones that were tried */
};

/* Judges m at its initial state; freed with genericity_clear in any case. Random states are
 * drawn from `seed`. Nonzero: *d says why. */
int genericity_find(struct genericity *g, struct model *m, unsigned long seed,
                    struct diagnostic *d);
void genericity_clear(struct genericity *g);

/* {"states", "random_states", "counts": {VERDICT: n}, "trees": [{"tree", "differential",
 * "order", "verdict", "size", and of those that do not vanish which components do:
 * "identically", "vanishing", "at_start", "undecided"}]}. NULL: out of memory. */
json_t *genericity_describe(const struct genericity *g, const struct model *m);

#endif

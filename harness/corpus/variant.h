/* The corpus: integrators that are wrong on purpose, and what shall be seen of each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_VARIANT_H
#define HARNESS_CORPUS_VARIANT_H

#include "harness/corpus/scheme.h"

/* Where the first wrong weight is. */
enum variant_side { VARIANT_RESULT, VARIANT_ESTIMATE };

/* What sees the fault, before anything else does. */
enum variant_seen {
    SEEN_BY_NOTHING,      /* it is harmless */
    SEEN_BY_FINGERPRINT,  /* in double, trees of order <= 4 */
    SEEN_BY_PRECISION,    /* the same at 256 bits */
    SEEN_BY_COMPOSITION,  /* weights of two steps: it remembers */
    SEEN_BY_EQUIVARIANCE, /* another basis */
    SEEN_BY_CONTROL,      /* the sizes of steps under error control */
    SEEN_BY_FAILURE,      /* it fails where it should not */
    SEEN_BY_SIZE          /* fingerprint, when it is large enough */
};

enum { VARIANT_UNTOLD = -1 };

struct variant {
    const char *id;     /* "I1" */
    const char *method; /* whose scheme is changed: the one that it should be */
    const char *text;   /* what is wrong */
    void (*change)(struct scheme *r, double size);
    int order;        /* of the first trees that differ; 0: none do */
    const char *tree; /* one of these, as forest_print writes it */
    enum variant_side side;
    const char *measured, *expected; /* its weight, the right one; "": untold */
    int results, estimates; /* trees of order <= 4 that differ; or VARIANT_UNTOLD */
    enum variant_seen seen;
};

/* All, [*count], in the order of variant_list.h. */
const struct variant *variants(int *count);

/* NULL: there is none. */
const struct variant *variant_find(const char *id);

#endif

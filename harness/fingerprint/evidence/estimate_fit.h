/* What an error estimate is: est = lambda (X - Y), X and Y two of the results that a method
 * has at hand (its own, one large step, the first of two half steps, other methods'), or
 * lambda times the estimate that belongs to it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ESTIMATE_FIT_H
#define HARNESS_ESTIMATE_FIT_H

#include "harness/fingerprint/evidence/evidence.h"

enum { ESTIMATE_VECTORS = 16 };

/* What X and Y may be, by names that stand in a sentence. */
struct estimate_vector {
    const char *name;      /* "big" */
    const mpfr_t *weights; /* [trees] */
};

struct estimate_fit {
    bool found;
    bool is_signed;
    bool is_zero;
    bool is_apart; /* q and v trees have different factors */
    int per_h;     /* lambda is proportional to h to this power: 0, 1, -1 */
    double factor; /* lambda (over h to that power); in the v trees when is_apart */
    double off[2]; /* by colour: lambda / nominal - 1 */
    char factor_text[48];
    char part_text[2][48];     /* by colour: lambda */
    char relative_text[2][48]; /* by colour: lambda / nominal */
    char of[96];               /* "big - small"; "0" */
    int x, y;                  /* the vectors; -1, -1: `whole` */
};

/* Fits the measured estimate; pairs whose first vector comes first are preferred, and among
 * those the second's order decides. `whole`: a vector that is an estimate by itself (weights
 * NULL: none), tried before all pairs. `nominal`: what lambda is compared with. fit->found
 * tells whether one fits every tree. Nonzero: out of memory. */
int estimate_fit(struct estimate_fit *fit, const struct evidence *e,
                 const struct estimate_vector *whole,
                 const struct estimate_vector *vector, int count, double nominal);

#endif

/* The weights of a tableau's stages, and of its results, in whole numbers. With D the least common
 * denominator of A and c, and D_b that of b and e,
 *
 *     G_i(t) = D^p(t) g_i(t),   p(t) = time leaves + sum over children u of (1 + p(u)),
 *
 * follow the recursion of g_i (tableau.h) with D A and D c, and
 *
 *     phi(t) = sum_i (D_b b_i) G_i(t) / (D_b D^p(t)),
 *
 * so that no greatest common divisor is needed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STAGE_WEIGHTS_H
#define HARNESS_STAGE_WEIGHTS_H

#include "harness/fingerprint/trees/tableau.h"

enum outer_part { OUTER_BQ, OUTER_BV, OUTER_EQ, OUTER_EV, OUTER_PARTS };

/* The tableau in whole numbers, and what is known of a tree: G_i, D A G as a parent of each colour
 * asks for it, and p. */
struct stage_weights {
    int stages;
    size_t trees;
    mpz_t common[2]; /* D, D_b */
    /* Equal parts are one. */
    mpz_t *a[TABLEAU_PARTS];      /* rows of D A [stages*stages], or what one ... */
    bool *goes_on[TABLEAU_PARTS]; /* ... adds to the row before it [stages] */
    mpz_t *gamma;                 /* D G [stages*stages] */
    mpz_t *gamma_time;            /* as in the tableau, times D [stages] */
    mpz_t *c;                     /* D c [stages] */
    mpz_t *outer[OUTER_PARTS];    /* D_b b, D_b e [stages]; NULL: no estimate */
    mpz_t *stage;                 /* G_i [trees*stages] */
    mpz_t *summed[2];             /* [colour of the parent][trees*stages] */
    bool *is_summed[2];           /* [colour of the parent][trees] */
    bool is_of_any_parent;        /* both colours ask for the same: [TREE_Q] has it */
    unsigned long *power;         /* p [trees] */
};

/* Before the first tree. Nonzero: out of memory. Freed with stage_weights_free in any case. */
int stage_weights_init(struct stage_weights *g, const struct tableau *t,
                       const struct forest *f);
void stage_weights_free(struct stage_weights *g);

/* What is known of a tree, after those before it. */
void stage_weights_find(struct stage_weights *g, const struct forest *f, int index);

/* number / divisor := phi of a tree that is known, which may have common factors. */
void stage_weights_sum(mpz_ptr number, mpz_ptr divisor, const struct stage_weights *g,
                       enum outer_part part, int index);

/* The part that the result of a tree takes; that of the estimate. */
enum outer_part stage_weights_result(const struct tree *t);
enum outer_part stage_weights_estimate(const struct tree *t);

#endif

/* One coefficient of a Runge-Kutta table that is another: for the files of that search.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FAULT_COEFFICIENT_H
#define HARNESS_FAULT_COEFFICIENT_H

#include "harness/fingerprint/fault/fault.h"

enum coefficient_kind {
    COEFFICIENT_A,
    COEFFICIENT_B,
    COEFFICIENT_C,
    COEFFICIENT_E, /* of the estimate */
    COEFFICIENT_KINDS
};

/* A coefficient of a table: a_ij in some parts of it, or b_i, e_i of positions, velocities or both,
 * or c_i. */
struct coefficient_place {
    enum coefficient_kind kind;
    int i, j; /* stage, and of a_ij the column */
    /* Bits 1 << part (enum tableau_part): those of a_ij; of b_i and e_i that of positions
     * (1 << 0), of velocities (1 << 1) or both; c_i: 1. */
    unsigned parts;
    int row;               /* of b_i: the row of a that repeats it, or -1 */
    bool moves_node;       /* of a_ij: c_i is the sum of its row */
    bool changes_estimate; /* of b_i: e is the difference from another b */
};

/* Finds the number that explains what was measured when it takes this place in the table, which
 * is left as it was. Nothing where the coefficient is not one number in all of these parts.
 * Nonzero: out of memory. */
int coefficient_try(struct fault *fault, const struct evidence *e, struct tableau *t,
                    const struct coefficient_place *place, const char *title);

/* The degrees of the trees' weights as polynomials in a coefficient, or more: result[f->count],
 * estimate[f->count] where the table has one. Nonzero: out of memory. */
int coefficient_degrees(int *result, int *estimate, const struct tableau *t,
                        const struct coefficient_place *place, const struct forest *f);

/* *is := whether some number in that place could explain what was measured; false is sure. `here`:
 * the table's weights as it is, `there`: those with the coefficient larger by 1. Nonzero: out of
 * memory. */
int coefficient_is_possible(bool *is, const struct evidence *e, const struct tableau *t,
                            const struct coefficient_place *place,
                            const struct judge_weights *here,
                            const struct judge_weights *there);

/* The row of a that is b; -1: none is. */
int coefficient_repeated_row(const struct tableau *t);

#endif

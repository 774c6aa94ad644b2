/* A step of n sub-steps of explicit Euler or of Gragg's rule, one of those that an extrapolation
 * puts together (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FAULT_COLUMN_H
#define HARNESS_FAULT_COLUMN_H

#include "harness/fingerprint/evidence/families.h"
#include "harness/fingerprint/trees/tableau.h"

enum { COLUMNS = 6, COLUMN_MOMENTS = FAMILIES_CHAINS + FAMILIES_BUSHES };

struct column_kind {
    const char *title;
    int power;              /* of h, in which its error is a series */
    int least;              /* fewer columns may be another method's two stages */
    int sub_steps[COLUMNS]; /* 16 at most */
    bool is_gragg, is_smoothed;
};

/* moment[COLUMN_MOMENTS] := the weights of chains, and then those of bushes of time, of the column
 * of n sub-steps. */
void column_moments(double *moment, const struct column_kind *k, int n);

/* Its table, which the caller frees. Nonzero: out of memory. */
int column_build(struct tableau *t, const struct column_kind *k, int n);

#endif

/* Newmark's methods, which have no memory as long as a is f where a step ends:
 *
 *     q1 = q0 + h N(q0) (v0 + h ((1/2 - beta) f0 + beta f1)),  v1 = v0 + h ((1 - gamma) f0 + gamma f1)
 *
 * (Newmark, J. Eng. Mech. Div. ASCE 85 (1959)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NEWMARK_H
#define HARNESS_NEWMARK_H

#include "harness/fingerprint/evidence/evidence.h"

struct newmark {
    bool is_one;
    double beta, gamma;
    double half; /* what the displacement by a constant acceleration is of h^2: 1/2 */
};

/* Whether all weights are those of such a method, in all but that half perhaps. Nonzero: out of
 * memory. */
int newmark_find(struct newmark *n, const struct evidence *e);

#endif

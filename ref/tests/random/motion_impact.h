/* An impact: what its phases share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_MOTION_IMPACT_H
#define REF_TESTS_RANDOM_MOTION_IMPACT_H

#include "ref/tests/random/motion_parts.h"

enum tangent { NONE, STUCK, FORTH, BACK };

struct pattern {
    bool closed;
    enum tangent tangent;
};

struct impact {
    struct motion *f;
    int rows;
    const bool *touches;
    bool approached[MOTION_CONTACTS];
    double mu[MOTION_CONTACTS];
    mpfr_t *friction;              /* mu */
    mpfr_t *W, *response;          /* J M^-1 J^T [rows*rows]; M^-1 J^T [rows*nv] */
    mpfr_t *u, *known, *r, *total; /* [rows] */
    mpfr_t *best, *A, *b, *after;  /* [rows], of a pattern */
    struct pattern pattern[MOTION_CONTACTS];
};

/* r := the impulses of the only pattern that holds. */
enum motion_verdict motion_impact_phase(struct impact *p);

/* after := u + W (r + k). */
void motion_impact_after(struct impact *p, const mpfr_t *r);

/* The largest |x_k| of n. */
double motion_impact_largest(const mpfr_t *x, int n);

#endif

/* The theta methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_THETA_H
#define HARNESS_TESTS_THETA_H

#include "harness/fingerprint/trees/tableau.h"

/* y1 = y0 + h ((1 - theta) F(t0, y0) + theta F(t0 + h, y1)); no estimate. */
static inline int tableau_theta(struct tableau *t, mpq_srcptr theta) {
    if (tableau_init(t, 2, false))
        return -1;
    for (int i = 0; i < 2; i++) {
        mpq_set_si(t->bq[i], 1 - i, 1);
        (i == 0 ? mpq_sub : mpq_add)(t->bq[i], t->bq[i], theta);
        mpq_set(t->bv[i], t->bq[i]);
        for (int part = 0; part < TABLEAU_PARTS; part++)
            mpq_set(t->a[part][2 + i], t->bq[i]);
    }
    mpq_set_si(t->c[1], 1, 1);
    return 0;
}

#endif

/* The comparison of a model that has contacts with its twin.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_TWIN_CONTACTS_H
#define PROBLEMS_TESTS_TWIN_CONTACTS_H

#include "problems/tests/twins/twins.h"

struct twin_contacts; /* the programs of a model and room for what the twin says */

/* NULL where memory runs out. The twin, the model and p are kept. */
struct twin_contacts *twin_contacts_alloc(const struct twin *twin, struct model *m,
                                          const double *p, int n);

/* The largest difference at tx = (t, x), in units of 2^-52 times the scale: of gaps, normal
 * velocities and slides, which are J v + offset, of M, and of what M a leaves of the forces, a
 * the free rates. Infinite where only one of the two is finite, and where they differ in how
 * many contacts or slides they have. */
double twin_contacts_compare(struct twin_contacts *k, const double *tx);

#endif

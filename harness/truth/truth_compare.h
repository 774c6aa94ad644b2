/* A record of a truth held against a new search.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_COMPARE_H
#define HARNESS_TRUTH_COMPARE_H

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

/* Finds the truth of a record again, in the way that it was found, and compares: the outcome has
 * to be the same, the balls of all components have to overlap, and what is told of the making of
 * a converged truth has to be so. Nonzero: it is not, or the document is no record of the
 * model's, and *d says which. */
int truth_compare(struct model *m, const json_t *document, struct diagnostic *d);

#endif

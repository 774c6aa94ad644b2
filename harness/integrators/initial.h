/* A model's start in double: each number rounded once from its exact value.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_INITIAL_H
#define HARNESS_INITIAL_H

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

/* t := the beginning of the span, x[nx] := the initial state. Nonzero: some of them is no
 * finite double, and *d says which. */
int initial_in_double(struct model *m, double *t, double *x, struct diagnostic *d);

/* The same, and end := the end of the span; nonzero also where that is no finite double. */
int initial_and_end(struct model *m, double *t, double *x, double *end,
                    struct diagnostic *d);

/* x[nx + more], the initial state and zeros behind it, and the span's ends. The caller frees it.
 * NULL: *d says why there is none. */
double *initial_alloc(struct model *m, int more, double *begin, double *end,
                      struct diagnostic *d);

#endif

/* The sparse matrices of a model: df/dq, df/dy and N.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_MATRICES_H
#define HARNESS_BIND_MATRICES_H

#include <stdbool.h>

#include "harness/integrators/bind/bind_matrix.h"
#include "problems/graph/node.h"

struct model; /* problems/model.h */

struct bind_matrices {
    struct bind_matrix fq, fy; /* ny x nq and ny x ny */
    struct bind_matrix N;      /* nq x nv; its entries have no values */
};

/* Of the rates f = rates[ny]. `known` is the pattern of their Jacobian by x as
 * model_rates_jacobian_program gives it, whose outputs are the values of fq and fy; without
 * entries: they have no values.
 * Freed with bind_matrices_clear, also after a failure: PROBLEM_NO_MEMORY. */
enum problem_status bind_matrices_make(struct bind_matrices *a, struct model *m,
                                       const expr *rates,
                                       const struct expr_matrix *known);
void bind_matrices_clear(struct bind_matrices *a);

/* Whether the matrices are so large and so sparse that an integrator which knows their
 * patterns is faster than one which does not. */
bool bind_matrices_pay(const struct bind_matrices *a);

#endif

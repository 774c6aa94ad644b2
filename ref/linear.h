/* A x = b in MPFR by Gaussian elimination with partial pivoting.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_LINEAR_H
#define REF_LINEAR_H

#include <mpfr.h>

#include "ref/status.h"

struct ref_linear;

enum ref_status ref_linear_alloc(struct ref_linear **l, int n, mpfr_prec_t bits);
void ref_linear_free(struct ref_linear *l); /* takes NULL */

/* A := identity; A_ij, to be set before factoring. */
void ref_linear_identity(struct ref_linear *l);
mpfr_ptr ref_linear_entry(struct ref_linear *l, int i, int j);

/* A is overwritten with its factors. REF_SINGULAR: a column without a pivot.
 * REF_NOT_FINITE: an entry is no number. */
enum ref_status ref_linear_factor(struct ref_linear *l);

/* b := A^-1 b, with the factors; b's numbers have the precision of l. */
void ref_linear_solve(struct ref_linear *l, mpfr_t *b);

#endif

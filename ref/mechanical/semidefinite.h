/* S x = b for a symmetric positive semidefinite S: the solution of minimum norm.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_SEMIDEFINITE_H
#define REF_SEMIDEFINITE_H

#include "problems/base/room.h"
#include "ref/status.h"

struct ref_linear; /* ref/linear.h */

struct ref_semidefinite {
    struct room room; /* of its arrays */
    int n, rank;
    mpfr_prec_t work; /* precision of all that follows */
    long digits;      /* pivots below 2^-digits of the first are zero */
    /* Pivots are measured beside their own entries of S; false: as they are. */
    bool angles;
    int *pivot;                 /* the row of each pivot (size n) */
    mpfr_t *entry;              /* S, then its remainder (n x n, by columns) */
    mpfr_t *factor;             /* L, n x rank by columns: S = L L^T */
    mpfr_t *original;           /* S, for the residual */
    mpfr_t *scratch, *solution; /* (size n) */
    struct ref_linear *gram;    /* L^T L within the unit matrix */
    mpfr_t term, largest, least, zero;
};

/* Without angles, which the caller may set. */
enum ref_status ref_semidefinite_init(struct ref_semidefinite *s, int n, mpfr_prec_t work,
                                      long digits);
void ref_semidefinite_clear(struct ref_semidefinite *s);

/* S_ij, to be set before factoring: both triangles. */
mpfr_ptr ref_semidefinite_entry(struct ref_semidefinite *s, int i, int j);

/* Finds rank and factor. REF_NOT_FINITE. */
enum ref_status ref_semidefinite_factor(struct ref_semidefinite *s);

/* b := the x of minimum norm among those with the least |S x - b|. REF_SINGULAR: that is not
 * small beside b, rows contradict each other. */
enum ref_status ref_semidefinite_solve(struct ref_semidefinite *s, mpfr_t *b);

/* The same, however large that is. */
void ref_semidefinite_solve_nearly(struct ref_semidefinite *s, mpfr_t *b);

/* rest[n] := b - S x, of the S that was factored last. */
void ref_semidefinite_residual(struct ref_semidefinite *s, const mpfr_t *b,
                               const mpfr_t *x, mpfr_t *rest);

#endif

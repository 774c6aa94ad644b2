/* How square matrices of one pattern are kept and I - h A is factored and solved with:
 * dense, as a band, as a band after reordering, or sparse, chosen from the pattern by
 * what each is expected to cost. Nothing allocates but *_alloc, and fast_factors_form
 * where a sparse matrix needs other pivots than the last one did.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LAYOUT_H
#define FAST_LAYOUT_H

#include "fast/linear/band.h"
#include "fast/linear/diagonals.h"
#include "fast/linear/sparse.h"

enum fast_layout_kind {
    FAST_LAYOUT_DENSE,
    FAST_LAYOUT_BAND,
    FAST_LAYOUT_ORDERED_BAND,
    FAST_LAYOUT_SPARSE
};

struct fast_layout {
    int n;
    enum fast_layout_kind kind;
    bool lacks_unit;              /* what is factored is - h A alone; with a pattern */
    struct fast_pattern *pattern; /* NULL: full, and so dense */
    struct fast_band band;        /* of a band */
    int *place;                   /* [n] of an ordered band: where row and column go */
    struct fast_sparse_analysis *analysis; /* of a sparse one */
};

struct fast_factors {
    const struct fast_layout *layout;
    double *lu;        /* dense or a band: what dense.c and band.c make */
    int *permutation;  /* [n] */
    double *inverse;   /* of a small dense matrix; see inverse.h */
    bool has_inverse;  /* it is formed, and used instead of the factors */
    int patience;      /* solutions with the same factors before it is formed; 0: never */
    int until_inverse; /* so many of them are left */
    struct fast_diagonals diagonals;    /* where they are kept: of a band with three */
    bool has_diagonals;                 /* they are the factors */
    double *ordered;                    /* [n] a vector of an ordered band */
    struct fast_sparse_factors *sparse; /* of a sparse matrix */
};

/* For matrices of order n >= 0 with this pattern (copied; NULL: full). The caller frees
 * *layout, after all factors made for it; on failure (FAST_NO_MEMORY) it is NULL. */
enum fast_status fast_layout_alloc(struct fast_layout **layout, int n,
                                   const struct fast_pattern *pattern);
/* The same with the kind given. A pattern that the kind cannot do without must be
 * there. */
enum fast_status fast_layout_alloc_kind(struct fast_layout **layout, int n,
                                        const struct fast_pattern *pattern,
                                        enum fast_layout_kind kind);
/* Takes NULL. */
void fast_layout_free(struct fast_layout *layout);

/* Room for the factors of one matrix. As fast_layout_alloc. */
enum fast_status fast_factors_alloc(struct fast_factors **factors,
                                    const struct fast_layout *layout);
/* Has each factorisation from now on keep its diagonals, too, for band_moves.h; of a band that
 * has not three, nothing. Once for each. FAST_NO_MEMORY: all stays as it is. */
enum fast_status fast_factors_keep_diagonals(struct fast_factors *factors);
/* Takes NULL. */
void fast_factors_free(struct fast_factors *factors);

/* Factors I - h A, A given by its pattern's entries. FAST_SINGULAR: a pivot is zero,
 * and solutions are not finite; FAST_NO_MEMORY: sparse only, the factors are no longer
 * any. */
enum fast_status fast_factors_form(struct fast_factors *factors, double h,
                                   const double *values);
/* Whether the determinant of the matrix is negative. */
bool fast_factors_turn(const struct fast_factors *factors);
/* From when on solutions are taken from an inverse, whose rounding is not that of the
 * factors: after as many as it costs; after a short run, as at first; after many; or never. */
enum fast_patience { FAST_AT_ONCE, FAST_SOON, FAST_LATE, FAST_NEVER };
void fast_factors_wait(struct fast_factors *factors, enum fast_patience patience);
/* x[n] := solution of (I - h A) x = b; x is not b. */
void fast_factors_solve(struct fast_factors *factors, const double *b, double *x);

/* ---- choice.c: which layout is expected to take the least time for matrices of a pattern. */
/* *kind := the choice for order n and this pattern (NULL: full). FAST_NO_MEMORY: the
 * choice itself takes more memory than there is. */
enum fast_status fast_choose_layout(int n, const struct fast_pattern *pattern,
                                    enum fast_layout_kind *kind);

/* What nine solutions are expected to take in a layout, and a factorisation before them unless
 * factors are kept: in nanoseconds on one machine, to be compared with another layout's. */
double fast_expected_time(const struct fast_layout *layout, bool keeps_factors);

#endif

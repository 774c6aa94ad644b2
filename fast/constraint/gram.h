/* Symmetric matrices S = G B that constraints give rise to, and their LDL^T factors:
 * with B = R, the response, for accelerations, and B = W G^T, W diagonal, for
 * projections. Matrices G [rows x columns] and R [columns x rows] are given by their
 * patterns' entries; of S the lower triangle is kept, dense or, where that is less
 * work, by the entries its factors can have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_GRAM_H
#define FAST_GRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "fast/constraint/sparse_factor.h"

/* A term g[left] b[right] of an entry; of B = W G^T, g[left] w[column] g[right]. */
struct gram_term {
    int left, right;
};

struct gram {
    int rows, columns;
    double *entries;  /* [rows^2] of a dense S by columns, or a sparse one's */
    double *inverses; /* [rows] 1/D of the factors; 0: a row that was left out */
    double *scale;    /* [rows] the diagonal of S */
    bool *left_out;   /* [rows] */
    /* Entry e is the sum of term[begin[e]] ... term[begin[e+1] - 1]. NULL: G and R are
     * full, and S is dense. */
    struct gram_term *term;
    int *begin;                   /* [entries + 1] */
    int *column;                  /* of the terms; NULL: B is R */
    struct sparse_factor *sparse; /* NULL: S is dense */
};

/* For G of this pattern, and R; with is_weighted B is W G^T, and response is not used.
 * NULL: full. The caller frees it. NULL: out of memory. */
struct gram *gram_alloc(int rows, int columns, const struct fast_pattern *matrix,
                        const struct fast_pattern *response, bool is_weighted);
void gram_free(struct gram *gram); /* takes NULL */

/* How many entries S is kept in. */
static inline size_t gram_entries(const struct gram *gram) {
    const size_t n = (size_t)gram->rows;
    return gram->sparse != NULL ? (size_t)gram->sparse->first[n] : n * n;
}

/* S := G R; S := G W G^T with the diagonal weight[columns]. */
void gram_form_response(struct gram *gram, const double *matrix, const double *response);
void gram_form_weighted(struct gram *gram, const double *matrix, const double *weight);

/* Factors S, row k of which is in its scale's unit. False: a pivot is not above
 * tolerance times scale (or not a number), and there are no factors. With leaving_out
 * such rows are left out instead, as are those already marked: false only for what is
 * not a number. */
bool gram_factor(struct gram *gram, double tolerance, bool leaving_out);
int gram_rank(const struct gram *gram); /* rows that are not left out */
bool gram_is_left_out(const struct gram *gram, int row);
/* Marks it, between forming and factoring. */
void gram_leave_out(struct gram *gram, int row);

/* x[rows] := solution of S x = b; 0 in rows left out. x may be b. */
void gram_solve(const struct gram *gram, const double *b, double *x);

/* s[rows * rows] := S, by columns, dense; before it is factored. */
void gram_copy(const struct gram *gram, double *s);

#endif

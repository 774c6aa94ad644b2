/* S x = b by Cholesky's method with the largest diagonal entry as pivot,
 *
 *     S = L L^T,   L of n rows and r = rank S columns,
 *     x = L^-T L^-1 b             where r = n,
 *     x = L (L^T L)^-2 L^T b      where r < n,
 *
 * which is the solution of minimum norm: it lies in the range of L, that is of S (N. J. Higham,
 * Analysis of the Cholesky decomposition of a semi-definite matrix (1990), section 1). Squaring
 * the condition is paid for in bits.
 *
 * For S = G G^T what remains of a diagonal entry is the square of the distance of a row of G from
 * the span of those before it, and beside the entry the squared sine of their angle. That, unlike
 * the distance, says the same whatever units the rows are in (A. van der Sluis, Condition Numbers
 * and Equilibration of Matrices (1969)).
 *
 * Exact zeros are skipped: joints share few bodies, and the work is that of the elements which
 * elimination really fills.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/semidefinite.h"
#include "ref/vector.h"

#include <stdlib.h>

#include "ref/linear.h"

static mpfr_ptr at(const struct ref_semidefinite *s, mpfr_t *matrix, int i, int j) {
    return matrix[j * s->n + i];
}

/* c := c + a b, c := c - a b. */
static void add_product(struct ref_semidefinite *s, mpfr_ptr c, mpfr_srcptr a,
                        mpfr_srcptr b) {
    if (mpfr_zero_p(a) || mpfr_zero_p(b))
        return;
    mpfr_mul(s->term, a, b, MPFR_RNDN);
    mpfr_add(c, c, s->term, MPFR_RNDN);
}

static void subtract_product(struct ref_semidefinite *s, mpfr_ptr c, mpfr_srcptr a,
                             mpfr_srcptr b) {
    if (mpfr_zero_p(a) || mpfr_zero_p(b))
        return;
    mpfr_mul(s->term, a, b, MPFR_RNDN);
    mpfr_sub(c, c, s->term, MPFR_RNDN);
}

enum ref_status ref_semidefinite_init(struct ref_semidefinite *s, int n, mpfr_prec_t work,
                                      long digits) {
    *s = (struct ref_semidefinite){.n = n, .work = work, .digits = digits};
    mpfr_inits2(work, s->term, s->largest, s->least, s->zero, (mpfr_ptr)NULL);
    s->entry = room_numbers(&s->room, n * n, work);
    s->factor = room_numbers(&s->room, n * n, work);
    s->original = room_numbers(&s->room, n * n, work);
    s->scratch = room_numbers(&s->room, n, work);
    s->solution = room_numbers(&s->room, n, work);
    s->pivot = room_take(&s->room, (size_t)n, sizeof *s->pivot);
    if (s->room.is_short)
        return REF_NO_MEMORY;
    return n > 0 ? ref_linear_alloc(&s->gram, n, work) : REF_OK;
}

void ref_semidefinite_clear(struct ref_semidefinite *s) {
    room_clear(&s->room);
    ref_linear_free(s->gram);
    mpfr_clears(s->term, s->largest, s->least, s->zero, (mpfr_ptr)NULL);
}

mpfr_ptr ref_semidefinite_entry(struct ref_semidefinite *s, int i, int j) {
    return at(s, s->entry, i, j);
}

/* least := the largest diagonal entry times 2^-work: rows below half of the digits of the
 * largest may be zero but for rounding. */
static void find_least(struct ref_semidefinite *s) {
    mpfr_set_zero(s->least, 1);
    for (int i = 0; i < s->n; i++)
        mpfr_max(s->least, s->least, at(s, s->entry, i, i), MPFR_RNDN);
    mpfr_div_2si(s->least, s->least, s->work, MPFR_RNDN);
}

/* size := what remains of the i-th diagonal entry, as a pivot is measured. */
static void measure(struct ref_semidefinite *s, int i, mpfr_ptr size) {
    mpfr_set(size, at(s, s->entry, i, i), MPFR_RNDN);
    if (!s->angles || mpfr_zero_p(size))
        return;
    if (mpfr_greater_p(at(s, s->original, i, i), s->least))
        mpfr_div(size, size, at(s, s->original, i, i), MPFR_RNDN);
    else
        mpfr_set_zero(size, 1);
}

/* Which is the largest; largest := how large. */
static int find_pivot(struct ref_semidefinite *s) {
    int pivot = 0;
    measure(s, 0, s->largest);
    for (int i = 1; i < s->n; i++) {
        measure(s, i, s->term);
        if (mpfr_greater_p(s->term, s->largest)) {
            mpfr_set(s->largest, s->term, MPFR_RNDN);
            pivot = i;
        }
    }
    return pivot;
}

/* S_ji := S_ij */
static void mirror(struct ref_semidefinite *s, int i, int j) {
    if (i != j)
        mpfr_set(at(s, s->entry, j, i), at(s, s->entry, i, j), MPFR_RNDN);
}

/* S := S - l l^T, l the k-th column of L. */
static void subtract_square(struct ref_semidefinite *s, int k) {
    for (int j = 0; j < s->n; j++) {
        mpfr_srcptr l = at(s, s->factor, j, k);
        for (int i = j; i < s->n && !mpfr_zero_p(l); i++) {
            if (mpfr_zero_p(at(s, s->factor, i, k)))
                continue;
            subtract_product(s, at(s, s->entry, i, j), at(s, s->factor, i, k), l);
            mirror(s, i, j);
        }
    }
}

/* The next column of L, and what remains. */
static void eliminate(struct ref_semidefinite *s, int pivot) {
    int k = s->rank++;
    s->pivot[k] = pivot;
    mpfr_sqrt(s->term, at(s, s->entry, pivot, pivot), MPFR_RNDN);
    for (int i = 0; i < s->n; i++)
        mpfr_div(at(s, s->factor, i, k), at(s, s->entry, i, pivot), s->term, MPFR_RNDN);
    subtract_square(s, k);
    for (int i = 0; i < s->n; i++) {
        mpfr_set_zero(at(s, s->entry, i, pivot), 1);
        mpfr_set_zero(at(s, s->entry, pivot, i), 1);
    }
}

/* L^T L in the leading block, the rest I. */
static enum ref_status factor_gram(struct ref_semidefinite *s) {
    ref_linear_identity(s->gram);
    for (int i = 0; i < s->rank; i++) {
        for (int j = 0; j <= i; j++) {
            mpfr_ptr a = ref_linear_entry(s->gram, i, j);
            mpfr_set_zero(a, 1);
            for (int k = 0; k < s->n; k++)
                add_product(s, a, at(s, s->factor, k, i), at(s, s->factor, k, j));
            if (j < i)
                mpfr_set(ref_linear_entry(s->gram, j, i), a, MPFR_RNDN);
        }
    }
    return ref_linear_factor(s->gram);
}

enum ref_status ref_semidefinite_factor(struct ref_semidefinite *s) {
    if (!vector_is_finite(vector_const(s->entry), s->n * s->n))
        return REF_NOT_FINITE;
    vector_set(s->original, vector_const(s->entry), s->n * s->n);
    s->rank = 0;
    if (s->n == 0)
        return REF_OK;
    find_least(s);
    int pivot = find_pivot(s);
    mpfr_div_2si(s->zero, s->largest, s->digits, MPFR_RNDN);
    while (s->rank < s->n && mpfr_greater_p(s->largest, s->zero)) {
        eliminate(s, pivot);
        pivot = find_pivot(s);
    }
    return s->rank < s->n ? factor_gram(s) : REF_OK;
}

/* Off the constraints, rows that follow from others part by a part of their size that is as
 * large as the state is off; those that contradict each other part by their size. Less than
 * 2^-4 of it is taken for the first. */
enum { CONTRADICTION_BITS = 4 };

/* Whether b = S x as nearly as that. */
static bool solves(struct ref_semidefinite *s, const mpfr_t *b, const mpfr_t *x) {
    bool good = true;
    mpfr_t residual, size;
    mpfr_inits2(s->work, residual, size, (mpfr_ptr)NULL);
    for (int i = 0; i < s->n; i++) {
        mpfr_neg(residual, b[i], MPFR_RNDN);
        mpfr_abs(size, b[i], MPFR_RNDN);
        for (int j = 0; j < s->n; j++) {
            if (mpfr_zero_p(at(s, s->original, i, j)))
                continue;
            mpfr_mul(s->term, at(s, s->original, i, j), x[j], MPFR_RNDN);
            mpfr_add(residual, residual, s->term, MPFR_RNDN);
            mpfr_abs(s->term, s->term, MPFR_RNDN);
            mpfr_add(size, size, s->term, MPFR_RNDN);
        }
        mpfr_div_2si(size, size, CONTRADICTION_BITS, MPFR_RNDN);
        good = good && mpfr_cmpabs(residual, size) <= 0;
    }
    mpfr_clears(residual, size, (mpfr_ptr)NULL);
    return good;
}

/* x := L^-T L^-1 b */
static void solve_regular(struct ref_semidefinite *s, const mpfr_t *b, mpfr_t *x) {
    for (int k = 0; k < s->n; k++) {
        const int row = s->pivot[k];
        mpfr_set(s->scratch[k], b[row], MPFR_RNDN);
        for (int i = 0; i < k; i++)
            subtract_product(s, s->scratch[k], at(s, s->factor, row, i), s->scratch[i]);
        mpfr_div(s->scratch[k], s->scratch[k], at(s, s->factor, row, k), MPFR_RNDN);
    }
    for (int k = s->n - 1; k >= 0; k--) {
        mpfr_ptr out = x[s->pivot[k]];
        mpfr_set(out, s->scratch[k], MPFR_RNDN);
        for (int i = k + 1; i < s->n; i++)
            subtract_product(s, out, at(s, s->factor, s->pivot[i], k), x[s->pivot[i]]);
        mpfr_div(out, out, at(s, s->factor, s->pivot[k], k), MPFR_RNDN);
    }
}

/* x := L (L^T L)^-2 L^T b */
static void solve_singular(struct ref_semidefinite *s, const mpfr_t *b, mpfr_t *x) {
    for (int i = 0; i < s->n; i++) {
        mpfr_set_zero(s->scratch[i], 1);
        mpfr_set_zero(x[i], 1);
    }
    for (int k = 0; k < s->rank; k++)
        for (int i = 0; i < s->n; i++)
            add_product(s, s->scratch[k], at(s, s->factor, i, k), b[i]);
    ref_linear_solve(s->gram, s->scratch);
    ref_linear_solve(s->gram, s->scratch);
    for (int k = 0; k < s->rank; k++)
        for (int i = 0; i < s->n; i++)
            add_product(s, x[i], at(s, s->factor, i, k), s->scratch[k]);
}

static void find_solution(struct ref_semidefinite *s, const mpfr_t *b) {
    if (s->rank == s->n)
        solve_regular(s, b, s->solution);
    else
        solve_singular(s, b, s->solution);
}

enum ref_status ref_semidefinite_solve(struct ref_semidefinite *s, mpfr_t *b) {
    find_solution(s, vector_const(b));
    bool good = solves(s, vector_const(b), vector_const(s->solution));
    if (good)
        vector_set(b, vector_const(s->solution), s->n);
    return good ? REF_OK : REF_SINGULAR;
}

void ref_semidefinite_solve_nearly(struct ref_semidefinite *s, mpfr_t *b) {
    find_solution(s, vector_const(b));
    vector_set(b, vector_const(s->solution), s->n);
}

void ref_semidefinite_residual(struct ref_semidefinite *s, const mpfr_t *b,
                               const mpfr_t *x, mpfr_t *rest) {
    for (int i = 0; i < s->n; i++) {
        mpfr_set(rest[i], b[i], MPFR_RNDN);
        for (int k = 0; k < s->n; k++)
            subtract_product(s, rest[i], at(s, s->original, i, k), x[k]);
    }
}

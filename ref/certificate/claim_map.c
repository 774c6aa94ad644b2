/* V, an approximation of V' = h J V, V(0) = I, and what it leaves (see claim.c): with Jp the
 * polynomials of J's models and m the degree of V,
 *
 *     W = h Jp V - V':    |h (Jp V)_k - (k + 1) V_{k+1}|   for k < m,
 *                         sum_{p + q >= m} |h Jp_p| |V_q|   of the others.
 *
 * V's coefficients are doubles, from sums in double with doubles a_p near h Jp_p. W is to be small
 * beside 1, no more; the first part of it is rounding, of which a bound is as good that knows
 * the sums over all orders only. With u = 2^-53, N terms in a row's sum, |h Jp_p - a_p| <= s_p,
 *
 *     sum_{k < m} |h (Jp V)_k - (k + 1) V_{k+1}|
 *         <= sum_l (s_il + gamma_{N+2} a_il) v_lj + m (N + 2) 2^-1022,
 *
 * s, a and v being the sums over all orders of s_p, |a_p| and |V_q|, gamma_N = N u/(1 - N u) <=
 * N 2^-52 for sums in any order (N. Higham, Accuracy and Stability of Numerical Algorithms
 * (2002), section 3.1), 2 more for the quotient, the last term for what underflows. What is
 * added up in double here is not negative, so that its relative error is below that of 2^31
 * operations: it is enlarged by 1 + 2^-20. What is no number any more is no bound.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"

/* V ends where its terms are that small, in a row; W is larger, since it has absolute values. */
static const double small_term = 0x1p-40;
enum { LEAST_DEGREE = 4 };

static const double enlarged = 1 + 0x1p-20, unit = 0x1p-52;

static double *matrix(const struct claim *c, int k) {
    return c->variation + (size_t)k * (size_t)c->n * (size_t)c->n;
}

static double *slope_terms(const struct claim *c, int entry) {
    return c->slope_terms + (size_t)entry * (size_t)c->order;
}

/* The doubles a_p near h times J's entries; the sums of |a_p| and of s_p. */
static void round_slopes(struct claim *c, const arf_t h) {
    arb_t term;
    mag_t off;
    arb_init(term);
    mag_init(off);
    for (int entry = 0; entry < c->pattern.count; entry++) {
        const struct taylor_model *model = taylor_program_output(&c->jacobian, entry);
        double *a = slope_terms(c, entry), sum = 0, slack = 0;
        for (int p = 0; p < model->length; p++) {
            arb_mul_arf(term, model->c + p, h, CLAIM_LOW_BITS);
            a[p] = arf_get_d(arb_midref(term), ARF_RND_NEAR);
            arf_get_mag(off, arb_midref(term));
            /* u |h Jp_p| of rounding, less than the least normal number of underflow. */
            slack += mag_get_d(arb_radref(term)) + unit * mag_get_d(off) + DBL_MIN;
            sum += fabs(a[p]);
        }
        c->slope_sum[entry] = enlarged * sum;
        c->slope_slack[entry] = enlarged * slack;
    }
    mag_clear(off);
    arb_clear(term);
}

/* Row i of V's coefficient k + 1; J's entries in it are first .. last - 1. Returns the largest. */
static double expand_row(struct claim *c, int i, int first, int last, int k) {
    const int n = c->n;
    double *next = matrix(c, k + 1) + i * n, largest = 0;
    for (int j = 0; j < n; j++)
        next[j] = 0;
    for (int entry = first; entry < last; entry++) {
        const int length = taylor_program_output(&c->jacobian, entry)->length;
        const double *a = slope_terms(c, entry);
        for (int p = 0; p < length && p <= k; p++) {
            const double *v = matrix(c, k - p) + c->pattern.column[entry] * n;
            for (int j = 0; j < n; j++)
                next[j] += a[p] * v[j];
        }
    }
    for (int j = 0; j < n; j++) {
        next[j] /= k + 1;
        largest = fmax(largest, fabs(next[j]));
    }
    return largest;
}

static int row_end(const struct claim *c, int i, int first) {
    while (first < c->pattern.count && c->pattern.row[first] == i)
        first++;
    return first;
}

static double expand_order(struct claim *c, int k) {
    double largest = 0;
    for (int i = 0, first = 0, last; i < c->n; i++, first = last) {
        last = row_end(c, i, first);
        largest = fmax(largest, expand_row(c, i, first, last, k));
    }
    return largest;
}

static void expand(struct claim *c) {
    double before = INFINITY, largest = INFINITY;
    for (int i = 0; i < c->n * c->n; i++)
        matrix(c, 0)[i] = i % (c->n + 1) == 0;
    c->degree = 0;
    while (c->degree + 1 < c->room &&
           (c->degree < LEAST_DEGREE || before > small_term || largest > small_term)) {
        before = largest;
        largest = expand_order(c, c->degree++);
    }
}

/* tail[q] := sum_{l >= q} |V_ij,l|, q up to m + 1. */
static void sum_tail(const struct claim *c, double *tail, int i, int j) {
    tail[c->degree + 1] = 0;
    for (int q = c->degree; q >= 0; q--)
        tail[q] = tail[q + 1] + fabs(matrix(c, q)[i * c->n + j]);
}

/* A part of W_ij: that of the entry of J in row i, with V's row whose sums are in `tail`. */
static double find_part(const struct claim *c, int entry, int terms, const double *tail) {
    const int length = taylor_program_output(&c->jacobian, entry)->length;
    const double *a = slope_terms(c, entry);
    double sum =
        (2 * c->slope_slack[entry] + terms * unit * c->slope_sum[entry]) * tail[0];
    for (int p = 0; p < length; p++)
        sum += fabs(a[p]) * tail[p < c->degree ? c->degree - p : 0];
    return sum;
}

/* W; slack stands twice in find_part: for the orders below m, and for those above. */
static void find_residual(struct claim *c) {
    const int n = c->n;
    for (int i = 0; i < n * n; i++)
        c->leftover[i] = 0;
    for (int l = 0; l < n; l++)
        for (int j = 0; j < n; j++) {
            sum_tail(c, c->tail, l, j);
            for (int entry = 0; entry < c->pattern.count && !(c->tail[0] <= 0); entry++)
                if (c->pattern.column[entry] == l)
                    c->leftover[c->pattern.row[entry] * n + j] +=
                        find_part(c, entry, n * c->room + 2, c->tail);
        }
    const double underflow = (double)c->room * (n * c->room + 2) * DBL_MIN;
    for (int i = 0; i < n * n; i++)
        mag_set_d(c->residual + i, enlarged * (c->leftover[i] + underflow));
}

/* rest_i := g_i = sum_j W_ij |e_j(0)| + h sum_j rho_ij E_j + D_i. */
static void sum_sources(struct claim *c, const arf_t h) {
    mag_t term, length;
    mag_inits(term, length);
    arf_get_mag(length, h);
    for (int i = 0; i < c->n; i++) {
        mag_set(c->rest + i, c->defect + i);
        for (int j = 0; j < c->n; j++)
            mag_addmul(c->rest + i, c->residual + (slong)i * c->n + j, c->start + j);
    }
    for (int entry = 0; entry < c->pattern.count; entry++) {
        mag_mul(term, taylor_program_output(&c->jacobian, entry)->rest, length);
        mag_addmul(c->rest + c->pattern.row[entry], term,
                   c->error + c->pattern.column[entry]);
    }
    mag_clears(length, term);
}

/* V(1) in balls; its coefficients are exact. */
static void sum_map(struct claim *c) {
    arb_t term;
    arb_init(term);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            arb_ptr entry = arb_mat_entry(c->map, i, j);
            arb_zero(entry);
            for (int k = c->degree; k >= 0; k--) {
                arb_set_d(term, matrix(c, k)[i * c->n + j]);
                arb_add(entry, entry, term, CLAIM_LOW_BITS);
            }
        }
    arb_clear(term);
}

void claim_find_map(struct claim *c, const arf_t h) {
    round_slopes(c, h);
    expand(c);
    find_residual(c);
    sum_sources(c, h);
    claim_bound_rest(c);
    sum_map(c);
    for (int i = 0; i < c->n; i++) {
        arb_ptr x = c->value + i;
        arb_zero(x);
        for (int k = c->order; k >= 0; k--)
            arb_add(x, x, claim_polynomial(c, i) + k, c->bits);
    }
}

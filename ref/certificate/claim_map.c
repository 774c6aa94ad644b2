/* V, an approximation of V' = h J V, V(0) = I, and what it leaves (see claim.c): with Jp the
 * polynomials of J's models,
 *
 *     W = h Jp V - V':    |h (Jp V)_k - (k + 1) V_{k+1}|   for k < m,
 *                         sum_{i + j >= m} |h Jp_i| |V_j|   of the others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/certificate/claim.h"

/* V ends where its terms are that small, in a row. */
static const double small_term = 0x1p-40;
enum { LEAST_DEGREE = 4 };

static arb_ptr series(const struct claim *c, int i, int j) {
    return c->variation + ((slong)i * c->n + j) * c->room;
}

/* sum := h (Jp V)_ij's coefficient k; row i has J's entries first .. last - 1. */
static void multiply_row(arb_t sum, const struct claim *c, const arf_t h, int first,
                         int last, int j, int k) {
    arb_zero(sum);
    for (int entry = first; entry < last; entry++) {
        const struct taylor_model *a = taylor_program_output(&c->jacobian, entry);
        int terms = a->length < k + 1 ? a->length : k + 1;
        arb_dot(sum, sum, 0, a->c, 1, series(c, c->pattern.column[entry], j) + k, -1,
                terms, CLAIM_LOW_BITS);
    }
    arb_mul_arf(sum, sum, h, CLAIM_LOW_BITS);
}

/* V's coefficient k + 1, and the residual's k; returns the largest. */
static double expand_order(struct claim *c, const arf_t h, int k) {
    double largest = 0;
    int first = 0;
    arb_t sum, term;
    mag_t size;
    arb_init(sum);
    arb_init(term);
    mag_init(size);
    for (int i = 0; i < c->n; i++) {
        int last = first;
        while (last < c->pattern.count && c->pattern.row[last] == i)
            last++;
        for (int j = 0; j < c->n; j++) {
            arb_ptr next = series(c, i, j) + k + 1;
            multiply_row(sum, c, h, first, last, j, k);
            arb_div_ui(next, sum, (ulong)k + 1, CLAIM_LOW_BITS);
            mag_zero(arb_radref(next));
            arb_mul_ui(term, next, (ulong)k + 1, ARF_PREC_EXACT);
            arb_sub(term, sum, term, CLAIM_LOW_BITS);
            arb_get_mag(size, term);
            mag_add(c->residual + (slong)i * c->n + j, c->residual + (slong)i * c->n + j,
                    size);
            largest = fmax(largest, fabs(arf_get_d(arb_midref(next), ARF_RND_NEAR)));
        }
        first = last;
    }
    mag_clear(size);
    arb_clear(term);
    arb_clear(sum);
    return largest;
}

static void expand(struct claim *c, const arf_t h) {
    double before = INFINITY, largest = INFINITY;
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            arb_set_ui(series(c, i, j), i == j);
            mag_zero(c->residual + (slong)i * c->n + j);
        }
    c->degree = 0;
    while (c->degree + 1 < c->room &&
           (c->degree < LEAST_DEGREE || before > small_term || largest > small_term)) {
        before = largest;
        largest = expand_order(c, h, c->degree++);
    }
}

/* residual_ij += sum over J's entries (i, l) of h sum_{p + q >= m} |Jp_p| |V_lj,q|. */
static void add_high_terms(struct claim *c, const mag_t h) {
    mag_ptr tail = _mag_vec_init(c->degree + 2);
    mag_t term, sum;
    mag_init(term);
    mag_init(sum);
    for (int l = 0; l < c->n; l++)
        for (int j = 0; j < c->n; j++) {
            for (int q = c->degree; q >= 0; q--) { /* sum of |V_q| and those above */
                arb_get_mag(term, series(c, l, j) + q);
                mag_add(tail + q, tail + q + 1, term);
            }
            if (mag_is_zero(tail))
                continue;
            for (int entry = 0; entry < c->pattern.count; entry++) {
                const struct taylor_model *a = taylor_program_output(&c->jacobian, entry);
                if (c->pattern.column[entry] != l)
                    continue;
                mag_zero(sum);
                for (int p = 0; p < a->length; p++) {
                    arb_get_mag(term, a->c + p);
                    mag_addmul(sum, term, tail + (c->degree > p ? c->degree - p : 0));
                }
                mag_mul(sum, sum, h);
                mag_ptr into = c->residual + (slong)c->pattern.row[entry] * c->n + j;
                mag_add(into, into, sum);
            }
        }
    mag_clear(sum);
    mag_clear(term);
    _mag_vec_clear(tail, c->degree + 2);
}

/* rest_i := g_i = sum_j W_ij |e_j(0)| + h sum_j rho_ij E_j + D_i. */
static void sum_sources(struct claim *c, const mag_t h) {
    mag_t term;
    mag_init(term);
    for (int i = 0; i < c->n; i++) {
        mag_set(c->rest + i, c->defect + i);
        for (int j = 0; j < c->n; j++)
            mag_addmul(c->rest + i, c->residual + (slong)i * c->n + j, c->start + j);
    }
    for (int entry = 0; entry < c->pattern.count; entry++) {
        mag_mul(term, taylor_program_output(&c->jacobian, entry)->rest, h);
        mag_addmul(c->rest + c->pattern.row[entry], term,
                   c->error + c->pattern.column[entry]);
    }
    mag_clear(term);
}

void claim_find_map(struct claim *c, const arf_t h) {
    mag_t length;
    mag_init(length);
    arf_get_mag(length, h);
    expand(c, h);
    add_high_terms(c, length);
    sum_sources(c, length);
    claim_bound_rest(c);
    for (int i = 0; i < c->n; i++) {
        arb_ptr x = c->value + i;
        arb_zero(x);
        for (int k = c->order; k >= 0; k--)
            arb_add(x, x, claim_polynomial(c, i) + k, c->bits);
        for (int j = 0; j < c->n; j++) {
            arb_ptr entry = arb_mat_entry(c->map, i, j);
            arb_zero(entry);
            for (int k = c->degree; k >= 0; k--)
                arb_add(entry, entry, series(c, i, j) + k, CLAIM_LOW_BITS);
        }
    }
    mag_clear(length);
}

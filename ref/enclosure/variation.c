/* The variational equation V' = J(t, P) V, V(0) = I, solved by a polynomial V~ of degree m.
 *
 * As for P, the coefficients V_{k+1} = (J V~)_k / (k + 1) are midpoints of balls, fed back as
 * exact numbers, so that V~' - J V~ has coefficients bounded by
 *
 *     |(k + 1) V_{k+1} - (J V~)_k|   for k < m,
 *
 * and the rest of J V~ is, with J = sum_{k < m} J_k s^k + T, T from tail.c,
 *
 *     |sum_{k + l >= m} J_k V_l s^(k + l) + T V~|
 *         <= (s/h)^m (sum_k |J_k| h^k sum_{l >= m - k} |V_l| h^l + tail sum_l |V_l| h^l).
 *
 * The matrix V - V~ obeys (V - V~)' = J (V - V~) + (J V~ - V~'), and with any vector e so
 * does (V - V~) e: its bound is comparison.c's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>
#include <stdlib.h>

#include "ref/enclosure/enclosure.h"

/* V~ ends where its terms at s = h are small against its first one. Its error is a rest of
 * that size relative to e, in each step. */
enum { RELATIVE_BITS = 40, LEAST_DEGREE = 4 };

/* Some hundredths of a second. */
static const double products_between_looks = 0x1p18;

enum ref_status enclosure_variation_init(struct enclosure_variation *v,
                                         const struct enclosure_system *s,
                                         enum eval_constants constants) {
    slong n = s->n, order = s->order;
    v->n = s->n;
    v->order = s->order;
    v->degree_limit = s->order;
    v->entries = s->pattern.count;
    v->row = s->pattern.row;
    v->column = s->pattern.column;
    v->v = _arb_vec_init(n * n * (order + 1));
    v->low = _mag_vec_init(n * n * order);
    v->sum = _mag_vec_init(n * (order + 1));
    v->terms = calloc((size_t)v->entries + 1, sizeof *v->terms);
    if (v->terms == NULL)
        return REF_NO_MEMORY;
    return enclosure_tail_init(&v->tail, s->m->graph, s->jacobian, ENCLOSURE_LOW_BITS,
                               s->order, constants);
}

void enclosure_variation_clear(struct enclosure_variation *v) {
    slong n = v->n, order = v->order;
    enclosure_tail_clear(&v->tail);
    free(v->terms);
    if (v->v == NULL)
        return;
    _arb_vec_clear(v->v, n * n * (order + 1));
    _mag_vec_clear(v->low, n * n * order);
    _mag_vec_clear(v->sum, n * (order + 1));
}

static void set_start(struct enclosure_variation *v,
                      const struct enclosure_polynomial *p) {
    arb_ptr time = enclosure_tail_input(&v->tail, 0);
    _arb_vec_zero(time, v->order + 1);
    arb_set(time, enclosure_tail_input(&p->tail, 0));
    arb_one(time + 1);
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->n; j++)
            arb_set_ui(v->v + (i * v->n + j) * (v->order + 1), i == j);
    for (int entry = 0; entry < v->entries; entry++)
        v->terms[entry] = 0;
}

/* Coefficients k of J's entries. */
static bool expand_jacobian(struct enclosure_variation *v,
                            const struct enclosure_polynomial *p, int k) {
    for (int i = 0; i < v->n; i++)
        arb_set(enclosure_tail_input(&v->tail, 1 + i) + k,
                enclosure_polynomial_series(p, i) + k);
    eval_arb_jet_order(v->tail.jet, k);
    for (int entry = 0; entry < v->entries; entry++) {
        arb_srcptr value = enclosure_tail_output(&v->tail, entry) + k;
        if (!arb_is_finite(value))
            return false;
        if (!arb_is_zero(value))
            v->terms[entry] = k + 1;
    }
    return true;
}

/* sum[j] := (J V~)_ij's coefficient k; the entries of row i are first .. last - 1. */
static void multiply_row(arb_ptr sum, const struct enclosure_variation *v, int first,
                         int last, int k) {
    for (int j = 0; j < v->n; j++) {
        arb_zero(sum + j);
        for (int entry = first; entry < last; entry++)
            arb_dot(sum + j, sum + j, 0, enclosure_tail_output(&v->tail, entry), 1,
                    v->v + (v->column[entry] * v->n + j) * (v->order + 1) + k, -1,
                    v->terms[entry], ENCLOSURE_LOW_BITS);
    }
}

/* Coefficients k + 1 of V~ in row i, and the defect's coefficients k. The largest of the
 * former is returned. */
static double set_row(struct enclosure_variation *v, arb_ptr sum, int i, int k) {
    double largest = 0;
    for (int j = 0; j < v->n; j++) {
        arb_ptr next = v->v + (i * v->n + j) * (v->order + 1) + k + 1;
        mag_zero(arb_radref(next));
        arf_div_ui(arb_midref(next), arb_midref(sum + j), (ulong)k + 1,
                   ENCLOSURE_LOW_BITS, ARF_RND_NEAR);
        largest = fmax(largest, fabs(arf_get_d(arb_midref(next), ARF_RND_NEAR)));
        arb_submul_ui(sum + j, next, (ulong)k + 1, ENCLOSURE_LOW_BITS);
        arb_get_mag(v->low + (i * v->n + j) * v->order + k, sum + j);
    }
    return largest;
}

/* Of many states a single step takes a minute: after so many products it is asked whether to
 * stop. */
static bool is_stopped(struct enclosure_variation *v, int entries, int k) {
    v->products += (double)entries * v->n * (k + 1);
    if (v->products < products_between_looks)
        return false;
    v->products = 0;
    return enclosure_is_stopped(v->options);
}

/* All rows at order k; the largest coefficient k + 1, or infinity, also when it is stopped. */
static double expand_order(struct enclosure_variation *v, arb_ptr sum,
                           const struct enclosure_polynomial *p, int k) {
    double largest = 0;
    int first = 0;
    if (!expand_jacobian(v, p, k))
        return INFINITY;
    for (int i = 0; i < v->n; i++) {
        int last = first;
        while (last < v->entries && v->row[last] == i)
            last++;
        if (is_stopped(v, last - first, k))
            return INFINITY;
        multiply_row(sum, v, first, last, k);
        largest = fmax(largest, set_row(v, sum, i, k));
        first = last;
    }
    return largest;
}

bool enclosure_variation_expand(struct enclosure_variation *v,
                                const struct enclosure_polynomial *p, double h) {
    arb_ptr sum = _arb_vec_init(v->n);
    double power = 1, small = ldexp(1, -RELATIVE_BITS), before = INFINITY;
    bool done = false;
    set_start(v, p);
    v->degree = 0;
    v->products = 0;
    while (!done && isfinite(power) && v->degree < v->degree_limit) {
        double largest = expand_order(v, sum, p, v->degree);
        power = isfinite(largest) ? power * h : INFINITY;
        v->degree++;
        done = v->degree >= LEAST_DEGREE && before < small && largest * power < small;
        before = largest * power;
    }
    _arb_vec_clear(sum, v->n);
    if (isfinite(power))
        enclosure_tail_read(&v->tail, v->degree);
    return isfinite(power);
}

void enclosure_variation_at(arb_mat_t value, const struct enclosure_variation *v,
                            const arb_t s) {
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->n; j++)
            _arb_poly_evaluate_horner(arb_mat_entry(value, i, j),
                                      v->v + (i * v->n + j) * (v->order + 1),
                                      v->degree + 1, s, ENCLOSURE_LOW_BITS);
}

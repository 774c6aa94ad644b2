/* The bound on (V - V~) e from the defect of V~ (see variation.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

/* sum_ik := sum_{l >= k} sum_j |V_ijl| h^l start_j. */
static void sum_terms(struct enclosure_variation *v, const mag_t h, mag_srcptr start) {
    mag_ptr power = _mag_vec_init(v->degree + 1);
    mag_t term;
    mag_init(term);
    mag_one(power);
    for (int k = 1; k <= v->degree; k++)
        mag_mul(power + k, power + k - 1, h);
    for (int i = 0; i < v->n; i++) {
        mag_ptr sum = v->sum + i * (v->order + 1);
        for (int k = v->degree; k >= 0; k--) {
            mag_zero(sum + k);
            for (int j = 0; j < v->n; j++) {
                arf_get_mag(term, arb_midref(v->v + (i * v->n + j) * (v->order + 1) + k));
                mag_addmul(sum + k, term, start + j);
            }
            mag_mul(sum + k, sum + k, power + k);
            if (k < v->degree)
                mag_add(sum + k, sum + k, sum + k + 1);
        }
    }
    mag_clear(term);
    _mag_vec_clear(power, v->degree + 1);
}

/* tail := max_i of the bound of the terms from m on of (J V~ start)_i, over w_i. */
static void find_tail(mag_t tail, struct enclosure_variation *v,
                      const struct enclosure_polynomial *p,
                      const struct enclosure_comparison *c, mag_srcptr start) {
    mag_ptr row = _mag_vec_init(v->n);
    enclosure_tail_scale(&v->tail, c->length);
    enclosure_tail_run(&v->tail, p->size, p->order);
    sum_terms(v, c->length, start);
    for (int entry = 0; entry < v->entries; entry++) {
        mag_srcptr sum = v->sum + v->column[entry] * (v->order + 1);
        mag_srcptr term = enclosure_tail_terms(&v->tail, entry);
        for (int k = 0; k < v->terms[entry]; k++)
            mag_addmul(row + v->row[entry], term + k, sum + v->degree - k);
        mag_addmul(row + v->row[entry], enclosure_tail_bound(&v->tail, entry), sum);
    }
    enclosure_comparison_norm(tail, c, row, 1);
    _mag_vec_clear(row, v->n);
}

/* low_k := max_i sum_j |defect_ijk| start_j / w_i. */
static void find_low(mag_ptr low, const struct enclosure_variation *v,
                     const struct enclosure_comparison *c, mag_srcptr start) {
    mag_ptr row = _mag_vec_init(v->n);
    for (int k = 0; k < v->degree; k++) {
        for (int i = 0; i < v->n; i++) {
            mag_zero(row + i);
            for (int j = 0; j < v->n; j++)
                mag_addmul(row + i, v->low + (i * v->n + j) * v->order + k, start + j);
        }
        enclosure_comparison_norm(low + k, c, row, 1);
    }
    _mag_vec_clear(row, v->n);
}

void enclosure_variation_error(mag_t phi, struct enclosure_variation *v,
                               const struct enclosure_polynomial *p,
                               const struct enclosure_comparison *c, mag_srcptr start) {
    mag_ptr low = _mag_vec_init(v->degree);
    mag_t tail;
    mag_init(tail);
    find_low(low, v, c, start);
    find_tail(tail, v, p, c, start);
    enclosure_comparison_drive(phi, c, low, v->degree, tail);
    mag_clear(tail);
    _mag_vec_clear(low, v->degree);
}

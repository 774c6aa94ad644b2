/* The bound on (V - V~) e from the defect of V~ (see variation.c).
 *
 * The matrix V - V~ obeys (V - V~)' = J (V - V~) + (J V~ - V~'), and with any vector e so
 * does (V - V~) e: its bound is comparison.c's. With J = sum_{k < m} J_k s^k + T, T from tail.c,
 * the terms of J V~ from m on are bounded by
 *
 *     (s/h)^m (sum_k |J_k| h^k sum_{l >= m - k} |V_l| h^l + tail sum_l |V_l| h^l).
 *
 * For k < m the defect is what rounding makes. In the units of variation.c, which are powers of
 * two, let x_l be the middle of J_l's ball and y_l the double next to it; with u = 2^-53,
 *
 *     |J_l - y_l| <= radius + u |x_l| + 2^-1074,
 *     |(k + 1) V_{k+1} 2^-e - sum y_l V_{k-l}|
 *         <= (gamma_N + 3 u) sum |y_l| |V_{k-l}| + (N + 1) 2^-1074 + (k + 1) 2^(1 - 1074 - e)
 *
 * for the N terms of a sum in double in any order, gamma_N = N u/(1 - N u) (N. Higham, Accuracy
 * and Stability of Numerical Algorithms (2002), section 3.1), u more each for the quotient and
 * its terms of higher order, and what is lost where numbers underflow. So, with
 * |y_l| <= (1 + u) |x_l| + 2^-1074,
 *
 *     |defect_k| <= sum_l slack_l |V_{k-l}| + (N + k + 2) 2^-1073 max(1, 2^-e),
 *     slack_l = radius + (N + 8) 2^-52 |x_l| + 2^-1072.
 *
 * With more bits V~'s coefficients are no doubles, y_l is x_l, and u = 2^-bits
 * (variation_precise.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

/* weight_ik := sum_j |V_ijk| start_j. */
static void find_weights(struct enclosure_variation *v, mag_srcptr start) {
    mag_t size;
    mag_init(size);
    for (int i = 0; i < v->n; i++)
        for (int k = 0; k <= v->degree; k++) {
            mag_ptr weight = v->weight + i * (v->order + 1) + k;
            mag_zero(weight);
            for (int j = 0; j < v->n; j++) {
                arf_get_mag(size, arb_midref(v->v + (i * v->n + j) * (v->order + 1) + k));
                mag_addmul(weight, size, start + j);
            }
        }
    mag_clear(size);
}

/* sum_ik := sum_{l >= k} weight_il h^l. */
static void sum_weights(struct enclosure_variation *v, const mag_t h) {
    mag_ptr power = _mag_vec_init(v->degree + 1);
    mag_one(power);
    for (int k = 1; k <= v->degree; k++)
        mag_mul(power + k, power + k - 1, h);
    for (int i = 0; i < v->n; i++) {
        mag_ptr sum = v->sum + i * (v->order + 1);
        mag_srcptr weight = v->weight + i * (v->order + 1);
        for (int k = v->degree; k >= 0; k--) {
            mag_mul(sum + k, weight + k, power + k);
            if (k < v->degree)
                mag_add(sum + k, sum + k, sum + k + 1);
        }
    }
    _mag_vec_clear(power, v->degree + 1);
}

/* tail := max_i of the bound of the terms from m on of (J V~ start)_i, over w_i. */
static void find_tail(mag_t tail, struct enclosure_variation *v,
                      const struct enclosure_polynomial *p,
                      const struct enclosure_comparison *c) {
    mag_ptr row = _mag_vec_init(v->n);
    enclosure_tail_scale(&v->tail, c->length);
    enclosure_tail_run(&v->tail, p->size, p->order);
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

/* The terms of the longest sum in double. */
static slong count_products(const struct enclosure_variation *v) {
    int most = 0, count = 0;
    for (int entry = 0; entry < v->entries; entry++) {
        count = entry > 0 && v->row[entry] == v->row[entry - 1] ? count + 1 : 1;
        most = count > most ? count : most;
    }
    return (slong)most * v->degree;
}

enum { UNIT = -52, UNDERFLOW = -1072 };

/* log2 of 2 u. */
static slong find_unit(const struct enclosure_variation *v) {
    return v->bits > ENCLOSURE_LOW_BITS ? 1 - v->bits : UNIT;
}

/* slack_l of J's entries, for s. */
static void find_slack(struct enclosure_variation *v, slong products) {
    mag_t size;
    mag_init(size);
    for (int entry = 0; entry < v->entries; entry++)
        for (int l = 0; l < v->terms[entry]; l++) {
            arb_srcptr value = enclosure_tail_output(&v->tail, entry) + l;
            mag_ptr slack = v->slack + entry * (v->order + 1) + l;
            arf_get_mag(size, arb_midref(value));
            mag_mul_ui(size, size, (ulong)products + 8);
            mag_mul_2exp_si(size, size, find_unit(v));
            mag_add(slack, arb_radref(value), size);
            mag_set_ui_2exp_si(size, 1, UNDERFLOW - (slong)l * v->exponent);
            mag_add(slack, slack, size);
        }
    mag_clear(size);
}

/* lost := the bound of what underflows in coefficient k of the defect, for |e_j| <= start_j. */
static void find_lost(mag_t lost, const struct enclosure_variation *v, slong products,
                      int k, mag_srcptr start) {
    mag_t sum;
    slong worst = v->exponent < 0 ? -v->exponent : 0;
    mag_init(sum);
    for (int j = 0; j < v->n; j++)
        mag_add(sum, sum, start + j);
    mag_set_ui_2exp_si(lost, (ulong)(products + k + 2),
                       UNDERFLOW - 1 + worst - (slong)k * v->exponent);
    mag_mul(lost, lost, sum);
    mag_clear(sum);
}

void enclosure_variation_rounding(mag_ptr low, struct enclosure_variation *v,
                                  const struct enclosure_comparison *c,
                                  mag_srcptr start) {
    mag_ptr row = _mag_vec_init(v->n);
    slong products = count_products(v);
    mag_t lost;
    mag_init(lost);
    find_weights(v, start);
    find_slack(v, products);
    for (int k = 0; k < v->degree; k++) {
        find_lost(lost, v, products, k, start);
        for (int i = 0; i < v->n; i++)
            mag_set(row + i, lost);
        for (int entry = 0; entry < v->entries; entry++) {
            mag_srcptr slack = v->slack + entry * (v->order + 1);
            mag_srcptr weight = v->weight + v->column[entry] * (v->order + 1);
            for (int l = 0; l <= k && l < v->terms[entry]; l++)
                mag_addmul(row + v->row[entry], slack + l, weight + k - l);
        }
        enclosure_comparison_norm(low + k, c, row, 1);
    }
    mag_clear(lost);
    _mag_vec_clear(row, v->n);
}

void enclosure_variation_error(mag_t phi, struct enclosure_variation *v,
                               const struct enclosure_polynomial *p,
                               const struct enclosure_comparison *c, mag_srcptr start) {
    mag_ptr low = _mag_vec_init(v->degree);
    mag_t tail;
    mag_init(tail);
    enclosure_variation_rounding(low, v, c, start);
    sum_weights(v, c->length);
    find_tail(tail, v, p, c);
    enclosure_comparison_drive(phi, c, low, v->degree, tail);
    mag_clear(tail);
    _mag_vec_clear(low, v->degree);
}

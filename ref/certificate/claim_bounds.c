/* Bounds that a proof begins with (see claim.c): L, w and lambda; D; E.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"

enum {
    SWEEPS = 8,            /* of the power iteration for w */
    EXPONENTIAL_TERMS = 40 /* the others are below 2^-38 for lambda <= 8 */
};

static const double least_weight = 0x1p-400, largest_slope = 0x1p300;

/* w := about the Perron vector of I + L, for which lambda is least; any w > 0 would do. */
static void find_weights(struct claim *c) {
    for (int i = 0; i < c->n; i++)
        c->weight[i] = 1;
    for (int round = 0; round < SWEEPS; round++) {
        double largest = 0;
        for (int i = 0; i < c->n; i++)
            c->scratch[i] = c->weight[i];
        for (int k = 0; k < c->pattern.count; k++)
            c->scratch[c->pattern.row[k]] +=
                fmin(mag_get_d(c->slope + k), largest_slope) *
                c->weight[c->pattern.column[k]];
        for (int i = 0; i < c->n; i++)
            largest = fmax(largest, c->scratch[i]);
        for (int i = 0; i < c->n; i++)
            c->weight[i] = fmax(c->scratch[i] / largest, least_weight);
    }
}

/* largest := the least number with largest w_i >= v_i for all i, rounded upward. */
static void divide_by_weights(mag_t largest, const struct claim *c, mag_srcptr v) {
    mag_t ratio, low;
    mag_inits(ratio, low);
    mag_zero(largest);
    for (int i = 0; i < c->n; i++) {
        mag_set_d_lower(low, c->weight[i]);
        mag_div(ratio, v + i, low);
        mag_max(largest, largest, ratio);
    }
    mag_clears(low, ratio);
}

/* product_i := sum_j L_ij v_j. */
static void multiply(mag_ptr product, const struct claim *c, mag_srcptr v) {
    for (int i = 0; i < c->n; i++)
        mag_zero(product + i);
    for (int k = 0; k < c->pattern.count; k++)
        mag_addmul(product + c->pattern.row[k], c->slope + k, v + c->pattern.column[k]);
}

/* tail_i := a bound of sum_{k >= N} (L^k v)_i/k!, N = EXPONENTIAL_TERMS, if v <= b w, b as small
 * as it can be: b w_i sum_{k >= N} lambda^k/k!. One for all components: where one is far larger
 * than the others it tells nothing of these. */
static void bound_tail(mag_ptr tail, const struct claim *c, mag_srcptr v) {
    mag_t factor, sum, weight;
    mag_inits(factor, sum, weight);
    divide_by_weights(factor, c, v);
    mag_exp_tail(sum, c->rate, EXPONENTIAL_TERMS);
    mag_mul(factor, factor, sum);
    for (int i = 0; i < c->n; i++) {
        mag_set_d(weight, c->weight[i]);
        mag_mul(tail + i, weight, factor);
    }
    mag_clears(weight, sum, factor);
}

/* ratio >= a_i/s_i for all i; infinite where s_i = 0 < a_i. */
static void divide(mag_t ratio, const struct claim *c, mag_srcptr a, mag_srcptr s) {
    mag_t one;
    mag_init(one);
    mag_zero(ratio);
    for (int i = 0; i < c->n; i++)
        if (!mag_is_zero(a + i)) {
            mag_div(one, a + i, s + i);
            mag_max(ratio, ratio, one);
        }
    mag_clear(one);
}

/* The same, component by component, from the sum s of the terms before N and the last of them,
 * t: any s serves as weights. With L s <= rate s, t <= b s and q = rate/N <= 1/2 the rest is
 *
 *     sum_{j >= 1} L^j t (N - 1)!/(N - 1 + j)! <= b s sum_{j >= 1} q^j <= 2 q b s.
 *
 * tail := the lesser of both. */
static void sharpen_tail(mag_ptr tail, struct claim *c, mag_srcptr s, mag_srcptr t) {
    mag_t rate, factor, own;
    mag_inits(rate, factor, own);
    multiply(c->sum, c, s);
    divide(rate, c, c->sum, s);
    divide(factor, c, t, s);
    mag_div_ui(rate, rate, EXPONENTIAL_TERMS);
    if (mag_cmp_2exp_si(rate, -1) <= 0) {
        mag_mul(factor, factor, rate);
        mag_mul_2exp_si(factor, factor, 1);
        for (int i = 0; i < c->n; i++) {
            mag_mul(own, s + i, factor);
            mag_min(tail + i, tail + i, own);
        }
    }
    mag_clears(own, factor, rate);
}

/* v := a bound of e^L v: its first terms, and the others. */
static void grow(struct claim *c, mag_ptr v) {
    mag_ptr term = _mag_vec_init(c->n), tail = _mag_vec_init(c->n);
    bound_tail(tail, c, v);
    for (int i = 0; i < c->n; i++)
        mag_set(term + i, v + i);
    for (ulong k = 1; k < EXPONENTIAL_TERMS; k++) {
        multiply(c->sum, c, term);
        for (int i = 0; i < c->n; i++) {
            mag_div_ui(term + i, c->sum + i, k);
            mag_add(v + i, v + i, term + i);
        }
    }
    sharpen_tail(tail, c, v, term);
    for (int i = 0; i < c->n; i++)
        mag_add(v + i, v + i, tail + i);
    _mag_vec_clear(tail, c->n);
    _mag_vec_clear(term, c->n);
}

bool claim_find_rate(struct claim *c, const arf_t h) {
    mag_t length;
    mag_init(length);
    arf_get_mag(length, h);
    for (int k = 0; k < c->pattern.count; k++) {
        const struct taylor_model *entry = taylor_program_output(&c->jacobian, k);
        taylor_sum(c->slope + k, entry, 0);
        mag_add(c->slope + k, c->slope + k, entry->rest);
        mag_mul(c->slope + k, c->slope + k, length);
    }
    find_weights(c);
    mag_ptr weight = _mag_vec_init(c->n);
    for (int i = 0; i < c->n; i++)
        mag_set_d(weight + i, c->weight[i]);
    multiply(c->sum, c, weight);
    divide_by_weights(c->rate, c, c->sum);
    _mag_vec_clear(weight, c->n);
    mag_clear(length);
    return mag_cmp_2exp_si(c->rate, CLAIM_MOST_GROWTH_BITS) <= 0;
}

/* The integral over [0, sigma] is at most that of the terms' absolute values over [0, 1].
 * Without a rest in its inputs a model's rest is of order `room`: |T(sigma)| <= rest sigma^room,
 * for so it is of each operation (taylor_model.c); and P has no terms above. */
void claim_find_defect(struct claim *c, const arf_t h) {
    arb_t term;
    mag_t size, length;
    arb_init(term);
    mag_inits(size, length);
    arf_get_mag(length, h);
    for (int i = 0; i < c->n; i++) {
        const struct taylor_model *f = taylor_program_output(&c->field, i);
        arb_srcptr p = claim_polynomial(c, i);
        mag_mul(c->defect + i, f->rest, length);
        mag_div_ui(c->defect + i, c->defect + i, (ulong)c->field.space.room + 1);
        for (int k = 0; k < c->order; k++) {
            arb_mul_ui(term, p + k + 1, (ulong)k + 1, ARF_PREC_EXACT);
            if (k < f->length) {
                arb_t rate;
                arb_init(rate);
                arb_mul_arf(rate, f->c + k, h, c->bits);
                arb_sub(term, term, rate, CLAIM_LOW_BITS);
                arb_clear(rate);
            }
            arb_get_mag(size, term);
            mag_div_ui(size, size, (ulong)k + 1);
            mag_add(c->defect + i, c->defect + i, size);
        }
    }
    mag_clears(length, size);
    arb_clear(term);
}

bool claim_bound_error(struct claim *c) {
    bool within = true;
    for (int i = 0; i < c->n; i++)
        mag_add(c->error + i, c->start + i, c->defect + i);
    grow(c, c->error);
    for (int i = 0; i < c->n; i++)
        within = within && mag_cmp(c->error + i, c->margin + i) <= 0;
    return within;
}

/* rest := e^L g. */
void claim_bound_rest(struct claim *c) {
    grow(c, c->rest);
}

arb_ptr claim_polynomial(const struct claim *c, int i) {
    return c->polynomial + (slong)i * (c->order + 1);
}

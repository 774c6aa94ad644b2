/* Gronwall's lemma with weights.
 *
 * Let e' = G(s) e + g(s), g(s) and G(s) a vector and a matrix with G_ii <= L_ii and, for
 * i != j, |G_ij| <= L_ij. Then, with upper right derivatives,
 *
 *     D+ |e_i| <= L_ii |e_i| + sum_{j != i} L_ij |e_j| + |g_i|.
 *
 * Let w > 0 and L w <= lambda w, and phi' = lambda phi + max_i |g_i|/w_i, phi >= 0. Then
 * u = w phi has u_i' >= (L u)_i + |g_i|; the off-diagonal L_ij are not negative, so if
 * |e| <= u holds at the start it holds after it (comparison theorem for quasimonotone
 * systems; W. Walter, Differential and Integral Inequalities (1970), 12.X):
 *
 *     |e_i(s)| <= w_i phi(s),
 *     phi(s) = e^(lambda s) phi(0) + int_0^s e^(lambda (s - u)) max_i |g_i(u)|/w_i du.
 *
 * The diagonal keeps its sign: a damped component is seen to be damped.
 *
 * The integral, with z = lambda+ h, for one term of g, and e^z for the worst factor:
 *
 *     int_0^h e^(z (1 - u/h)) u^k du  <=  e^z h^(k+1) / (k + 1),
 *     int_0^h e^(z (1 - u/h)) (u/h)^p du  <=  h / (p + 1 - z)          if z < p + 1,
 *
 * the latter because 1 - v <= -ln v, hence e^(z (1 - v)) <= v^-z.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

enum {
    SWEEPS = 8 /* of the power iteration for w */
};

/* Entries and weights are kept where a double can hold them. */
static const double largest_slope = 0x1p300, least_weight = 0x1p-400;

enum ref_status enclosure_comparison_init(struct enclosure_comparison *c,
                                          const struct enclosure_system *s) {
    c->n = s->n;
    c->entries = s->pattern.count;
    c->row = s->pattern.row;
    c->column = s->pattern.column;
    c->weight = calloc((size_t)s->n, sizeof *c->weight);
    c->scratch = calloc((size_t)s->n, sizeof *c->scratch);
    c->high = _mag_vec_init(c->n);
    c->low = _mag_vec_init(c->n);
    c->slope = enclosure_exact_alloc(c->entries);
    return c->weight == NULL || c->scratch == NULL ? REF_NO_MEMORY : REF_OK;
}

void enclosure_comparison_clear(struct enclosure_comparison *c) {
    free(c->weight);
    free(c->scratch);
    if (c->slope == NULL)
        return;
    _mag_vec_clear(c->high, c->n);
    _mag_vec_clear(c->low, c->n);
    enclosure_exact_free(c->slope, c->entries);
}

void enclosure_comparison_slope(struct enclosure_comparison *c, int k, const arb_t entry,
                                bool first) {
    arf_t slope;
    arf_init(slope);
    if (c->row[k] == c->column[k])
        arb_get_ubound_arf(slope, entry, ENCLOSURE_LOW_BITS);
    else
        arb_get_abs_ubound_arf(slope, entry, ENCLOSURE_LOW_BITS);
    if (first || arf_cmp(slope, c->slope + k) > 0)
        arf_set(c->slope + k, slope);
    arf_clear(slope);
}

/* scratch := (I + h L+) w, L+ being L without what is negative. */
static void sweep(struct enclosure_comparison *c, double h) {
    for (int i = 0; i < c->n; i++)
        c->scratch[i] = c->weight[i];
    for (int k = 0; k < c->entries; k++) {
        double slope =
            fmin(fmax(arf_get_d(c->slope + k, ARF_RND_NEAR), 0), largest_slope);
        c->scratch[c->row[k]] += h * slope * c->weight[c->column[k]];
    }
}

static void note_weights(struct enclosure_comparison *c) {
    for (int i = 0; i < c->n; i++) {
        mag_set_d(c->high + i, c->weight[i]);
        mag_set_d_lower(c->low + i, c->weight[i]);
    }
}

/* A few steps of the power iteration for I + h L+, from w = (1, .., 1): positive, and near
 * the Perron vector, for which lambda is least. */
void enclosure_comparison_weigh(struct enclosure_comparison *c, double h) {
    for (int i = 0; i < c->n; i++)
        c->weight[i] = 1;
    for (int round = 0; round < SWEEPS; round++) {
        double largest = 0;
        sweep(c, h);
        for (int i = 0; i < c->n; i++)
            largest = fmax(largest, c->scratch[i]);
        for (int i = 0; i < c->n; i++)
            c->weight[i] = fmax(c->scratch[i] / largest, least_weight);
    }
    note_weights(c);
}

void enclosure_comparison_lift(struct enclosure_comparison *c, mag_srcptr more) {
    for (int i = 0; i < c->n; i++)
        c->weight[i] = fmin(c->weight[i] + mag_get_d(more + i), largest_slope);
    note_weights(c);
}

/* lambda := max_i (L w)_i / w_i, each operation rounded up. */
static void find_rate(struct enclosure_comparison *c) {
    arf_ptr sum = enclosure_exact_alloc(c->n);
    arf_t w;
    arf_init(w);
    for (int k = 0; k < c->entries; k++) {
        arf_set_d(w, c->weight[c->column[k]]);
        arf_addmul(sum + c->row[k], c->slope + k, w, ENCLOSURE_LOW_BITS, ARF_RND_CEIL);
    }
    for (int i = 0; i < c->n; i++) {
        arf_set_d(w, c->weight[i]);
        arf_div(sum + i, sum + i, w, ENCLOSURE_LOW_BITS, ARF_RND_CEIL);
        if (i == 0 || arf_cmp(sum + i, c->rate) > 0)
            arf_set(c->rate, sum + i);
    }
    arf_clear(w);
    enclosure_exact_free(sum, c->n);
}

void enclosure_comparison_rate(struct enclosure_comparison *c, const mag_t h) {
    find_rate(c);
    mag_set(c->length, h);
    mag_zero(c->rate_length);
    if (arf_sgn(c->rate) > 0) {
        arf_get_mag(c->rate_length, c->rate);
        mag_mul(c->rate_length, c->rate_length, h);
    }
    mag_exp(c->growth, c->rate_length);
}

void enclosure_comparison_norm(mag_t norm, const struct enclosure_comparison *c,
                               mag_srcptr v, int stride) {
    mag_t ratio;
    mag_init(ratio);
    mag_zero(norm);
    for (int i = 0; i < c->n; i++) {
        mag_div(ratio, v + i * stride, c->low + i);
        mag_max(norm, norm, ratio);
    }
    mag_clear(ratio);
}

/* phi := h tail / (order + 1 - z), or e^z h tail / (order + 1) if z is too large for it. */
static void drive_tail(mag_t phi, const struct enclosure_comparison *c, int order,
                       const mag_t tail) {
    mag_t room;
    mag_init(room);
    mag_mul(phi, c->length, tail);
    mag_set_ui_lower(room, (ulong)order + 1);
    if (mag_cmp(c->rate_length, room) < 0) {
        mag_sub_lower(room, room, c->rate_length);
        mag_div(phi, phi, room);
    } else {
        mag_div_ui(phi, phi, (ulong)order + 1);
        mag_mul(phi, phi, c->growth);
    }
    mag_clear(room);
}

void enclosure_comparison_drive(mag_t phi, const struct enclosure_comparison *c,
                                mag_srcptr low, int order, const mag_t tail) {
    mag_t term, upper;
    mag_inits(term, upper);
    drive_tail(upper, c, order, tail);
    mag_zero(phi);
    for (int k = order - 1; k >= 0; k--) { /* sum_k low_k h^(k+1) / (k+1) */
        mag_div_ui(term, low + k, (ulong)k + 1);
        mag_add(phi, phi, term);
        mag_mul(phi, phi, c->length);
    }
    mag_mul(phi, phi, c->growth);
    mag_add(phi, phi, upper);
    mag_clears(upper, term);
}

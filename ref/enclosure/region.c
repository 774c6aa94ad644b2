/* Where the solution is during a step, and the bounds on J there.
 *
 * The tube T = { (t0 + s, x) : 0 <= s <= h, |x_i - P_i(s)| <= margin_i } is inside the region
 *
 *     B = { (t0 + s, z) : 0 <= s <= h, z complex, |z_i - P_i(s)| <= width_i },
 *
 * margin <= width. There, by the rules of tail_operation.c with |T| <= width for the inputs
 * (enclosure_tail_surround), each slot of the programs of F and J is its series along P and
 * at most `tail`. Where all are finite, F and J are analytic in x on B (so no select changes
 * its branch), and
 *
 *     K_k = sum_0 + tail >= sup_B |J_k|,
 *     L_k = max_s sum_l J_kl s^l + tail >= sup_T J_k on the diagonal, and likewise
 *           >= sup_T |J_k| off it, the maximum being over balls for a few parts of [0, h].
 *
 * Balls around T itself would be as wide as the solution's way in a part of the step, and in
 * the pivots of a mass matrix of ten rods that width grows with each elimination, until it
 * contains zero; here only the width of B, which is tiny, goes through the elimination.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "ref/enclosure/enclosure.h"

/* Parts into which [0, h] is divided. */
enum { PARTS_EXPONENT = 2, PARTS = 1 << PARTS_EXPONENT };

void enclosure_region_init(struct enclosure_region *r, const struct enclosure_system *s) {
    r->n = s->n;
    r->entries = s->pattern.count;
    r->margin = _mag_vec_init(r->n);
    r->width = _mag_vec_init(r->n);
    r->bound = _mag_vec_init(r->entries);
    r->part = _arb_vec_init(PARTS);
}

void enclosure_region_clear(struct enclosure_region *r) {
    if (r->margin == NULL)
        return;
    _mag_vec_clear(r->margin, r->n);
    _mag_vec_clear(r->width, r->n);
    _mag_vec_clear(r->bound, r->entries);
    _arb_vec_clear(r->part, PARTS);
}

/* part_k := h [k, k + 1] / PARTS. */
static void divide_step(struct enclosure_region *r, const arf_t h) {
    arf_t half;
    arf_init(half);
    arf_mul_2exp_si(half, h, -1 - PARTS_EXPONENT);
    for (ulong k = 0; k < PARTS; k++) {
        arf_mul_ui(arb_midref(r->part + k), half, 2 * k + 1, ARF_PREC_EXACT,
                   ARF_RND_NEAR);
        arf_get_mag(arb_radref(r->part + k), half);
    }
    arf_clear(half);
}

/* The tails for B; whether those of all `outputs` are finite. */
static bool surround(struct enclosure_tail *t, const struct enclosure_region *r,
                     const struct enclosure_polynomial *p, const mag_t h, int outputs) {
    bool finite = true;
    enclosure_tail_scale(t, h);
    enclosure_tail_surround(t, p->size, p->order, r->width);
    for (int i = 0; i < outputs; i++)
        finite = finite && !mag_is_inf(enclosure_tail_bound(t, i)) &&
                 !mag_is_inf(enclosure_tail_sum(t, i));
    return finite;
}

/* K_k and L_k. */
static void bound_entry(struct enclosure_region *r, const struct enclosure_variation *v,
                        struct enclosure_comparison *c, int k) {
    arb_t range;
    arb_init(range);
    mag_add(r->bound + k, enclosure_tail_sum(&v->tail, k),
            enclosure_tail_bound(&v->tail, k));
    for (int part = 0; part < PARTS; part++) {
        _arb_poly_evaluate_horner(range, enclosure_tail_output(&v->tail, k), v->terms[k],
                                  r->part + part, ENCLOSURE_LOW_BITS);
        arb_add_error_mag(range, enclosure_tail_bound(&v->tail, k));
        enclosure_comparison_slope(c, k, range, part == 0);
    }
    arb_clear(range);
}

bool enclosure_region_bound(struct enclosure_region *r, struct enclosure_polynomial *p,
                            struct enclosure_variation *v, struct enclosure_comparison *c,
                            const arf_t h) {
    mag_t length;
    mag_init(length);
    arf_get_mag(length, h);
    bool bounded = surround(&p->tail, r, p, length, r->n) &&
                   surround(&v->tail, r, p, length, r->entries);
    divide_step(r, h);
    for (int k = 0; k < r->entries && bounded; k++)
        bound_entry(r, v, c, k);
    mag_clear(length);
    return bounded;
}

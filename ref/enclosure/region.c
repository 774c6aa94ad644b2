/* Where the solution is during a step, and the bounds on J there.
 *
 * The tube T = { (t0 + s, x) : 0 <= s <= h, |x_i - P_i(s)| <= margin_i } is inside the region
 *
 *     B = { (t0 + s, z) : 0 <= s <= h, z complex, |z_i - P_i(s)| <= width_i },
 *
 * margin <= width. Both are put into products of balls, some for each of a few parts of
 * [0, h]. A finite answer of eval_acb for F says that F is analytic in x on B (so no select
 * changes its branch in T), and J's values there and in T's balls give
 *
 *     K_k >= sup_B |J_k|,     L_k >= sup_T J_k on the diagonal, >= sup_T |J_k| off it.
 *
 * (J is evaluated on T by itself because complex balls turn a wide real part into an
 * imaginary part as wide.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

/* Parts into which [0, h] is divided. */
enum { PARTS_EXPONENT = 2, PARTS = 1 << PARTS_EXPONENT };

void enclosure_region_init(struct enclosure_region *r, const struct enclosure_system *s) {
    r->n = s->n;
    r->entries = s->pattern.count;
    r->margin = _mag_vec_init(r->n);
    r->width = _mag_vec_init(r->n);
    r->bound = _mag_vec_init(r->entries);
    r->box = _arb_vec_init(1 + r->n);
    r->entry = _arb_vec_init(r->entries);
    r->in = _acb_vec_init(1 + r->n);
    r->field = _acb_vec_init(r->n);
    r->jacobian = _acb_vec_init(r->entries);
}

void enclosure_region_clear(struct enclosure_region *r) {
    if (r->margin == NULL)
        return;
    _mag_vec_clear(r->margin, r->n);
    _mag_vec_clear(r->width, r->n);
    _mag_vec_clear(r->bound, r->entries);
    _arb_vec_clear(r->box, 1 + r->n);
    _arb_vec_clear(r->entry, r->entries);
    _acb_vec_clear(r->in, 1 + r->n);
    _acb_vec_clear(r->field, r->n);
    _acb_vec_clear(r->jacobian, r->entries);
}

/* box, in := balls around the parts of T and of B that belong to the times s. */
static void set_balls(struct enclosure_region *r, const struct enclosure_polynomial *p,
                      const arf_t t, const arb_t s) {
    arb_add_arf(r->box, s, t, ENCLOSURE_LOW_BITS);
    enclosure_polynomial_at(r->box + 1, p, s, ENCLOSURE_LOW_BITS);
    acb_set_arb(r->in, r->box);
    for (int i = 1; i <= r->n; i++) {
        acb_set_arb(r->in + i, r->box + i);
        arb_add_error_mag(acb_realref(r->in + i), r->width + i - 1);
        arb_add_error_mag(acb_imagref(r->in + i), r->width + i - 1);
        arb_add_error_mag(r->box + i, r->margin + i - 1);
    }
}

static bool all_finite(acb_srcptr value, int count) {
    for (int i = 0; i < count; i++)
        if (!acb_is_finite(value + i))
            return false;
    return true;
}

/* K and L grow to hold for the parts of B and T that are in `in` and `box`. */
static bool bound_part(struct enclosure_region *r, const struct enclosure_system *s,
                       struct enclosure_comparison *c, bool first) {
    bool finite = true;
    eval_acb_run(s->field_disc, r->in, r->field);
    if (!all_finite(r->field, r->n))
        return false;
    eval_acb_run(s->jacobian_disc, r->in, r->jacobian);
    eval_arb_run(s->jacobian_box, r->box, r->entry);
    mag_t size;
    mag_init(size);
    for (int k = 0; k < r->entries && finite; k++) {
        finite = acb_is_finite(r->jacobian + k) && arb_is_finite(r->entry + k);
        acb_get_mag(size, r->jacobian + k);
        if (first)
            mag_zero(r->bound + k);
        mag_max(r->bound + k, r->bound + k, size);
        if (finite)
            enclosure_comparison_slope(c, k, r->entry + k, first);
    }
    mag_clear(size);
    return finite;
}

bool enclosure_region_bound(struct enclosure_region *r, const struct enclosure_system *s,
                            const struct enclosure_polynomial *p,
                            struct enclosure_comparison *c, const arf_t t,
                            const arf_t h) {
    bool bounded = true;
    arf_t half;
    arb_t part;
    arf_init(half);
    arb_init(part);
    arf_mul_2exp_si(half, h, -1 - PARTS_EXPONENT);
    for (ulong k = 0; k < PARTS && bounded; k++) { /* s in h [k, k + 1] / PARTS */
        arf_mul_ui(arb_midref(part), half, 2 * k + 1, ARF_PREC_EXACT, ARF_RND_NEAR);
        arf_get_mag(arb_radref(part), half);
        set_balls(r, p, t, part);
        bounded = bound_part(r, s, c, k == 0);
    }
    arb_clear(part);
    arf_clear(half);
    return bounded;
}

/* Functions of (t, x) along the step that the enclosure has prepared: their series along P, G + T,
 * |T| <= tail for all |x - P| <= error (tail.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/base/many.h"
#include "ref/crossing/crossing.h"

static void set_inputs(struct crossing_stage *stage, struct enclosure_tail *t) {
    const struct enclosure_polynomial *p = &stage->e.polynomial;
    arb_ptr time = enclosure_tail_input(t, 0);
    _arb_vec_zero(time, t->room + 1);
    arb_set_arf(time, stage->e.time);
    arb_one(time + 1);
    for (int i = 0; i < stage->n; i++)
        _arb_vec_set(enclosure_tail_input(t, 1 + i), enclosure_polynomial_series(p, i),
                     t->room + 1);
}

void crossing_series_expand(struct crossing_stage *stage, struct enclosure_tail *t) {
    mag_t length;
    mag_init(length);
    set_inputs(stage, t);
    for (int k = 0; k < t->room; k++)
        eval_arb_jet_order(t->jet, k);
    enclosure_tail_read(t, t->room);
    arf_get_mag(length, stage->e.step);
    enclosure_tail_scale(t, length);
    enclosure_tail_surround(t, stage->e.polynomial.size, stage->e.polynomial.order,
                            stage->e.error);
    mag_clear(length);
}

/* By the mean value theorem: G(m) + G'([from, to]) ([from, to] - m), and the tail. */
void crossing_series_range(arb_t range, const struct crossing_stage *stage,
                           const struct enclosure_tail *t, int i, const arf_t from,
                           const arf_t to) {
    arb_srcptr g = enclosure_tail_output(t, i);
    arb_t s, middle, slope, value;
    arb_inits(s, middle, slope, value);
    arb_set_interval_arf(s, from, to, stage->low);
    arb_get_mid_arb(middle, s);
    _arb_poly_evaluate2_horner(range, slope, g, t->order, s, stage->low);
    _arb_poly_evaluate_horner(value, g, t->order, middle, stage->low);
    arb_sub(s, s, middle, stage->low);
    arb_addmul(value, slope, s, stage->low);
    arb_set(range, value);
    arb_add_error_mag(range, enclosure_tail_bound(t, i));
    arb_clears(value, slope, middle, s);
}

/* Watches and their derivatives along the motion, over boxes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/crossing.h"

/* Taylor coefficients of the motion from every point of the box, so of every motion while it is
 * in the box: x_{k+1} = F(t, x)_k / (k + 1). */
void crossing_probe(struct crossing_stage *stage, arb_srcptr box, int order) {
    struct eval_arb_jet *jet = stage->probe;
    for (int i = 0; i <= stage->n; i++)
        arb_set(eval_arb_jet_input(jet, i), box + i);
    for (int k = 0; k <= order; k++) {
        if (k > 0) {
            arb_set_ui(eval_arb_jet_input(jet, 0) + k, k == 1);
            for (int i = 0; i < stage->n; i++)
                arb_div_ui(eval_arb_jet_input(jet, 1 + i) + k,
                           eval_arb_jet_output(jet, i) + k - 1, (ulong)k, stage->low);
        }
        eval_arb_jet_order(jet, k);
    }
}

arb_srcptr crossing_probe_watch(const struct crossing_stage *stage, int i) {
    return eval_arb_jet_output(stage->probe, stage->n + i);
}

arb_srcptr crossing_probe_field(const struct crossing_stage *stage, int i) {
    return eval_arb_jet_output(stage->probe, i);
}

/* range := |g(x) - g(P)| at most, by the mean value theorem with grad g from the box of
 * enclosure_value, which has left V~ A behind: sum_k |(grad g V~ A)_k| r_k + sum_j |grad_j g|
 * z_j, z being the rest and P's rounding. What the set's directions have in common cancels in
 * the products. */
static void bound_watch(mag_t range, struct crossing_stage *stage, int i, const arf_t s) {
    struct enclosure *e = &stage->e;
    const int n = stage->n, columns = 1 + n;
    arb_ptr all = _arb_vec_init((slong)stage->watches * columns),
            place = _arb_vec_init(n), slope = all + (slong)i * columns + 1;
    arb_t sum;
    mag_t part;
    arb_init(sum);
    mag_init(part);
    mag_zero(range);
    eval_arb_run(stage->slope, stage->point, all);
    arb_set_arf(sum, s);
    enclosure_polynomial_at(place, &e->polynomial, sum, e->system.bits);
    for (int j = 0; j < n; j++) {
        arb_get_mag(part, slope + j);
        mag_addmul(range, part, e->rest + j);
        mag_addmul(range, part, arb_radref(place + j));
    }
    for (int k = 0; k < n; k++) {
        arb_zero(sum);
        for (int j = 0; j < n; j++)
            arb_addmul(sum, slope + j, arb_mat_entry(e->map, j, k), stage->low);
        arb_get_mag(part, sum);
        mag_addmul(range, part, e->frame.radius + k);
    }
    mag_clear(part);
    arb_clear(sum);
    _arb_vec_clear(place, n);
    _arb_vec_clear(all, (slong)stage->watches * columns);
}

/* y := y, or its value at P and what that differs by, if that is less. */
static void sharpen(arb_t y, struct crossing_stage *stage, int i, const arf_t s) {
    mag_t range;
    mag_init(range);
    bound_watch(range, stage, i, s);
    if (mag_cmp(range, arb_radref(y)) < 0) {
        for (int j = 1; j <= stage->n; j++)
            arb_get_mid_arb(stage->point + j, stage->point + j);
        eval_arb_run(stage->value, stage->point, stage->watched);
        arb_set(y, stage->watched + i);
        arb_add_error_mag(y, range);
    }
    mag_clear(range);
}

void crossing_watch_at(arb_t y, struct crossing_stage *stage, int i, const arf_t s) {
    arb_set_arf(stage->point, stage->e.time);
    arf_add(arb_midref(stage->point), arb_midref(stage->point), s, ARF_PREC_EXACT,
            ARF_RND_NEAR);
    enclosure_value(stage->point + 1, &stage->e, s);
    eval_arb_run(stage->value, stage->point, stage->watched);
    arb_set(y, stage->watched + i);
    if (stage->low > ENCLOSURE_LOW_BITS)
        sharpen(y, stage, i, s);
}

void crossing_tube_box(struct crossing_stage *stage, const arf_t from, const arf_t to) {
    struct enclosure *e = &stage->e;
    arb_t s;
    arb_init(s);
    arb_set_interval_arf(s, from, to, e->system.bits);
    enclosure_polynomial_at(stage->box + 1, &e->polynomial, s, stage->low);
    for (int i = 0; i < stage->n; i++)
        arb_add_error_mag(stage->box + 1 + i, e->error + i);
    arb_add_arf(stage->box, s, e->time, e->system.bits);
    arb_clear(s);
}

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
                           eval_arb_jet_output(jet, i) + k - 1, (ulong)k,
                           ENCLOSURE_LOW_BITS);
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

void crossing_watch_at(arb_t y, struct crossing_stage *stage, int i, const arf_t s) {
    arb_set_arf(stage->point, stage->e.time);
    arf_add(arb_midref(stage->point), arb_midref(stage->point), s, ARF_PREC_EXACT,
            ARF_RND_NEAR);
    enclosure_value(stage->point + 1, &stage->e, s);
    eval_arb_run(stage->value, stage->point, stage->watched);
    arb_set(y, stage->watched + i);
}

void crossing_tube_box(struct crossing_stage *stage, const arf_t from, const arf_t to) {
    struct enclosure *e = &stage->e;
    arb_t s;
    arb_init(s);
    arb_set_interval_arf(s, from, to, e->system.bits);
    enclosure_polynomial_at(stage->box + 1, &e->polynomial, s, ENCLOSURE_LOW_BITS);
    for (int i = 0; i < stage->n; i++)
        arb_add_error_mag(stage->box + 1 + i, e->error + i);
    arb_add_arf(stage->box, s, e->time, e->system.bits);
    arb_clear(s);
}

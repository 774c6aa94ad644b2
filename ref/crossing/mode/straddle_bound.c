/* How large the disturbance of straddled kinks (straddle.c) is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/mode/straddle.h"

enum {
    PIECES = 8 /* of a step, each with bounds of its own */
};

/* most_k := what u_k is at most where over_k is in the ball; if that is more than it is so far. */
static void raise_most(struct crossing_straddle *d, int k, arb_t over) {
    mag_t top;
    mag_init(top);
    if (!arb_is_finite(over)) {
        mag_inf(d->most + k);
    } else if (!arb_is_nonpositive(over)) {
        arb_nonnegative_part(over, over);
        arb_get_mag(top, over);
        mag_max(d->most + k, d->most + k, top);
    }
    mag_clear(top);
}

/* bound := what w is at most in the box with these u; whether it is known. */
static bool raise_bound(struct crossing_straddle *d, int n, arb_srcptr box) {
    mag_t one, sum;
    bool finite = true;
    mag_inits(one, sum);
    _arb_vec_set(d->in, box, 1 + n);
    for (int k = 0; k < d->count; k++) { /* [0, most_k], to the bit */
        arb_ptr u = d->in + 1 + n + k;
        finite = finite && !mag_is_inf(d->most + k);
        arf_set_mag(arb_midref(u), d->most + k);
        arf_mul_2exp_si(arb_midref(u), arb_midref(u), -1);
        mag_mul_2exp_si(arb_radref(u), d->most + k, -1);
    }
    if (finite)
        eval_arb_run(d->share_box, d->in, d->out);
    for (int i = 0; i < n && finite; i++) {
        mag_zero(sum);
        for (int k = 0; k < d->count; k++) {
            if (mag_is_zero(d->most + k))
                continue;
            finite = finite && arb_is_finite(d->out + i * d->count + k);
            arb_get_mag(one, d->out + i * d->count + k);
            mag_addmul(sum, one, d->most + k);
        }
        mag_max(d->bound + i, d->bound + i, sum);
    }
    mag_clears(sum, one);
    return finite;
}

static void forget(struct crossing_straddle *d, int n) {
    for (int i = 0; i < n; i++)
        mag_zero(d->bound + i);
}

bool crossing_straddle_disturb(void *context, mag_ptr bound) {
    struct crossing_stage *stage = context;
    struct crossing_straddle *d = stage->straddle;
    for (int i = 0; i < stage->n; i++)
        mag_zero(bound + i);
    if (d == NULL || d->count == 0)
        return true;
    arf_t from, to;
    arb_t over;
    arf_inits(from, to);
    arb_init(over);
    bool known = true;
    forget(d, stage->n);
    crossing_series_expand(stage, &d->tail);
    for (ulong piece = 0; piece < PIECES && known; piece++) {
        arf_set(from, to);
        arf_mul_ui(to, stage->e.step, piece + 1, ARF_PREC_EXACT, ARF_RND_NEAR);
        arf_mul_2exp_si(to, to, -3);
        for (int k = 0; k < d->count; k++) {
            mag_zero(d->most + k);
            crossing_series_range(over, stage, &d->tail, k, from, to);
            raise_most(d, k, over);
        }
        crossing_tube_box(stage, from, to);
        known = raise_bound(d, stage->n, stage->box);
    }
    for (int i = 0; i < stage->n; i++)
        mag_set(bound + i, d->bound + i);
    arb_clear(over);
    arf_clears(to, from);
    return known;
}

bool crossing_straddle_bound(struct crossing_stage *stage, arb_srcptr box) {
    struct crossing_straddle *d = stage->straddle;
    forget(d, stage->n);
    eval_arb_run(d->over_box, box, d->value);
    for (int k = 0; k < d->count; k++) {
        mag_zero(d->most + k);
        raise_most(d, k, d->value + k);
    }
    return raise_bound(d, stage->n, box);
}

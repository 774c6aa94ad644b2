/* Kinks that are gone through without telling when, or whether: the set is on both sides.
 *
 * Let y = select(c, a, b) with a - b = q c, q a number. On the side of b it is b, else b + q u with
 * u = max(c, 0); or a, and a + q u with u = max(-c, 0). So with U in the place of u
 *
 *     F(t, x) = G(t, x, u),     |F(t, x) - G(t, x, 0)|_i <= sum_k |dG_i/dU_k| u_k
 *
 * by the mean value theorem, the derivatives at some 0 <= U <= u. G(t, x, 0) is the field of a
 * mode, in which the kink does not occur; the right side is a disturbance w of it, as small as c is
 * where it has the other sign: x' = G(t, x, 0) + w along each solution. F is continuous, so that
 * there are solutions (Peano), and where w has a bound it is Lipschitz, so that there is one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/crossing/mode/straddle.h"
#include "ref/model.h"

static enum ref_status make_readers(const struct crossing_scene *s,
                                    struct crossing_straddle *d) {
    const graph *g = s->m->graph;
    const enum eval_constants constants = s->task->options->constants;
    const int inputs = 1 + s->n + d->count;
    int *variable = room_take(&d->room, (size_t)inputs, sizeof *variable);
    for (int i = 0; i < inputs && variable != NULL; i++)
        variable[i] = i;
    if (variable == NULL)
        return REF_NO_MEMORY;
    d->overs = model_program(s->m, d->count, d->over);
    d->shares = program_alloc(g, inputs, variable, (1 + s->n) * d->count, d->share);
    d->in = room_balls(&d->room, inputs);
    d->value = room_balls(&d->room, d->count);
    d->slopes = room_balls(&d->room, (slong)s->places * (1 + s->n));
    d->out = room_balls(&d->room, (1 + s->n) * d->count);
    d->most = room_mags(&d->room, d->count);
    d->bound = room_mags(&d->room, s->n);
    if (d->overs == NULL || d->shares == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_arb_alloc(&d->over_box, g, d->overs, s->bits, constants);
    if (status == PROBLEM_OK)
        status = eval_arb_alloc(&d->share_box, g, d->shares, s->low, constants);
    return ref_from_problem_status(status);
}

enum ref_status crossing_straddle_init(const struct crossing_scene *s,
                                       struct crossing_stage *stage) {
    bool straddles = false;
    for (int k = 0; k < s->surfaces; k++)
        straddles = straddles || abs(stage->mode[k]) == CROSSING_STRADDLED;
    if (!straddles)
        return REF_OK;
    struct crossing_straddle *d = stage->straddle = calloc(1, sizeof *d);
    if (d == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = crossing_straddle_write(s, stage);
    return status == REF_OK ? make_readers(s, d) : status;
}

expr crossing_straddle_decides(const struct crossing_straddle *d, int k) {
    return d == NULL ? EXPR_NONE : d->decides[k];
}

void crossing_straddle_free(struct crossing_straddle *d) {
    if (d == NULL)
        return;
    if (d->entered)
        enclosure_tail_clear(&d->tail);
    eval_arb_free(d->over_box);
    eval_arb_free(d->share_box);
    program_free(d->overs);
    program_free(d->shares);
    room_clear(&d->room);
    free(d);
}

enum ref_status crossing_straddle_enter(const struct crossing_scene *s,
                                        struct crossing_stage *stage) {
    struct crossing_straddle *d = stage->straddle;
    stage->e.disturb = crossing_straddle_disturb;
    stage->e.context = stage;
    if (d == NULL)
        return REF_OK;
    d->entered = true;
    return enclosure_tail_init(&d->tail, s->m->graph, d->overs, s->low, s->order,
                               s->task->options->constants);
}

void crossing_disturb(arb_ptr rate, struct crossing_stage *stage, arb_srcptr box) {
    if (stage->straddle == NULL)
        return;
    const bool known = crossing_straddle_bound(stage, box);
    for (int i = 0; i < stage->n; i++)
        if (known)
            arb_add_error_mag(rate + i, stage->straddle->bound + i);
        else
            arb_indeterminate(rate + i);
}

void crossing_find_rate(arb_t rate, struct crossing_stage *stage, int i, arb_srcptr box) {
    const int columns = 1 + stage->n;
    arb_set(rate, crossing_probe_watch(stage, i) + 1);
    if (stage->straddle == NULL)
        return;
    arb_ptr all = stage->straddle->slopes;
    mag_t slope;
    mag_init(slope);
    eval_arb_run(stage->slope, box, all);
    if (!crossing_straddle_bound(stage, box))
        arb_indeterminate(rate);
    for (int j = 0; j < stage->n; j++) {
        arb_get_mag(slope, all + (slong)i * columns + 1 + j);
        mag_mul(slope, slope, stage->straddle->bound + j);
        arb_add_error_mag(rate, slope);
    }
    mag_clear(slope);
}

static int sign_of(const arb_t x) {
    return arb_is_positive(x) ? 1 : arb_is_negative(x) ? -1 : 0;
}

int crossing_take_sides(struct crossing_stage *stage, mag_srcptr around, bool leaving,
                        signed char *mode) {
    struct crossing_straddle *d = stage->straddle;
    int taken = 0;
    memcpy(mode, stage->mode, (size_t)stage->places);
    arb_set_arf(stage->point, stage->e.time);
    for (int i = 0; i < stage->n; i++) {
        arb_set_arf(stage->point + 1 + i, stage->e.center + i);
        arb_add_error_mag(stage->point + 1 + i, around + i);
    }
    if (!crossing_straddle_bound(stage, stage->point))
        return 0;
    for (int k = 0; k < d->count; k++) {
        const int place = d->surface[k], side = stage->mode[place] > 0 ? 1 : -1,
                  sign = sign_of(d->value + k),
                  rate = sign_of(d->out + stage->n * d->count + k);
        const bool comes_back = sign < 0 && rate > 0;
        if (sign == 0 || comes_back || (leaving && rate != sign))
            continue;
        mode[place] = (signed char)(-sign * side);
        taken++;
    }
    return taken;
}

/* Which surfaces are straddled: those that are in the way, until the motion is far enough on one
 * side. Nothing here is part of a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/crossing/run/way.h"
#include "ref/truth.h"

bool crossing_may_straddle(const struct model *m, enum ref_status status) {
    return m->contacts == 0 && (status == REF_EITHER_SIDE || status == REF_TANGENT_KINK ||
                                status == REF_TOGETHER || status == REF_NOT_SMOOTH ||
                                status == REF_GRAZED || status == REF_STEP_TOO_SMALL ||
                                status == REF_UNDECIDED || status == REF_NOT_FINITE);
}

/* (t, x) at the centre; the watches there, and their derivatives along the motion. */
static void look(struct crossing_stage *stage) {
    arb_set_arf(stage->point, stage->e.time);
    for (int i = 0; i < stage->n; i++)
        arb_set_arf(stage->point + 1 + i, stage->e.center + i);
    eval_arb_run(stage->value, stage->point, stage->watched);
    crossing_probe(stage, stage->point, 1);
}

/* The watch that vanishes first if it falls as it does; -1: there is none. */
static int find_nearest(struct crossing_stage *stage) {
    int nearest = -1;
    double least = INFINITY;
    look(stage);
    for (int i = 0; i < stage->watches; i++) {
        const double value = arf_get_d(arb_midref(stage->watched + i), ARF_RND_NEAR),
                     rate = arf_get_d(arb_midref(crossing_probe_watch(stage, i) + 1),
                                      ARF_RND_NEAR),
                     time = value / fmax(fabs(rate), 0x1p-1000);
        if (time < least) {
            least = time;
            nearest = i;
        }
    }
    return nearest;
}

/* The stage of the mode, with the set that *stage has. */
static enum ref_status change(struct crossing_scene *s, struct crossing_stage **stage,
                              const signed char *mode) {
    struct crossing_stage *other;
    enum ref_status status = crossing_stage_find(s, mode, &other);
    if (status == REF_OK)
        status = crossing_stage_enter(s, other);
    if (status != REF_OK)
        return status;
    crossing_copy_set(other, *stage);
    if (!s->has_straddled)
        arf_mul_2exp_si(other->e.least_step, other->e.least_step, -s->goal / 2);
    for (int i = 0; i < other->watches; i++)
        other->lead[i] = 0;
    *stage = other;
    return enclosure_resume(&other->e);
}

/* Whether the field of the stage has bounds for its derivatives around the set, as far as the
 * functions of its straddled surfaces may vanish. */
static bool is_smooth_across(struct crossing_stage *stage, const mag_t far) {
    struct enclosure *e = &stage->e;
    bool finite = true;
    arb_set_arf(e->box, e->time);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(e->box + 1 + i, e->center + i);
        arb_add_error_mag(e->box + 1 + i, far);
    }
    eval_arb_run(e->system.jacobian_box, e->box, e->entry);
    for (int k = 0; k < e->system.pattern.count; k++)
        finite = finite && arb_is_finite(e->entry + k);
    return finite;
}

/* far := how far the watch's zero may be from the set, in each component: 4 |g|/|dg/dx|, and
 * what the set is wide. */
static void find_distance(mag_t far, struct crossing_stage *stage, int watch) {
    const int columns = 1 + stage->n;
    arb_ptr all = _arb_vec_init((slong)stage->watches * columns);
    mag_t steepest, one;
    mag_inits(steepest, one);
    look(stage);
    eval_arb_run(stage->slope, stage->point, all);
    for (int j = 1; j < columns; j++) {
        arb_get_mag(one, all + (slong)watch * columns + j);
        mag_max(steepest, steepest, one);
    }
    arb_get_mag(far, stage->watched + watch);
    mag_mul_2exp_si(far, far, 2);
    mag_div(far, far, steepest);
    enclosure_frame_hull(stage->e.start, &stage->e.frame, stage->e.frame.a);
    for (int i = 0; i < stage->n; i++) {
        mag_mul_2exp_si(one, stage->e.start + i, 2);
        mag_max(far, far, one);
    }
    mag_set_ui_2exp_si(one, 1, -stage->e.goal);
    mag_max(far, far, one);
    mag_clears(one, steepest);
    _arb_vec_clear(all, (slong)stage->watches * columns);
}

/* The field is that of a side on which it goes on smoothly across the surface, if there is one:
 * Hertz's force is none on the side of no contact. */
enum ref_status crossing_straddle_watch(struct crossing_scene *s,
                                        struct crossing_stage **stage, int watch) {
    struct crossing_stage *before = *stage;
    if (watch < 0)
        watch = find_nearest(before);
    if (watch < 0)
        return REF_GRAZED;
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = REF_GRAZED;
    mag_t far;
    mag_init(far);
    find_distance(far, before, watch);
    bool smooth = false;
    for (int side = 1; side >= -1 && !smooth; side -= 2) {
        memcpy(mode, before->mode, (size_t)s->places);
        for (int k = 0; k < s->surfaces; k++)
            if (before->watch_of[k] == watch)
                mode[k] = (signed char)(side * CROSSING_STRADDLED * before->mode[k]);
        *stage = before;
        status = change(s, stage, mode);
        smooth = status == REF_OK && is_smooth_across(*stage, far);
        if (status != REF_OK && status != REF_NOT_FINITE)
            break;
    }
    if (status == REF_OK && !smooth)
        status = REF_NOT_SMOOTH;
    s->has_straddled = s->has_straddled || status == REF_OK;
    if (status != REF_OK)
        *stage = before;
    mag_clear(far);
    free(mode);
    return status;
}

/* How far around the set a side has to be the same to be taken: in bits of its radii where the
 * field goes on across the surface, and the motion away from it; of the largest one where a root
 * begins there, as a step needs room around P on one side. */
enum { NEAR_BITS = 3, FAR_BITS = 20 };

static enum ref_status leave(struct crossing_scene *s, struct crossing_stage **stage,
                             mag_ptr around, signed char *mode) {
    struct crossing_stage *before = *stage;
    enum ref_status status = REF_OK;
    mag_t far;
    mag_init(far);
    enclosure_frame_hull(around, &before->e.frame, before->e.frame.a);
    for (int i = 0; i < s->n; i++) {
        mag_max(far, far, around + i);
        mag_mul_2exp_si(around + i, around + i, NEAR_BITS);
    }
    mag_mul_2exp_si(far, far, 2 * NEAR_BITS);
    if (crossing_take_sides(before, around, true, mode) > 0)
        status = change(s, stage, mode);
    if (status == REF_NOT_FINITE || *stage == before || !is_smooth_across(*stage, far)) {
        status = REF_OK;
        *stage = before;
        for (int i = 0; i < s->n; i++)
            mag_mul_2exp_si(around + i, far, FAR_BITS - 2 * NEAR_BITS);
        if (crossing_take_sides(before, around, false, mode) > 0)
            status = change(s, stage, mode);
    }
    mag_clear(far);
    return status;
}

enum ref_status crossing_settle_sides(struct crossing_scene *s,
                                      struct crossing_stage **stage, bool *switched) {
    struct crossing_stage *before = *stage;
    *switched = false;
    if (before->straddle == NULL)
        return REF_OK;
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    mag_ptr around = _mag_vec_init(s->n);
    const enum ref_status status = leave(s, stage, around, mode);
    for (int k = 0; k < s->surfaces && *stage != before; k++)
        *switched = *switched || (mode[k] > 0) != (before->mode[k] > 0);
    _mag_vec_clear(around, s->n);
    free(mode);
    return status;
}

enum ref_status crossing_start_on_both(struct crossing_scene *s, const arf_t end,
                                       struct crossing_stage **stage) {
    signed char *mode = malloc((size_t)s->places + 1);
    if (mode == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = crossing_begin_anywhere(s, end, mode, stage);
    for (bool stands = true; status == REF_OK && stands;) {
        stands = false;
        look(*stage);
        for (int i = 0; i < (*stage)->watches && !stands; i++)
            if (!arb_is_positive((*stage)->watched + i)) {
                stands = true;
                status = crossing_straddle_watch(s, stage, i);
            }
    }
    free(mode);
    return status;
}

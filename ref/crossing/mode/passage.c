/* The set behind an event.
 *
 * A motion of the set is at x1 at the event's begin t1; its watch g vanishes at the time tau in
 * [t1, t2]; there x becomes R(tau, x) at once (x itself at a kink), and goes on with F+ to t2. By
 * the mean value theorem, with F- and F+ from the motion's way, and g', grad g and DR from the
 * box,
 *
 *     0       = g(t1, c) + grad g . (x1 - c) + g' (tau - t1)
 *     x(tau)  = x1 + (tau - t1) F-
 *     x(t2)   = R(t1, c) + DR (x(tau) - c) + R_t (tau - t1) + (t2 - tau) F+
 *             = R(t1, c) + (t2 - t1) F+ - (g(t1, c)/g') J + (DR - J grad g^T/g') (x1 - c),
 *     J       = R_t + DR F- - F+,
 *
 * which is linear in x1 - c but for the boxes: the matrix is the saltation matrix (M. A. Aizerman,
 * F. R. Gantmakher, Q. J. Mech. Appl. Math. 11 (1958) 385; R. I. Leine, H. Nijmeijer, Dynamics and
 * Bifurcations of Non-Smooth Mechanical Systems (2004), 7.2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/crossing.h"

#include <stdlib.h>

void crossing_passage_init(struct crossing_passage *p, struct crossing_scene *s,
                           struct crossing_stage *before,
                           const struct crossing_event *event) {
    *p = (struct crossing_passage){.scene = s, .before = before, .watch = event->watch};
    arb_init(p->width);
    arf_sub(arb_midref(p->width), event->to, event->from, ARF_PREC_EXACT, ARF_RND_NEAR);
    p->box = room_balls(&p->room, 1 + s->n);
    p->end = room_balls(&p->room, 1 + s->n);
    p->slow = room_balls(&p->room, s->n);
    p->fast = room_balls(&p->room, s->n);
    p->image = room_balls(&p->room, s->n);
    p->by_time = room_balls(&p->room, s->n);
    arb_mat_init(p->by_state, s->n, s->n);
    p->error = room_mags(&p->room, s->n);
    p->impulse = room_balls(&p->room, s->rows.contact_rows);
    for (int i = 0; i < s->n; i++)
        arb_set_arf(p->image + i, before->e.center + i);
    arb_mat_one(p->by_state);
}

void crossing_passage_clear(struct crossing_passage *p) {
    arb_clear(p->width);
    room_clear(&p->room);
    arb_mat_clear(p->by_state);
    free(p->change);
}

/* rate[n] := F in the box. */
static void find_field(arb_ptr rate, struct crossing_stage *stage, arb_srcptr box) {
    crossing_probe(stage, box, 0);
    for (int i = 0; i < stage->n; i++)
        arb_set(rate + i, crossing_probe_field(stage, i));
    crossing_disturb(rate, stage, box);
}

/* If from all of the larger box F leads no further than that box is larger, no motion leaves it
 * (existence by Picard's operator, its image being inside). */
bool crossing_widen(arb_ptr box, struct crossing_stage *stage, const arb_t width) {
    const int n = stage->n;
    arb_ptr rate = _arb_vec_init(n);
    mag_ptr room = _mag_vec_init(n);
    mag_t way, length, largest;
    mag_inits(way, length, largest);
    arb_get_mag(length, width);
    find_field(rate, stage, box);
    bool finite = _arb_vec_is_finite(rate, n);
    for (int i = 0; i < n && finite; i++) {
        arb_get_mag(room + i, rate + i);
        mag_max(largest, largest, room + i);
    }
    mag_mul_2exp_si(largest, largest, -8);
    for (int i = 0; i < n && finite; i++) {
        mag_mul_2exp_si(room + i, room + i, 1);
        mag_max(room + i, room + i, largest);
        mag_mul(room + i, room + i, length);
        arb_add_error_mag(box + 1 + i, room + i);
    }
    find_field(rate, stage, box);
    finite = finite && _arb_vec_is_finite(rate, n);
    for (int i = 0; i < n && finite; i++) {
        arb_get_mag(way, rate + i);
        mag_mul(way, way, length);
        finite = mag_is_zero(way) || mag_cmp(way, room + i) < 0;
    }
    mag_clears(largest, length, way);
    _mag_vec_clear(room, n);
    _arb_vec_clear(rate, n);
    return finite;
}

static void set_time(arb_t t, const struct crossing_passage *p) {
    arb_set_arf(t, p->before->e.time);
    arb_add_error(t, p->width);
}

bool crossing_passage_enclose(struct crossing_passage *p) {
    struct enclosure *e = &p->before->e;
    enclosure_frame_hull(e->start, &e->frame, e->frame.a);
    set_time(p->box, p);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(p->box + 1 + i, e->center + i);
        arb_add_error_mag(p->box + 1 + i, e->start + i);
    }
    return crossing_widen(p->box, p->before, p->width);
}

bool crossing_passage_enclose_end(struct crossing_passage *p) {
    return crossing_widen(p->end, p->after, p->width);
}

/* jump := J; slope[n] := grad g / g'. False: g' is not known to be negative. */
static bool find_jump(struct crossing_passage *p, arb_ptr jump, arb_ptr slope,
                      arb_t rate) {
    const int n = p->scene->n, columns = 1 + n;
    struct crossing_stage *before = p->before;
    arb_ptr all = _arb_vec_init((slong)before->watches * columns);
    find_field(p->fast, p->after, p->end);
    find_field(p->slow, before, p->box);
    crossing_probe(before, p->box, 1);
    crossing_find_rate(rate, before, p->watch, p->box);
    eval_arb_run(before->slope, p->box, all);
    for (int j = 0; j < n; j++)
        arb_div(slope + j, all + (slong)p->watch * columns + 1 + j, rate, p->scene->low);
    for (int i = 0; i < n; i++) {
        arb_sub(jump + i, p->by_time + i, p->fast + i, p->scene->low);
        for (int j = 0; j < n; j++)
            arb_addmul(jump + i, arb_mat_entry(p->by_state, i, j), p->slow + j,
                       p->scene->low);
    }
    _arb_vec_clear(all, (slong)before->watches * columns);
    return arb_is_negative(rate);
}

/* late := -g(t1, c)/g'. */
static void find_delay(struct crossing_passage *p, const arb_t rate, arb_t late) {
    struct crossing_stage *before = p->before;
    arb_set_arf(before->point, before->e.time);
    for (int i = 0; i < before->n; i++)
        arb_set_arf(before->point + 1 + i, before->e.center + i);
    eval_arb_run(before->value, before->point, before->watched);
    arb_div(late, before->watched + p->watch, rate, p->scene->bits);
    arb_neg(late, late);
}

void crossing_copy_set(struct crossing_stage *to, const struct crossing_stage *from) {
    const struct enclosure *a = &from->e;
    struct enclosure *b = &to->e;
    if (a == b)
        return;
    arf_set(b->time, a->time);
    arf_set(b->least_step, a->least_step);
    b->has_moved = a->has_moved;
    arb_mat_set(b->frame.a, a->frame.a);
    for (int i = 0; i < from->n; i++) {
        arf_set(b->center + i, a->center + i);
        mag_set(b->start + i, a->start + i);
        mag_set(b->frame.radius + i, a->frame.radius + i);
    }
    mag_set(b->added, a->added);
}

/* What bounces that were enclosed (dwindle.c) have made of the goal: a set that is so much
 * larger needs no smaller defects, and more room around it. */
static void lower_goal(struct crossing_passage *p) {
    struct crossing_scene *s = p->scene;
    enum { ROOM_BITS = 32 };
    mag_t most;
    mag_init(most);
    for (int i = 0; i < s->n; i++)
        mag_max(most, most, p->error + i);
    if (!mag_is_zero(most) && s->low > ENCLOSURE_LOW_BITS) {
        const double goal = ROOM_BITS - mag_get_d_log2_approx(most);
        s->goal = goal > 0 && goal < s->goal ? (int)goal : s->goal;
    }
    p->after->e.goal = s->goal;
    mag_clear(most);
}

static enum ref_status set_behind(struct crossing_passage *p, arb_srcptr jump,
                                  arb_srcptr slope, const arb_t late) {
    const slong bits = p->scene->bits;
    struct enclosure *e = &p->after->e;
    arb_t x;
    arb_init(x);
    for (int i = 0; i < e->n; i++) {
        arb_set(x, p->image + i);
        arb_addmul(x, p->width, p->fast + i, bits);
        arb_addmul(x, late, jump + i, bits);
        arf_set(e->center + i, arb_midref(x));
        mag_add(e->rest + i, arb_radref(x), p->error + i);
        mag_max(e->added, e->added, arb_radref(x));
        for (int j = 0; j < e->n; j++) {
            arb_set(arb_mat_entry(e->map, i, j), arb_mat_entry(p->by_state, i, j));
            arb_submul(arb_mat_entry(e->map, i, j), jump + i, slope + j, p->scene->low);
        }
    }
    arb_clear(x);
    enum ref_status status = crossing_pin(p);
    enclosure_frame_map(&e->frame, e->map, e->rest);
    enclosure_frame_hull(e->start, &e->frame, e->frame.a);
    arf_add(e->time, e->time, arb_midref(p->width), ARF_PREC_EXACT, ARF_RND_NEAR);
    return status;
}

enum ref_status crossing_passage_carry(struct crossing_passage *p) {
    const int n = p->scene->n;
    enum ref_status status = crossing_stage_enter(p->scene, p->after);
    if (status != REF_OK)
        return status;
    arb_ptr jump = _arb_vec_init(n), slope = _arb_vec_init(n);
    arb_t rate, late;
    arb_inits(rate, late);
    bool crosses = p->watch < 0 ||
                   (find_jump(p, jump, slope, rate) && _arb_vec_is_finite(p->fast, n));
    if (crosses) {
        if (p->watch >= 0)
            find_delay(p, rate, late);
        crossing_copy_set(p->after, p->before);
        lower_goal(p);
        status = set_behind(p, jump, slope, late);
    }
    arb_clears(late, rate);
    _arb_vec_clear(slope, n);
    _arb_vec_clear(jump, n);
    if (status != REF_OK)
        return status;
    return crosses ? enclosure_resume(&p->after->e) : REF_UNABLE;
}

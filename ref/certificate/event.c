/* The proof that a set goes over from one mode to the next.
 *
 * Let S = c + A [-r, r] hold the solutions at t, with all watches positive (watch.c). F and F+ are
 * the fields of the two modes, g is the one watch that vanishes, and w the width.
 *
 * *Boxes.* If S + [0, w] F(B) is inside B, every solution of x' = F from S exists and is in B
 * over [t, t + w] (Picard; F is continuous in B where it has finite balls). B+ is the same for
 * F+ from B.
 *
 * *One zero.* Let g' < 0 in B, g' being the derivative along x' = F, and g + w g' < 0 for g over
 * S. Then each solution has one zero tau of g in (t, t + w); where the other watches are
 * positive in B, it is the model's up to there. If in B+ each watch of the next mode is positive
 * or is -g, and then grows, the model's solution goes on in the next mode, and only there: g' <
 * 0 by both fields.
 *
 * *The image.* 0 = g(tau, x(tau)) = g(t, c) + grad g . (x - c) + g' (tau - t) for x in S, by the
 * mean value theorem from c to x and then along the solution, and
 *
 *     x(t + w) = x + (tau - t) F + (t + w - tau) F+
 *
 * with means of F and F+ over the ways, which are in F(B) and F+(B+). With tau put in and J = F
 * - F+,
 *
 *     x(t + w) in c + w F+ - (g(t, c)/g') J + (I - J grad g^T/g') (x - c).
 *
 * *Impacts.* Where g is the gap of a contact, x(tau+) = R(tau, x(tau-)) (impact.c, strike.c).
 * Then B+ is from R(B), R(t, c) stands for c, J = R_t + DR F - F+, and DR for I: the mean value
 * theorem for R.
 *
 * (The saltation matrix: M. Aizerman, F. Gantmakher, Quart. J. Mech. Appl. Math. 11 (1958) 146.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/passing.h"

enum { MOST_BOXES = 30 };

/* box[1 ..], which holds where the solutions begin, := where they are for all times in `time`.
 * look := claim_look there. */
static bool surround(arb_ptr box, arb_ptr look, struct claim *c, const arb_t time,
                     const arb_t width) {
    const int n = c->n;
    arb_ptr start = _arb_vec_init(n), way = _arb_vec_init(n);
    bool inside = false;
    arb_set(box, time);
    _arb_vec_set(start, box + 1, n);
    for (int trial = 0; trial < MOST_BOXES && !inside; trial++) {
        claim_look(c, box, look);
        inside = trial > 0 && _arb_vec_is_finite(look, n);
        for (int i = 0; i < n; i++) {
            arb_mul(way + i, width, look + i, c->bits);
            arb_add(way + i, way + i, start + i, c->bits);
            inside = inside && arb_contains_interior(box + 1 + i, way + i);
        }
        for (int i = 0; i < n && !inside; i++) {
            mag_t more;
            mag_init(more);
            arb_set(box + 1 + i, way + i);
            arb_get_mag(more, way + i);
            mag_mul_2exp_si(more, more, -c->bits);
            mag_add(more, more, arb_radref(way + i));
            arb_add_error_mag(box + 1 + i, more);
            mag_set_ui_2exp_si(more, 1, -2 * c->bits);
            arb_add_error_mag(box + 1 + i, more);
            mag_clear(more);
        }
    }
    _arb_vec_clear(way, n);
    _arb_vec_clear(start, n);
    return inside && _arb_vec_is_finite(look, claim_looks(c));
}

static arb_srcptr watch_in(arb_srcptr look, const struct claim *c, int i) {
    return look + c->n + i;
}

static arb_srcptr rate_in(arb_srcptr look, const struct claim *c, int i) {
    return look + c->n + c->mode.watches + i;
}

/* The one watch that may vanish in B. */
static bool find_event(struct claim_passing *p) {
    p->event = -1;
    int count = 0;
    for (int i = 0; i < p->before->mode.watches; i++)
        if (!arb_is_positive(watch_in(p->slow, p->before, i))) {
            p->event = i;
            count++;
        }
    return count == 1;
}

/* Whether g < 0 at t + w for all solutions that go on in the first mode. */
static bool vanishes(struct claim_passing *p, const arf_t t, const arf_t width,
                     const struct claim_set *set) {
    struct claim *c = p->before;
    arb_srcptr rate = rate_in(p->slow, c, p->event);
    arb_ptr start = _arb_vec_init(1 + p->n), look = _arb_vec_init(claim_looks(c));
    arb_t end;
    arb_init(end);
    claim_set_box(start, t, set);
    claim_look(c, start, look);
    arb_mul_arf(end, rate, width, c->bits);
    arb_add(end, end, watch_in(look, c, p->event), c->bits);
    const bool does = arb_is_negative(rate) && arb_is_negative(end);
    arb_clear(end);
    _arb_vec_clear(look, claim_looks(c));
    _arb_vec_clear(start, 1 + p->n);
    return does;
}

/* Whether the watches of the next mode are positive in B+, or -g and grow. */
static enum claim_passage enters(const struct claim_passing *p, const struct claim *after,
                                 arb_srcptr look, int *worst) {
    const expr turned = expr_neg(p->before->m->graph, p->before->mode.watch[p->event]);
    for (int i = 0; i < after->mode.watches; i++) {
        const bool grows =
            p->jumps ? after->mode.watch[i] == p->before->mode.watch[p->event] &&
                           after->mode.contact[i] == p->before->mode.contact[p->event]
                     : after->mode.watch[i] == turned;
        arb_srcptr y = grows ? rate_in(look, after, i) : watch_in(look, after, i);
        *worst = i;
        if (grows && !arb_is_positive(y))
            return CLAIM_PASSAGE_GRAZES;
        if (!grows && !arb_is_positive(y))
            return CLAIM_PASSAGE_OTHER_MODE;
    }
    return CLAIM_PASSES;
}

/* late := -g(t, c)/g'. */
static void find_delay(arb_t late, struct claim_passing *p) {
    struct claim *c = p->before;
    arb_ptr look = _arb_vec_init(claim_looks(c));
    claim_look(c, p->centre, look);
    arb_div(late, watch_in(look, c, p->event), rate_in(p->slow, c, p->event), c->bits);
    arb_neg(late, late);
    _arb_vec_clear(look, claim_looks(c));
}

bool claim_passing_bounce(struct claim_passing *p) {
    p->jumps = true;
    return claim_impact(p->before, p->event, p->centre, p->box, p->image, p->behind + 1,
                        p->by);
}

/* jump := J_i. */
static void find_jump(arb_t jump, const struct claim_passing *p, int i) {
    arb_srcptr by = p->by + i * (1 + p->n);
    arb_sub(jump, by, p->fast + i, p->before->bits);
    for (int j = 0; j < p->n; j++)
        arb_addmul(jump, by + 1 + j, p->slow + j, p->before->bits);
}

/* Row i of map := of DR - J grad g^T/g'. */
static void set_row(struct claim_passing *p, int i, const arb_t jump) {
    struct claim *c = p->before;
    arb_srcptr rate = rate_in(p->slow, c, p->event);
    arb_t part;
    arb_init(part);
    for (int j = 0; j < p->n; j++) {
        arb_ptr entry = arb_mat_entry(c->map, i, j);
        arb_mul(part, jump, p->slope + (slong)p->event * p->n + j, 2 * CLAIM_LOW_BITS);
        arb_div(part, part, rate, 2 * CLAIM_LOW_BITS);
        arb_sub(entry, p->by + i * (1 + p->n) + 1 + j, part, 2 * CLAIM_LOW_BITS);
    }
    arb_clear(part);
}

/* value, map and rest of `before` := those of the image. */
static void find_image(struct claim_passing *p) {
    struct claim *c = p->before;
    arb_t late, jump, part;
    arb_inits(late, jump, part);
    find_delay(late, p);
    eval_arb_run(c->gradient, p->box, p->slope);
    for (int i = 0; i < p->n; i++) {
        arb_ptr x = c->value + i;
        find_jump(jump, p, i);
        arb_set(x, p->image + i);
        arb_mul_arf(part, p->fast + i, p->span, c->bits);
        arb_add(x, x, part, c->bits);
        arb_addmul(x, late, jump, c->bits);
        mag_set(c->rest + i, arb_radref(x));
        mag_zero(arb_radref(x));
        set_row(p, i, jump);
    }
    arb_clears(part, jump, late);
}

static void make_room(struct claim_passing *p, const arf_t t, const arf_t width) {
    const struct claim *before = p->before;
    p->centre = room_balls(&p->room, 1 + p->n);
    p->box = room_balls(&p->room, 1 + p->n);
    p->behind = room_balls(&p->room, 1 + p->n);
    p->slow = room_balls(&p->room, claim_looks(before));
    p->fast = room_balls(&p->room, p->n);
    p->slope = room_balls(&p->room, (slong)before->mode.watches * p->n);
    p->image = room_balls(&p->room, p->n);
    p->by = room_balls(&p->room, (slong)p->n * (1 + p->n));
    arb_inits(p->width, p->time);
    arf_t end;
    arf_init(end);
    arb_set_interval_arf(p->width, end, width, before->bits);
    arf_add(end, t, width, ARF_PREC_EXACT, ARF_RND_NEAR);
    arb_set_interval_arf(p->time, t, end, before->bits + CLAIM_LOW_BITS);
    arf_clear(end);
}

void claim_passing_clear(struct claim_passing *p) {
    free(p->change);
    arb_clears(p->width, p->time);
    room_clear(&p->room);
}

static enum crossing_kind kind_of(const struct claim_mode *mode, int watch) {
    return mode->stage != NULL         ? mode->stage->watch[watch].kind
           : mode->contact[watch] >= 0 ? CROSSING_GAP
                                       : CROSSING_SURFACE;
}

enum claim_passage claim_passing_begin(struct claim_passing *p, struct claim *before,
                                       const arf_t t, const arf_t width,
                                       const struct claim_set *set) {
    *p = (struct claim_passing){
        .before = before, .n = before->n, .event = -1, .span = width};
    make_room(p, t, width);
    claim_set_box(p->box, t, set);
    for (int i = 0; i <= p->n; i++)
        arb_get_mid_arb(p->centre + i, p->box + i);
    if (!surround(p->box, p->slow, before, p->time, p->width))
        return CLAIM_PASSAGE_UNDEFINED;
    if (!find_event(p))
        return CLAIM_PASSAGE_TOGETHER;
    p->kind = kind_of(&before->mode, p->event);
    _arb_vec_set(p->image, p->centre + 1, p->n);
    _arb_vec_set(p->behind + 1, p->box + 1, p->n);
    arb_set(p->behind, p->time);
    for (int i = 0; i < p->n; i++)
        arb_one(p->by + i * (1 + p->n) + 1 + i);
    return vanishes(p, t, width, set) ? CLAIM_PASSES : CLAIM_PASSAGE_GRAZES;
}

enum claim_passage claim_passing_end(struct claim_passing *p, struct claim *after,
                                     const signed char *lead, int *worst) {
    arb_ptr look = _arb_vec_init(claim_looks(after));
    enum claim_passage found = CLAIM_PASSES;
    if (!surround(p->behind, look, after, p->time, p->width))
        found = CLAIM_PASSAGE_UNDEFINED;
    else if (lead == NULL)
        found = enters(p, after, look, worst);
    _arb_vec_set(p->fast, look, p->n);
    _arb_vec_clear(look, claim_looks(after));
    if (found == CLAIM_PASSES)
        find_image(p);
    return found;
}

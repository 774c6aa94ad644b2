/* The first event of a step, by interval Newton in time.
 *
 * Let g > 0 up to a, and g' < 0 on [a, b] and g(b) < 0 for all motions of the set. Then each of
 * them has one zero in [a, b]. With r in [a, b], by the mean value theorem, it is in
 *
 *     r - g(r)/g'([a, b]),
 *
 * where g(r) is the range over the set; and so on with the intersection (R. E. Moore, Interval
 * Analysis (1966), 7.2; in ODEs: T. Kapela, M. Mrozek, D. Wilczak, P. Zgliczynski, CAPD::DynSys,
 * Commun. Nonlinear Sci. Numer. Simul. 101 (2021), section 5).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/crossing.h"

enum {
    MOST_REFINEMENTS = 64,
    SHORTENED_BITS = 2, /* a step is not shortened to less than 2^-SHORTENED_BITS of it */
    SEPARATE_BITS = 12  /* nor to less than this before events that fall together */
};

/* Shortest pieces of the step that are looked at, in bits, one after the other; how many of them
 * are taken for the interval that holds the zero. */
static const slong depths[] = {12, 20, 30, 45};
static const slong piece_bits[] = {2, 4, 7, 10};

/* Whether g' < 0 on [from, to]; slope := its range. */
static bool falls(struct crossing_stage *stage, int i, const arf_t from, const arf_t to,
                  arb_t slope) {
    crossing_tube_box(stage, from, to);
    crossing_probe(stage, stage->box, 1);
    crossing_find_rate(slope, stage, i, stage->box);
    return arb_is_negative(slope);
}

/* [from, to] := its part that Newton's operator leaves; whether that is less than half. */
static bool refine(struct crossing_stage *stage, int i, arf_t from, arf_t to) {
    const slong bits = stage->e.system.bits;
    arb_t slope, value, place;
    arf_t r, low, high, before;
    arb_inits(slope, value, place);
    arf_inits(r, low, high, before);
    bool done = falls(stage, i, from, to, slope);
    arf_sub(before, to, from, ENCLOSURE_LOW_BITS, ARF_RND_DOWN);
    arf_add(r, from, to, bits, ARF_RND_NEAR);
    arf_mul_2exp_si(r, r, -1);
    crossing_watch_at(value, stage, i, r);
    arb_div(value, value, slope, bits);
    arb_set_arf(place, r);
    arb_sub(place, place, value, bits);
    done = done && arb_is_finite(place);
    arb_get_lbound_arf(low, place, bits);
    arb_get_ubound_arf(high, place, bits);
    if (done && arf_cmp(low, from) > 0)
        arf_set(from, low);
    if (done && arf_cmp(high, to) < 0)
        arf_set(to, high);
    arf_sub(low, to, from, ENCLOSURE_LOW_BITS, ARF_RND_UP);
    arf_mul_2exp_si(low, low, 1);
    done = done && arf_cmp(low, before) < 0;
    arf_clears(before, high, low, r);
    arb_clears(place, value, slope);
    return done;
}

/* Where g' < 0 on [from, to], its sign at the end for all motions: -1, each has one zero there; 1,
 * none. 0: not known. */
static int judge(struct crossing_stage *stage, int i, const arf_t from, const arf_t to) {
    arb_t y;
    arb_init(y);
    int sign = 0;
    if (falls(stage, i, from, to, y)) {
        crossing_watch_at(y, stage, i, to);
        sign = arb_is_negative(y) ? -1 : arb_is_positive(y);
    }
    arb_clear(y);
    return sign;
}

/* The zero after `at`, up to where g is proved to be positive with pieces of 2^-depth; or `at`
 * goes on. */
static bool isolate(struct crossing_stage *stage, int i, arf_t at, slong depth,
                    struct crossing_event *event) {
    arf_t to;
    arf_init(to);
    bool found = false;
    for (size_t k = 0; k < sizeof piece_bits / sizeof *piece_bits && !found; k++) {
        arf_mul_2exp_si(to, stage->e.step, piece_bits[k] - depth);
        arf_add(to, to, at, ENCLOSURE_LOW_BITS, ARF_RND_UP);
        if (arf_cmp(to, stage->e.step) > 0)
            arf_set(to, stage->e.step);
        const int sign = judge(stage, i, at, to);
        found = sign < 0;
        if (sign > 0)
            arf_set(at, to);
    }
    if (found) {
        event->watch = i;
        arf_set(event->from, at);
        arf_set(event->to, to);
        for (int k = 0; k < MOST_REFINEMENTS; k++)
            if (!refine(stage, i, event->from, event->to))
                break;
    }
    arf_clear(to);
    return found;
}

/* What may vanish, and is not proved to do so, is looked at in a shorter step. */
static enum ref_status shorten(struct crossing_stage *stage, const arf_t at,
                               struct crossing_event *event) {
    arf_t least;
    arf_init(least);
    arf_mul_2exp_si(least, stage->e.step, -SHORTENED_BITS);
    bool enough = arf_cmp(at, least) >= 0 && arf_cmp(at, stage->e.least_step) >= 0;
    arf_clear(least);
    if (!enough)
        return REF_GRAZED;
    if (event->watch >= 0 && arf_cmp(at, event->from) > 0)
        return arf_cmp(at, event->to) > 0 ? REF_OK : REF_TOGETHER;
    event->watch = -1;
    arf_set(stage->e.step, at);
    return REF_OK;
}

/* event := the earlier one; REF_TOGETHER: it cannot be told which, and none is before
 * event->from. */
static enum ref_status keep_first(struct crossing_event *event,
                                  const struct crossing_event *other) {
    if (event->watch >= 0 && arf_cmp(other->from, event->to) > 0)
        return REF_OK;
    if (event->watch >= 0 && arf_cmp(other->to, event->from) >= 0) {
        arf_min(event->from, event->from, other->from);
        return REF_TOGETHER;
    }
    event->watch = other->watch;
    arf_set(event->from, other->from);
    arf_set(event->to, other->to);
    return REF_OK;
}

static enum ref_status look_at(struct crossing_stage *stage, int i,
                               struct crossing_event *event, arf_t at,
                               struct crossing_event *other) {
    arf_t least;
    arf_init(least);
    arf_set(least, event->watch >= 0 ? event->to : stage->e.step);
    arf_t end;
    arf_init(end);
    arf_set(end, least);
    arf_zero(at);
    bool left = stage->lead[i] == 0 || crossing_watch_leaves(stage, i, at, end);
    bool proved = !left, found = false;
    for (size_t k = 0; k < sizeof depths / sizeof *depths && !proved && !found; k++) {
        arf_mul_2exp_si(least, stage->e.step, -depths[k]);
        proved = crossing_watch_prove(stage, i, at, end, least);
        if (!proved)
            found = isolate(stage, i, at, depths[k], other);
        proved = proved || arf_cmp(at, end) >= 0;
    }
    arf_clears(end, least);
    if (!left)
        return REF_GRAZED;
    if (proved)
        return REF_OK;
    return found ? keep_first(event, other) : shorten(stage, at, event);
}

/* *unsure: what is neither proved to stay positive nor to vanish. */
static enum ref_status look_at_all(struct crossing_stage *stage,
                                   struct crossing_event *event, int *unsure) {
    struct crossing_event other;
    arf_t at;
    arf_inits(at, other.from, other.to);
    enum ref_status status = REF_OK;
    event->watch = -1;
    if (stage->watches > 0)
        crossing_series_expand(stage, &stage->tail);
    for (int i = 0; i < stage->watches && status == REF_OK; i++) {
        if (stage->alike != NULL && stage->alike[i] != i)
            continue;
        status = look_at(stage, i, event, at, &other);
        *unsure = i;
    }
    arf_clears(other.to, other.from, at);
    return status;
}

/* The step's part before events that fall together, so that the motion is known up to them.
 * False: it is too short. */
static bool stop_before(struct crossing_stage *stage,
                        const struct crossing_event *event) {
    arf_t least;
    arf_init(least);
    arf_mul_2exp_si(least, stage->e.step, -SEPARATE_BITS);
    const bool enough = event->watch >= 0 && arf_cmp(event->from, least) >= 0 &&
                        arf_cmp(event->from, stage->e.least_step) >= 0;
    if (enough)
        arf_set(stage->e.step, event->from);
    arf_clear(least);
    return enough;
}

/* Over a step that the motion allows the series of a watch need not converge. */
enum ref_status crossing_locate(struct crossing_stage *stage,
                                struct crossing_event *event) {
    int unsure = -1;
    enum ref_status status = look_at_all(stage, event, &unsure);
    while (status == REF_GRAZED && arf_cmp(stage->e.step, stage->e.least_step) > 0) {
        arf_mul_2exp_si(stage->e.step, stage->e.step, -2);
        stage->e.longest = 2 * arf_get_d(stage->e.step, ARF_RND_NEAR);
        status = look_at_all(stage, event, &unsure);
    }
    if (status == REF_TOGETHER && stop_before(stage, event))
        status = look_at_all(stage, event, &unsure);
    if (status == REF_GRAZED && stage->watch[unsure].kind == CROSSING_SURFACE)
        status = REF_TANGENT_KINK;
    if (status != REF_OK)
        event->watch = unsure;
    return status;
}

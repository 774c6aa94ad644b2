/* The slip behind a phase of an impact in space, d = u_t+/|u_t+|, which is no formula of u-.
 *
 * With W = J M^-1 J^T of the contact's three rows, and k what is imposed, r_n = -u_n/(W_nn - mu
 * W_nt d) where it stays closed, k where it opens, and r_t = -mu r_n d, all that is left to
 * solve is the angle of d,
 *
 *     c(theta) = d x u_t+ = 0,   d . u_t+ > 0.
 *
 * Arcs of the circle where c, or d . u_t+, or r_n - k (closed), or u_n+ (open), has the wrong
 * sign for all of the box hold no solution; what is left is in one arc. There c' has one sign,
 * so that c has one zero at most, and c has opposite signs at the arc's ends for all of the box,
 * so that it has one. Else it is not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/impact/impact_space.h"

enum { PARTS = 32, MOST_HALVINGS = 14, MOST_REFINEMENTS = 60 };

/* The arcs that are left: their hull; whether there are any. */
struct arcs {
    arb_t hull;
    bool found;
};

void crossing_space_point(struct crossing_space *b, const arb_t theta) {
    arb_ptr angle = _arb_vec_init(1 + b->room);
    arb_set(angle, theta);
    arb_one(angle + CROSSING_BY_ANGLE);
    crossing_space_turn(b, angle);
    _arb_vec_clear(angle, 1 + b->room);
}

/* Whether there is no solution with an angle of the ball. */
static bool is_empty(struct crossing_space *b, const arb_t theta, bool closed) {
    crossing_space_point(b, theta);
    if (!crossing_space_slide(b, closed))
        return false;
    return !arb_contains_zero(b->cross) || arb_is_negative(b->along) ||
           arb_is_negative(b->holds);
}

static void look(struct crossing_space *b, const arb_t theta, bool closed, int halvings,
                 struct arcs *arcs) {
    if (is_empty(b, theta, closed))
        return;
    if (halvings == 0) {
        if (arcs->found)
            arb_union(arcs->hull, arcs->hull, theta, b->bits);
        else
            arb_set(arcs->hull, theta);
        arcs->found = true;
        return;
    }
    arb_t half;
    arf_t middle, low, high;
    arb_init(half);
    arf_inits(middle, low, high);
    arb_get_interval_arf(low, high, theta, b->bits);
    arf_add(middle, low, high, b->bits, ARF_RND_NEAR);
    arf_mul_2exp_si(middle, middle, -1);
    arb_set_interval_arf(half, low, middle, b->bits);
    look(b, half, closed, halvings - 1, arcs);
    arb_set_interval_arf(half, middle, high, b->bits);
    look(b, half, closed, halvings - 1, arcs);
    arf_clears(high, low, middle);
    arb_clear(half);
}

void crossing_space_refine(struct crossing_space *b, arb_t theta, bool closed) {
    arb_t slope, middle, next;
    arb_inits(slope, middle, next);
    for (int k = 0; k < MOST_REFINEMENTS; k++) {
        crossing_space_point(b, theta);
        if (!crossing_space_slide(b, closed) ||
            arb_contains_zero(b->cross + CROSSING_BY_ANGLE))
            break;
        arb_set(slope, b->cross + CROSSING_BY_ANGLE);
        arb_get_mid_arb(middle, theta);
        crossing_space_point(b, middle);
        if (!crossing_space_slide(b, closed))
            break;
        arb_div(next, b->cross, slope, b->bits);
        arb_sub(next, middle, next, b->bits);
        if (!arb_is_finite(next) || !arb_intersection(next, next, theta, b->bits))
            break;
        mag_t half;
        mag_init(half);
        mag_mul_2exp_si(half, arb_radref(theta), -1);
        const bool smaller = mag_cmp(arb_radref(next), half) < 0;
        mag_clear(half);
        arb_set(theta, next);
        if (!smaller)
            break;
    }
    arb_clears(next, middle, slope);
}

/* part := number k of 2 PARTS arcs. */
static void set_part(const struct crossing_space *b, int k, arb_t part) {
    arb_t width;
    arb_init(width);
    arb_const_pi(width, b->bits);
    arb_div_ui(width, width, 2 * PARTS, b->bits);
    arb_mul_ui(part, width, (ulong)(2 * k + 1), b->bits);
    arb_add_error(part, width);
    arb_clear(width);
}

/* arcs := what is left, from an arc without any on. False: there is none without. */
static bool look_around(struct crossing_space *b, bool closed, struct arcs *arcs) {
    arb_t part;
    int begin = 0;
    bool empty = false;
    arb_init(part);
    for (; begin < 2 * PARTS && !empty; begin++) {
        set_part(b, begin, part);
        empty = is_empty(b, part, closed);
    }
    for (int k = begin; k < begin + 2 * PARTS - 1 && empty; k++) {
        set_part(b, k, part);
        look(b, part, closed, MOST_HALVINGS, arcs);
    }
    arb_clear(part);
    return empty;
}

/* Whether c has opposite signs at the ends of an arc. */
static bool crosses(struct crossing_space *b, const arb_t arc, bool closed) {
    arb_t end[2];
    arf_t at[2];
    int sign[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        arb_init(end[i]);
        arf_init(at[i]);
    }
    arb_get_interval_arf(at[0], at[1], arc, b->bits);
    for (int i = 0; i < 2; i++) {
        arb_set_arf(end[i], at[i]);
        crossing_space_point(b, end[i]);
        if (crossing_space_slide(b, closed))
            sign[i] = arb_is_positive(b->cross) - arb_is_negative(b->cross);
    }
    for (int i = 0; i < 2; i++) {
        arf_clear(at[i]);
        arb_clear(end[i]);
    }
    return sign[0] * sign[1] < 0;
}

int crossing_space_find_slip(struct crossing_space *b, bool closed, arb_t angle) {
    const int slopes = b->slopes;
    struct arcs arcs = {.found = false};
    arb_init(arcs.hull);
    b->slopes = CROSSING_BY_ANGLE;
    int verdict = look_around(b, closed, &arcs) ? (arcs.found ? 1 : -1) : 0;
    if (verdict > 0) {
        crossing_space_point(b, arcs.hull);
        verdict = crossing_space_slide(b, closed) &&
                  !arb_contains_zero(b->cross + CROSSING_BY_ANGLE) &&
                  crosses(b, arcs.hull, closed);
    }
    if (verdict > 0) {
        crossing_space_refine(b, arcs.hull, closed);
        crossing_space_point(b, arcs.hull);
        verdict = crossing_space_slide(b, closed) && arb_is_positive(b->along) &&
                  arb_is_positive(b->holds);
        arb_set(angle, arcs.hull);
    }
    b->slopes = slopes;
    arb_clear(arcs.hull);
    return verdict;
}

/* Bounds on the error over a whole step.
 *
 * As long as a solution that begins in the tube T around P stays in T (region.c), e = x - P
 * obeys e' = Jbar e - d, where Jbar = int_0^1 J(t, P + theta e) dtheta is a mean of J over T,
 * whose cross-sections are convex. So comparison.c applies with L:
 *
 *     |e_i(s)| <= w_i (e^(lambda+ h) max_j |e_j(0)|/w_j + Phi),
 *     Phi >= int_0^s e^(lambda+ (s - u)) max_j |d_j(u)|/w_j du,    0 <= s <= h.
 *
 * If this bound is less than the margin in each component, the solution exists up to h and
 * stays in T: else, let s1 <= h be the first time at which it touches T's boundary or ends;
 * up to s1 the bound holds, so it stays in a compact part of T's inside, where F is smooth,
 * and can be continued beyond s1 without touching. Where x' = F + w the defect is d - w.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

/* Bounds on the disturbance that are tried, each for errors twice as large as the last ones. */
enum { MOST_DISTURBED = 6, SPARE_BITS = 8, PART_BITS = 6 };

/* A step over which errors could grow by more than e^LONGEST_GROWTH is shortened. */
enum { LONGEST_GROWTH = 10 };

static bool grows_too_much(const struct enclosure *e) {
    mag_t longest;
    mag_init(longest);
    mag_set_ui(longest, LONGEST_GROWTH);
    const bool long_step = mag_cmp(e->comparison.rate_length, longest) > 0;
    mag_clear(longest);
    return long_step;
}

/* driven := Phi. */
static void drive_defect(struct enclosure *e) {
    int order = e->polynomial.order;
    mag_ptr low = _mag_vec_init(order);
    mag_t tail;
    mag_init(tail);
    for (int k = 0; k < order; k++)
        enclosure_comparison_norm(low + k, &e->comparison, e->polynomial.low + k, order);
    enclosure_comparison_norm(tail, &e->comparison, e->tail, 1);
    enclosure_comparison_drive(e->driven, &e->comparison, low, order, tail);
    mag_clear(tail);
    _mag_vec_clear(low, order);
}

/* out_i += h (|L| v)_i */
static void add_way(mag_ptr out, const struct enclosure *e, mag_srcptr v) {
    const struct enclosure_comparison *c = &e->comparison;
    mag_t part;
    mag_init(part);
    for (int k = 0; k < c->entries; k++) {
        arf_get_mag(part, c->slope + k);
        mag_mul(part, part, v + c->column[k]);
        mag_addmul(out + c->row[k], part, e->length);
    }
    mag_clear(part);
}

/* error := or less: as |e|' <= |L| |e| + |d| + W, at most |e(0)| + h |L| error + w Phi + D; what
 * one component is off by is not what others are, however short the step. */
static void sharpen_error(struct enclosure *e) {
    mag_ptr other = _mag_vec_init(e->n);
    for (int i = 0; i < e->n; i++) {
        mag_mul(other + i, e->driven, e->comparison.high + i);
        mag_add(other + i, other + i, e->start + i);
        mag_add(other + i, other + i, e->disturbed + i);
    }
    add_way(other, e, e->error);
    for (int i = 0; i < e->n; i++)
        mag_min(e->error + i, e->error + i, other + i);
    _mag_vec_clear(other, e->n);
}

/* error := the bound on |e|; whether it is less than `most`. */
static bool bound_error(struct enclosure *e, mag_srcptr most) {
    mag_t phi;
    bool within = true;
    mag_init(phi);
    enclosure_comparison_norm(phi, &e->comparison, e->start, 1);
    mag_mul(phi, phi, e->comparison.growth);
    mag_add(phi, phi, e->driven);
    for (int i = 0; i < e->n; i++) {
        mag_mul(e->error + i, phi, e->comparison.high + i);
        mag_add(e->error + i, e->error + i, e->disturbed + i);
    }
    if (e->disturb != NULL)
        sharpen_error(e);
    for (int i = 0; i < e->n; i++)
        within = within && mag_cmp(e->error + i, most + i) < 0;
    mag_clear(phi);
    return within;
}

/* disturbed := what a disturbance of at most W = scratch adds to |e| in the step. As D' = L D + W
 * bounds that, it is less than w phi, phi = h e^(lambda+ h) max_i W_i/w_i, so
 * D_i <= h ((|L| w)_i phi + W_i). Whether it is small beside what there is at the start, or what a
 * step may add. */
static bool bound_disturbed(struct enclosure *e) {
    const struct enclosure_comparison *c = &e->comparison;
    mag_t phi, allowed, part;
    mag_inits(phi, allowed, part);
    enclosure_comparison_norm(phi, c, e->scratch, 1);
    mag_mul(phi, phi, e->length);
    mag_mul(phi, phi, c->growth);
    for (int i = 0; i < e->n; i++) {
        mag_mul(e->disturbed + i, e->scratch + i, e->length);
        mag_mul(e->scratch + i, phi, c->high + i);
    }
    add_way(e->disturbed, e, e->scratch);
    for (int i = 0; i < e->n; i++)
        mag_min(e->disturbed + i, e->disturbed + i, e->scratch + i);
    enclosure_comparison_norm(phi, c, e->disturbed, 1);
    enclosure_comparison_norm(allowed, c, e->start, 1);
    mag_mul_2exp_si(allowed, allowed, -PART_BITS);
    mag_set_ui_2exp_si(part, 1, (slong)e->scale - e->goal);
    mag_max(allowed, allowed, part);
    const bool small = mag_cmp(phi, allowed) <= 0;
    if (!small && !mag_is_inf(phi))
        e->excess = (slong)(mag_get_d_log2_approx(phi) - mag_get_d_log2_approx(allowed));
    mag_clears(part, allowed, phi);
    return small;
}

/* E: twice the errors, and a little more. */
static void widen(struct enclosure *e, mag_ptr most) {
    for (int i = 0; i < e->n; i++) {
        mag_mul_2exp_si(most + i, e->comparison.high + i,
                        (slong)e->scale - e->goal - SPARE_BITS);
        mag_add(most + i, most + i, e->error + i);
        mag_add(most + i, most + i, e->error + i);
        mag_min(most + i, most + i, e->region.margin + i);
        mag_set(e->error + i, most + i);
    }
}

/* Weights that suit what the disturbance makes of errors: w := w + h |w(E') - w(E)|, with E' - E as
 * large as w, a step of the power iteration that chose them; and what depends on them. False: the
 * disturbance is not known, or the step too long for it. */
static bool reweigh(struct enclosure *e, mag_ptr before) {
    mag_t size;
    mag_init(size);
    bool known = e->disturb(e->context, before);
    enclosure_comparison_norm(size, &e->comparison, e->error, 1);
    for (int i = 0; i < e->n; i++)
        mag_mul_2exp_si(e->error + i, e->error + i, 1);
    known = known && e->disturb(e->context, e->scratch);
    for (int i = 0; i < e->n && known; i++) {
        mag_sub(e->scratch + i, e->scratch + i, before + i);
        mag_mul(e->scratch + i, e->scratch + i, e->length);
        mag_div(e->scratch + i, e->scratch + i, size);
    }
    if (known)
        enclosure_comparison_lift(&e->comparison, e->scratch);
    enclosure_comparison_rate(&e->comparison, e->length);
    drive_defect(e);
    bound_error(e, e->region.margin);
    mag_clear(size);
    return known && !grows_too_much(e);
}

/* disturbed, and error with it. The disturbance is that of a tube |e| <= E, which is twice as wide
 * as errors are without it, or than with that of a narrower one; and holds as long as |e| < E, so
 * always, if what follows is less than E (the argument above, with E in the margin's place). */
static enum enclosure_tube disturb(struct enclosure *e) {
    enum enclosure_tube tube = TUBE_TOO_LONG;
    mag_ptr most = _mag_vec_init(e->n);
    e->excess = 0;
    widen(e, most);
    bool known = reweigh(e, most);
    for (int trial = 0; trial < MOST_DISTURBED && known && tube == TUBE_TOO_LONG;
         trial++) {
        widen(e, most);
        known = e->disturb(e->context, e->scratch) && bound_disturbed(e);
        if (known && bound_error(e, most))
            tube = TUBE_HOLDS;
    }
    _mag_vec_clear(most, e->n);
    return tube;
}

enum enclosure_tube enclosure_tube_bound(struct enclosure *e) {
    if (!enclosure_variation_expand(&e->variation, &e->polynomial,
                                    arf_get_d(e->step, ARF_RND_NEAR)) ||
        !enclosure_region_bound(&e->region, &e->polynomial, &e->variation, &e->comparison,
                                e->step))
        return TUBE_TOO_LONG;
    enclosure_comparison_weigh(&e->comparison, arf_get_d(e->step, ARF_RND_NEAR));
    enclosure_comparison_rate(&e->comparison, e->length);
    if (grows_too_much(e))
        return TUBE_TOO_LONG;
    drive_defect(e);
    for (int i = 0; i < e->n; i++)
        mag_zero(e->disturbed + i);
    if (!bound_error(e, e->region.margin))
        return TUBE_TOO_NARROW;
    return e->disturb == NULL ? TUBE_HOLDS : disturb(e);
}

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
enum { MOST_DISTURBED = 6, SPARE_BITS = 8 };

/* A step over which errors could grow by more than e^LONGEST_GROWTH is shortened. */
enum { LONGEST_GROWTH = 10 };

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
        within = within && mag_cmp(e->error + i, most + i) < 0;
    }
    mag_clear(phi);
    return within;
}

/* more := what the disturbance adds to |e|/w in the step as long as |e| <= error; whether that is
 * no more than there is at its start, or than a step may add. */
static bool bound_disturbance(struct enclosure *e, mag_t more) {
    mag_t allowed, goal;
    mag_inits(allowed, goal);
    bool small = e->disturb(e->context, e->scratch);
    if (small) {
        enclosure_comparison_norm(more, &e->comparison, e->scratch, 1);
        mag_mul(more, more, e->length);
        mag_mul(more, more, e->comparison.growth);
        enclosure_comparison_norm(allowed, &e->comparison, e->start, 1);
        mag_set_ui_2exp_si(goal, 1, (slong)e->scale - e->goal);
        mag_max(allowed, allowed, goal);
        small = mag_cmp(more, allowed) <= 0;
        if (!small && !mag_is_inf(more))
            e->excess = (slong)(mag_get_d_log2_approx(more) - mag_get_d_log2_approx(allowed));
    }
    mag_clears(goal, allowed);
    return small;
}

/* driven and error := with the disturbance. It is that of a tube |e| <= E, which is twice as wide
 * as errors are without it, or than with that of a narrower one; and holds as long as |e| < E, so
 * always, if what follows is less than E (the argument above, with E in the margin's place). */
static enum enclosure_tube disturb(struct enclosure *e) {
    enum enclosure_tube tube = TUBE_TOO_LONG;
    mag_ptr most = _mag_vec_init(e->n);
    mag_t more, driven;
    mag_inits(more, driven);
    mag_set(driven, e->driven);
    e->excess = 0;
    for (int trial = 0; trial < MOST_DISTURBED && tube == TUBE_TOO_LONG; trial++) {
        for (int i = 0; i < e->n; i++) {
            mag_mul_2exp_si(most + i, e->comparison.high + i,
                            (slong)e->scale - e->goal - SPARE_BITS);
            mag_add(most + i, most + i, e->error + i);
            mag_add(most + i, most + i, e->error + i);
            mag_min(most + i, most + i, e->region.margin + i);
            mag_set(e->error + i, most + i);
        }
        if (!bound_disturbance(e, more))
            break;
        mag_add(e->driven, driven, more);
        if (bound_error(e, most))
            tube = TUBE_HOLDS;
    }
    mag_clears(driven, more);
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
    if (mag_cmp_2exp_si(e->comparison.rate_length, 0) > 0) {
        mag_t longest;
        mag_init(longest);
        mag_set_ui(longest, LONGEST_GROWTH);
        bool long_step = mag_cmp(e->comparison.rate_length, longest) > 0;
        mag_clear(longest);
        if (long_step)
            return TUBE_TOO_LONG;
    }
    drive_defect(e);
    if (!bound_error(e, e->region.margin))
        return TUBE_TOO_NARROW;
    return e->disturb == NULL ? TUBE_HOLDS : disturb(e);
}

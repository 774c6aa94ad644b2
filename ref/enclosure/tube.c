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
 * and can be continued beyond s1 without touching.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

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

/* error := the bound on |e|; whether it is less than the margins. */
static bool bound_error(struct enclosure *e) {
    mag_t phi;
    bool within = true;
    mag_init(phi);
    enclosure_comparison_norm(phi, &e->comparison, e->start, 1);
    mag_mul(phi, phi, e->comparison.growth);
    mag_add(phi, phi, e->driven);
    for (int i = 0; i < e->n; i++) {
        mag_mul(e->error + i, phi, e->comparison.high + i);
        within = within && mag_cmp(e->error + i, e->region.margin + i) < 0;
    }
    mag_clear(phi);
    return within;
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
    return bound_error(e) ? TUBE_HOLDS : TUBE_TOO_NARROW;
}

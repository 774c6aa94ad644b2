/* The length of a step: the longest whose defect is near the goal, found by trial. Nothing here
 * is part of a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

enum {
    STEP_BITS = 16, /* of h: times stay short */
    LAST_TERMS = 8  /* from which the series' convergence is judged */
};

/* Where a step begins to be looked for: not below this share of what the series suggest. */
static const double least_boldness = 0.125;

/* log2 of R over a time within which the series is near its sum. */
static const double inside_bits = 2;

/* How h is changed when its tail has no bound, or is not near the goal; by how many bits it
 * may miss the goal. */
static const double retreat = 0.6, caution = 0.98, accepted_excess = 1,
                    accepted_gain = 1.125;

/* Bits that rounding loses with half the step, as long as high terms make it. */
static const double least_gain = 3;

/* log2 of max_i |c_ik|; -inf for none. */
static double find_size(const struct enclosure *e, int k) {
    double largest = -INFINITY;
    for (int i = 0; i < e->n; i++) {
        mag_srcptr size = e->polynomial.size + i * (e->polynomial.order + 1) + k;
        if (!mag_is_zero(size))
            largest = fmax(largest, mag_get_d_log2_approx(size));
    }
    return largest;
}

/* The lowest of the last terms. By a symmetry of the start, all but one in four may vanish. */
static int first_of_last_terms(const struct enclosure *e) {
    const int k = e->polynomial.order + 1 - LAST_TERMS;
    return k > 1 ? k : 1;
}

/* log2 of |e(0)|/w; -inf for 0. */
static double find_error(const struct enclosure *e) {
    mag_t norm;
    mag_init(norm);
    enclosure_comparison_norm(norm, &e->comparison, e->start, 1);
    const double error = mag_is_zero(norm) ? -INFINITY : mag_get_d_log2_approx(norm);
    mag_clear(norm);
    return error;
}

/* log2 of the largest term of P within about a step; 0 if P vanishes. Where all that is known of
 * the state is that it is near zero, what leaves room for that (enclosure_step.c). The series
 * converges for |s| < R with log2 R near -(log2 |c_k|)/k for large k. */
double enclosure_scale(const struct enclosure *e, const arf_t limit) {
    const int p = e->polynomial.order;
    double pace = log2(fmin(e->pace, arf_get_d(limit, ARF_RND_UP))), largest = -INFINITY;
    for (int k = first_of_last_terms(e); k <= p; k++)
        pace = fmin(pace, -find_size(e, k) / k - inside_bits);
    for (int k = 0; k <= p; k++)
        largest = fmax(largest, find_size(e, k) + k * pace);
    enum { ROOM_BITS = 8 };
    const double error = find_error(e);
    const double least = e->from_one ? 0 : -INFINITY;
    if (isfinite(largest) && isfinite(error) && error > largest)
        return fmax(error + e->goal * ENCLOSURE_MARGIN / 16.0 + ROOM_BITS, least);
    return isfinite(largest) ? fmax(largest, least) : 0;
}

/* The h at which the last terms are 2^-goal of the first one (A. Jorba, M. Zou,
 * Experimental Mathematics 14 (2005), section 3.2). */
static double suggest_step(const struct enclosure *e, double scale) {
    double bits = INFINITY;
    for (int k = first_of_last_terms(e); k <= e->polynomial.order; k++)
        bits = fmin(bits, (scale - e->goal - find_size(e, k)) / k);
    return exp2(fmin(bits, 1000));
}

double enclosure_suggest(const struct enclosure *e, double scale, const arf_t limit) {
    double most = fmin(arf_get_d(limit, ARF_RND_UP), e->longest);
    return log2(fmin(suggest_step(e, scale) * e->boldness, most));
}

/* step := about h, at most limit, and fit for exact times. */
static void set_step(struct enclosure *e, double h, const arf_t limit) {
    arf_set_d(e->step, h);
    arf_set_round(e->step, e->step, STEP_BITS, ARF_RND_DOWN);
    if (h >= arf_get_d(limit, ARF_RND_DOWN) || arf_cmp(e->step, limit) > 0)
        arf_set(e->step, limit);
    arf_get_mag(e->length, e->step);
}

/* By how many bits the tail of the defect, integrated over the step, is above the goal:
 * tail h / (p + 1) against 2^(scale - goal). */
static double find_excess(struct enclosure *e, double scale) {
    mag_t norm;
    mag_init(norm);
    enclosure_polynomial_tail(e->tail, &e->polynomial, e->length);
    enclosure_comparison_norm(norm, &e->comparison, e->tail, 1);
    mag_mul(norm, norm, e->length);
    double bits = -INFINITY;
    if (mag_is_inf(norm))
        bits = INFINITY;
    else if (!mag_is_zero(norm))
        bits =
            mag_get_d_log2_approx(norm) - log2(e->polynomial.order + 1) + e->goal - scale;
    mag_clear(norm);
    return bits;
}

/* step := one whose tail is at the goal. False: not even the least step's is. */
bool enclosure_choose_step(struct enclosure *e, double scale, const arf_t limit) {
    double most = arf_get_d(limit, ARF_RND_UP);
    double least = fmin(arf_get_d(e->least_step, ARF_RND_UP), most / 2);
    most = fmin(fmin(most, e->longest), e->cap);
    double suggested = fmin(suggest_step(e, scale), most);
    double h = fmin(suggested * e->boldness, most);
    bool shrunk = false;
    while (h > least) {
        set_step(e, h, limit);
        double excess = find_excess(e, scale);
        double factor = exp2(-excess / (e->polynomial.order + 1));
        if (excess > accepted_excess) {
            h *= isfinite(excess) ? fmax(factor * caution, retreat) : retreat;
            shrunk = true;
        } else if (factor * caution > accepted_gain && !shrunk && h < most) {
            h = fmin(h * fmin(factor * caution, 2), most);
        } else {
            if (h < most)
                e->boldness = fmax(h / suggested, least_boldness);
            return true;
        }
    }
    return false;
}

/* log2 of what rounding in P's coefficients makes of a step, over the goal: the sum of
 * low_k h^(k+1) / (k+1), over w. */
static double find_rounding(const struct enclosure *e, double scale) {
    const int p = e->polynomial.order;
    mag_t sum, norm;
    mag_inits(sum, norm);
    for (int k = p - 1; k >= 0; k--) {
        enclosure_comparison_norm(norm, &e->comparison, e->polynomial.low + k, p);
        mag_div_ui(norm, norm, (ulong)k + 1);
        mag_add(sum, sum, norm);
        mag_mul(sum, sum, e->length);
    }
    const double bits = mag_is_zero(sum) ? -INFINITY : mag_get_d_log2_approx(sum);
    mag_clears(norm, sum);
    return bits - (scale - e->goal);
}

bool enclosure_lacks_bits(const struct enclosure *e, double scale) {
    return !e->polynomial.taper.off && find_rounding(e, scale) > 0;
}

void enclosure_shorten_for_rounding(struct enclosure *e, double scale) {
    if (e->polynomial.tail.disc == NULL)
        return;
    double bits = find_rounding(e, scale), gain = INFINITY;
    while (bits > 0 && gain > least_gain && arf_cmp(e->step, e->least_step) > 0) {
        enclosure_cut_step(e, scale, 1);
        gain = bits - find_rounding(e, scale);
        bits -= gain;
    }
}

void enclosure_cut_step(struct enclosure *e, double scale, slong bits) {
    arf_mul_2exp_si(e->step, e->step, -bits);
    arf_get_mag(e->length, e->step);
    find_excess(e, scale);
}

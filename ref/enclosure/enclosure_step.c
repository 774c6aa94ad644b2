/* One step: P, an h for which P's defect is small, the tube, and the error in terms of the
 * error at the start.
 *
 * With V~ from variation.c let y = e - V~ e(0). As e' = J(t, P) e + (Jbar - J(t, P)) e - d,
 *
 *     y' = J(t, P) y + (J(t, P) V~ - V~') e(0) + (Jbar - J(t, P)) e - d,     y(0) = 0,
 *
 * and comparison.c bounds y. J is analytic and bounded by K for |z_j - P_j| <= width_j
 * (region.c); so by Cauchy's estimate of its derivatives, one coordinate after the other,
 *
 *     |Jbar - J(t, P)|_k <= K_k sum_j |e_j| / (width_j - |e_j|).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/enclosure/enclosure.h"
#include "ref/truth.h"

enum {
    ADDED_BITS = 10, /* 2^-ADDED_BITS of the error is what a step may add to it */
    MOST_TRIALS = 60,
    DISTURBED_ORDER = 3,
    HUGE_STEP = 1000 /* log2; for doubles */
};

/* By how much a step may be longer than one that had to be halved. */
static const double stretch = 1.25;

/* Why there is no step: a kink, if F has values nearby all the same. */
static enum ref_status explain_failure(struct enclosure *e) {
    bool finite = true;
    arb_set_arf(e->box, e->time);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(e->box + 1 + i, e->center + i);
        arb_add_error_mag(e->box + 1 + i, e->region.width + i);
    }
    eval_arb_run(e->system.field_box, e->box, e->value);
    for (int i = 0; i < e->n; i++)
        finite = finite && arb_is_finite(e->value + i);
    return finite && model_has_kinks(e->system.m) ? REF_NOT_SMOOTH : REF_STEP_TOO_SMALL;
}

/* Whether what the series at the start suggests is too short for the way, before any bound on it
 * has failed. */
static bool is_too_far(const struct enclosure *e, double scale, const arf_t limit) {
    return !e->has_moved && exp2(enclosure_suggest(e, scale, limit)) <
                                arf_get_d(e->least_step, ARF_RND_UP);
}

/* Whether J has bounds where |x - c| <= 2 width. */
static bool is_smooth_around(struct enclosure *e) {
    bool finite = true;
    arb_set_arf(e->box, e->time);
    for (int i = 0; i < e->n; i++) {
        arb_set_arf(e->box + 1 + i, e->center + i);
        arb_add_error_mag(e->box + 1 + i, e->region.width + i);
        arb_add_error_mag(e->box + 1 + i, e->region.width + i);
    }
    eval_arb_run(e->system.jacobian_box, e->box, e->entry);
    for (int k = 0; k < e->system.pattern.count; k++)
        finite = finite && arb_is_finite(e->entry + k);
    return finite;
}

/* margin_i := 2^(scale - 7/16 goal) w_i: far more than errors; width_i: far more than that; both
 * narrower where a root begins near: whether they are. */
static bool set_margins(struct enclosure *e, double scale) {
    enum { NARROWING = 4, ROOM = 4 };
    slong exponent = (slong)ceil(scale), narrow = 0;
    do {
        for (int i = 0; i < e->n; i++) {
            mag_mul_2exp_si(e->region.width + i, e->comparison.high + i,
                            exponent - e->goal / 4 - narrow);
            mag_mul_2exp_si(e->region.margin + i, e->comparison.high + i,
                            exponent - e->goal * ENCLOSURE_MARGIN / 16);
            mag_mul_2exp_si(e->scratch + i, e->region.width + i, -ROOM);
            mag_min(e->region.margin + i, e->region.margin + i, e->scratch + i);
        }
        narrow += NARROWING;
    } while (e->disturb != NULL && narrow < e->goal && !is_smooth_around(e));
    return narrow > NARROWING;
}

/* phi := max_i (K sum_j |e_j|/(width_j - |e_j|) |e|)_i / w_i: the middle term of y'. */
static void bound_deviation(mag_t phi, struct enclosure *e) {
    mag_t sum, ratio;
    mag_inits(sum, ratio);
    for (int j = 0; j < e->n; j++) {
        mag_sub_lower(ratio, e->region.width + j, e->error + j);
        mag_div(ratio, e->error + j, ratio);
        mag_add(sum, sum, ratio);
        mag_zero(e->scratch + j);
    }
    for (int k = 0; k < e->region.entries; k++)
        mag_addmul(e->scratch + e->system.pattern.row[k], e->region.bound + k,
                   e->error + e->system.pattern.column[k]);
    enclosure_comparison_norm(phi, &e->comparison, e->scratch, 1);
    mag_mul(phi, phi, sum);
    mag_clears(ratio, sum);
}

/* Whether what V~ and the deviation add is less than the defect or the disturbance does, or a
 * part of the error at the start: a step too long for V~ would add to the error each time. */
static bool is_small(const struct enclosure *e, const mag_t added) {
    mag_t bound, disturbed;
    mag_inits(bound, disturbed);
    enclosure_comparison_norm(bound, &e->comparison, e->start, 1);
    mag_mul_2exp_si(bound, bound, -ADDED_BITS);
    mag_max(bound, bound, e->driven);
    enclosure_comparison_norm(disturbed, &e->comparison, e->disturbed, 1);
    mag_max(bound, bound, disturbed);
    bool small = mag_cmp(added, bound) <= 0;
    mag_clears(disturbed, bound);
    return small && !mag_is_inf(added);
}

/* rest_i := w_i (Phi of d + Phi of V~'s defect + Phi of the deviation). */
static bool bound_rest(struct enclosure *e) {
    mag_t sum, phi;
    mag_inits(sum, phi);
    bound_deviation(sum, e);
    mag_mul(sum, sum, e->length);
    mag_mul(sum, sum, e->comparison.growth);
    enclosure_variation_error(phi, &e->variation, &e->polynomial, &e->comparison,
                              e->start);
    mag_add(sum, sum, phi);
    bool small = is_small(e, sum);
    mag_add(sum, sum, e->driven);
    for (int i = 0; i < e->n; i++) {
        mag_mul(e->rest + i, sum, e->comparison.high + i);
        mag_add(e->rest + i, e->rest + i, e->disturbed + i);
    }
    mag_clears(phi, sum);
    return small;
}

/* Whether the errors at the start leave room in the margins. */
static bool has_room(const struct enclosure *e) {
    bool room = true;
    for (int i = 0; i < e->n; i++)
        room = room && mag_cmp(e->start + i, e->region.margin + i) < 0;
    return room;
}

enum ref_status enclosure_step(struct enclosure *e, const arf_t limit) {
    enclosure_frame_hull(e->start, &e->frame, e->frame.a);
    e->polynomial.taper.bits = e->goal;
    if (!enclosure_polynomial_expand(&e->polynomial, e->time, e->center))
        return explain_failure(e);
    double scale = enclosure_scale(e, limit);
    e->cap = exp2(fmin(ref_taper_limit(&e->polynomial.taper), HUGE_STEP));
    if (!ref_taper_accept(&e->polynomial.taper, enclosure_suggest(e, scale, limit))) {
        if (!enclosure_polynomial_expand(&e->polynomial, e->time, e->center))
            return explain_failure(e);
        scale = enclosure_scale(e, limit);
        e->cap = INFINITY;
    }
    e->scale = scale;
    const bool narrow = set_margins(e, scale);
    if (!has_room(e))
        return narrow ? REF_STEP_TOO_SMALL : REF_UNABLE;
    if (!enclosure_choose_step(e, scale, limit))
        return is_too_far(e, scale, limit) ? REF_TOO_FAR : explain_failure(e);
    if (enclosure_lacks_bits(e, scale)) {
        e->polynomial.taper.off = true;
        return enclosure_step(e, limit);
    }
    enclosure_shorten_for_rounding(e, scale);
    e->excess = 0;
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
        if (trial >
            0) /* a disturbance grows at least as h, and as h^2 or more from zero */
            enclosure_cut_step(e, scale, 1 + e->excess / DISTURBED_ORDER);
        if (arf_cmp(e->step, e->least_step) < 0 && arf_cmp(e->step, limit) < 0)
            break;
        if (trial > 0 && enclosure_is_stopped(e->options))
            return REF_OUT_OF_TIME;
        enum enclosure_tube tube = enclosure_tube_bound(e);
        if (tube == TUBE_TOO_NARROW && mag_cmp_2exp_si(e->comparison.rate_length, 0) < 0)
            return narrow ? REF_STEP_TOO_SMALL : REF_UNABLE;
        if (tube == TUBE_HOLDS && bound_rest(e)) {
            e->pace = arf_get_d(e->step, ARF_RND_NEAR);
            e->polynomial.taper.pace = log2(e->pace);
            e->longest = trial == 0 ? e->longest * stretch : e->pace * stretch;
            return REF_OK;
        }
    }
    return explain_failure(e);
}

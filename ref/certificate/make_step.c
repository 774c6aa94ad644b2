/* The length of a step that can be proved, found by trial. Nothing here is part of a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/certificate/certificate.h"

enum {
    MOST_TRIALS = 40, /* of halving a step */
    LAST_TERMS = 8,   /* from which the series' convergence is judged */
    STEP_BITS = 16
};

/* A step is taken as it is where it might be so much longer; a new one is a little shorter than
 * it might be. */
static const double most_slack = 1.2, caution = 0.97;

/* A trial is at least so long beside the one before. */
static const double least_part = 0.25;

static double size_of_order(const struct certificate_pace *k, int order) {
    double largest = -INFINITY;
    for (int i = 0; i < k->claim.n; i++) {
        mag_t size;
        mag_init(size);
        arb_get_mag(size, k->claim.polynomial + (slong)i * (k->claim.order + 1) + order);
        if (!mag_is_zero(size))
            largest = fmax(largest, mag_get_d_log2_approx(size));
        mag_clear(size);
    }
    return largest;
}

/* How much longer or shorter a step suits P: where its last terms are 2^-goal of the largest
 * (A. Jorba, M. Zou, Experimental Mathematics 14 (2005), section 3.2). */
static double suggest_factor(const struct certificate_pace *k) {
    double scale = -INFINITY, bits = INFINITY;
    for (int i = 0; i <= LAST_TERMS; i++)
        scale = fmax(scale, size_of_order(k, i));
    for (int i = k->claim.order + 1 - LAST_TERMS; i <= k->claim.order; i++)
        bits = fmin(bits, (scale - (double)k->goal - size_of_order(k, i)) / i);
    return isfinite(bits) ? exp2(fmin(bits, 100)) : INFINITY;
}

/* step := about h, of few bits, at most limit. */
static void set_step(struct certificate_pace *k, double h, const arf_t limit) {
    arf_set_d(k->step, h);
    arf_set_round(k->step, k->step, STEP_BITS, ARF_RND_DOWN);
    if (!(h < arf_get_d(limit, ARF_RND_DOWN)) || arf_cmp(k->step, limit) > 0)
        arf_set(k->step, limit);
}

/* P over a step that suits it, where the last one was as good a guess as that. */
static enum ref_status expand(struct certificate_pace *k, double h, const arf_t limit) {
    set_step(k, h, limit);
    return claim_expand(&k->claim, k->time, k->step, k->set.centre) ? REF_OK
                                                                    : REF_NOT_FINITE;
}

/* A length that may be proved where this one was not: lambda is about proportional to it. */
static double shorten(const struct certificate_pace *k, enum claim_outcome outcome) {
    const double h = arf_get_d(k->step, ARF_RND_NEAR);
    if (outcome != CLAIM_TOO_LONG)
        return h / 2;
    const double fit = caution * CLAIM_MOST_GROWTH / mag_get_d(k->claim.rate);
    return h * fmin(fmax(fit, least_part), caution);
}

enum ref_status certificate_step(struct certificate_pace *k, const arf_t limit) {
    enum ref_status status = expand(k, k->length, limit);
    if (status != REF_OK)
        return status;
    double h = arf_get_d(k->step, ARF_RND_NEAR), factor = suggest_factor(k);
    bool at_limit = arf_equal(k->step, limit);
    if (!(factor >= 1 && (factor <= most_slack || at_limit))) {
        h *= factor * caution;
        status = expand(k, h, limit);
    }
    k->length = h;
    for (int trial = 0; trial < MOST_TRIALS && status == REF_OK; trial++) {
        if (k->options->stop != NULL &&
            k->options->stop(k->options->context, REF_BY_ENCLOSURE))
            return REF_OUT_OF_TIME;
        enum claim_outcome outcome = claim_prove(&k->claim, k->time, k->step, &k->set);
        if (outcome == CLAIM_HOLDS)
            return REF_OK;
        if (outcome == CLAIM_TOO_WIDE && trial > 2)
            return REF_UNABLE;
        k->length = shorten(k, outcome);
        status = expand(k, k->length, limit);
    }
    return status == REF_OK ? REF_STEP_TOO_SMALL : status;
}

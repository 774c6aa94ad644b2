/* The length of a step that can be proved, found by trial. Nothing here is part of a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/certificate/certificate.h"

enum {
    MOST_TRIALS = 40, /* of halving a step */
    MOST_REFINED = 6, /* of these for a smaller defect */
    FIRST_TERMS = 8,  /* from which a series' size is judged, and */
    LAST_TERMS = 8,   /* its convergence */
    STEP_BITS = 16
};

/* A new step is a little shorter than it might be, and longer than the last trial's by no more
 * than most_gain; what is not worth least_gain is left. */
static const double caution = 0.99, least_gain = 1.02, most_gain = 1.5;

/* A trial is at least so long beside the one before. A step whose defect would suit one that is
 * shorter than least_fit of it is too long: P's last terms do not tell where F's do not decay as
 * they do. */
static const double least_part = 0.25, least_fit = 0.85;

static double size_of_order(const struct certificate_pace *k, int order) {
    double largest = -INFINITY;
    for (int i = 0; i < k->claim->n; i++) {
        mag_t size;
        mag_init(size);
        arb_get_mag(size, claim_polynomial(k->claim, i) + order);
        if (!mag_is_zero(size))
            largest = fmax(largest, mag_get_d_log2_approx(size));
        mag_clear(size);
    }
    return largest;
}

/* The largest of the terms that P begins with; 1 where they are nearly nothing, as they were at
 * the start (enclosure_is_vanishing). */
static double find_scale(const struct certificate_pace *k) {
    double scale = -INFINITY;
    for (int i = 0; i <= FIRST_TERMS; i++)
        scale = fmax(scale, size_of_order(k, i));
    return k->begins_near_zero && scale < -(double)k->goal ? 0 : scale;
}

/* How much longer or shorter a step suits P: where its last terms are 2^-goal of the largest
 * (A. Jorba, M. Zou, Experimental Mathematics 14 (2005), section 3.2). Where P ended early the
 * step is too short, and its last term says by how much. */
static double suggest_factor(const struct certificate_pace *k) {
    double scale = find_scale(k), bits = INFINITY;
    const int last = k->claim->terms, count = last < k->claim->order ? 1 : LAST_TERMS;
    for (int i = last + 1 - count; i <= last; i++)
        bits = fmin(bits, (scale - (double)k->goal - size_of_order(k, i)) / i);
    return isfinite(bits) ? exp2(fmin(bits, 100)) : INFINITY;
}

/* The same, where it is proved that the step's defect is no larger. */
static double find_gain(const struct certificate_pace *k) {
    double defect = -INFINITY;
    for (int i = 0; i < k->claim->n; i++)
        if (!mag_is_zero(k->claim->defect + i))
            defect = fmax(defect, mag_get_d_log2_approx(k->claim->defect + i));
    return exp2((find_scale(k) - (double)k->goal - defect) / (k->claim->terms + 1));
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
    return claim_expand(k->claim, k->time, k->step, k->set.centre) ? REF_OK
                                                                   : REF_NOT_FINITE;
}

/* A length that may be proved where this one was not: lambda is about proportional to it. */
static double shorten(const struct certificate_pace *k, enum claim_outcome outcome) {
    const double h = arf_get_d(k->step, ARF_RND_NEAR);
    if (outcome != CLAIM_TOO_LONG)
        return h / 2;
    const double fit = caution * CLAIM_MOST_GROWTH / mag_get_d(k->claim->rate);
    return h * fmin(fmax(fit, least_part), caution);
}

/* Whether a step adds more to an error than there is: a shorter one adds less. */
static bool has_large_defect(const struct certificate_pace *k) {
    bool is_large = false;
    for (int i = 0; i < k->claim->n; i++)
        is_large = is_large || mag_cmp(k->claim->defect + i, k->claim->start + i) > 0;
    return is_large;
}

/* A proof of a step that is as long as it may be, from one of about k->length. */
static enum ref_status prove(struct certificate_pace *k, const arf_t limit) {
    enum ref_status status = REF_OK;
    double proved = 0; /* the longest step that is proved */
    for (int trial = 0; trial < MOST_TRIALS && status == REF_OK; trial++) {
        if (k->options->stop != NULL &&
            k->options->stop(k->options->context, REF_BY_ENCLOSURE))
            return REF_OUT_OF_TIME;
        const enum claim_outcome outcome =
            claim_prove(k->claim, k->time, k->step, &k->set);
        const double h = arf_get_d(k->step, ARF_RND_NEAR);
        const double gain = outcome == CLAIM_HOLDS ? find_gain(k) * caution : 0;
        const bool coarse = gain < least_fit && trial < MOST_REFINED;
        if (outcome == CLAIM_HOLDS && !coarse &&
            (gain < least_gain || trial > 0 || arf_equal(k->step, limit)))
            return REF_OK;
        if (outcome == CLAIM_TOO_WIDE && trial > 2 && !has_large_defect(k))
            return REF_UNABLE;
        if (outcome == CLAIM_HOLDS && coarse)
            k->length = h * fmax(gain, least_part);
        else if (outcome == CLAIM_HOLDS)
            k->length = (proved = h) * fmin(gain, most_gain);
        else
            k->length = proved > 0 ? proved : shorten(k, outcome);
        status = expand(k, k->length, limit);
    }
    return status == REF_OK ? REF_STEP_TOO_SMALL : status;
}

enum ref_status certificate_step(struct certificate_pace *k, const arf_t limit) {
    enum ref_status status = expand(k, k->length, limit);
    if (status != REF_OK)
        return status;
    const double h = arf_get_d(k->step, ARF_RND_NEAR), factor = suggest_factor(k);
    k->length = h;
    if (factor < 1 || (factor > most_gain && !arf_equal(k->step, limit))) {
        k->length = h * factor * caution;
        status = expand(k, k->length, limit);
    }
    return status == REF_OK ? prove(k, limit) : status;
}

enum ref_status certificate_step_to(struct certificate_pace *k, const arf_t length) {
    arf_set(k->step, length);
    if (!claim_expand(k->claim, k->time, k->step, k->set.centre))
        return REF_NOT_FINITE;
    return claim_prove(k->claim, k->time, k->step, &k->set) == CLAIM_HOLDS
               ? REF_OK
               : REF_STEP_TOO_SMALL;
}

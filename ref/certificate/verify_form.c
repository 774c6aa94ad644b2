/* Whether a certificate can be one of the model's: what is asked before any proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "ref/certificate/verify.h"

/* Without an event before set k the mode is the same behind it. */
static bool has_event_or_goes_on(const struct ref_certificate *c, int k) {
    if (!mpfr_number_p(c->width[k]) || mpfr_sgn(c->width[k]) < 0)
        return false;
    return mpfr_sgn(c->width[k]) > 0
               ? c->mode != NULL
               : c->mode == NULL ||
                     memcmp(certificate_mode_of(c, k), certificate_mode_of(c, k + 1),
                            (size_t)c->places) == 0;
}

static bool has_set(const struct ref_certificate *c, int k) {
    const int n = c->nx;
    bool good = true;
    for (int i = k * n; i < (k + 1) * n && good; i++)
        good = mpfr_number_p(c->radius[i]) && mpfr_sgn(c->radius[i]) >= 0 &&
               mpfr_number_p(c->centre[i]);
    for (int i = k * n * n; i < (k + 1) * n * n && good; i++)
        good = mpfr_number_p(c->frame[i]);
    return good;
}

bool certificate_has_form(const struct ref_certificate *c,
                          const struct ref_truth *truth) {
    enum { LEAST_ORDER = 2, LEAST_BITS = 32 };
    bool good = c->nx == truth->nx && c->order >= LEAST_ORDER && c->bits >= LEAST_BITS &&
                c->steps >= 0 && c->sets >= 0;
    for (int k = 0; k < c->steps && good; k++)
        good = mpfr_number_p(c->length[k]) && mpfr_sgn(c->length[k]) > 0;
    for (int k = 0; k < c->sets && good; k++)
        good = c->before[k] > (k > 0 ? c->before[k - 1] : 0) && c->before[k] < c->steps &&
               mpfr_number_p(c->time[k]) && has_event_or_goes_on(c, k) &&
               (c->told[k] ? has_set(c, k) : mpfr_sgn(c->width[k]) > 0);
    for (int k = 0; k < truth->times && good; k++)
        good = mpfr_number_p(truth->time[k]);
    return good;
}

bool certificate_fits_modes(const struct certificate_verifier *v) {
    const struct ref_certificate *c = v->c;
    bool good = (c->mode == NULL || c->places == v->modes.places) &&
                (c->lead == NULL || (c->mode != NULL && c->leads == v->modes.leads));
    for (int i = 0; c->lead != NULL && good && i < (c->sets + 1) * c->leads; i++) {
        const int set = i / c->leads - 1;
        const bool behind = set >= 0 && mpfr_sgn(c->width[set]) > 0;
        good = c->lead[i] == 0 ||
               (behind && c->lead[i] > 0 && c->lead[i] <= CROSSING_PROBED_ORDER);
    }
    return good;
}

bool certificate_make_room(struct certificate_verifier *v) {
    v->place = calloc((size_t)v->modes.places + 1, 1);
    v->lead = calloc((size_t)v->modes.leads + 1, 1);
    return v->place != NULL && v->lead != NULL;
}

bool certificate_reaches_times(struct certificate_verifier *v) {
    bool known = claim_set_start(&v->set, v->time, v->m, v->modes.bits,
                                 v->options->constants) == REF_OK;
    int set = 0, step = 0;
    v->reached = 0;
    for (int k = 0; k < v->truth->times && known; k++) {
        while (step < v->c->steps && certificate_compare_time(v, k) > 0) {
            for (; set < v->c->sets && v->c->before[set] == step; set++)
                certificate_add_to_time(v, v->c->width[set]);
            certificate_add_to_time(v, v->c->length[step++]);
        }
        if (certificate_compare_time(v, k) == 0)
            continue;
        arf_set_mpfr(v->time, v->truth->time[k]);
        return certificate_fault(v, REF_FAULT_MISSING, -1);
    }
    return known || certificate_fault(v, REF_FAULT_MISSING, -1);
}

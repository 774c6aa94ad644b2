/* A certificate proved again, segment by segment.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include <stdlib.h>
#include <string.h>

#include "ref/certificate/certificate.h"
#include "ref/model.h"
#include "ref/task.h"

struct verifier {
    const struct ref_certificate *c;
    const struct ref_truth *truth;
    const struct ref_truth_options *options;
    struct ref_finding *finding;
    struct certificate_modes modes;
    struct claim *claim; /* of the segment's mode */
    struct claim_set set, next;
    arf_t time, end, length, width;
    int reached; /* times of the truth before `time` */
    arb_ptr x;
    struct claim_begin begin; /* of the step */
    signed char *place,
        *lead; /* of a mode that is found (size modes.places, modes.leads) */
};

static bool stop(const struct ref_truth_options *options) {
    return options->stop != NULL && options->stop(options->context, REF_BY_ENCLOSURE);
}

static bool find_fault(struct verifier *v, enum ref_fault fault, int component) {
    v->finding->fault = fault;
    v->finding->component = component;
    v->finding->time = arf_get_d(v->time, ARF_RND_NEAR);
    return false;
}

/* What is no finding about the certificate. */
static bool ends_proof(enum ref_status status) {
    return status == REF_NO_MEMORY || status == REF_OUT_OF_TIME;
}

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

/* Whether the certificate can be one of the model's: sizes, order, signs. */
static bool has_form(const struct ref_certificate *c, const struct ref_truth *truth) {
    enum { LEAST_ORDER = 2, LEAST_BITS = 32 };
    bool good = c->nx == truth->nx && c->order >= LEAST_ORDER && c->bits >= LEAST_BITS &&
                c->steps >= 0 && c->sets >= 0;
    for (int k = 0; k < c->steps && good; k++)
        good = mpfr_number_p(c->length[k]) && mpfr_sgn(c->length[k]) > 0;
    for (int k = 0; k < c->sets && good; k++)
        good = c->before[k] > (k > 0 ? c->before[k - 1] : 0) && c->before[k] < c->steps &&
               mpfr_number_p(c->time[k]) && has_event_or_goes_on(c, k);
    for (int i = 0; i < c->sets * c->nx && good; i++)
        good = mpfr_number_p(c->radius[i]) && mpfr_sgn(c->radius[i]) >= 0 &&
               mpfr_number_p(c->centre[i]);
    for (int i = 0; i < c->sets * c->nx * c->nx && good; i++)
        good = mpfr_number_p(c->frame[i]);
    for (int k = 0; k < truth->times && good; k++)
        good = mpfr_number_p(truth->time[k]);
    return good;
}

/* How the truth's time k lies to the verifier's: -1, 0, 1. */
static int compare_time(const struct verifier *v, int k) {
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, v->truth->time[k]);
    int order = arf_cmp(t, v->time);
    arf_clear(t);
    return order;
}

/* Whether the truth's balls at this time, if there are any, contain x. */
static bool check_balls(struct verifier *v) {
    bool good = true;
    int component;
    while (v->reached < v->truth->times && compare_time(v, v->reached) < 0)
        v->reached++;
    for (int k = v->reached; k < v->truth->times && compare_time(v, k) == 0 && good; k++)
        good = certificate_ball_contains(v->truth, k, v->x, &component) ||
               find_fault(v, REF_FAULT_BALL, component);
    return good;
}

static bool prove_step(struct verifier *v, int step) {
    static const enum ref_fault fault[] = {REF_FAULT_NONE, REF_FAULT_UNDEFINED,
                                           REF_FAULT_TOO_LONG, REF_FAULT_TOO_WIDE};
    int watch;
    double part;
    v->finding->step = step;
    arf_set_mpfr(v->length, v->c->length[step]);
    if (!claim_expand(v->claim, v->time, v->length, v->set.centre))
        return find_fault(v, REF_FAULT_UNDEFINED, -1);
    enum claim_outcome outcome = claim_prove(v->claim, v->time, v->length, &v->set);
    if (outcome != CLAIM_HOLDS)
        return find_fault(v, fault[outcome], -1);
    if (!claim_watches_hold(v->claim, v->time, v->length, &v->set, &v->begin, &watch,
                            &part))
        return find_fault(v, REF_FAULT_WATCH, -1);
    v->begin = (struct claim_begin){.evaluate = false};
    v->finding->proved++;
    arf_add(v->end, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
    return true;
}

static void add_to_time(struct verifier *v, mpfr_srcptr length) {
    arf_set_mpfr(v->length, length);
    arf_add(v->time, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
}

static bool all_open(const struct verifier *v, const signed char *place) {
    bool open = true;
    for (int k = 0; v->modes.scene != NULL && place != NULL && k < v->modes.places; k++)
        open = open && (k < v->modes.scene->surfaces || place[k] == REF_CONTACT_OPEN ||
                        place[k] == REF_CONTACT_JOINED);
    return open;
}

/* Where contacts touch at the start the mode is found, and has to be the one that is told. Else all are open. */
static enum ref_status begin_span(struct verifier *v) {
    const signed char *told = certificate_mode_of(v->c, 0);
    const enum ref_status begun =
        told != NULL ? certificate_begin(&v->modes, &v->set, v->time, v->place, v->lead)
                     : REF_NOT_APPLICABLE;
    v->begin = (struct claim_begin){.evaluate = true};
    if (begun == REF_NOT_APPLICABLE) {
        if (!all_open(v, told))
            find_fault(v, REF_FAULT_START, -1);
        return REF_OK;
    }
    if (ends_proof(begun))
        return begun;
    v->begin = (struct claim_begin){.lead = v->lead};
    if (begun != REF_OK || memcmp(told, v->place, (size_t)v->modes.places) != 0)
        find_fault(v, REF_FAULT_START, -1);
    return REF_OK;
}

/* Where segment k begins: a set, the time that the steps and events before it come to, and a mode. */
static enum ref_status begin_segment(struct verifier *v, int k, struct model *m) {
    enum ref_status status =
        claim_set_start(&v->set, v->time, m, v->modes.bits, v->options->constants);
    if (status == REF_OK && k == 0)
        status = begin_span(v);
    const int before = k == 0 ? 0 : v->c->before[k - 1];
    for (int i = 0; i < before; i++)
        add_to_time(v, v->c->length[i]);
    for (int i = 0; i < k; i++)
        add_to_time(v, v->c->width[i]);
    if (k > 0) {
        certificate_modes_forget(&v->modes);
        certificate_get(&v->set, v->c, k - 1, true);
        v->begin = (struct claim_begin){.lead = certificate_lead_of(v->c, k)};
    }
    v->reached = 0;
    return status == REF_OK && v->finding->fault == REF_FAULT_NONE
               ? certificate_modes_find(&v->modes, certificate_mode_of(v->c, k),
                                        &v->claim)
               : status;
}

/* Whether watches are told to begin as they do: those below 2 as 0. */
static bool leads_agree(const struct verifier *v, int k) {
    const signed char *told = certificate_lead_of(v->c, k);
    bool agree = true;
    for (int i = 0; i < v->modes.leads; i++)
        agree = agree && v->lead[i] == (told != NULL ? told[i] : 0);
    return agree;
}

/* The event behind segment k, from the set at `time`: the claim's image is behind it, at `end`. */
static enum ref_status prove_event(struct verifier *v, int k, bool *good) {
    struct claim *after;
    struct certificate_event e = {.t = v->time,
                                  .width = v->width,
                                  .set = &v->set,
                                  .told = certificate_mode_of(v->c, k + 1)};
    arf_add(v->end, v->time, v->width, ARF_PREC_EXACT, ARF_RND_NEAR);
    const enum ref_status status =
        certificate_go_through(&v->modes, v->claim, &e, &after, v->place, v->lead);
    const bool passes = status == REF_OK && e.found == CLAIM_PASSES;
    *good = false;
    if (ends_proof(status) || status == REF_BAD_ARGUMENT)
        return status;
    *good = (passes && leads_agree(v, k + 1)) || find_fault(v, REF_FAULT_EVENT, -1);
    return REF_OK;
}

/* Whether the claim's image at `end` is in set k. */
static bool ends_in_set(struct verifier *v, int k) {
    int component;
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, v->c->time[k]);
    bool same = arf_equal(t, v->end) != 0;
    arf_clear(t);
    if (!same)
        return find_fault(v, REF_FAULT_TIME, -1);
    certificate_get(&v->next, v->c, k, false);
    return claim_image_fits(v->claim, &v->set, &v->next, &component) ||
           find_fault(v, REF_FAULT_SET, component);
}

/* The model's start is in the truth's balls, if it is one of the times. */
static bool check_start(struct verifier *v) {
    arb_ptr box = _arb_vec_init(1 + v->c->nx);
    claim_set_box(box, v->time, &v->set);
    _arb_vec_set(v->x, box + 1, v->c->nx);
    _arb_vec_clear(box, 1 + v->c->nx);
    return check_balls(v);
}

/* The steps of segment k up to `last`, the claim's image being the last one's; v->set is what that
 * step begins with, or with an event behind it what it ends with. False: *status, or a fault. */
static bool prove_steps(struct verifier *v, int step, int last, bool event,
                        enum ref_status *status) {
    for (; step < last; step++) {
        if (stop(v->options)) {
            *status = REF_OUT_OF_TIME;
            return false;
        }
        if (!prove_step(v, step))
            return false;
        claim_image_balls(v->x, v->claim, &v->set);
        arf_set(v->time, v->end);
        if (!check_balls(v))
            return false;
        if (step + 1 < last || event)
            claim_image_take(v->claim, &v->set, false);
    }
    return true;
}

static enum ref_status prove_segment(struct verifier *v, int k, struct model *m) {
    const int last = k < v->c->sets ? v->c->before[k] : v->c->steps;
    const int first = k == 0 ? 0 : v->c->before[k - 1];
    v->finding->segment = k;
    v->finding->step = first;
    enum ref_status status = begin_segment(v, k, m);
    if (status != REF_OK || v->finding->fault != REF_FAULT_NONE ||
        (k == 0 && !check_start(v)))
        return status;
    arf_zero(v->width);
    if (k < v->c->sets)
        arf_set_mpfr(v->width, v->c->width[k]);
    const bool event = !arf_is_zero(v->width);
    bool good = prove_steps(v, first, last, event, &status);
    if (good && event)
        status = prove_event(v, k, &good);
    if (good && status == REF_OK && k < v->c->sets)
        ends_in_set(v, k);
    return status;
}

/* Whether some step ends at each time of the truth. */
static bool reaches_times(struct verifier *v, struct model *m) {
    bool known = claim_set_start(&v->set, v->time, m, v->modes.bits,
                                 v->options->constants) == REF_OK;
    int set = 0, step = 0;
    v->reached = 0;
    for (int k = 0; k < v->truth->times && known; k++) {
        while (step < v->c->steps && compare_time(v, k) > 0) {
            for (; set < v->c->sets && v->c->before[set] == step; set++)
                add_to_time(v, v->c->width[set]);
            add_to_time(v, v->c->length[step++]);
        }
        if (compare_time(v, k) == 0)
            continue;
        arf_set_mpfr(v->time, v->truth->time[k]);
        return find_fault(v, REF_FAULT_MISSING, -1);
    }
    return known || find_fault(v, REF_FAULT_MISSING, -1);
}

/* The steps prove the equations of reduced index, which need not keep all joints. */
static enum ref_status check_joints(struct verifier *v, struct model *m) {
    enum ref_status status =
        m->joints > 0 ? ref_truth_joints_kept(v->truth, m, v->options->constants)
                      : REF_OK;
    if (status == REF_JOINT_BROKEN)
        find_fault(v, REF_FAULT_JOINT, -1);
    return status;
}

/* Whether modes and leads have the model's sizes, and leads are derivatives that are looked at, behind events. */
static bool fits_modes(struct verifier *v) {
    const struct ref_certificate *c = v->c;
    bool good = (c->mode == NULL || c->places == v->modes.places) &&
                (c->lead == NULL || (c->mode != NULL && c->leads == v->modes.leads));
    for (int i = 0; c->lead != NULL && good && i < (c->sets + 1) * c->leads; i++) {
        const int set = i / c->leads - 1;
        const bool behind = set >= 0 && mpfr_sgn(c->width[set]) > 0;
        good = c->lead[i] == 0 ||
               (behind && c->lead[i] > 0 && c->lead[i] <= CROSSING_PROBED_ORDER);
    }
    v->place = calloc((size_t)v->modes.places + 1, 1);
    v->lead = calloc((size_t)v->modes.leads + 1, 1);
    return good && v->place != NULL && v->lead != NULL;
}

static enum ref_status prove(struct verifier *v, struct model *m, int only) {
    enum ref_status status = check_joints(v, m);
    if (status == REF_JOINT_BROKEN)
        return REF_OK;
    if (status == REF_OK)
        status = certificate_modes_init(&v->modes, m, (slong)v->c->bits, v->c->order,
                                        v->c->way, v->options);
    const bool other_way = status == REF_NOT_APPLICABLE && m->contacts > 0;
    if (other_way || (status == REF_OK && !fits_modes(v))) {
        find_fault(v, REF_FAULT_FORM, -1);
        return REF_OK;
    }
    if (status == REF_OK && !reaches_times(v, m))
        return REF_OK;
    const int first = only < 0 ? 0 : only, last = only < 0 ? v->c->sets : only;
    for (int k = first; k <= last && status == REF_OK; k++) {
        status = prove_segment(v, k, m);
        if (v->finding->fault != REF_FAULT_NONE)
            break;
    }
    if (status == REF_OK || ends_proof(status))
        return status;
    find_fault(v,
               status == REF_BAD_ARGUMENT
                   ? REF_FAULT_FORM /* a mode is none of the model's */
                   : REF_FAULT_UNDEFINED,
               -1);
    return REF_OK;
}

enum ref_status ref_certificate_verify(const struct ref_certificate *c, struct model *m,
                                       const struct ref_truth *truth, int only,
                                       const struct ref_truth_options *options,
                                       struct ref_finding *finding) {
    struct verifier v = {.c = c, .truth = truth, .options = options, .finding = finding};
    *finding = (struct ref_finding){.component = -1};
    arf_init(v.time);
    if (c->nx != ref_state_size(m) || !has_form(c, truth) || only > c->sets) {
        find_fault(&v, REF_FAULT_FORM, -1);
        return REF_OK;
    }
    claim_set_init(&v.set, c->nx);
    claim_set_init(&v.next, c->nx);
    v.x = _arb_vec_init(c->nx);
    arf_init(v.end);
    arf_init(v.length);
    arf_init(v.width);
    enum ref_status status = prove(&v, m, only);
    certificate_modes_clear(&v.modes);
    free(v.place);
    free(v.lead);
    claim_set_clear(&v.set);
    claim_set_clear(&v.next);
    _arb_vec_clear(v.x, c->nx);
    arf_clear(v.time);
    arf_clear(v.end);
    arf_clear(v.length);
    arf_clear(v.width);
    return status;
}

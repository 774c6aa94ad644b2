/* Steps of a certificate proved again, and what they tell of the truth's balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/certificate/verify.h"

static bool stop(const struct ref_truth_options *options) {
    return options->stop != NULL && options->stop(options->context, REF_BY_ENCLOSURE);
}

/* Whether the truth's balls at this time, if there are any, contain x. */
static bool check_balls(struct certificate_verifier *v) {
    bool good = true;
    int component;
    while (v->reached < v->truth->times && certificate_compare_time(v, v->reached) < 0)
        v->reached++;
    for (int k = v->reached;
         k < v->truth->times && certificate_compare_time(v, k) == 0 && good; k++)
        good = certificate_ball_contains(v->truth, k, v->x, &component) ||
               certificate_fault(v, REF_FAULT_BALL, component);
    return good;
}

static bool prove_step(struct certificate_verifier *v, int step) {
    static const enum ref_fault fault[] = {REF_FAULT_NONE, REF_FAULT_UNDEFINED,
                                           REF_FAULT_TOO_LONG, REF_FAULT_TOO_WIDE};
    int watch;
    double part;
    v->finding->step = step;
    arf_set_mpfr(v->length, v->c->length[step]);
    if (!claim_expand(v->claim, v->time, v->length, v->set.centre))
        return certificate_fault(v, REF_FAULT_UNDEFINED, -1);
    enum claim_outcome outcome = claim_prove(v->claim, v->time, v->length, &v->set);
    if (outcome != CLAIM_HOLDS)
        return certificate_fault(v, fault[outcome], -1);
    if (!claim_watches_hold(v->claim, v->time, v->length, &v->set, &v->begin, &watch,
                            &part))
        return certificate_fault(v, REF_FAULT_WATCH, -1);
    v->begin = (struct claim_begin){.evaluate = false};
    v->finding->proved++;
    arf_add(v->end, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
    return true;
}

bool certificate_check_start(struct certificate_verifier *v) {
    arb_ptr box = _arb_vec_init(1 + v->c->nx);
    claim_set_box(box, v->time, &v->set);
    _arb_vec_set(v->x, box + 1, v->c->nx);
    _arb_vec_clear(box, 1 + v->c->nx);
    return check_balls(v);
}

bool certificate_prove_steps(struct certificate_verifier *v, int step, int last,
                             bool event, enum ref_status *status) {
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

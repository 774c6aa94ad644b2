/* A certificate proved again, segment by segment.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "ref/certificate/certificate.h"
#include "ref/model.h"
#include "ref/task.h"

struct verifier {
    const struct ref_certificate *c;
    const struct ref_truth *truth;
    const struct ref_truth_options *options;
    struct ref_finding *finding;
    struct claim claim;
    struct claim_set set, next;
    arf_t time, end, length;
    int reached; /* times of the truth before `time` */
    arb_ptr x;
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

/* Whether the certificate can be one of the model's: sizes, order, signs. */
static bool has_form(const struct ref_certificate *c, const struct ref_truth *truth) {
    enum { LEAST_ORDER = 2, LEAST_BITS = 32 };
    bool good = c->nx == truth->nx && c->order >= LEAST_ORDER && c->bits >= LEAST_BITS &&
                c->steps >= 0 && c->sets >= 0;
    for (int k = 0; k < c->steps && good; k++)
        good = mpfr_number_p(c->length[k]) && mpfr_sgn(c->length[k]) > 0;
    for (int k = 0; k < c->sets && good; k++)
        good = c->before[k] > (k > 0 ? c->before[k - 1] : 0) && c->before[k] < c->steps &&
               mpfr_number_p(c->time[k]);
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
                                           REF_FAULT_TOO_LONG, REF_FAULT_TOO_WIDE,
                                           REF_FAULT_CONTACT};
    v->finding->step = step;
    arf_set_mpfr(v->length, v->c->length[step]);
    if (!claim_expand(&v->claim, v->time, v->length, v->set.centre))
        return find_fault(v, REF_FAULT_UNDEFINED, -1);
    enum claim_outcome outcome = claim_prove(&v->claim, v->time, v->length, &v->set);
    if (outcome != CLAIM_HOLDS)
        return find_fault(v, fault[outcome], -1);
    v->finding->proved++;
    arf_add(v->end, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
    return true;
}

/* Where segment k begins: a set, and the time that the steps before it come to. */
static enum ref_status begin_segment(struct verifier *v, int k, struct model *m) {
    enum ref_status status =
        claim_set_start(&v->set, v->time, m, v->claim.bits, v->options->constants);
    const int before = k == 0 ? 0 : v->c->before[k - 1];
    for (int i = 0; i < before; i++) {
        arf_set_mpfr(v->length, v->c->length[i]);
        arf_add(v->time, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
    }
    if (k > 0)
        certificate_get(&v->set, v->c, k - 1, true);
    v->reached = 0;
    return status;
}

/* After the last step of segment k, whose image is in the claim. */
static bool end_segment(struct verifier *v, int k) {
    int component;
    if (k == v->c->sets)
        return true;
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, v->c->time[k]);
    bool same = arf_equal(t, v->end) != 0;
    arf_clear(t);
    if (!same)
        return find_fault(v, REF_FAULT_TIME, -1);
    certificate_get(&v->next, v->c, k, false);
    return claim_image_fits(&v->claim, &v->set, &v->next, &component) ||
           find_fault(v, REF_FAULT_SET, component);
}

static enum ref_status prove_segment(struct verifier *v, int k, struct model *m) {
    const int last = k < v->c->sets ? v->c->before[k] : v->c->steps;
    int step = k == 0 ? 0 : v->c->before[k - 1];
    v->finding->segment = k;
    v->finding->step = step;
    enum ref_status status = begin_segment(v, k, m);
    if (status != REF_OK)
        return status;
    if (k == 0) {
        mag_ptr hull = _mag_vec_init(v->c->nx);
        claim_set_hull(hull, &v->set);
        for (int i = 0; i < v->c->nx; i++) {
            arb_set_arf(v->x + i, v->set.centre + i);
            arb_add_error_mag(v->x + i, hull + i);
        }
        _mag_vec_clear(hull, v->c->nx);
        if (!check_balls(v))
            return REF_OK;
    }
    for (; step < last; step++) {
        if (stop(v->options))
            return REF_OUT_OF_TIME;
        if (!prove_step(v, step) || (step + 1 == last && !end_segment(v, k)))
            return REF_OK;
        claim_image_balls(v->x, &v->claim, &v->set);
        arf_set(v->time, v->end);
        if (!check_balls(v))
            return REF_OK;
        claim_image_take(&v->claim, &v->set, false);
    }
    return REF_OK;
}

/* Whether some step ends at each time of the truth. */
static bool reaches_times(struct verifier *v, struct model *m) {
    bool known = begin_segment(v, 0, m) == REF_OK;
    for (int k = 0, i = 0; k < v->truth->times && known; k++) {
        for (; i < v->c->steps && compare_time(v, k) > 0; i++) {
            arf_set_mpfr(v->length, v->c->length[i]);
            arf_add(v->time, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
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

static enum ref_status prove(struct verifier *v, struct model *m, int only) {
    enum ref_status status = check_joints(v, m);
    if (status == REF_JOINT_BROKEN)
        return REF_OK;
    if (status == REF_OK)
        status = claim_init(&v->claim, m, (slong)v->c->bits, v->c->order,
                            v->options->constants);
    if (status == REF_OK && !reaches_times(v, m))
        return REF_OK;
    const int first = only < 0 ? 0 : only, last = only < 0 ? v->c->sets : only;
    for (int k = first; k <= last && status == REF_OK; k++) {
        status = prove_segment(v, k, m);
        if (v->finding->fault != REF_FAULT_NONE)
            break;
    }
    return status;
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
    enum ref_status status = prove(&v, m, only);
    claim_clear(&v.claim);
    claim_set_clear(&v.set);
    claim_set_clear(&v.next);
    _arb_vec_clear(v.x, c->nx);
    arf_clear(v.time);
    arf_clear(v.end);
    arf_clear(v.length);
    return status;
}

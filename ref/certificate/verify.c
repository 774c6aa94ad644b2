/* A certificate proved again, piece by piece.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/certificate/verify.h"
#include "problems/model.h"
#include "ref/model.h"
#include "ref/task.h"

/* The steps prove the equations of reduced index, which need not keep all joints. */
static enum ref_status check_joints(struct certificate_verifier *v) {
    enum ref_status status =
        v->m->joints > 0 ? ref_truth_joints_kept(v->truth, v->m, v->options->constants)
                         : REF_OK;
    if (status == REF_JOINT_BROKEN)
        certificate_fault(v, REF_FAULT_JOINT, -1);
    return status;
}

/* The segment with which the piece begins that has segment k. */
static int begin_of_piece(const struct ref_certificate *c, int k) {
    while (k > 0 && !c->told[k - 1])
        k--;
    return k;
}

static enum ref_status prove(struct certificate_verifier *v, int only) {
    struct model *m = v->m;
    enum ref_status status = check_joints(v);
    if (status == REF_JOINT_BROKEN)
        return REF_OK;
    if (status == REF_OK)
        status = certificate_modes_init(&v->modes, m, (slong)v->c->bits, v->c->order,
                                        v->c->grouping, v->options);
    const bool other_way = status == REF_NOT_APPLICABLE && m->contacts > 0;
    if (other_way || (status == REF_OK && !certificate_fits_modes(v))) {
        certificate_fault(v, REF_FAULT_FORM, -1);
        return REF_OK;
    }
    if (status == REF_OK && !certificate_make_room(v))
        status = REF_NO_MEMORY;
    if (status == REF_OK && !certificate_reaches_times(v))
        return REF_OK;
    int k = only < 0 ? 0 : begin_of_piece(v->c, only);
    const int last = only < 0 ? v->c->sets : only;
    while (k <= last && status == REF_OK && v->finding->fault == REF_FAULT_NONE)
        status = certificate_prove_piece(v, k, &k);
    if (status == REF_OK || certificate_ends_proof(status))
        return status;
    certificate_fault(v,
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
    struct certificate_verifier v = {
        .c = c, .m = m, .truth = truth, .options = options, .finding = finding};
    *finding = (struct ref_finding){.component = -1};
    arf_init(v.time);
    if (c->nx != ref_state_size(m) || !certificate_has_form(c, truth) || only > c->sets) {
        certificate_fault(&v, REF_FAULT_FORM, -1);
        return REF_OK;
    }
    claim_set_init(&v.set, c->nx);
    claim_set_init(&v.next, c->nx);
    v.x = _arb_vec_init(c->nx);
    arf_inits(v.end, v.length, v.width);
    enum ref_status status = prove(&v, only);
    certificate_modes_clear(&v.modes);
    free(v.place);
    free(v.lead);
    claim_set_clear(&v.set);
    claim_set_clear(&v.next);
    _arb_vec_clear(v.x, c->nx);
    arf_clears(v.time, v.end, v.length, v.width);
    return status;
}

/* What is found wrong with a certificate, and at what time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/certificate/verify.h"

bool certificate_fault(struct certificate_verifier *v, enum ref_fault fault,
                       int component) {
    v->finding->fault = fault;
    v->finding->component = component;
    v->finding->time = arf_get_d(v->time, ARF_RND_NEAR);
    return false;
}

bool certificate_ends_proof(enum ref_status status) {
    return status == REF_NO_MEMORY || status == REF_OUT_OF_TIME;
}

int certificate_compare_time(const struct certificate_verifier *v, int k) {
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, v->truth->time[k]);
    int order = arf_cmp(t, v->time);
    arf_clear(t);
    return order;
}

void certificate_add_to_time(struct certificate_verifier *v, mpfr_srcptr length) {
    arf_set_mpfr(v->length, length);
    arf_add(v->time, v->time, v->length, ARF_PREC_EXACT, ARF_RND_NEAR);
}

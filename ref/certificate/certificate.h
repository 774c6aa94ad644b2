/* What making and verifying certificates share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_CERTIFICATE_H
#define REF_CERTIFICATE_CERTIFICATE_H

#include "ref/certificate/claim.h"

/* Set k from a set, whose numbers fit; and back, with radii that are rounded upward (where a
 * proof begins) or downward (where it is to end). */
void certificate_put(struct ref_certificate *c, int k, const struct claim_set *set);
void certificate_get(struct claim_set *set, const struct ref_certificate *c, int k,
                     bool upward);

/* Whether the balls x[nx] are inside those of the truth at time k; else *component is one that
 * is not. */
bool certificate_ball_contains(const struct ref_truth *truth, int k, arb_srcptr x,
                               int *component);

/* Where the making of a certificate is, and how it goes on. */
struct certificate_pace {
    struct model *m;
    const struct ref_truth_options *options;
    struct claim claim;
    slong goal; /* the last terms of P are to be 2^-goal of the first ones */
    struct claim_set set;
    arf_t time, step;
    double length; /* of the next step, as far as is known */
};

/* One step of at most `limit` from the set and the time, proved in the claim: `step`. */
enum ref_status certificate_step(struct certificate_pace *k, const arf_t limit);

#endif

/* A certificate that is proved again: what the files of this proof share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_VERIFY_H
#define REF_CERTIFICATE_VERIFY_H

#include "ref/certificate/certificate.h"

struct certificate_verifier {
    const struct ref_certificate *c;
    struct model *m;
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

/* ---- verify.c. The finding := a fault at `time`; false. */
bool certificate_fault(struct certificate_verifier *v, enum ref_fault fault,
                       int component);

/* Whether a status is no finding about the certificate: no memory, no time. */
bool certificate_ends_proof(enum ref_status status);

/* How the truth's time k lies to `time`: -1, 0, 1. */
int certificate_compare_time(const struct certificate_verifier *v, int k);
void certificate_add_to_time(struct certificate_verifier *v, mpfr_srcptr length);

/* ---- verify_form.c. Whether the certificate can be one of the model's: sizes, order, signs. */
bool certificate_has_form(const struct ref_certificate *c, const struct ref_truth *truth);

/* Whether modes and leads have the model's sizes, and leads are derivatives that are looked at,
 * behind events. */
bool certificate_fits_modes(const struct certificate_verifier *v);

/* Makes room for place and lead, which the verifier frees; false: there is no memory. */
bool certificate_make_room(struct certificate_verifier *v);

/* Whether some step ends at each time of the truth; else a fault. */
bool certificate_reaches_times(struct certificate_verifier *v);

/* ---- verify_step.c. Whether the model's start is in the truth's balls, if it is one of the
 * times; else a fault. */
bool certificate_check_start(struct certificate_verifier *v);

/* The steps of a segment up to `last`, the claim's image being the last one's; v->set is what
 * that step begins with, or with an event behind it what it ends with. False: *status, or a
 * fault. */
bool certificate_prove_steps(struct certificate_verifier *v, int step, int last,
                             bool event, enum ref_status *status);

/* ---- verify_segment.c. Proves the segments from a set that is told, number k - 1, or the
 * start, to the next one that is, or the end; *next := the segment behind them. */
enum ref_status certificate_prove_piece(struct certificate_verifier *v, int k, int *next);

#endif

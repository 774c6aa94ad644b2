/* A certificate in the making: what is kept of a run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_MAKE_H
#define REF_CERTIFICATE_MAKE_H

#include "ref/certificate/certificate.h"

struct certificate_set {
    int before; /* steps before it */
    arf_t time, width;
    struct claim_set set;
    bool told;
    signed char *place, *lead; /* its mode, and what its watches begin with */
};

struct certificate_maker {
    const struct ref_truth *truth;
    enum ref_contact_grouping grouping;
    struct certificate_pace pace;
    arf_t begin;
    arb_ptr x;
    struct ref_certificate_room room;
    int steps, sets, due, events; /* due: of the sets those that no event is before */
    mpfr_t *length;               /* of each step */
    struct certificate_set *kept;
    signed char *begun; /* the mode at the start */
    double lacking;     /* bits, after a run whose balls were too wide; else NAN */
};

/* ---- make_keep.c. Keeps the length of the step; the set and the mode where the pace is, behind
 * an event that may take `width` or none. REF_NO_MEMORY. */
enum ref_status certificate_keep_length(struct certificate_maker *k);
enum ref_status certificate_keep_set(struct certificate_maker *k, const arf_t width,
                                     bool told);

/* Whether the set behind the next event is to be told. */
bool certificate_tells_next(const struct certificate_maker *k);

/* A copy of the mode that holds. NULL: no memory. */
signed char *certificate_copy_mode(const struct certificate_maker *k);

/* Frees all that is kept. */
void certificate_forget_steps(struct certificate_maker *k);

/* What is kept, as a certificate. NULL: no memory. */
struct ref_certificate *certificate_assemble(const struct certificate_maker *k);

#endif

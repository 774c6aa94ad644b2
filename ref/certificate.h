/* Certificates: what a stranger needs to prove an enclosure again, step by step, without
 * trusting who made it.
 *
 * A certificate has the lengths of steps, and sets that divide them into segments. Each segment
 * is a claim of its own: "every solution that is in set k at its time exists up to the time of
 * set k + 1, and is in it". The first one begins at the model's start; at the times of the
 * truth the solution is in the truth's balls. Where the motion meets kinks or contacts each segment
 * has a mode, and may end with one event, from just before it to the set behind it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CERTIFICATE_H
#define REF_CERTIFICATE_H

#include "problems/base/room.h"
#include "ref/status.h"

struct model;             /* problems/model.h */
struct ref_truth;         /* ref/truth.h */
struct ref_truth_options; /* ref/truth.h */

/* Closed ones slide without friction, or in a plane; along one direction, either way; or stick;
 * or touch where all that touches is at rest for good. */
enum ref_contact_state {
    REF_CONTACT_OPEN = 1,
    REF_CONTACT_SLIDING,
    REF_CONTACT_FORTH,
    REF_CONTACT_BACK,
    REF_CONTACT_STICKING,
    REF_CONTACT_RESTING,
    REF_CONTACT_JOINED /* another one stands for it */
};

/* What is made of contacts: each for itself; slides left out along which nothing slides; those
 * that are one along the motion joined. */
enum ref_contact_grouping {
    REF_CONTACTS_EACH,
    REF_CONTACTS_ON_LINES,
    REF_CONTACTS_JOINED
};

struct ref_certificate {
    int nx, order; /* of the polynomials */
    mpfr_prec_t bits;
    struct room room; /* of all arrays */
    int steps, sets;  /* sets: those between the start and the end */
    mpfr_t *length;   /* of each step */
    int *before;      /* steps before set k, ascending (size sets) */
    mpfr_t *time;     /* (size sets) */
    /* Whether set k is told; else it is behind an event, and has to be proved with what is
     * before it (size sets). */
    bool *told;
    /* Set k: {centre + frame y, |y_j| <= radius_j}: centre[k nx + i], frame[(k nx + i) nx + j],
     * radius[k nx + j]. */
    mpfr_t *centre, *frame, *radius;
    /* Where the formulas have modes (else NULL): of segment k the side (1, -1) of each switching
     * surface, then the state of each contact (enum ref_contact_state), at places k (size (sets
     * + 1) places). */
    int places;
    signed char *mode;
    enum ref_contact_grouping grouping;
    /* Where the motion meets contacts (else NULL): of segment k, for each watch of its mode how
     * many derivatives along the motion, itself the first, were zero where the segment's event
     * was, at k leads. Those below 2 are told as 0 (size (sets + 1) leads). */
    int leads;
    signed char *lead;
    mpfr_t *
        width; /* of the event just before set k: the time it takes; 0: none (size sets) */
};

/* How many places a mode of the model has; -1: no memory. */
int ref_certificate_places(struct model *m);

/* Makes room for modes, and for leads; all zero. False: no memory. */
bool ref_certificate_add_modes(struct ref_certificate *c, int places);
bool ref_certificate_add_leads(struct ref_certificate *c, int leads);

/* How many events it tells. */
int ref_certificate_events(const struct ref_certificate *c);

/* Why there is no proof. */
enum ref_fault {
    REF_FAULT_NONE,
    REF_FAULT_FORM,      /* the certificate is none: sizes, order, signs */
    REF_FAULT_TIME,      /* the steps before set `segment` do not end at its time */
    REF_FAULT_UNDEFINED, /* in a step the equations are not proved to be analytic */
    REF_FAULT_TOO_LONG,  /* a step is longer than can be proved */
    REF_FAULT_TOO_WIDE,  /* a set is too wide for the step from it */
    REF_FAULT_WATCH, /* in a step a surface, gap, force, cone or slip is not proved positive */
    REF_FAULT_EVENT, /* an event is not proved to happen once, and to lead to the next mode */
    REF_FAULT_SET,     /* the solutions are not proved to be in set `segment` + 1 */
    REF_FAULT_BALL,    /* a ball of the truth does not contain what is proved */
    REF_FAULT_MISSING, /* no step ends at a time of the truth */
    REF_FAULT_JOINT,   /* at a time of the truth a joint is broken */
    REF_FAULT_START    /* the motion is not proved to begin in the mode that is told */
};

/* "the steps do not end at the time of the set", ...: static strings. */
const char *ref_fault_text(enum ref_fault fault);

struct ref_finding {
    enum ref_fault fault;
    int segment, step; /* counted from 0 */
    int component;     /* of the state, or -1 */
    double time;       /* where the step begins; of a ball: its time */
    int proved;        /* steps that were proved */
};

/* Storage, all values zero, and all sets told; NULL when memory runs out. frame has 32, radius
 * 32 bits. */
struct ref_certificate *ref_certificate_create(int nx, int steps, int sets,
                                               mpfr_prec_t bits, mpfr_prec_t time_bits);
void ref_certificate_free(struct ref_certificate *c); /* takes NULL */

/* How many sets are told, at most: of those where there is no event, and of those behind one. */
struct ref_certificate_room {
    int sets, events;
};

/* A certificate of a truth that was found REF_BY_ENCLOSURE. The
 * options' constants, stop and max_steps are read (stop is asked about REF_BY_ENCLOSURE). The
 * caller frees *c; on failure it is NULL. REF_NOT_APPLICABLE: another way. REF_UNABLE: no proof
 * of balls so narrow was found. */
enum ref_status ref_certificate_make(struct ref_certificate **c, struct model *m,
                                     const struct ref_truth *truth,
                                     const struct ref_certificate_room *room,
                                     const struct ref_truth_options *options);

/* The fewest bits that a certificate is made with of an enclosure with so many. */
long ref_certificate_least_bits(long bits);

/* Proves segment `only` (-1: all) of a certificate of the truth, with those that no set which is
 * told divides from it. REF_OK: *finding says whether there is a proof, and if not why; else no
 * memory, or it was stopped. */
enum ref_status ref_certificate_verify(const struct ref_certificate *c, struct model *m,
                                       const struct ref_truth *truth, int only,
                                       const struct ref_truth_options *options,
                                       struct ref_finding *finding);

#endif

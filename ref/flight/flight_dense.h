/* Dense matrices at the state of a flight, for problems of velocities and impulses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_FLIGHT_DENSE_H
#define REF_FLIGHT_DENSE_H

#include "ref/contact.h"
#include "ref/flight/flight.h"

struct flight_dense {
    struct room room;                          /* of all arrays */
    mpfr_t *M, *J, *G, *offset, *joint_offset; /* by columns */
    mpfr_t *v;                                 /* [nv] the state's, to be changed */
    mpfr_t *known, *restitution, *friction;    /* [contacts] zero, for the caller */
};

/* Its room is to be cleared in any case. False: no memory. */
bool flight_dense_make(struct flight *f, struct flight_dense *d);

/* With v for v_free, in which closed contacts take part. */
struct ref_contact_problem flight_dense_problem(const struct flight *f,
                                                const struct flight_dense *d);

#endif

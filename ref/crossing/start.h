/* Contacts at the start of the span: which of them touch, exactly, and which of these approach.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_START_H
#define REF_CROSSING_START_H

#include "ref/crossing/impact.h"

/* Signs of gap, rate and slip of each contact: -1, 0 (exactly), 1; CROSSING_SLIP_UNKNOWN. */
struct crossing_start {
    struct crossing_scene *scene;
    arb_srcptr box;                   /* (t, x) */
    signed char *gap, *rate, *slip;   /* (size contacts) */
    signed char *role;                /* (size contacts) in an impact */
    struct crossing_options *options; /* (size contacts) */
    bool touches, collides;           /* some do; some that touch approach */
};

/* False: no memory. Ended with crossing_start_end in either case. */
bool crossing_start_begin(struct crossing_start *d, struct crossing_scene *s,
                          arb_srcptr box);
void crossing_start_end(struct crossing_start *d);

/* The signs. REF_NO_MODE: a gap is negative; REF_UNDECIDED: a sign that matters is not known. */
enum ref_status crossing_start_look(struct crossing_start *d);

/* What each contact may do where none is struck. REF_UNDECIDED: a slip is not known. */
enum ref_status crossing_start_list(struct crossing_start *d);

/* The roles in an impact of what approaches and of what touches with it; what is apart stays so. */
void crossing_start_strike(struct crossing_start *d);

#endif

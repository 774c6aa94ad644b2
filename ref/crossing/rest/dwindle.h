/* Bounces that dwindle, on their way (dwindle.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_REST_DWINDLE_H
#define REF_CROSSING_REST_DWINDLE_H

#include "ref/crossing/impact.h"

struct crossing_dwindle {
    struct crossing_passage *p;
    struct crossing_scene *s;
    int contact, n;
    struct crossing_stage *closed; /* m' */
    expr *rho;                     /* (size nv) */
    expr fall;                     /* g'' by F_m */
    arb_t speed, restitution, length;
    arb_ptr box;          /* B (size 1 + n) */
    mag_ptr apart, error; /* X, and X' (size n) */
    mag_ptr along, turn;  /* |rho|, R (size nv) */
    mag_ptr slope;        /* |J'| (size n x n) */
};

/* ---- dwindle_bound.c. B, X and X' <= X that are proved, with |rho|, R and |J'| in B; false:
 * none is found. */
bool crossing_dwindle_bound(struct crossing_dwindle *w);

/* Whether the error is small enough to end the bounces here. */
bool crossing_dwindle_is_small(const struct crossing_dwindle *w);

#endif

/* One solve of an impact: Signorini's and Coulomb's laws by trying every state of every contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_IMPACT_STATES_H
#define HARNESS_IMPACT_STATES_H

#include <stdbool.h>

enum { IMPACT_ROWS = 12, IMPACT_CONTACTS = 12 };

struct impact {
    int contacts, rows;
    int first[IMPACT_CONTACTS +
              1]; /* the normal row of each; a slide behind it or none */
    double W[IMPACT_ROWS * IMPACT_ROWS];
    double u[IMPACT_ROWS]; /* before */
    double friction[IMPACT_CONTACTS], restitution[IMPACT_CONTACTS];
    bool is_capped; /* no energy is made */
};

/* What is a violation, and an approach, in parts of the largest speed. */
static const double impact_tolerance = 1e-9;

/* One problem: from u, with impulses known to friction and an addition to u_n. */
struct impact_problem {
    const struct impact *impact;
    bool takes_part[IMPACT_CONTACTS];
    double u[IMPACT_ROWS], known[IMPACT_CONTACTS];
    double size; /* the largest speed */
};

/* u[rows], r[rows] := velocities and impulses of the state with the least violation; *is_unique
 * becomes false where another one solves the laws with other velocities. False: none solves
 * them, or there are too many to try. */
bool impact_enumerate(struct impact_problem *p, double *u, double *r, bool *is_unique);

#endif

/* PLUS and projected Gauss-Seidel for problems in v. Internal to plus_wrap*.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PLUS_WRAP_H
#define FAST_PLUS_WRAP_H

#include "fast/contact/plus/faithful.h"

struct wrapped {
    bool is_pgs, has_mass;
    struct plus *plus;
    struct mass_factor *mass;
    struct faithful_problem call;
    struct faithful_contact *contact;
    double *A, *u, *p, *expansion; /* [capacity^2], [capacity] */
    double *columns, *momentum;    /* [nv * capacity] M^-1 K^T, [nv] */
    /* [capacity] where a row stands in J^T, or after its rows, in G^T; -1 none. */
    int *column;
    int *participant, *expander, *joint;
};

/* How many rows a problem of these sizes has at most. */
int wrapped_rows(const struct contact_problem *shape);

/* call, its lists and states; then A, u and M^-1 K^T, with M's factors. */
void wrapped_list_rows(struct wrapped *w, const struct contact_problem *problem);
void wrapped_form_rows(struct wrapped *w, const struct contact_problem *problem);

#endif

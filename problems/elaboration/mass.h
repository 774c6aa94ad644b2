/* The mass matrix: v' from M v' = force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MASS_H
#define PROBLEMS_MASS_H

#include "problems/elaboration/factors.h"

/* acceleration[nv] := M^-1 force from the entries in e->mass, and m->mass; the factors of M
 * are left in *factors, which is emptied with factors_clear in every case. False: M is not
 * positive definite at the start, or too much work, or no memory, which *e has noted. */
bool mass_solve(struct elaboration *e, struct factors *factors, const expr *force,
                expr *acceleration);

#endif

/* What a model says of its contacts and its free rates, interpreted: beside what a stepper was
 * given, a second way from the model to the numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACT_TWIN_H
#define HARNESS_CONTACT_TWIN_H

#include "problems/model.h"

struct contact_twin;

/* *twin refers to m. On failure it is NULL. The caller frees it with contact_twin_free. */
enum problem_status contact_twin_alloc(struct contact_twin **twin, struct model *m);
void contact_twin_free(struct contact_twin *twin); /* takes NULL */

/* At (t, x[nx]), valid until the next call: gaps[contacts]; the contacts' velocities u = J v +
 * offset [rows]; and v' without contacts and joints [nv]. */
const double *contact_twin_gaps(struct contact_twin *twin, double t, const double *x);
const double *contact_twin_velocities(struct contact_twin *twin, double t,
                                      const double *x);
const double *contact_twin_rates(struct contact_twin *twin, double t, const double *x);

/* out[nv] := M(t, q) a. */
void contact_twin_momentum(struct contact_twin *twin, double t, const double *x,
                           const double *a, double *out);

/* out[rows] := J(t, q) a, the contacts' velocities but for their offsets. */
void contact_twin_rows(struct contact_twin *twin, double t, const double *x,
                       const double *a, double *out);

#endif

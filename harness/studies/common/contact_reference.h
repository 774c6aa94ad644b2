/* What a model says of its contacts and its free rates, interpreted: beside what a stepper was
 * given, a second way from the model to the numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACT_REFERENCE_H
#define HARNESS_CONTACT_REFERENCE_H

#include "problems/base/status.h"

struct model; /* problems/model.h */
struct contact_reference;

/* *reference refers to m. On failure it is NULL. The caller frees it with
 * contact_reference_free. */
enum problem_status contact_reference_alloc(struct contact_reference **reference,
                                            struct model *m);
void contact_reference_free(struct contact_reference *reference); /* takes NULL */

/* At (t, x[nx]), valid until the next call: gaps[contacts]; the contacts' velocities u = J v +
 * offset [rows]; and v' without contacts and joints [nv]. */
const double *contact_reference_gaps(struct contact_reference *reference, double t,
                                     const double *x);
const double *contact_reference_velocities(struct contact_reference *reference, double t,
                                           const double *x);
const double *contact_reference_rates(struct contact_reference *reference, double t,
                                      const double *x);

/* q[nq] := the positions of x half of h on by its velocities, with quaternions of length 1. */
void contact_reference_go_half_way(struct contact_reference *reference, double h,
                                   const double *x, double *q);

/* out[nv] := M(t, q) a. */
void contact_reference_momentum(struct contact_reference *reference, double t,
                                const double *x, const double *a, double *out);

/* out[nv] := J(t, q)^T r of impulses r[rows]. */
void contact_reference_impulse(struct contact_reference *reference, double t,
                               const double *x, const double *r, double *out);

/* out[rows] := J(t, q) a, the contacts' velocities but for their offsets. */
void contact_reference_rows(struct contact_reference *reference, double t,
                            const double *x, const double *a, double *out);

#endif

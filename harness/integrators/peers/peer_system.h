/* A model as other people's integrators want it: x' = F(t, x) = (N(q) v, f) and dF/dx,
 * with their calls counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_SYSTEM_H
#define HARNESS_PEER_SYSTEM_H

#include "harness/integrators/peers/peer.h"

struct binding;
struct peer_jacobian;
struct named_numbers; /* harness/base/record/numbers.h */

struct peer_system {
    int nq, nv, nx;
    struct binding *binding;
    struct peer_jacobian *jacobian;
    long evaluations, jacobians; /* calls since they were last set to zero */
    long most_evaluations;
};

/* What a call comes to, by the numbers of halfstep_integrator.h. */
enum peer_outcome {
    PEER_DONE,
    PEER_NOT_FINITE, /* a shorter step may help */
    PEER_GIVE_UP     /* more evaluations than allowed, or the model cannot be evaluated */
};

/* *p refers to m. Nonzero: SUBJECT_REFUSED or SUBJECT_NO_MEMORY, and *d says why; *p is
 * then empty. */
int peer_system_init(struct peer_system *p, struct model *m, long most_evaluations,
                     struct diagnostic *d);
void peer_system_clear(struct peer_system *p);

/* xdot[nx] := F(t, x). */
enum peer_outcome peer_system_field(struct peer_system *p, double t, const double *x,
                                    double *xdot);

/* dF_i/dx_j at (t, x) to matrix[i row + j column], all nx*nx of them. */
enum peer_outcome peer_system_jacobian(struct peer_system *p, double t, const double *x,
                                       double *matrix, int row, int column);

/* Adds the counters. */
void peer_system_statistics(const struct peer_system *p, long steps,
                            struct named_numbers *into);

#endif

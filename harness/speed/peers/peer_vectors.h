/* What CVODE, ARKODE and IDA need beside their own memory: vectors, a dense matrix and its solver,
 * and a model's functions as their callbacks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_VECTORS_H
#define HARNESS_PEER_VECTORS_H

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "harness/speed/benchmarks/peer_base.h"

struct peer_vectors {
    SUNContext environment;
    N_Vector x, output, rates;
    SUNMatrix matrix;
    SUNLinearSolver solver;
};

/* Nonzero: out of memory. Cleared in any case. */
int peer_vectors_init(struct peer_vectors *v, int nx);
void peer_vectors_clear(struct peer_vectors *v);

/* Callbacks whose user data is a struct peer_system: x' and dF/dx. A value that is not finite is
 * answered by a shorter step. */
int peer_vectors_field(sunrealtype t, N_Vector x, N_Vector xdot, void *system);
int peer_vectors_jacobian(sunrealtype t, N_Vector x, N_Vector xdot, SUNMatrix matrix,
                          void *system, N_Vector one, N_Vector two, N_Vector three);

/* What an outcome is to them. */
int peer_vectors_code(enum peer_outcome outcome);

/* Failures are told by codes. */
void peer_vectors_stay_silent(int code, const char *module, const char *function,
                              char *message, void *data);

/* Sets *d := "NAME: flag" and frees the flag's name; returns -1. */
int peer_vectors_fail(struct diagnostic *d, const char *name, char *flag);

#endif

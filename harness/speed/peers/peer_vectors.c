/* Vectors, a matrix and callbacks of SUNDIALS.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peer_vectors.h"

#include <stdlib.h>

#include <sundials/sundials_version.h>

#include "harness/base/message.h"

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "SUNDIALS must have been built for double precision"
#endif

int peer_vectors_init(struct peer_vectors *v, int nx) {
    *v = (struct peer_vectors){.environment = NULL};
    if (SUNContext_Create(NULL, &v->environment) != 0)
        return -1;
    v->x = N_VNew_Serial(nx, v->environment);
    v->output = N_VNew_Serial(nx, v->environment);
    v->rates = N_VNew_Serial(nx, v->environment);
    v->matrix = SUNDenseMatrix(nx, nx, v->environment);
    if (v->x == NULL || v->output == NULL || v->rates == NULL || v->matrix == NULL)
        return -1;
    N_VConst(0, v->x);
    N_VConst(0, v->rates);
    v->solver = SUNLinSol_Dense(v->x, v->matrix, v->environment);
    return v->solver == NULL ? -1 : 0;
}

void peer_vectors_clear(struct peer_vectors *v) {
    if (v->solver != NULL)
        SUNLinSolFree(v->solver);
    if (v->matrix != NULL)
        SUNMatDestroy(v->matrix);
    if (v->rates != NULL)
        N_VDestroy(v->rates);
    if (v->output != NULL)
        N_VDestroy(v->output);
    if (v->x != NULL)
        N_VDestroy(v->x);
    if (v->environment != NULL)
        SUNContext_Free(&v->environment);
    *v = (struct peer_vectors){.environment = NULL};
}

int peer_vectors_code(enum peer_outcome outcome) {
    static const int CODE[] = {0, 1, -1};
    return CODE[outcome];
}

int peer_vectors_field(sunrealtype t, N_Vector x, N_Vector xdot, void *system) {
    return peer_vectors_code(
        peer_system_field(system, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xdot)));
}

int peer_vectors_jacobian(sunrealtype t, N_Vector x, N_Vector xdot, SUNMatrix matrix,
                          void *system, N_Vector one, N_Vector two, N_Vector three) {
    (void)xdot;
    (void)one;
    (void)two;
    (void)three;
    struct peer_system *p = system;
    return peer_vectors_code(peer_system_jacobian(p, t, N_VGetArrayPointer(x),
                                                  SUNDenseMatrix_Data(matrix), 1, p->nx));
}

void peer_vectors_stay_silent(int code, const char *module, const char *function,
                              char *message, void *data) {
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

int peer_vectors_fail(struct diagnostic *d, const char *name, char *flag) {
    message_set(d, "%s: %s", name, flag != NULL ? flag : "failure");
    free(flag);
    return -1;
}

const char *peer_version_sundials(void) {
    return SUNDIALS_VERSION;
}

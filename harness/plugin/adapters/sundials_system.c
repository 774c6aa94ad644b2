/* A mechanical system on vectors and matrices of SUNDIALS.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "sundials_system.h"

#include <cvode/cvode.h>
#include <stdbool.h>

#include <sundials/sundials_version.h>

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "SUNDIALS must have been built for double precision"
#endif

int sundials_system_init(struct sundials_system *s,
                         const struct halfstep_system *system) {
    *s = (struct sundials_system){.system = system,
                                  .nx = system->nq + system->nv + system->nz,
                                  .environment = NULL};
    if (SUNContext_Create(NULL, &s->environment) != 0)
        return -1;
    s->x = N_VNew_Serial(s->nx, s->environment);
    s->output = N_VNew_Serial(s->nx, s->environment);
    s->error = N_VNew_Serial(s->nx, s->environment);
    s->matrix = SUNDenseMatrix(s->nx, s->nx, s->environment);
    if (s->x == NULL || s->output == NULL || s->error == NULL || s->matrix == NULL)
        return -1;
    N_VConst(0, s->x);
    N_VConst(0, s->error);
    s->solver = SUNLinSol_Dense(s->x, s->matrix, s->environment);
    return s->solver == NULL ? -1 : 0;
}

void sundials_system_clear(struct sundials_system *s) {
    if (s->solver != NULL)
        SUNLinSolFree(s->solver);
    if (s->matrix != NULL)
        SUNMatDestroy(s->matrix);
    if (s->error != NULL)
        N_VDestroy(s->error);
    if (s->output != NULL)
        N_VDestroy(s->output);
    if (s->x != NULL)
        N_VDestroy(s->x);
    if (s->environment != NULL)
        SUNContext_Free(&s->environment);
    *s = (struct sundials_system){.system = NULL};
}

void sundials_system_share(const struct sundials_system *s, struct adapter_place *place) {
    place->nx = (size_t)s->nx;
    place->x = N_VGetArrayPointer(s->x);
    place->error = N_VGetArrayPointer(s->error);
}

int sundials_field(sunrealtype t, N_Vector x, N_Vector xdot, void *self) {
    const struct sundials_system *s = self;
    return s->system->derivative(s->system->context, t, N_VGetArrayPointer(x),
                                 N_VGetArrayPointer(xdot)) != 0;
}

/* Their matrices go column by column, the interface's row by row. */
int sundials_jacobian(sunrealtype t, N_Vector x, N_Vector xdot, SUNMatrix matrix,
                      void *self, N_Vector one, N_Vector two, N_Vector three) {
    (void)xdot;
    (void)one;
    (void)two;
    (void)three;
    const struct sundials_system *s = self;
    const int n = s->nx;
    double *entry = SUNDenseMatrix_Data(matrix);
    int failed = s->system->jacobian(s->system->context, t, N_VGetArrayPointer(x), entry);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double below = entry[i * n + j];
            entry[i * n + j] = entry[j * n + i];
            entry[j * n + i] = below;
        }
    return failed != 0;
}

void sundials_stay_silent(int code, const char *module, const char *function,
                          char *message, void *data) {
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

const char *sundials_version(void) {
    return SUNDIALS_VERSION;
}

const char *sundials_reason(int status) {
    static const char *const REASON[] = {
        [-CV_ERR_FAILURE] = "the error test failed too often, or at the shortest step",
        [-CV_CONV_FAILURE] = "Newton's method did not converge",
        [-CV_LSETUP_FAIL] = "the Jacobian failed, or cannot be factorised",
        [-CV_RHSFUNC_FAIL] = "the derivative failed",
        [-CV_FIRST_RHSFUNC_ERR] = "the derivative failed at the first call",
        [-CV_REPTD_RHSFUNC_ERR] = "the derivative failed again and again",
    };
    const int reasons = sizeof REASON / sizeof *REASON;
    bool is_known = status < 0 && status > -reasons && REASON[-status] != NULL;
    return is_known ? REASON[-status] : "the library gave up";
}

int sundials_statistic(const long counter[COUNTERS], int i, const char **name,
                       double *value) {
    static const char *const NAME[COUNTERS] = {"steps",      "evaluations",
                                               "setups",     "error_test_failures",
                                               "iterations", "convergence_failures"};
    if (i < 0 || i >= COUNTERS)
        return -1;
    *name = NAME[i];
    *value = (double)counter[i];
    return 0;
}

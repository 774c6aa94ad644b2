/* SUNDIALS' IDA for a program that it is linked into, given the system as an implicit equation
 *
 *     G(t, x, x') = x' - F(t, x) = 0,   dG/dx + c dG/dx' = c 1 - dF/dx
 *
 * with consistent values x' = F at the start; dense solver, exact Jacobian, errors weighted by
 * 1/(accuracy (1 + |x_i|)) in the root mean square, all else IDA's defaults. It has no step of a
 * given size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ida/ida.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "sundials_system.h"

struct adapter {
    struct adapter_place place;
    struct sundials_system system;
    N_Vector rates; /* at the start, then where IDA has got to */
    void *memory;   /* IDA's; NULL: to be made by start */
    double accuracy;
};

static int residual(sunrealtype t, N_Vector x, N_Vector xdot, N_Vector g, void *self) {
    int failed = sundials_field(t, x, g, self);
    N_VLinearSum(1, xdot, -1, g, g);
    return failed;
}

static int jacobian(sunrealtype t, sunrealtype c, N_Vector x, N_Vector xdot, N_Vector g,
                    SUNMatrix matrix, void *self, N_Vector one, N_Vector two,
                    N_Vector three) {
    const int n = ((struct sundials_system *)self)->nx;
    int failed = sundials_jacobian(t, x, xdot, matrix, self, one, two, three);
    double *entry = SUNDenseMatrix_Data(matrix);
    (void)g;
    for (int i = 0; i < n * n; i++)
        entry[i] = -entry[i];
    for (int i = 0; i < n; i++)
        entry[i * (n + 1)] += c;
    return failed;
}

static void destroy(void *self) {
    struct adapter *a = self;
    IDAFree(&a->memory);
    if (a->rates != NULL)
        N_VDestroy(a->rates);
    sundials_system_clear(&a->system);
    free(a);
}

static void *create(const struct halfstep_system *system) {
    struct adapter *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->accuracy = 1e-12;
    if (sundials_system_init(&a->system, system) == 0)
        a->rates = N_VClone(a->system.x);
    if (a->rates == NULL) {
        destroy(a);
        return NULL;
    }
    sundials_system_share(&a->system, &a->place);
    a->place.has_no_estimate = true;
    return a;
}

static int set_option(void *self, const char *name, const char *value) {
    struct adapter *a = self;
    IDAFree(&a->memory);
    return strcmp(name, "accuracy") == 0 ? adapter_read_positive(&a->accuracy, value)
                                         : -1;
}

static int make_memory(struct adapter *a) {
    enum { no_limit = -1 };
    struct sundials_system *s = &a->system;
    a->memory = IDACreate(s->environment);
    return a->memory == NULL ||
           IDASetErrHandlerFn(a->memory, sundials_stay_silent, NULL) != IDA_SUCCESS ||
           IDAInit(a->memory, residual, a->place.t, s->x, a->rates) != IDA_SUCCESS ||
           IDASetUserData(a->memory, s) != IDA_SUCCESS ||
           IDASStolerances(a->memory, a->accuracy, a->accuracy) != IDA_SUCCESS ||
           IDASetMaxNumSteps(a->memory, no_limit) != IDA_SUCCESS ||
           IDASetLinearSolver(a->memory, s->solver, s->matrix) != IDALS_SUCCESS ||
           IDASetJacFn(a->memory, jacobian) != IDALS_SUCCESS;
}

static int start(void *self, double t, const double *x) {
    struct adapter *a = self;
    memcpy(a->place.x, x, a->place.nx * sizeof *x);
    a->place.t = t;
    if (a->memory == NULL && make_memory(a)) {
        IDAFree(&a->memory);
        return adapter_fail(&a->place, "IDA cannot be set up");
    }
    if (sundials_field(t, a->system.x, a->rates, &a->system) ||
        IDAReInit(a->memory, t, a->system.x, a->rates) != IDA_SUCCESS)
        return adapter_fail(&a->place, "IDA cannot begin anew");
    return 0;
}

static int step(void *self, double h) {
    (void)h;
    return adapter_fail(self, "IDA makes no step of a given size");
}

static int go(struct adapter *a, double t_final, int task) {
    sunrealtype t;
    if (a->memory == NULL || IDASetStopTime(a->memory, t_final) != IDA_SUCCESS)
        return adapter_fail(&a->place, "a step before start");
    const int status = IDASolve(a->memory, t_final, &t, a->system.output, a->rates, task);
    if (status < 0)
        return adapter_fail(&a->place, status == IDA_REP_RES_ERR
                                           ? "the derivative failed again and again"
                                           : sundials_reason(status));
    N_VScale(1, a->system.output, a->system.x);
    a->place.t = t;
    return 0;
}

static int advance(void *self, double t_final) {
    return go(self, t_final, IDA_ONE_STEP);
}

static int run(void *self, double h, double t_final) {
    return h > 0 ? step(self, h) : go(self, t_final, IDA_NORMAL);
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct adapter *a = self;
    long steps = 0;
    if (i != 0 || a->memory == NULL)
        return -1;
    IDAGetNumSteps(a->memory, &steps);
    *name = "steps";
    *value = (double)steps;
    return 0;
}

const struct adapter_table adapter_ida = {
    .integrator = ADAPTER_INTEGRATOR("IDA"),
    .version = sundials_version,
    .run = run,
};

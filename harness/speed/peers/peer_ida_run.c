/* IDA in its own loop (IDA_NORMAL up to a stop time), given the model as an implicit equation
 *
 *     G(t, x, x') = x' - F(t, x) = 0,   dG/dx + c dG/dx' = c 1 - dF/dx
 *
 * with consistent values x' = F at the start; dense solver, errors as CVODE's, all else IDA's
 * defaults.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ida/ida.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/speed/peers/peer_vectors.h"

struct implicit {
    struct peer_base base;
    struct peer_vectors vectors;
    N_Vector rates_at_end;
    void *memory;
};

static int residual(sunrealtype t, N_Vector x, N_Vector xdot, N_Vector g, void *system) {
    int code = peer_vectors_field(t, x, g, system);
    N_VLinearSum(1, xdot, -1, g, g);
    return code;
}

static int jacobian(sunrealtype t, sunrealtype c, N_Vector x, N_Vector xdot, N_Vector g,
                    SUNMatrix matrix, void *system, N_Vector one, N_Vector two,
                    N_Vector three) {
    struct peer_system *p = system;
    int code = peer_vectors_jacobian(t, x, xdot, matrix, system, one, two, three);
    double *entry = SUNDenseMatrix_Data(matrix);
    (void)g;
    for (int i = 0; i < p->nx * p->nx; i++)
        entry[i] = -entry[i];
    for (int i = 0; i < p->nx; i++)
        entry[i * (p->nx + 1)] += c;
    return code;
}

static int start(void *self, double t, const double *x) {
    struct implicit *c = self;
    struct peer_vectors *v = &c->vectors;
    peer_base_begin(&c->base, t, x);
    memcpy(N_VGetArrayPointer(v->x), x, (size_t)c->base.system.nx * sizeof *x);
    if (peer_vectors_field(t, v->x, v->rates, &c->base.system) ||
        IDAReInit(c->memory, t, v->x, v->rates) != IDA_SUCCESS)
        return message_set(&c->base.why, "IDA cannot begin anew");
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct implicit *c = self;
    (void)h;
    IDASetStopTime(c->memory, t_final);
    int status = IDASolve(c->memory, t_final, &c->base.t, c->vectors.output,
                          c->rates_at_end, IDA_NORMAL);
    IDAGetNumSteps(c->memory, &c->base.steps);
    if (status < 0)
        return peer_vectors_fail(&c->base.why, "IDA", IDAGetReturnFlagName(status));
    memcpy(c->base.x, N_VGetArrayPointer(c->vectors.output),
           (size_t)c->base.system.nx * sizeof *c->base.x);
    return 0;
}

static void free_implicit(void *self) {
    struct implicit *c = self;
    IDAFree(&c->memory);
    if (c->rates_at_end != NULL)
        N_VDestroy(c->rates_at_end);
    peer_vectors_clear(&c->vectors);
    peer_base_clear(&c->base);
    free(c);
}

static int set_up(struct implicit *c) {
    enum { no_limit = -1 };
    const double accuracy = c->base.wish.accuracy;
    struct peer_vectors *v = &c->vectors;
    if (peer_vectors_init(v, c->base.system.nx))
        return -1;
    c->rates_at_end = N_VClone(v->x);
    c->memory = IDACreate(v->environment);
    return c->rates_at_end == NULL || c->memory == NULL ||
           IDASetErrHandlerFn(c->memory, peer_vectors_stay_silent, NULL) != IDA_SUCCESS ||
           IDAInit(c->memory, residual, 0, v->x, v->rates) != IDA_SUCCESS ||
           IDASetUserData(c->memory, &c->base.system) != IDA_SUCCESS ||
           IDASStolerances(c->memory, accuracy, accuracy) != IDA_SUCCESS ||
           IDASetMaxNumSteps(c->memory, no_limit) != IDA_SUCCESS ||
           IDASetLinearSolver(c->memory, v->solver, v->matrix) != IDALS_SUCCESS ||
           IDASetJacFn(c->memory, jacobian) != IDALS_SUCCESS;
}

int peer_open_ida(struct subject *s, struct model *m, const struct peer_wish *wish,
                  struct diagnostic *d) {
    if (!(wish->accuracy > 0)) {
        message_set(d, "%s has no fixed steps: its order is its error test's choice",
                    wish->method);
        return SUBJECT_REFUSED;
    }
    struct implicit *c = calloc(1, sizeof *c);
    int failed = SUBJECT_NO_MEMORY;
    if (c == NULL)
        message_set(d, "out of memory");
    else
        failed = peer_base_init(&c->base, m, wish, d);
    if (failed == 0 && set_up(c)) {
        failed = SUBJECT_NO_MEMORY;
        message_set(d, "%s: IDA cannot be set up", m->name);
    }
    if (failed == 0)
        *s = peer_base_subject(&c->base, start, run, free_implicit);
    else if (c != NULL)
        free_implicit(c);
    return failed;
}

/* SUNDIALS' CVODE as a peer: backward differentiation formulas, dense direct solver,
 * errors weighted by 1/(relative |x_i| + absolute) in the root mean square.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "harness/base/message.h"
#include "harness/integrators/peers/peer_system.h"

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "SUNDIALS must have been built for double precision"
#endif

struct peer_cvode {
    struct peer_system system;
    SUNContext environment;
    void *memory;
    N_Vector x, output;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    double t, initial_step;
    long steps;
    struct diagnostic why;
};

/* CVODE answers a positive code by a shorter step, and ends at a negative one. */
static int code_of(enum peer_outcome outcome) {
    static const int CODE[] = {0, 1, -1};
    return CODE[outcome];
}

static int field(sunrealtype t, N_Vector x, N_Vector xdot, void *system) {
    return code_of(
        peer_system_field(system, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xdot)));
}

static int jacobian(sunrealtype t, N_Vector x, N_Vector xdot, SUNMatrix matrix,
                    void *system, N_Vector one, N_Vector two, N_Vector three) {
    (void)xdot;
    (void)one;
    (void)two;
    (void)three;
    struct peer_system *p = system;
    return code_of(peer_system_jacobian(p, t, N_VGetArrayPointer(x),
                                        SUNDenseMatrix_Data(matrix), 1, p->nx));
}

/* Failures are told by codes. */
static void stay_silent(int code, const char *module, const char *function, char *message,
                        void *data) {
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

static int start(void *self, double t, const double *x) {
    struct peer_cvode *c = self;
    memcpy(N_VGetArrayPointer(c->x), x, (size_t)c->system.nx * sizeof *x);
    c->t = t;
    c->steps = 0;
    c->system.evaluations = c->system.jacobians = 0;
    if (CVodeReInit(c->memory, t, c->x) != CV_SUCCESS ||
        CVodeSetInitStep(c->memory, c->initial_step) != CV_SUCCESS)
        return message_set(&c->why, "CVODE cannot begin anew");
    return 0;
}

static int refuse_step(void *self, double h) {
    (void)h;
    return message_set(&((struct peer_cvode *)self)->why,
                       "a peer makes no step of a given size");
}

static int advance(void *self, double h, double t_final) {
    struct peer_cvode *c = self;
    sunrealtype t;
    if (CVodeSetMaxStep(c->memory, h) != CV_SUCCESS ||
        CVodeSetStopTime(c->memory, t_final) != CV_SUCCESS)
        return message_set(&c->why, "CVODE refuses a step's bounds");
    int status = CVode(c->memory, t_final, c->output, &t, CV_ONE_STEP);
    if (status < 0 && c->system.evaluations >= c->system.most_evaluations)
        return message_set(&c->why, "more evaluations than allowed");
    if (status < 0) {
        char *name = CVodeGetReturnFlagName(status);
        message_set(&c->why, "CVODE: %s", name != NULL ? name : "failure");
        free(name);
        return -1;
    }
    N_VScale(1, c->output, c->x);
    c->t = t;
    c->steps++;
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct peer_cvode *c = self;
    while (c->t < t_final)
        if (advance(self, h, t_final))
            return -1;
    return 0;
}

static const double *state(void *self) {
    return N_VGetArrayPointer(((struct peer_cvode *)self)->x);
}

static double time_now(void *self) {
    return ((struct peer_cvode *)self)->t;
}

static void statistics(void *self, json_t *into) {
    const struct peer_cvode *c = self;
    peer_system_statistics(&c->system, c->steps, into);
}

static const char *why(void *self) {
    return ((struct peer_cvode *)self)->why.text;
}

static void free_peer(void *self) {
    struct peer_cvode *c = self;
    CVodeFree(&c->memory);
    if (c->solver != NULL)
        SUNLinSolFree(c->solver);
    if (c->matrix != NULL)
        SUNMatDestroy(c->matrix);
    if (c->x != NULL)
        N_VDestroy(c->x);
    if (c->output != NULL)
        N_VDestroy(c->output);
    if (c->environment != NULL)
        SUNContext_Free(&c->environment);
    peer_system_clear(&c->system);
    free(c);
}

static int make_parts(struct peer_cvode *c) {
    sunindextype nx = c->system.nx;
    if (SUNContext_Create(NULL, &c->environment) != 0)
        return -1;
    c->x = N_VNew_Serial(nx, c->environment);
    c->output = N_VNew_Serial(nx, c->environment);
    c->matrix = SUNDenseMatrix(nx, nx, c->environment);
    c->memory = CVodeCreate(CV_BDF, c->environment);
    if (c->x == NULL || c->output == NULL || c->matrix == NULL || c->memory == NULL)
        return -1;
    N_VConst(0, c->x);
    c->solver = SUNLinSol_Dense(c->x, c->matrix, c->environment);
    return c->solver == NULL;
}

static int set_up(struct peer_cvode *c, const struct peer_options *options) {
    enum { no_limit = -1 };
    c->initial_step = options->initial_step;
    return CVodeSetErrHandlerFn(c->memory, stay_silent, NULL) != CV_SUCCESS ||
           CVodeInit(c->memory, field, 0, c->x) != CV_SUCCESS ||
           CVodeSetUserData(c->memory, &c->system) != CV_SUCCESS ||
           CVodeSStolerances(c->memory, options->relative, options->absolute) !=
               CV_SUCCESS ||
           CVodeSetMaxNumSteps(c->memory, no_limit) != CV_SUCCESS ||
           CVodeSetLinearSolver(c->memory, c->solver, c->matrix) != CVLS_SUCCESS ||
           CVodeSetJacFn(c->memory, jacobian) != CVLS_SUCCESS;
}

int peer_cvode_open(struct subject *s, struct model *m,
                    const struct peer_options *options, struct diagnostic *d) {
    struct peer_cvode *c = calloc(1, sizeof *c);
    int failed = c == NULL ? SUBJECT_NO_MEMORY : 0;
    if (failed != 0)
        message_set(d, "out of memory");
    else
        failed = peer_system_init(&c->system, m, options->most_evaluations, d);
    if (failed == 0 && (make_parts(c) || set_up(c, options))) {
        failed = SUBJECT_NO_MEMORY;
        message_set(d, "%s: CVODE cannot be set up", m->name);
    }
    if (failed != 0) {
        if (c != NULL)
            free_peer(c);
        return failed;
    }
    *s = (struct subject){.self = c,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = peer_name(PEER_CVODE_BDF),
                          .start = start,
                          .step = refuse_step,
                          .run = run,
                          .advance = advance,
                          .state = state,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_peer};
    return 0;
}

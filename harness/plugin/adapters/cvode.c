/* SUNDIALS' CVODE as a plug-in: backward differentiation formulas, or Adams-Moulton
 * formulas, each with Newton's method, a dense solver and the exact Jacobian:
 *
 *     cc -std=c11 -O2 -fPIC -shared -I harness/plugin harness/plugin/adapters/cvode.c \
 *         harness/plugin/adapters/adapter.c \
 *         harness/plugin/adapters/sundials_system.c -lsundials_cvode \
 *         -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense \
 *         -lm -o cvode.so
 *     ./halfstep fingerprint --integrator ./cvode.so --option lmm=bdf
 *
 * CVODE has no fixed steps: of those after the first it chooses order and size itself. A
 * step here is therefore its first step, begun anew each time, with tolerances so wide
 * that the error test passes, and with a criterion so narrow that Newton's method ends
 * within accuracy (1 + |x_i|). The estimate is CVodeGetEstLocalErrors. In advance CVODE
 * is its own master: all orders, its own controller, tolerances of accuracy (1 + |x_i|).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cvode/cvode.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "sundials_system.h"

/* In the order in which CVODE's two functions give them. */
enum counter {
    STEPS,
    EVALUATIONS,
    SETUPS,
    ERROR_TEST_FAILURES,
    ITERATIONS,
    CONVERGENCE_FAILURES,
    COUNTERS
};

const char adapter_name[] = "CVODE";

struct adapter {
    struct adapter_place place;
    struct sundials_system system;
    void *memory; /* CVODE's; NULL: to be made by start */
    int formulas;
    double accuracy, max_step; /* 0: no longest step */
    bool advances;             /* CVODE's last step was one of advance */
    long counter[COUNTERS];    /* up to where CVODE last began anew */
};

void adapter_destroy(void *self) {
    struct adapter *a = self;
    CVodeFree(&a->memory);
    sundials_system_clear(&a->system);
    free(a);
}

void *adapter_create(const struct halfstep_system *system) {
    struct adapter *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->formulas = CV_BDF;
    a->accuracy = 1e-12;
    if (sundials_system_init(&a->system, system)) {
        adapter_destroy(a);
        return NULL;
    }
    a->place.nx = (size_t)a->system.nx;
    a->place.x = N_VGetArrayPointer(a->system.x);
    a->place.error = N_VGetArrayPointer(a->system.error);
    return a;
}

int adapter_set_option(void *self, const char *name, const char *value) {
    struct adapter *a = self;
    CVodeFree(&a->memory);
    if (strcmp(name, "accuracy") == 0)
        return adapter_read_positive(&a->accuracy, value);
    if (strcmp(name, "max-step") == 0)
        return adapter_read_positive(&a->max_step, value);
    bool bdf = strcmp(value, "bdf") == 0, adams = strcmp(value, "adams") == 0;
    if (strcmp(name, "lmm") != 0 || !(bdf || adams))
        return -1;
    a->formulas = bdf ? CV_BDF : CV_ADAMS;
    return 0;
}

static int make_memory(struct adapter *a) {
    enum { no_limit = -1 };
    struct sundials_system *s = &a->system;
    a->memory = CVodeCreate(a->formulas, s->environment);
    return a->memory == NULL ||
           CVodeSetErrHandlerFn(a->memory, sundials_stay_silent, NULL) != CV_SUCCESS ||
           CVodeInit(a->memory, sundials_field, 0, s->x) != CV_SUCCESS ||
           CVodeSetUserData(a->memory, s) != CV_SUCCESS ||
           CVodeSStolerances(a->memory, a->accuracy, a->accuracy) != CV_SUCCESS ||
           CVodeSetMaxNumSteps(a->memory, no_limit) != CV_SUCCESS ||
           CVodeSetLinearSolver(a->memory, s->solver, s->matrix) != CVLS_SUCCESS ||
           CVodeSetJacFn(a->memory, sundials_jacobian) != CVLS_SUCCESS;
}

/* counter[] += CVODE's own, which begin anew with it. */
static void add_counters(const struct adapter *a, long *counter) {
    long now[COUNTERS] = {0};
    int order, next_order;
    sunrealtype first, last, next, t;
    CVodeGetIntegratorStats(a->memory, &now[STEPS], &now[EVALUATIONS], &now[SETUPS],
                            &now[ERROR_TEST_FAILURES], &order, &next_order, &first, &last,
                            &next, &t);
    CVodeGetNonlinSolvStats(a->memory, &now[ITERATIONS], &now[CONVERGENCE_FAILURES]);
    for (int i = 0; i < COUNTERS; i++)
        counter[i] += now[i];
}

static int begin_anew(struct adapter *a) {
    add_counters(a, a->counter);
    return CVodeReInit(a->memory, a->place.t, a->system.x) == CV_SUCCESS ? 0 : -1;
}

int adapter_start(void *self, double t, const double *x) {
    struct adapter *a = self;
    memcpy(a->place.x, x, a->place.nx * sizeof *x);
    N_VConst(0, a->system.error);
    a->place.t = t;
    a->advances = false;
    if (a->memory == NULL && make_memory(a)) {
        CVodeFree(&a->memory);
        return adapter_fail(&a->place, "CVODE cannot be set up");
    }
    if (begin_anew(a))
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    memset(a->counter, 0, sizeof a->counter);
    return 0;
}

/* What is told to CVODE before a step and before a run of its own. */
struct habits {
    double tolerance;            /* relative and absolute, of the error test */
    double convergence;          /* of Newton's method, as a share of the tolerance */
    double first_step, max_step; /* 0: as CVODE likes */
    int iterations, error_test_failures, convergence_failures;
};

static int follow(struct adapter *a, const struct habits *h) {
    void *m = a->memory;
    return CVodeSStolerances(m, h->tolerance, h->tolerance) != CV_SUCCESS ||
           CVodeSetNonlinConvCoef(m, h->convergence) != CV_SUCCESS ||
           CVodeSetInitStep(m, h->first_step) != CV_SUCCESS ||
           CVodeSetMaxStep(m, h->max_step) != CV_SUCCESS ||
           CVodeSetMaxNonlinIters(m, h->iterations) != CV_SUCCESS ||
           CVodeSetMaxErrTestFails(m, h->error_test_failures) != CV_SUCCESS ||
           CVodeSetMaxConvFails(m, h->convergence_failures) != CV_SUCCESS;
}

/* One step of CVODE's towards t_final, and what came of it. */
static int take_step(struct adapter *a, double t_final) {
    struct sundials_system *s = &a->system;
    sunrealtype t;
    int status = CVode(a->memory, t_final, s->output, &t, CV_ONE_STEP);
    if (status < 0 || !(t > a->place.t)) {
        a->advances = false;
        return adapter_fail(&a->place,
                            status < 0 ? sundials_reason(status) : sundials_too_short);
    }
    N_VScale(1, s->output, s->x);
    a->place.t = t;
    return CVodeGetEstLocalErrors(a->memory, s->error) == CV_SUCCESS ? 0 : -1;
}

int adapter_step(void *self, double h) {
    struct adapter *a = self;
    const struct habits habits = {.tolerance = sundials_wide,
                                  .convergence = a->accuracy / sundials_wide,
                                  .first_step = h,
                                  .max_step = 0,
                                  .iterations = sundials_enough,
                                  .error_test_failures = 1,
                                  .convergence_failures = 1};
    if (a->memory == NULL || begin_anew(a) || follow(a, &habits) ||
        CVodeSetStopTime(a->memory, INFINITY) != CV_SUCCESS)
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    a->advances = false;
    return take_step(a, a->place.t + h);
}

/* Goes on from the last advance; after a step it begins anew. */
int adapter_advance(void *self, double t_final) {
    struct adapter *a = self;
    const struct habits habits = {.tolerance = a->accuracy,
                                  .convergence = 0.1,
                                  .first_step = 0,
                                  .max_step = a->max_step,
                                  .iterations = 3,
                                  .error_test_failures = 7,
                                  .convergence_failures = 10}; /* CVODE's defaults */
    if (a->memory == NULL)
        return adapter_fail(&a->place, "a step before start");
    if (!a->advances && (begin_anew(a) || follow(a, &habits)))
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    a->advances = true;
    if (CVodeSetStopTime(a->memory, t_final) != CV_SUCCESS)
        return adapter_fail(&a->place, "CVODE refuses the end of its step");
    return take_step(a, t_final);
}

int adapter_statistic(void *self, int i, const char **name, double *value) {
    static const char *const NAME[COUNTERS] = {"steps",      "evaluations",
                                               "setups",     "error_test_failures",
                                               "iterations", "convergence_failures"};
    const struct adapter *a = self;
    long counter[COUNTERS];
    if (i < 0 || i >= COUNTERS || a->memory == NULL)
        return -1;
    memcpy(counter, a->counter, sizeof counter);
    add_counters(a, counter);
    *name = NAME[i];
    *value = (double)counter[i];
    return 0;
}

/* SUNDIALS' CVODE as a plug-in: backward differentiation formulas, or Adams-Moulton
 * formulas, each with Newton's method, a dense solver and the exact Jacobian, the latter also
 * with fixed-point iteration (lmm=adams-fixed-point):
 *
 *     cc -std=c11 -O2 -fPIC -shared -I harness/plugin -DADAPTER=adapter_cvode \
 *         harness/plugin/adapters/cvode.c harness/plugin/adapters/adapter.c \
 *         harness/plugin/adapters/adapter_entry.c \
 *         harness/plugin/adapters/sundials_system.c -lsundials_cvode \
 *         -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense \
 *         -lsundials_sunnonlinsolfixedpoint -lm -o cvode.so
 *     ./halfstep fingerprint --integrator ./cvode.so --option lmm=bdf
 *
 * CVODE has no fixed steps: of those after the first it chooses order and size itself. A
 * step here is therefore its first step, begun anew each time, with tolerances so wide
 * that the error test passes, and with a criterion so narrow that Newton's method ends
 * within accuracy (1 + |x_i|). The estimate is CVodeGetEstLocalErrors. In advance CVODE
 * is its own master: all orders, its own controller, tolerances of absolute + relative |x_i|,
 * both of them `accuracy`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cvode/cvode.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "adapter.h"
#include "sundials_system.h"

struct adapter {
    struct adapter_place place;
    struct sundials_system system;
    void *memory; /* CVODE's; NULL: to be made by start */
    int formulas;
    bool has_newton;
    SUNNonlinearSolver iteration;   /* NULL: Newton's method */
    struct adapter_control control; /* steps: 0, as CVODE likes */
    bool advances;                  /* CVODE's last step was one of advance */
    long counter[COUNTERS];         /* up to where CVODE last began anew */
};

static void free_memory(struct adapter *a) {
    CVodeFree(&a->memory);
    if (a->iteration != NULL)
        SUNNonlinSolFree(a->iteration);
    a->iteration = NULL;
}

static void destroy(void *self) {
    struct adapter *a = self;
    free_memory(a);
    sundials_system_clear(&a->system);
    free(a);
}

static void *create(const struct halfstep_system *system) {
    struct adapter *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->formulas = CV_BDF;
    a->has_newton = true;
    a->control.relative = a->control.absolute = 1e-12;
    if (sundials_system_init(&a->system, system)) {
        destroy(a);
        return NULL;
    }
    sundials_system_share(&a->system, &a->place);
    return a;
}

static int set_option(void *self, const char *name, const char *value) {
    struct adapter *a = self;
    const bool is_bdf = strcmp(value, "bdf") == 0, is_adams = strcmp(value, "adams") == 0;
    free_memory(a);
    if (strcmp(name, "lmm") != 0)
        return adapter_read_control(&a->control, name, value);
    if (!is_bdf && !is_adams && strcmp(value, "adams-fixed-point") != 0)
        return -1;
    a->formulas = is_bdf ? CV_BDF : CV_ADAMS;
    a->has_newton = is_bdf || is_adams;
    return 0;
}

static int choose_iteration(struct adapter *a) {
    struct sundials_system *s = &a->system;
    if (a->has_newton)
        return CVodeSetLinearSolver(a->memory, s->solver, s->matrix) != CVLS_SUCCESS ||
               CVodeSetJacFn(a->memory, sundials_jacobian) != CVLS_SUCCESS;
    a->iteration = SUNNonlinSol_FixedPoint(s->x, 0, s->environment);
    return a->iteration == NULL ||
           CVodeSetNonlinearSolver(a->memory, a->iteration) != CV_SUCCESS;
}

static int make_memory(struct adapter *a) {
    enum { no_limit = -1 };
    struct sundials_system *s = &a->system;
    a->memory = CVodeCreate(a->formulas, s->environment);
    return a->memory == NULL ||
           CVodeSetErrHandlerFn(a->memory, sundials_stay_silent, NULL) != CV_SUCCESS ||
           CVodeInit(a->memory, sundials_field, 0, s->x) != CV_SUCCESS ||
           CVodeSetUserData(a->memory, s) != CV_SUCCESS ||
           CVodeSStolerances(a->memory, a->control.relative, a->control.absolute) !=
               CV_SUCCESS ||
           CVodeSetMaxNumSteps(a->memory, no_limit) != CV_SUCCESS || choose_iteration(a);
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

static int start(void *self, double t, const double *x) {
    struct adapter *a = self;
    memcpy(a->place.x, x, a->place.nx * sizeof *x);
    N_VConst(0, a->system.error);
    a->place.t = t;
    a->advances = false;
    if (a->memory == NULL && make_memory(a)) {
        free_memory(a);
        return adapter_fail(&a->place, "CVODE cannot be set up");
    }
    if (begin_anew(a))
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    memset(a->counter, 0, sizeof a->counter);
    return 0;
}

/* What is told to CVODE before a step and before a run of its own. */
struct habits {
    double relative, absolute; /* of the error test */
    double convergence;        /* of the iteration, as a share of the tolerance */
    double first_step;         /* 0: as CVODE likes */
    int iterations, error_test_failures, convergence_failures;
};

static int follow(struct adapter *a, const struct habits *h) {
    void *m = a->memory;
    return begin_anew(a) ||
           CVodeSStolerances(m, h->relative, h->absolute) != CV_SUCCESS ||
           CVodeSetNonlinConvCoef(m, h->convergence) != CV_SUCCESS ||
           CVodeSetInitStep(m, h->first_step) != CV_SUCCESS ||
           CVodeSetMaxNonlinIters(m, h->iterations) != CV_SUCCESS ||
           CVodeSetMaxErrTestFails(m, h->error_test_failures) != CV_SUCCESS ||
           CVodeSetMaxConvFails(m, h->convergence_failures) != CV_SUCCESS;
}

/* CVODE towards t, but not beyond `stop`, by one step (CV_ONE_STEP) of at most `longest` (0:
 * any) or in its own loop (CV_NORMAL), and what came of it. */
static int go(struct adapter *a, double longest, double t, double stop, int task) {
    struct sundials_system *s = &a->system;
    sunrealtype reached;
    if (CVodeSetMaxStep(a->memory, longest) != CV_SUCCESS ||
        CVodeSetStopTime(a->memory, stop) != CV_SUCCESS)
        return adapter_fail(&a->place, "CVODE refuses a step's bounds");
    const int status = CVode(a->memory, t, s->output, &reached, task);
    if (status < 0 || !(reached > a->place.t)) {
        a->advances = false;
        return adapter_fail(&a->place,
                            status < 0 ? sundials_reason(status) : sundials_too_short);
    }
    N_VScale(1, s->output, s->x);
    a->place.t = reached;
    return CVodeGetEstLocalErrors(a->memory, s->error) == CV_SUCCESS ? 0 : -1;
}

static int step(void *self, double h) {
    struct adapter *a = self;
    const struct habits habits = {.relative = sundials_wide,
                                  .absolute = sundials_wide,
                                  .convergence = a->control.absolute / sundials_wide,
                                  .first_step = h,
                                  .iterations = sundials_enough,
                                  .error_test_failures = 1,
                                  .convergence_failures = 1};
    if (a->memory == NULL || follow(a, &habits))
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    a->advances = false;
    return go(a, 0, a->place.t + h, INFINITY, CV_ONE_STEP);
}

/* Goes on from the last one; after a step it begins anew. */
static int go_under_control(struct adapter *a, double longest, double t_final, int task) {
    const struct habits habits = {.relative = a->control.relative,
                                  .absolute = a->control.absolute,
                                  .convergence = 0.1,
                                  .first_step = a->control.initial_step,
                                  .iterations = 3,
                                  .error_test_failures = 7,
                                  .convergence_failures = 10}; /* CVODE's defaults */
    if (a->memory == NULL)
        return adapter_fail(&a->place, "a step before start");
    if (!a->advances && follow(a, &habits))
        return adapter_fail(&a->place, "CVODE cannot begin anew");
    a->advances = true;
    return go(a, longest, t_final, t_final, task);
}

static int advance_by(void *self, double longest, double t_final) {
    return go_under_control(self, longest, t_final, CV_ONE_STEP);
}

static int advance(void *self, double t_final) {
    return advance_by(self, ((struct adapter *)self)->control.max_step, t_final);
}

static int run(void *self, double h, double t_final) {
    struct adapter *a = self;
    if (h > 0)
        return adapter_fail(&a->place, "CVODE has no fixed steps");
    return go_under_control(a, a->control.max_step, t_final, CV_NORMAL);
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct adapter *a = self;
    long counter[COUNTERS];
    if (a->memory == NULL)
        return -1;
    memcpy(counter, a->counter, sizeof counter);
    add_counters(a, counter);
    return sundials_statistic(counter, i, name, value);
}

const struct adapter_table adapter_cvode = {
    .integrator = ADAPTER_INTEGRATOR("CVODE"),
    .version = sundials_version,
    .advance_by = advance_by,
    .run = run,
};

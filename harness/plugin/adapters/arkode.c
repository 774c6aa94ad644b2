/* SUNDIALS' ARKODE as a plug-in: its explicit and diagonally implicit Runge-Kutta
 * methods, each named by its table:
 *
 *     cc -std=c11 -O2 -fPIC -shared -I harness/plugin -DADAPTER=adapter_arkode \
 *         harness/plugin/adapters/arkode.c harness/plugin/adapters/adapter.c \
 *         harness/plugin/adapters/adapter_entry.c \
 *         harness/plugin/adapters/sundials_system.c -lsundials_arkode \
 *         -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense \
 *         -lm -o arkode.so
 *     ./halfstep fingerprint --integrator ./arkode.so --option table=DORMAND_PRINCE_7_4_5
 *
 * The names are the library's without the prefix ARKODE_. ARKODE's mode of fixed steps
 * gives no estimate. A step here is therefore, unless the option fixed=yes asks for that
 * mode, the first step of its mode with error control, of the size that it is told, with
 * tolerances so wide that the error test passes; the estimate is
 * ARKStepGetEstLocalErrors. Implicit stages are solved by Newton's method with the exact
 * Jacobian to within accuracy (1 + |x_i|). In advance ARKODE is its own master, with
 * tolerances of accuracy (1 + |x_i|).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "arkode_tables.h"
#include "sundials_system.h"

#define EXPLICIT(name) {#name, ARKODE_##name, true},
#define IMPLICIT(name) {#name, ARKODE_##name, false},

static const struct table_name {
    const char *name;
    int number;
    bool is_explicit;
} TABLE[] = {ARKODE_TABLES(EXPLICIT, IMPLICIT)};

struct adapter {
    struct adapter_place place;
    struct sundials_system system;
    void *memory; /* ARKODE's; NULL: to be made by start */
    const struct table_name *table;
    bool wants_fixed;          /* ARKODE's mode of fixed steps is asked for */
    bool is_embedded;          /* else that mode is the only one */
    bool advances;             /* ARKODE's last step was one of advance */
    double accuracy, max_step; /* 0: no longest step */
};

static const struct table_name *find_table(const char *name) {
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        if (strcmp(name, TABLE[i].name) == 0)
            return &TABLE[i];
    return NULL;
}

static void destroy(void *self) {
    struct adapter *a = self;
    ARKStepFree(&a->memory);
    sundials_system_clear(&a->system);
    free(a);
}

static void *create(const struct halfstep_system *system) {
    struct adapter *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->table = find_table("DORMAND_PRINCE_7_4_5");
    a->accuracy = 1e-12;
    if (sundials_system_init(&a->system, system)) {
        destroy(a);
        return NULL;
    }
    sundials_system_share(&a->system, &a->place);
    return a;
}

static int set_option(void *self, const char *name, const char *value) {
    struct adapter *a = self;
    const struct table_name *table = find_table(value);
    bool yes = strcmp(value, "yes") == 0, no = strcmp(value, "no") == 0;
    ARKStepFree(&a->memory);
    if (strcmp(name, "accuracy") == 0)
        return adapter_read_positive(&a->accuracy, value);
    if (strcmp(name, "max-step") == 0)
        return adapter_read_positive(&a->max_step, value);
    if (strcmp(name, "fixed") == 0 && (yes || no)) {
        a->wants_fixed = yes;
        return 0;
    }
    if (strcmp(name, "table") != 0 || table == NULL)
        return -1;
    a->table = table;
    return 0;
}

static int choose_table(struct adapter *a) {
    ARKodeButcherTable table =
        a->table->is_explicit
            ? ARKodeButcherTable_LoadERK((ARKODE_ERKTableID)a->table->number)
            : ARKodeButcherTable_LoadDIRK((ARKODE_DIRKTableID)a->table->number);
    if (table == NULL)
        return -1;
    a->is_embedded = table->d != NULL;
    int status = ARKStepSetTables(a->memory, table->q, table->p,
                                  a->table->is_explicit ? NULL : table,
                                  a->table->is_explicit ? table : NULL);
    ARKodeButcherTable_Free(table);
    return status == ARK_SUCCESS ? 0 : -1;
}

static int begin_anew(struct adapter *a) {
    ARKRhsFn explicit_part = a->table->is_explicit ? sundials_field : NULL;
    ARKRhsFn implicit_part = a->table->is_explicit ? NULL : sundials_field;
    if (a->memory == NULL)
        a->memory = ARKStepCreate(explicit_part, implicit_part, a->place.t, a->system.x,
                                  a->system.environment);
    else if (ARKStepReInit(a->memory, explicit_part, implicit_part, a->place.t,
                           a->system.x) != ARK_SUCCESS)
        return -1;
    return a->memory == NULL ? -1 : 0;
}

static int set_up(struct adapter *a) {
    enum { no_limit = -1 };
    struct sundials_system *s = &a->system;
    void *m = a->memory;
    if (ARKStepSetErrHandlerFn(m, sundials_stay_silent, NULL) != ARK_SUCCESS ||
        ARKStepSetUserData(m, s) != ARK_SUCCESS || choose_table(a) ||
        ARKStepSetMaxNumSteps(m, no_limit) != ARK_SUCCESS)
        return -1;
    if (a->table->is_explicit)
        return 0;
    return ARKStepSetLinearSolver(m, s->solver, s->matrix) != ARKLS_SUCCESS ||
           ARKStepSetJacFn(m, sundials_jacobian) != ARKLS_SUCCESS;
}

static int start(void *self, double t, const double *x) {
    struct adapter *a = self;
    memcpy(a->place.x, x, a->place.nx * sizeof *x);
    N_VConst(0, a->system.error);
    a->place.t = t;
    a->advances = false;
    a->place.has_no_estimate = true;
    bool is_new = a->memory == NULL;
    if (begin_anew(a))
        return adapter_fail(&a->place, "ARKODE cannot begin anew");
    if (is_new && set_up(a)) {
        ARKStepFree(&a->memory);
        return adapter_fail(&a->place, "ARKODE cannot be set up");
    }
    return 0;
}

/* What is told to ARKODE before a step and before a run of its own. */
struct habits {
    double tolerance;   /* relative and absolute, of the error test */
    double convergence; /* of Newton's method, as a share of the tolerance */
    double fixed_step, first_step, max_step; /* 0: none, or as ARKODE likes */
    int iterations, error_test_failures, convergence_failures;
};

static int follow_in_newton(void *m, const struct habits *h) {
    return ARKStepSetNonlinConvCoef(m, h->convergence) != ARK_SUCCESS ||
           ARKStepSetMaxNonlinIters(m, h->iterations) != ARK_SUCCESS ||
           ARKStepSetMaxConvFails(m, h->convergence_failures) != ARK_SUCCESS;
}

/* Begins anew at the present state. */
static int follow(struct adapter *a, const struct habits *h) {
    void *m = a->memory;
    if (m == NULL || ARKStepReset(m, a->place.t, a->system.x) != ARK_SUCCESS ||
        ARKStepSStolerances(m, h->tolerance, h->tolerance) != ARK_SUCCESS ||
        ARKStepSetMaxErrTestFails(m, h->error_test_failures) != ARK_SUCCESS ||
        ARKStepSetMaxStep(m, h->max_step) != ARK_SUCCESS ||
        ARKStepSetFixedStep(m, h->fixed_step) != ARK_SUCCESS)
        return -1;
    if (!a->table->is_explicit && follow_in_newton(m, h))
        return -1;
    return h->fixed_step > 0 ? 0 : ARKStepSetInitStep(m, h->first_step);
}

/* ARKODE towards t, but not beyond `stop`, by one step (ARK_ONE_STEP) or in its own loop
 * (ARK_NORMAL), and what came of it. */
static int go(struct adapter *a, double t, double stop, int task) {
    struct sundials_system *s = &a->system;
    sunrealtype reached;
    if (ARKStepSetStopTime(a->memory, stop) != ARK_SUCCESS)
        return adapter_fail(&a->place, "ARKODE refuses the end of its step");
    const int status = ARKStepEvolve(a->memory, t, s->output, &reached, task);
    if (status < 0 || !(reached > a->place.t)) {
        a->advances = false;
        return adapter_fail(&a->place,
                            status < 0 ? sundials_reason(status) : sundials_too_short);
    }
    N_VScale(1, s->output, s->x);
    a->place.t = reached;
    a->place.has_no_estimate =
        ARKStepGetEstLocalErrors(a->memory, s->error) != ARK_SUCCESS;
    return 0;
}

static int step(void *self, double h) {
    struct adapter *a = self;
    const bool is_fixed = a->wants_fixed || !a->is_embedded;
    const struct habits habits = {.tolerance = sundials_wide,
                                  .convergence = a->accuracy / sundials_wide,
                                  .fixed_step = is_fixed ? h : 0,
                                  .first_step = is_fixed ? 0 : h,
                                  .iterations = sundials_enough,
                                  .error_test_failures = 1,
                                  .convergence_failures = 1};
    if (follow(a, &habits))
        return adapter_fail(&a->place, "ARKODE cannot begin anew");
    a->advances = false;
    int failed = go(a, a->place.t + h, INFINITY, ARK_ONE_STEP);
    if (!failed && is_fixed)
        a->place.has_no_estimate = true;
    return failed;
}

/* ARKODE's defaults. */
static struct habits own_habits(const struct adapter *a, double h) {
    return (struct habits){.tolerance = a->accuracy,
                           .convergence = 0.1,
                           .fixed_step = h,
                           .max_step = a->max_step,
                           .iterations = 3,
                           .error_test_failures = 7,
                           .convergence_failures = 10};
}

/* Goes on from the last advance; after a step it begins anew. */
static int advance(void *self, double t_final) {
    struct adapter *a = self;
    const struct habits habits = own_habits(a, 0);
    if (a->memory == NULL)
        return adapter_fail(&a->place, "a step before start");
    if (!a->is_embedded)
        return adapter_fail(&a->place,
                            "a table without an embedded method has no error control");
    if (!a->advances && follow(a, &habits))
        return adapter_fail(&a->place, "ARKODE cannot begin anew");
    a->advances = true;
    return go(a, t_final, t_final, ARK_ONE_STEP);
}

static int run(void *self, double h, double t_final) {
    struct adapter *a = self;
    const struct habits habits = own_habits(a, h);
    if (follow(a, &habits))
        return adapter_fail(&a->place, "ARKODE cannot begin anew");
    a->advances = false;
    return go(a, t_final, t_final, ARK_NORMAL);
}

static void read_counters(void *memory, long *counter) {
    long of_explicit = 0, of_implicit = 0;
    ARKStepGetNumSteps(memory, &counter[STEPS]);
    ARKStepGetNumRhsEvals(memory, &of_explicit, &of_implicit);
    counter[EVALUATIONS] = of_explicit + of_implicit;
    ARKStepGetNumLinSolvSetups(memory, &counter[SETUPS]);
    ARKStepGetNumErrTestFails(memory, &counter[ERROR_TEST_FAILURES]);
    ARKStepGetNonlinSolvStats(memory, &counter[ITERATIONS],
                              &counter[CONVERGENCE_FAILURES]);
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct adapter *a = self;
    long counter[COUNTERS] = {0};
    if (a->memory == NULL)
        return -1;
    read_counters(a->memory, counter);
    return sundials_statistic(counter, i, name, value);
}

const struct adapter_table adapter_arkode = {
    .integrator = ADAPTER_INTEGRATOR("ARKODE"),
    .version = sundials_version,
    .run = run,
};

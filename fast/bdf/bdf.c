/* Backward differentiation formulas on CVODE: making one, and letting it go.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "fast/bdf/bdf_internal.h"
#include "fast/projected/internal.h"

/* The original asks more of the corrector than CVODE's 0.1. */
#define NONLINEAR_COEFFICIENT 0.01
/* The original's absolute tolerance beside its accuracy. */
#define ABSOLUTE_SHARE 0.1

/* What these formulas have no use for is checked all the same. Relative and absolute
 * tolerances are theirs in both modes. */
static enum fast_status check_options(const struct integrator_options *options,
                                      const struct integrator_system *system) {
    struct integrator_options checked = *options;
    checked.method = PROJECTED_RUNGE_KUTTA_MERSON;
    if (checked.mode == FAST_FAITHFUL)
        checked.mode = FAST_DEFAULT;
    return !options->fixed_step ? projected_check_options(&checked, system)
                                : FAST_BAD_OPTION;
}

static void set_weights(bdf *b, const struct integrator_options *o) {
    const struct integrator_system *s = &b->system;
    bool is_set = !isnan(o->relative);
    b->relative = is_set ? o->relative : o->accuracy;
    b->absolute = is_set ? o->absolute : ABSOLUTE_SHARE * o->accuracy;
    for (int i = 0; i < b->nx; i++) {
        int velocity = i - s->nq; /* positions have the units 1, and are relative */
        bool given = velocity >= 0;
        b->unit[i] = given && o->units != NULL ? o->units[velocity] : 1;
        b->is_relative[i] =
            given && o->is_relative != NULL ? o->is_relative[velocity] : true;
    }
}

static void set_options(bdf *b, const struct integrator_options *o) {
    set_weights(b, o);
    double tolerance = projected_tolerance(o);
    b->request = (struct constraint_request){
        .tolerance = tolerance,
        .limit = INFINITY,
        .forced = o->projection == PROJECTED_EVERY_STEP,
        .local_only = true,
    };
    bool has_constraints = b->system.joints > 0 || b->system.quaternions > 0;
    b->is_projecting = has_constraints && o->projection != PROJECTED_OFF;
    b->initial_step =
        isnan(o->initial_step) ? 0 : o->initial_step; /* 0: CVODE's choice */
    b->min_step = o->min_step;
    b->max_step = o->max_step;
    b->statistics.constraint_tolerance_in_use = tolerance;
}

static bool alloc_arrays(bdf *b) {
    size_t nx = (size_t)b->nx + 1;
    b->unit = calloc(nx, sizeof *b->unit);
    b->is_relative = calloc(nx, sizeof *b->is_relative);
    b->state = calloc(nx, sizeof *b->state);
    b->rate = calloc(nx, sizeof *b->rate);
    b->projected = calloc(nx, sizeof *b->projected);
    b->multiplier = calloc((size_t)b->system.joints + 1, sizeof *b->multiplier);
    b->lambda = calloc((size_t)b->system.joints + 1, sizeof *b->lambda);
    return b->unit && b->is_relative && b->state && b->rate && b->projected &&
           b->multiplier && b->lambda;
}

static bool alloc_cvode(bdf *b) {
    if (SUNContext_Create(NULL, &b->environment) != 0)
        return false;
    b->x = N_VNew_Serial(b->nx, b->environment);
    b->matrix = SUNDenseMatrix(b->nx, b->nx, b->environment);
    b->memory = CVodeCreate(CV_BDF, b->environment);
    if (b->x == NULL || b->matrix == NULL || b->memory == NULL)
        return false;
    N_VConst(0, b->x);
    b->solver = SUNLinSol_Dense(b->x, b->matrix, b->environment);
    return b->solver != NULL;
}

static void stay_silent(int code, const char *module, const char *function, char *message,
                        void *data) {
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

static bool set_cvode(bdf *b) {
    void *m = b->memory;
    return CVodeInit(m, bdf_field, 0, b->x) == CV_SUCCESS &&
           CVodeSetErrHandlerFn(m, stay_silent, NULL) == CV_SUCCESS &&
           CVodeSetUserData(m, b) == CV_SUCCESS &&
           CVodeWFtolerances(m, bdf_weights) == CV_SUCCESS &&
           CVodeSetLinearSolver(m, b->solver, b->matrix) == CV_SUCCESS &&
           CVodeSetNonlinConvCoef(m, NONLINEAR_COEFFICIENT) == CV_SUCCESS &&
           CVodeSetMinStep(m, b->min_step) == CV_SUCCESS &&
           (!b->is_projecting || CVodeSetProjFn(m, bdf_project) == CV_SUCCESS);
}

enum fast_status bdf_alloc(bdf **integrator, const struct integrator_system *system,
                           const struct integrator_options *options) {
    *integrator = NULL;
    enum fast_status status = projected_check_system(system);
    if (system->contacts != 0)
        return FAST_BAD_SYSTEM;
    if (status == FAST_OK)
        status = check_options(options, system);
    if (status != FAST_OK)
        return status;
    bdf *b = calloc(1, sizeof *b);
    if (b == NULL)
        return FAST_NO_MEMORY;
    b->system = *system;
    b->nx = system->nq + system->nv + system->nz;
    status = constraint_alloc(&b->constraint, system, options, &b->statistics);
    if (status == FAST_OK && !alloc_arrays(b))
        status = FAST_NO_MEMORY;
    if (status == FAST_OK) {
        set_options(b, options);
        if (!alloc_cvode(b) || !set_cvode(b))
            status = FAST_NO_MEMORY;
    }
    if (status != FAST_OK) {
        bdf_free(b);
        return status;
    }
    *integrator = b;
    return FAST_OK;
}

void bdf_free(void *self) {
    bdf *b = self;
    if (b == NULL)
        return;
    CVodeFree(&b->memory);
    SUNLinSolFree(b->solver);
    SUNMatDestroy(b->matrix);
    N_VDestroy(b->x);
    SUNContext_Free(&b->environment);
    constraint_free(b->constraint);
    free(b->unit);
    free(b->is_relative);
    free(b->state);
    free(b->rate);
    free(b->lambda);
    free(b->projected);
    free(b->multiplier);
    free(b);
}

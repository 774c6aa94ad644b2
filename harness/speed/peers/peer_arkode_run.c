/* ARKODE in its own loop (ARK_NORMAL up to a stop time):
 *
 *     arkode-erk    Dormand and Prince's explicit pair of orders 5 and 4
 *     arkode-dirk   the diagonally implicit SDIRK_5_3_4 of order 4, its default, with Newton's
 *                   method and a dense solver
 *
 * Errors are weighted as CVODE's; fixed steps are ARKODE's own mode, with Newton's method held to
 * the tolerance. All else is ARKODE's default.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/speed/peers/peer_vectors.h"

struct staged {
    struct peer_base base;
    struct peer_vectors vectors;
    bool is_explicit;
    void *memory;
};

static int start(void *self, double t, const double *x) {
    struct staged *a = self;
    peer_base_begin(&a->base, t, x);
    memcpy(N_VGetArrayPointer(a->vectors.x), x, (size_t)a->base.system.nx * sizeof *x);
    if (ARKStepReInit(a->memory, a->is_explicit ? peer_vectors_field : NULL,
                      a->is_explicit ? NULL : peer_vectors_field, t,
                      a->vectors.x) != ARK_SUCCESS)
        return message_set(&a->base.why, "ARKODE cannot begin anew");
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct staged *a = self;
    (void)h;
    ARKStepSetStopTime(a->memory, t_final);
    int status =
        ARKStepEvolve(a->memory, t_final, a->vectors.output, &a->base.t, ARK_NORMAL);
    ARKStepGetNumSteps(a->memory, &a->base.steps);
    if (status < 0)
        return peer_vectors_fail(&a->base.why, "ARKODE",
                                 ARKStepGetReturnFlagName(status));
    memcpy(a->base.x, N_VGetArrayPointer(a->vectors.output),
           (size_t)a->base.system.nx * sizeof *a->base.x);
    return 0;
}

static void free_staged(void *self) {
    struct staged *a = self;
    ARKStepFree(&a->memory);
    peer_vectors_clear(&a->vectors);
    peer_base_clear(&a->base);
    free(a);
}

static int choose_table(struct staged *a) {
    if (a->is_explicit)
        return ARKStepSetTableNum(a->memory, ARKODE_DIRK_NONE,
                                  ARKODE_DORMAND_PRINCE_7_4_5) != ARK_SUCCESS;
    return ARKStepSetTableNum(a->memory, ARKODE_SDIRK_5_3_4, ARKODE_ERK_NONE) !=
               ARK_SUCCESS ||
           ARKStepSetLinearSolver(a->memory, a->vectors.solver, a->vectors.matrix) !=
               ARKLS_SUCCESS ||
           ARKStepSetJacFn(a->memory, peer_vectors_jacobian) != ARKLS_SUCCESS;
}

static int set_up(struct staged *a) {
    enum { no_limit = -1 };
    const struct peer_wish *w = &a->base.wish;
    const double accuracy = w->accuracy > 0 ? w->accuracy : w->tolerance;
    if (peer_vectors_init(&a->vectors, a->base.system.nx))
        return -1;
    a->memory = ARKStepCreate(a->is_explicit ? peer_vectors_field : NULL,
                              a->is_explicit ? NULL : peer_vectors_field, 0, a->vectors.x,
                              a->vectors.environment);
    return a->memory == NULL ||
           ARKStepSetErrHandlerFn(a->memory, peer_vectors_stay_silent, NULL) !=
               ARK_SUCCESS ||
           ARKStepSetUserData(a->memory, &a->base.system) != ARK_SUCCESS ||
           choose_table(a) ||
           ARKStepSStolerances(a->memory, accuracy, accuracy) != ARK_SUCCESS ||
           ARKStepSetMaxNumSteps(a->memory, no_limit) != ARK_SUCCESS ||
           (w->step > 0 && ARKStepSetFixedStep(a->memory, w->step) != ARK_SUCCESS);
}

int peer_open_arkode(struct subject *s, struct model *m, const struct peer_wish *wish,
                     struct diagnostic *d) {
    struct staged *a = calloc(1, sizeof *a);
    int failed = SUBJECT_NO_MEMORY;
    if (a == NULL)
        message_set(d, "out of memory");
    else
        failed = peer_base_init(&a->base, m, wish, d);
    if (failed == 0) {
        a->is_explicit = strcmp(wish->method, "arkode-erk") == 0;
        if (set_up(a)) {
            failed = SUBJECT_NO_MEMORY;
            message_set(d, "%s: ARKODE cannot be set up", m->name);
        }
    }
    if (failed == 0)
        *s = peer_base_subject(&a->base, start, run, free_staged);
    else if (a != NULL)
        free_staged(a);
    return failed;
}

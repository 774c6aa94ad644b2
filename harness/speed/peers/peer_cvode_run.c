/* CVODE in its own loop (CV_NORMAL up to a stop time): backward differentiation formulas with
 * Newton's method and a dense solver, or Adams' formulas with fixed-point iteration; errors are
 * weighted by 1/(accuracy (1 + |x_i|)) in the root mean square. Tolerances, orders and what else
 * can be chosen are CVODE's defaults.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cvode/cvode.h>
#include <stdlib.h>
#include <string.h>

#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "harness/base/message.h"
#include "harness/speed/peers/peer_vectors.h"

struct multistep {
    struct peer_base base;
    struct peer_vectors vectors;
    SUNNonlinearSolver iteration; /* of Adams' formulas; NULL: Newton's */
    void *memory;
};

static int start(void *self, double t, const double *x) {
    struct multistep *c = self;
    peer_base_begin(&c->base, t, x);
    memcpy(N_VGetArrayPointer(c->vectors.x), x, (size_t)c->base.system.nx * sizeof *x);
    if (CVodeReInit(c->memory, t, c->vectors.x) != CV_SUCCESS)
        return message_set(&c->base.why, "CVODE cannot begin anew");
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct multistep *c = self;
    (void)h;
    CVodeSetStopTime(c->memory, t_final);
    int status = CVode(c->memory, t_final, c->vectors.output, &c->base.t, CV_NORMAL);
    CVodeGetNumSteps(c->memory, &c->base.steps);
    if (status < 0)
        return peer_vectors_fail(&c->base.why, "CVODE", CVodeGetReturnFlagName(status));
    memcpy(c->base.x, N_VGetArrayPointer(c->vectors.output),
           (size_t)c->base.system.nx * sizeof *c->base.x);
    return 0;
}

static void free_multistep(void *self) {
    struct multistep *c = self;
    CVodeFree(&c->memory);
    if (c->iteration != NULL)
        SUNNonlinSolFree(c->iteration);
    peer_vectors_clear(&c->vectors);
    peer_base_clear(&c->base);
    free(c);
}

static int choose_iteration(struct multistep *c, bool adams) {
    if (!adams)
        return CVodeSetLinearSolver(c->memory, c->vectors.solver, c->vectors.matrix) !=
                   CVLS_SUCCESS ||
               CVodeSetJacFn(c->memory, peer_vectors_jacobian) != CVLS_SUCCESS;
    c->iteration = SUNNonlinSol_FixedPoint(c->vectors.x, 0, c->vectors.environment);
    return c->iteration == NULL ||
           CVodeSetNonlinearSolver(c->memory, c->iteration) != CV_SUCCESS;
}

static int set_up(struct multistep *c) {
    enum { no_limit = -1 };
    const double accuracy = c->base.wish.accuracy;
    const bool adams = strcmp(c->base.wish.method, "cvode-adams") == 0;
    if (peer_vectors_init(&c->vectors, c->base.system.nx))
        return -1;
    c->memory = CVodeCreate(adams ? CV_ADAMS : CV_BDF, c->vectors.environment);
    return c->memory == NULL ||
           CVodeSetErrHandlerFn(c->memory, peer_vectors_stay_silent, NULL) !=
               CV_SUCCESS ||
           CVodeInit(c->memory, peer_vectors_field, 0, c->vectors.x) != CV_SUCCESS ||
           CVodeSetUserData(c->memory, &c->base.system) != CV_SUCCESS ||
           CVodeSStolerances(c->memory, accuracy, accuracy) != CV_SUCCESS ||
           CVodeSetMaxNumSteps(c->memory, no_limit) != CV_SUCCESS ||
           choose_iteration(c, adams);
}

int peer_open_cvode(struct subject *s, struct model *m, const struct peer_wish *wish,
                    struct diagnostic *d) {
    if (!(wish->accuracy > 0)) {
        message_set(d, "%s has no fixed steps: its order is its error test's choice",
                    wish->method);
        return SUBJECT_REFUSED;
    }
    struct multistep *c = calloc(1, sizeof *c);
    int failed = SUBJECT_NO_MEMORY;
    if (c == NULL)
        message_set(d, "out of memory");
    else
        failed = peer_base_init(&c->base, m, wish, d);
    if (failed == 0 && set_up(c)) {
        failed = SUBJECT_NO_MEMORY;
        message_set(d, "%s: CVODE cannot be set up", m->name);
    }
    if (failed == 0)
        *s = peer_base_subject(&c->base, start, run, free_multistep);
    else if (c != NULL)
        free_multistep(c);
    return failed;
}

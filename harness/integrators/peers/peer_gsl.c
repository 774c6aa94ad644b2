/* GSL's integrators as peers: an evolution object with the control that holds each
 * component's error to absolute + relative |x_i|.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "harness/base/message.h"
#include "harness/integrators/peers/peer_system.h"

struct peer_gsl {
    struct peer_system system;
    gsl_odeiv2_system functions;
    gsl_odeiv2_driver *driver;
    double t, h, initial_step;
    long steps;
    double *x, *attempt;
    struct diagnostic why;
};

/* GSL ends the integration at GSL_EBADFUNC and answers other failures by a shorter
 * step. */
static int code_of(enum peer_outcome outcome) {
    static const int CODE[] = {GSL_SUCCESS, GSL_ERUNAWAY, GSL_EBADFUNC};
    return CODE[outcome];
}

static int field(double t, const double *x, double *xdot, void *self) {
    return code_of(peer_system_field(self, t, x, xdot));
}

/* Neither of the two methods reads dF/dt. */
static int jacobian(double t, const double *x, double *dfdx, double *dfdt, void *self) {
    struct peer_system *p = self;
    for (int i = 0; i < p->nx; i++)
        dfdt[i] = 0;
    return code_of(peer_system_jacobian(p, t, x, dfdx, p->nx, 1));
}

static int start(void *self, double t, const double *x) {
    struct peer_gsl *g = self;
    memcpy(g->x, x, (size_t)g->system.nx * sizeof *x);
    g->t = t;
    g->h = g->initial_step;
    g->steps = 0;
    g->system.evaluations = g->system.jacobians = 0;
    if (gsl_odeiv2_driver_reset(g->driver) != GSL_SUCCESS)
        return message_set(&g->why, "GSL cannot begin anew");
    return 0;
}

static int refuse_step(void *self, double h) {
    (void)h;
    return message_set(&((struct peer_gsl *)self)->why,
                       "a peer makes no step of a given size");
}

static int advance(void *self, double h, double t_final) {
    struct peer_gsl *g = self;
    double t = g->t, next = fmin(g->h, h);
    memcpy(g->attempt, g->x, (size_t)g->system.nx * sizeof *g->x);
    int status = gsl_odeiv2_evolve_apply(g->driver->e, g->driver->c, g->driver->s,
                                         &g->functions, &t, t_final, &next, g->attempt);
    if (status == GSL_SUCCESS && !(t > g->t))
        status = GSL_EFAILED;
    if (status == GSL_EBADFUNC && g->system.evaluations >= g->system.most_evaluations)
        return message_set(&g->why, "more evaluations than allowed");
    if (status != GSL_SUCCESS)
        return message_set(&g->why, "GSL: %s", gsl_strerror(status));
    memcpy(g->x, g->attempt, (size_t)g->system.nx * sizeof *g->x);
    g->t = t;
    g->h = next;
    g->steps++;
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct peer_gsl *g = self;
    while (g->t < t_final)
        if (advance(self, h, t_final))
            return -1;
    return 0;
}

static const double *state(void *self) {
    return ((struct peer_gsl *)self)->x;
}

static double time_now(void *self) {
    return ((struct peer_gsl *)self)->t;
}

static void statistics(void *self, json_t *into) {
    const struct peer_gsl *g = self;
    peer_system_statistics(&g->system, g->steps, into);
}

static const char *why(void *self) {
    return ((struct peer_gsl *)self)->why.text;
}

static void free_peer(void *self) {
    struct peer_gsl *g = self;
    if (g->driver != NULL)
        gsl_odeiv2_driver_free(g->driver);
    peer_system_clear(&g->system);
    free(g->x);
    free(g->attempt);
    free(g);
}

static int make_driver(struct peer_gsl *g, enum peer peer,
                       const struct peer_options *options, struct diagnostic *d) {
    size_t nx = (size_t)g->system.nx;
    g->functions = (gsl_odeiv2_system){field, jacobian, nx, &g->system};
    g->initial_step = options->initial_step;
    g->driver = gsl_odeiv2_driver_alloc_y_new(
        &g->functions,
        peer == PEER_GSL_MSBDF ? gsl_odeiv2_step_msbdf : gsl_odeiv2_step_rk1imp,
        options->initial_step, options->absolute, options->relative);
    g->x = calloc(nx + 1, sizeof *g->x);
    g->attempt = calloc(nx + 1, sizeof *g->attempt);
    if (g->driver != NULL && g->x != NULL && g->attempt != NULL)
        return 0;
    message_set(d, "out of memory");
    return SUBJECT_NO_MEMORY;
}

int peer_gsl_open(struct subject *s, enum peer peer, struct model *m,
                  const struct peer_options *options, struct diagnostic *d) {
    struct peer_gsl *g = calloc(1, sizeof *g);
    if (g == NULL) {
        message_set(d, "out of memory");
        return SUBJECT_NO_MEMORY;
    }
    int failed = peer_system_init(&g->system, m, options->most_evaluations, d);
    if (failed == 0)
        failed = make_driver(g, peer, options, d);
    if (failed != 0) {
        free_peer(g);
        return failed;
    }
    *s = (struct subject){.self = g,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = peer_name((int)peer),
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

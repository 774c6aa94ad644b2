/* GSL's steppers (gsl_odeiv2.h) in GSL's own loops: with error control its evolution object, with
 * fixed steps the stepper alone, whose implicit equations are solved as tightly as a control asks
 * for that is not used for anything else.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

#include "harness/base/message.h"
#include "harness/speed/benchmarks/peer_base.h"

/* The first step under error control, as a part of the way. */
static const double first_part = 1e-3;

struct stepped {
    struct peer_base base;
    gsl_odeiv2_system functions;
    gsl_odeiv2_driver *driver;
    double *error; /* [nx] that a fixed step estimates */
};

/* GSL ends the integration at GSL_EBADFUNC and answers other failures by a shorter step. */
static int code_of(enum peer_outcome outcome) {
    static const int CODE[] = {GSL_SUCCESS, GSL_ERUNAWAY, GSL_EBADFUNC};
    return CODE[outcome];
}

static int field(double t, const double *x, double *xdot, void *self) {
    return code_of(peer_system_field(self, t, x, xdot));
}

/* None of the methods reads dF/dt. */
static int jacobian(double t, const double *x, double *dfdx, double *dfdt, void *self) {
    struct peer_system *p = self;
    for (int i = 0; i < p->nx; i++)
        dfdt[i] = 0;
    return code_of(peer_system_jacobian(p, t, x, dfdx, p->nx, 1));
}

static int start(void *self, double t, const double *x) {
    struct stepped *g = self;
    peer_base_begin(&g->base, t, x);
    if (gsl_odeiv2_driver_reset(g->driver) != GSL_SUCCESS)
        return message_set(&g->base.why, "GSL cannot begin anew");
    return 0;
}

static int run_controlled(struct stepped *g, double t_final) {
    double h = g->base.wish.length * first_part;
    int status = GSL_SUCCESS;
    while (g->base.t < t_final && status == GSL_SUCCESS) {
        status =
            gsl_odeiv2_evolve_apply(g->driver->e, g->driver->c, g->driver->s,
                                    &g->functions, &g->base.t, t_final, &h, g->base.x);
        g->base.steps++;
    }
    return status;
}

static int run_fixed(struct stepped *g, double h, double t_final) {
    const double begin = g->base.t;
    const long steps = lround((t_final - begin) / h);
    int status = GSL_SUCCESS;
    for (long i = 0; i < steps && status == GSL_SUCCESS; i++) {
        status = gsl_odeiv2_step_apply(g->driver->s, begin + (double)i * h, h, g->base.x,
                                       g->error, NULL, NULL, &g->functions);
        g->base.steps++;
    }
    g->base.t = t_final;
    return status;
}

static int run(void *self, double h, double t_final) {
    struct stepped *g = self;
    int status =
        g->base.wish.accuracy > 0 ? run_controlled(g, t_final) : run_fixed(g, h, t_final);
    return status == GSL_SUCCESS
               ? 0
               : message_set(&g->base.why, "GSL: %s", gsl_strerror(status));
}

static void free_stepped(void *self) {
    struct stepped *g = self;
    if (g->driver != NULL)
        gsl_odeiv2_driver_free(g->driver);
    free(g->error);
    peer_base_clear(&g->base);
    free(g);
}

static const gsl_odeiv2_step_type *find_stepper(const char *method) {
    if (strcmp(method, "gsl-rk1imp") == 0)
        return gsl_odeiv2_step_rk1imp;
    if (strcmp(method, "gsl-msbdf") == 0)
        return gsl_odeiv2_step_msbdf;
    return strcmp(method, "gsl-msadams") == 0 ? gsl_odeiv2_step_msadams
                                              : gsl_odeiv2_step_rk8pd;
}

static int make_driver(struct stepped *g, struct diagnostic *d) {
    const struct peer_wish *w = &g->base.wish;
    const double accuracy = w->accuracy > 0 ? w->accuracy : w->tolerance;
    const size_t nx = (size_t)g->base.system.nx;
    g->functions = (gsl_odeiv2_system){field, jacobian, nx, &g->base.system};
    g->driver = gsl_odeiv2_driver_alloc_y_new(&g->functions, find_stepper(w->method),
                                              w->length * first_part, accuracy, accuracy);
    g->error = calloc(nx + 1, sizeof *g->error);
    if (g->driver != NULL && g->error != NULL)
        return 0;
    message_set(d, "out of memory");
    return SUBJECT_NO_MEMORY;
}

/* Multistep formulas of GSL choose their order by their own error test. */
static int refuse_fixed(const struct peer_wish *w, struct diagnostic *d) {
    if (w->accuracy > 0 || strncmp(w->method, "gsl-ms", strlen("gsl-ms")) != 0)
        return 0;
    message_set(d, "%s has no fixed steps: its order is its error test's choice",
                w->method);
    return SUBJECT_REFUSED;
}

int peer_open_gsl(struct subject *s, struct model *m, const struct peer_wish *wish,
                  struct diagnostic *d) {
    struct stepped *g = NULL;
    int failed = refuse_fixed(wish, d);
    if (failed != 0)
        return failed;
    gsl_set_error_handler_off();
    if ((g = calloc(1, sizeof *g)) == NULL) {
        message_set(d, "out of memory");
        return SUBJECT_NO_MEMORY;
    }
    failed = peer_base_init(&g->base, m, wish, d);
    if (failed == 0)
        failed = make_driver(g, d);
    if (failed != 0)
        free_stepped(g);
    else
        *s = peer_base_subject(&g->base, start, run, free_stepped);
    return failed;
}

const char *peer_version_gsl(void) {
    return gsl_version;
}

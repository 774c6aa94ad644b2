/* The integrators of the GNU Scientific Library (gsl_odeiv2), all eleven, as a plug-in:
 *
 *     cc -std=c11 -O2 -fPIC -shared -I harness/plugin -DADAPTER=adapter_gsl \
 *         harness/plugin/adapters/gsl.c harness/plugin/adapters/adapter.c \
 *         harness/plugin/adapters/adapter_entry.c -lgsl -lgslcblas -lm -o gsl.so
 *     ./halfstep fingerprint --integrator ./gsl.so --option stepper=rk1imp
 *
 * A step is one gsl_odeiv2_step_apply, its estimate what that stores in yerr, unchanged; advance
 * is gsl_odeiv2_evolve_apply with the control that holds each component's error to absolute +
 * relative |x_i|, both of them `accuracy`. The implicit steppers iterate until they are within
 * that control, too, and get the exact Jacobian. A library linked with GSL falls under its
 * licence, the GPL.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

#include "adapter.h"

enum counter { STEPS, FAILED_STEPS, EVALUATIONS, JACOBIANS, COUNTERS };

struct adapter {
    struct adapter_place place;
    const struct halfstep_system *system;
    const gsl_odeiv2_step_type *type;
    gsl_odeiv2_system functions;
    gsl_odeiv2_driver *driver; /* NULL: to be made by start */
    struct adapter_control control;
    double next; /* the step that advance is to try */
    double *attempt, *before, *after;
    double counter[COUNTERS];
};

static const struct {
    const char *name;
    const gsl_odeiv2_step_type **type;
} STEPPER[] = {
    {"rk2", &gsl_odeiv2_step_rk2},       {"rk4", &gsl_odeiv2_step_rk4},
    {"rkf45", &gsl_odeiv2_step_rkf45},   {"rkck", &gsl_odeiv2_step_rkck},
    {"rk8pd", &gsl_odeiv2_step_rk8pd},   {"rk1imp", &gsl_odeiv2_step_rk1imp},
    {"rk2imp", &gsl_odeiv2_step_rk2imp}, {"rk4imp", &gsl_odeiv2_step_rk4imp},
    {"bsimp", &gsl_odeiv2_step_bsimp},   {"msadams", &gsl_odeiv2_step_msadams},
    {"msbdf", &gsl_odeiv2_step_msbdf},
};

/* GSL ends at GSL_EBADFUNC, and answers other failures by a shorter step. */
static int field(double t, const double *x, double *xdot, void *self) {
    struct adapter *a = self;
    a->counter[EVALUATIONS]++;
    return a->system->derivative(a->system->context, t, x, xdot) ? GSL_EDOM : GSL_SUCCESS;
}

/* into[nx] += factor F(t, x). */
static int add_field(struct adapter *a, double t, const double *x, double factor,
                     double *into) {
    int failed = field(t, x, a->after, a);
    for (size_t i = 0; i < a->place.nx && !failed; i++)
        into[i] += factor * a->after[i];
    return failed;
}

/* dF/dt by the difference of fourth order (8 (F(t+d) - F(t-d)) - F(t+2d) + F(t-2d)) /
 * 12d: exact for polynomials in t up to degree 4, and with this d also in double where
 * these have few digits. */
static int differentiate_in_time(struct adapter *a, double t, const double *x,
                                 double *dfdt) {
    const double d = 0x1p-10;
    for (size_t i = 0; i < a->place.nx; i++)
        dfdt[i] = 0;
    int failed = add_field(a, t + d, x, 8, dfdt) || add_field(a, t - d, x, -8, dfdt) ||
                 add_field(a, t + 2 * d, x, -1, dfdt) ||
                 add_field(a, t - 2 * d, x, 1, dfdt);
    for (size_t i = 0; i < a->place.nx; i++)
        dfdt[i] /= 12 * d;
    return failed;
}

/* Of all steppers bsimp alone reads dF/dt. */
static int jacobian(double t, const double *x, double *dfdx, double *dfdt, void *self) {
    struct adapter *a = self;
    a->counter[JACOBIANS]++;
    if (a->system->jacobian(a->system->context, t, x, dfdx))
        return GSL_EDOM;
    if (a->type == gsl_odeiv2_step_bsimp)
        return differentiate_in_time(a, t, x, dfdt);
    for (size_t i = 0; i < a->place.nx; i++)
        dfdt[i] = 0;
    return GSL_SUCCESS;
}

static void destroy(void *self) {
    struct adapter *a = self;
    if (a->driver != NULL)
        gsl_odeiv2_driver_free(a->driver);
    free(a->place.x);
    free(a);
}

static void *create(const struct halfstep_system *system) {
    enum { arrays = 5 };
    struct adapter *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    gsl_set_error_handler_off();
    *a = (struct adapter){.system = system,
                          .place.nx = (size_t)(system->nq + system->nv + system->nz),
                          .type = gsl_odeiv2_step_rkf45,
                          .control = {1e-12, 1e-12, 1e-3, INFINITY}};
    a->functions = (gsl_odeiv2_system){field, jacobian, a->place.nx, a};
    a->place.x = calloc(arrays * a->place.nx, sizeof *a->place.x);
    if (a->place.x == NULL) {
        destroy(a);
        return NULL;
    }
    a->attempt = a->place.x + a->place.nx;
    a->place.error = a->attempt + a->place.nx;
    a->before = a->place.error + a->place.nx;
    a->after = a->before + a->place.nx;
    return a;
}

static int choose_stepper(struct adapter *a, const char *name) {
    for (size_t i = 0; i < sizeof STEPPER / sizeof *STEPPER; i++)
        if (strcmp(name, STEPPER[i].name) == 0) {
            a->type = *STEPPER[i].type;
            return 0;
        }
    return -1;
}

/* What GSL has made for other options is made anew by start. */
static int set_option(void *self, const char *name, const char *value) {
    struct adapter *a = self;
    if (a->driver != NULL)
        gsl_odeiv2_driver_free(a->driver);
    a->driver = NULL;
    if (strcmp(name, "stepper") == 0)
        return choose_stepper(a, value);
    return adapter_read_control(&a->control, name, value);
}

static int start(void *self, double t, const double *x) {
    struct adapter *a = self;
    if (a->driver != NULL && gsl_odeiv2_driver_reset(a->driver) != GSL_SUCCESS)
        return adapter_fail(&a->place, "GSL cannot begin anew");
    if (a->driver == NULL)
        a->driver =
            gsl_odeiv2_driver_alloc_y_new(&a->functions, a->type, a->control.initial_step,
                                          a->control.absolute, a->control.relative);
    if (a->driver == NULL)
        return adapter_fail(&a->place, "out of memory");
    memcpy(a->place.x, x, a->place.nx * sizeof *x);
    memset(a->place.error, 0, a->place.nx * sizeof *a->place.error);
    memset(a->counter, 0, sizeof a->counter);
    a->place.t = t;
    a->next = a->control.initial_step;
    return 0;
}

static int accept(struct adapter *a, double t, const double *error) {
    memcpy(a->place.x, a->attempt, a->place.nx * sizeof *a->place.x);
    memcpy(a->place.error, error, a->place.nx * sizeof *error);
    a->place.t = t;
    a->counter[STEPS]++;
    return 0;
}

static int refuse(struct adapter *a, int status) {
    a->counter[FAILED_STEPS]++;
    return adapter_fail(&a->place, gsl_strerror(status));
}

static int step(void *self, double h) {
    struct adapter *a = self;
    if (a->driver == NULL)
        return adapter_fail(&a->place, "a step before start");
    memcpy(a->attempt, a->place.x, a->place.nx * sizeof *a->place.x);
    /* What evolve has kept of the last derivative belongs to a step before this one. */
    gsl_odeiv2_evolve_reset(a->driver->e);
    int status = gsl_odeiv2_step_apply(a->driver->s, a->place.t, h, a->attempt, a->before,
                                       NULL, NULL, &a->functions);
    return status == GSL_SUCCESS ? accept(a, a->place.t + h, a->before)
                                 : refuse(a, status);
}

static int advance_by(void *self, double longest, double t_final) {
    struct adapter *a = self;
    if (a->driver == NULL)
        return adapter_fail(&a->place, "a step before start");
    gsl_odeiv2_evolve *evolve = a->driver->e;
    double t = a->place.t, h = fmin(a->next, longest);
    unsigned long failed_before = evolve->failed_steps;
    memcpy(a->attempt, a->place.x, a->place.nx * sizeof *a->place.x);
    int status = gsl_odeiv2_evolve_apply(evolve, a->driver->c, a->driver->s,
                                         &a->functions, &t, t_final, &h, a->attempt);
    a->counter[FAILED_STEPS] += (double)(evolve->failed_steps - failed_before);
    if (status == GSL_SUCCESS && !(t > a->place.t))
        status = GSL_EFAILED;
    if (status != GSL_SUCCESS)
        return refuse(a, status);
    a->next = h;
    return accept(a, t, evolve->yerr);
}

static int advance(void *self, double t_final) {
    return advance_by(self, ((struct adapter *)self)->control.max_step, t_final);
}

static int run_under_control(struct adapter *a, double t_final) {
    gsl_odeiv2_driver *d = a->driver;
    double h = a->control.initial_step;
    int status = GSL_SUCCESS;
    while (a->place.t < t_final && status == GSL_SUCCESS) {
        status = gsl_odeiv2_evolve_apply(d->e, d->c, d->s, &a->functions, &a->place.t,
                                         t_final, &h, a->place.x);
        a->counter[STEPS]++;
    }
    return status;
}

static int run_fixed(struct adapter *a, double h, double t_final) {
    const double begin = a->place.t;
    const long steps = lround((t_final - begin) / h);
    int status = GSL_SUCCESS;
    for (long i = 0; i < steps && status == GSL_SUCCESS; i++) {
        status = gsl_odeiv2_step_apply(a->driver->s, begin + (double)i * h, h, a->place.x,
                                       a->before, NULL, NULL, &a->functions);
        a->counter[STEPS]++;
    }
    a->place.t = t_final;
    return status;
}

static int run(void *self, double h, double t_final) {
    const int status =
        h > 0 ? run_fixed(self, h, t_final) : run_under_control(self, t_final);
    return status == GSL_SUCCESS ? 0 : refuse(self, status);
}

static const char *version(void) {
    return gsl_version;
}

static int statistic(void *self, int i, const char **name, double *value) {
    static const char *const NAME[COUNTERS] = {"steps", "failed_steps", "evaluations",
                                               "jacobians"};
    const struct adapter *a = self;
    if (i < 0 || i >= COUNTERS)
        return -1;
    *name = NAME[i];
    *value = a->counter[i];
    return 0;
}

const struct adapter_table adapter_gsl = {
    .integrator = ADAPTER_INTEGRATOR("GSL"),
    .version = version,
    .advance_by = advance_by,
    .run = run,
};

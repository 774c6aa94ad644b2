/* Semi-explicit Euler and its relatives, fast/mechanical.h, as integrators under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/integrators/bind_joints.h"
#include "harness/integrators/counted.h"
#include "harness/integrators/subject_parts.h"

struct own {
    struct model *model;
    struct bind_joints *binding;
    bool counts_calls;
    struct counted counted; /* the binding's system, if it does: calls since the start */
    long start_calls;       /* at the start */
    double max_step;        /* the caller's limit; infinite: none */
    double fixed_step;      /* the integrator's own; NaN: error control */
    double sign;            /* of the integrator's estimate, to be computed minus true */
    mechanical *integrator;
    double *estimate;
    struct diagnostic why;
};

static int report(struct own *own, enum fast_status status) {
    return status == FAST_OK
               ? 0
               : subject_name_failure(&own->why, own->model, status,
                                      mechanical_failed_row(own->integrator),
                                      mechanical_advanced_time(own->integrator));
}

static int start(void *self, double t, const double *x) {
    struct own *own = self;
    const long before = own->counted.calls;
    enum fast_status status = mechanical_start(own->integrator, t, x);
    if (status == FAST_OK) {
        own->start_calls = own->counted.calls - before;
        own->counted.calls = 0;
    }
    return report(own, status);
}

static int step(void *self, double h) {
    struct own *own = self;
    return report(own, mechanical_step(own->integrator, h));
}

static int advance(void *self, double h, double t_final) {
    struct own *own = self;
    return report(own,
                  mechanical_advance(own->integrator, fmin(h, own->max_step), t_final));
}

/* Steps as advance() makes them; in one go where those are the integrator's own. */
static int run(void *self, double h, double t_final) {
    struct own *own = self;
    int failed;
    if (isnan(own->fixed_step) ? isinf(h) : fmin(h, own->max_step) == own->fixed_step)
        return report(own, mechanical_run(own->integrator, t_final));
    do {
        failed = advance(own, h, t_final);
    } while (!failed && mechanical_advanced_time(own->integrator) < t_final);
    return failed;
}

static int tell(void *self, double wanted, double t_final, bool *told) {
    struct own *own = self;
    enum mechanical_stop stop = MECHANICAL_START_OF_INTERVAL;
    enum fast_status status = FAST_OK;
    while (status == FAST_OK && stop == MECHANICAL_START_OF_INTERVAL)
        status = mechanical_step_to(own->integrator, wanted, t_final, &stop);
    *told = status == FAST_OK && stop == MECHANICAL_REACHED_REPORT_TIME;
    return report(own, status);
}

static const double *state(void *self) {
    struct own *own = self;
    return mechanical_state(own->integrator);
}

static const double *estimate(void *self) {
    struct own *own = self;
    const double *its = mechanical_error_estimate(own->integrator);
    for (int i = 0; i < own->model->nq + own->model->nv + own->model->nz; i++)
        own->estimate[i] = own->sign * its[i] + 0.0; /* no minus zero */
    return own->estimate;
}

static double time_now(void *self) {
    struct own *own = self;
    return mechanical_time(own->integrator);
}

static const double *multipliers(void *self) {
    struct own *own = self;
    return mechanical_multipliers(own->integrator);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    struct own *own = self;
    *position = mechanical_position_error(own->integrator);
    *velocity = mechanical_velocity_error(own->integrator);
}

static void statistics(void *self, json_t *into) {
    struct own *own = self;
    subject_add_mechanical(into, mechanical_statistics(own->integrator));
    if (own->counts_calls)
        json_object_set_new(into, "rates_calls",
                            json_integer(own->counted.calls + own->start_calls));
}

static const char *why(void *self) {
    struct own *own = self;
    return own->why.text;
}

static void free_own(void *self) {
    struct own *own = self;
    mechanical_free(own->integrator);
    bind_joints_free(own->binding);
    free(own->estimate);
    free(own);
}

static enum fast_status make_integrator(struct own *own,
                                        const struct subject_options *o) {
    const int ny = own->model->nv + own->model->nz;
    bool *relative = calloc((size_t)ny + 1, sizeof *relative);
    if (relative == NULL)
        return FAST_NO_MEMORY;
    struct mechanical_options its = subject_mechanical_settings(o, relative);
    own->fixed_step = its.fixed_step;
    const struct mechanical_system *system =
        counted_choose(&own->counted, bind_joints_system(own->binding), o);
    enum fast_status status = mechanical_alloc(&own->integrator, system, &its);
    free(relative);
    return status;
}

static int make_own(struct own *own, struct model *m, const struct subject_options *o,
                    struct diagnostic *d) {
    bool implicit = o->mechanical.method == MECHANICAL_SEMI_EXPLICIT_EULER &&
                    o->mechanical.form != MECHANICAL_GAMING;
    own->model = m;
    own->counts_calls = o->counts_calls;
    own->max_step = isnan(o->max_step) ? INFINITY : o->max_step;
    own->sign = subject_mechanical_sign(o);
    own->estimate = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *own->estimate);
    if (own->estimate == NULL)
        return subject_refuse_status(m, FAST_NO_MEMORY, d);
    enum problem_status bound = bind_joints_alloc(&own->binding, m, implicit);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    enum fast_status status = make_integrator(own, o);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_mechanical(struct subject *s, struct model *m,
                            const struct subject_options *options, struct diagnostic *d) {
    struct own *own = calloc(1, sizeof *own);
    int failure = own == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                              : make_own(own, m, options, d);
    if (failure != 0) {
        if (own != NULL)
            free_own(own);
        return failure;
    }
    bool estimates = options->mechanical.method != MECHANICAL_SEMI_EXPLICIT_EULER;
    *s = (struct subject){
        .self = own,
        .nq = m->nq,
        .nv = m->nv,
        .nz = m->nz,
        .method = subject_name(options),
        .start = start,
        .step = step,
        .advance = advance,
        .run = run,
        .state = state,
        .estimate = estimates ? estimate : NULL,
        .time = time_now,
        .tell = tell,
        .joints = m->joints,
        .multipliers = multipliers,
        .constraint_errors = constraint_errors,
        .statistics = statistics,
        .why = why,
        .free = free_own,
    };
    return 0;
}

/* Backward differentiation formulas with projection, fast/bdf.h, as an integrator under test.
 * Its steps are its own: step() is refused, advance() and run() take as long ones as error
 * control has them; a step ends at each time that is to be told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/bdf.h"

#include <math.h>
#include <stdlib.h>

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
    bdf *integrator;
    struct diagnostic why;
};

static int report(struct own *own, enum fast_status status) {
    return status == FAST_OK ? 0
                             : subject_name_failure(&own->why, own->model, status,
                                                    bdf_failed_row(own->integrator),
                                                    bdf_time(own->integrator));
}

static int start(void *self, double t, const double *x) {
    struct own *own = self;
    const long before = own->counted.calls;
    enum fast_status status = bdf_start(own->integrator, t, x);
    if (status == FAST_OK) {
        own->start_calls = own->counted.calls - before;
        own->counted.calls = 0;
    }
    return report(own, status);
}

static int step(void *self, double h) {
    struct own *own = self;
    (void)h;
    return message_set(&own->why, "bdf makes no single steps: their sizes are its own");
}

static int advance(void *self, double h, double t_final) {
    struct own *own = self;
    return report(own, bdf_advance(own->integrator, h, t_final));
}

static int run(void *self, double h, double t_final) {
    struct own *own = self;
    int failed;
    do {
        failed = advance(own, h, t_final);
    } while (!failed && bdf_time(own->integrator) < t_final);
    return failed;
}

static int tell(void *self, double wanted, double t_final, bool *told) {
    struct own *own = self;
    double end = fmin(wanted, t_final);
    int failed = bdf_time(own->integrator) < end ? advance(own, INFINITY, end) : 0;
    *told = !failed && bdf_time(own->integrator) >= wanted;
    return failed;
}

static const double *state(void *self) {
    struct own *own = self;
    return bdf_state(own->integrator);
}

static double time_now(void *self) {
    struct own *own = self;
    return bdf_time(own->integrator);
}

static const double *multipliers(void *self) {
    struct own *own = self;
    return bdf_multipliers(own->integrator);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    struct own *own = self;
    *position = bdf_position_error(own->integrator);
    *velocity = bdf_velocity_error(own->integrator);
}

static void statistics(void *self, json_t *into) {
    struct own *own = self;
    subject_add_mechanical(into, bdf_statistics(own->integrator));
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
    bdf_free(own->integrator);
    bind_joints_free(own->binding);
    free(own);
}

static enum fast_status make_integrator(struct own *own,
                                        const struct subject_options *o) {
    const int ny = own->model->nv + own->model->nz;
    bool *relative = calloc((size_t)ny + 1, sizeof *relative);
    if (relative == NULL)
        return FAST_NO_MEMORY;
    struct mechanical_options its = subject_mechanical_settings(o, relative);
    its.fixed_step = NAN;
    own->counts_calls = o->counts_calls;
    const struct mechanical_system *system =
        counted_choose(&own->counted, bind_joints_system(own->binding), o);
    enum fast_status status = bdf_alloc(&own->integrator, system, &its);
    free(relative);
    return status;
}

static int make_own(struct own *own, struct model *m, const struct subject_options *o,
                    struct diagnostic *d) {
    own->model = m;
    enum problem_status bound = bind_joints_alloc(&own->binding, m, false);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    enum fast_status status = make_integrator(own, o);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_bdf(struct subject *s, struct model *m,
                     const struct subject_options *options, struct diagnostic *d) {
    struct own *own = calloc(1, sizeof *own);
    int failure = own == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                              : make_own(own, m, options, d);
    if (failure != 0) {
        if (own != NULL)
            free_own(own);
        return failure;
    }
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

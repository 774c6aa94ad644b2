/* Our own velocity-implicit Euler as an integrator under test. The largest step is fixed when
 * an integrator of fast is made, so a run with another step makes another one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/bind.h"
#include "harness/message.h"
#include "harness/subject.h"

struct own {
    struct binding *binding;
    struct fast_options options; /* max_step: what `integrator` was made with */
    double max_step;             /* the caller's limit */
    fast *integrator;
    struct diagnostic why;
};

static int report(struct own *own, enum fast_status status) {
    if (status == FAST_OK)
        return 0;
    return message_set(&own->why, "%s", fast_status_text(status));
}

static int start(void *self, double t, const double *x) {
    struct own *own = self;
    return report(own, fast_start(own->integrator, t, x));
}

static int step(void *self, double h) {
    struct own *own = self;
    return report(own, fast_step(own->integrator, h));
}

/* Replaces the integrator by one with another largest step, at the same time and state. */
static enum fast_status change_max_step(struct own *own, double max_step) {
    struct fast_options options = own->options;
    options.max_step = max_step;
    fast *made;
    enum fast_status status = fast_alloc(&made, bind_system(own->binding), &options);
    if (status == FAST_OK)
        status =
            fast_start(made, fast_time(own->integrator), fast_state(own->integrator));
    if (status != FAST_OK) {
        fast_free(made);
        return status;
    }
    fast_free(own->integrator);
    own->integrator = made;
    own->options = options;
    return FAST_OK;
}

static int run(void *self, double h, double t_final) {
    struct own *own = self;
    double max_step = isnan(own->max_step) ? h : fmin(h, own->max_step);
    enum fast_status status = FAST_OK;
    if (max_step != own->options.max_step)
        status = change_max_step(own, max_step);
    if (status == FAST_OK)
        status = fast_run(own->integrator, t_final);
    return report(own, status);
}

static const double *state(void *self) {
    struct own *own = self;
    return fast_state(own->integrator);
}

static const double *estimate(void *self) {
    struct own *own = self;
    return fast_error_estimate(own->integrator);
}

static double time_now(void *self) {
    struct own *own = self;
    return fast_time(own->integrator);
}

static void statistics(void *self, json_t *into) {
    struct own *own = self;
    const struct fast_statistics *s = fast_statistics(own->integrator);
#define ADD_COUNTER(name) json_object_set_new(into, #name, json_integer(s->name));
    FAST_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name)                                                                \
    json_object_set_new(into, #name,                                                     \
                        isfinite(s->name) ? json_real(s->name) : json_null());
    FAST_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
}

static const char *why(void *self) {
    struct own *own = self;
    return own->why.text;
}

static void free_own(void *self) {
    struct own *own = self;
    fast_free(own->integrator);
    bind_free(own->binding);
    free(own);
}

static int make_integrator(struct own *own, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    bool exact = options->jacobian == FAST_EXACT;
    enum problem_status bound = bind_alloc(&own->binding, m, exact);
    if (bound != PROBLEM_OK) {
        message_set(d, "%s: %s", m->name, problem_status_text(bound));
        return bound == PROBLEM_NO_MEMORY ? SUBJECT_NO_MEMORY : SUBJECT_REFUSED;
    }
    own->max_step = options->max_step;
    own->options = (struct fast_options){
        .accuracy = options->accuracy,
        .max_step = isnan(options->max_step) ? INFINITY : options->max_step,
        .min_step = options->min_step,
        .throw_on_min_step = options->throw_on_min_step,
        .jacobian = options->jacobian,
        .newton = options->newton,
    };
    enum fast_status status =
        fast_alloc(&own->integrator, bind_system(own->binding), &own->options);
    if (status == FAST_OK)
        return 0;
    message_set(d, "%s: %s", m->name, fast_status_text(status));
    return status == FAST_NO_MEMORY ? SUBJECT_NO_MEMORY : SUBJECT_REFUSED;
}

int subject_open(struct subject *s, struct model *m,
                 const struct subject_options *options, struct diagnostic *d) {
    struct own *own = calloc(1, sizeof *own);
    if (own == NULL) {
        message_set(d, "%s: out of memory", m->name);
        return SUBJECT_NO_MEMORY;
    }
    int failure = make_integrator(own, m, options, d);
    if (failure != 0) {
        free_own(own);
        return failure;
    }
    *s = (struct subject){
        .self = own,
        .nq = m->nq,
        .nv = m->nv,
        .nz = m->nz,
        .method = "velocity-implicit-euler",
        .start = start,
        .step = step,
        .run = run,
        .state = state,
        .estimate = estimate,
        .time = time_now,
        .statistics = statistics,
        .why = why,
        .free = free_own,
    };
    return 0;
}

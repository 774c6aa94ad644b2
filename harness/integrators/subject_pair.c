/* The pair of implicit Euler, fast/fast.h, as integrators under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/commands/message.h"
#include "harness/integrators/bind.h"
#include "harness/integrators/counted.h"
#include "harness/integrators/subject_parts.h"

struct own {
    struct binding *binding;
    bool counts_calls;
    struct counted counted; /* the binding's system, if it does */
    double max_step;        /* the caller's limit; infinite: none */
    double initial_step;    /* the caller's; NaN: unset */
    fast *integrator;
    bool untouched; /* nothing has been tried since the start */
    struct diagnostic why;
};

static int report(struct own *own, enum fast_status status) {
    if (status == FAST_OK)
        return 0;
    return message_set(&own->why, "%s", fast_status_text(status));
}

/* Starting gives the first step's size a value, which is to be found anew each time. */
static enum fast_status start_anew(struct own *own, double t, const double *x) {
    enum fast_status status = fast_set_initial_step(own->integrator, own->initial_step);
    if (status == FAST_OK)
        status = fast_start(own->integrator, t, x);
    if (status == FAST_OK)
        own->counted.calls = 0;
    own->untouched = own->untouched || status == FAST_OK;
    return status;
}

static int start(void *self, double t, const double *x) {
    struct own *own = self;
    return report(own, start_anew(own, t, x));
}

static int step(void *self, double h) {
    struct own *own = self;
    own->untouched = false;
    return report(own, fast_step(own->integrator, h));
}

/* Makes h the longest step. Before the first one that is as if it had been so at the start,
 * when the first step's size was found. */
static enum fast_status limit_step(struct own *own, double h) {
    double max_step = fmin(h, own->max_step);
    if (max_step == fast_get_options(own->integrator)->max_step)
        return FAST_OK;
    enum fast_status status = fast_set_max_step(own->integrator, max_step);
    if (status == FAST_OK && own->untouched)
        status = start_anew(own, fast_time(own->integrator), fast_state(own->integrator));
    return status;
}

static int advance(void *self, double h, double t_final) {
    struct own *own = self;
    enum fast_status status = limit_step(own, h);
    if (status == FAST_OK) {
        double limit = fast_time(own->integrator) + fmin(h, own->max_step);
        own->untouched = false;
        status =
            fast_advance(own->integrator, INFINITY, INFINITY, fmin(t_final, limit), NULL);
    }
    return report(own, status);
}

static int run(void *self, double h, double t_final) {
    struct own *own = self;
    enum fast_status status = limit_step(own, h);
    if (status == FAST_OK) {
        own->untouched = false;
        status = fast_run(own->integrator, t_final);
    }
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
#define ADD_MEASURE(name) subject_add_measure(into, #name, s->name);
    FAST_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
    if (own->counts_calls)
        json_object_set_new(into, "rates_calls", json_integer(own->counted.calls));
}

static void listen(void *self,
                   void (*listener)(void *context, const struct fast_decision *decision),
                   void *context) {
    struct own *own = self;
    fast_listen(own->integrator, listener, context);
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

/* Fixed steps are as long as advance() and run() are told to make them. */
static double find_max_step(const struct subject_options *options) {
    if (!isnan(options->max_step))
        return options->max_step;
    return options->fixed_step ? INFINITY : fast_default_options().max_step;
}

static int make_integrator(struct own *own, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    bool exact = options->jacobian == FAST_EXACT;
    enum problem_status bound = bind_alloc(&own->binding, m, exact);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    own->max_step = find_max_step(options);
    own->initial_step = options->initial_step;
    own->counts_calls = options->counts_calls;
    counted_init(&own->counted, bind_system(own->binding));
    own->counted.failing_call = options->failing_call;
    own->counted.fails_by_nan = options->fails_by_nan;
    struct fast_options its = {
        .method = options->method,
        .mode = options->mode,
        .fixed_step = options->fixed_step,
        .accuracy = options->accuracy,
        .relative = options->relative,
        .absolute = options->absolute,
        .max_step = own->max_step,
        .min_step = options->min_step,
        .initial_step = options->initial_step,
        .throw_on_min_step = options->throw_on_min_step,
        .jacobian = options->jacobian,
        .newton = options->newton,
        .weights_v = options->weights_v,
        .weights_z = options->weights_z,
    };
    enum fast_status status = fast_alloc(&own->integrator,
                                         own->counts_calls || options->failing_call > 0
                                             ? &own->counted.system
                                             : bind_system(own->binding),
                                         &its);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_pair(struct subject *s, struct model *m,
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
        .method = subject_name(options),
        .start = start,
        .step = step,
        .advance = advance,
        .run = run,
        .state = state,
        .estimate = estimate,
        .time = time_now,
        .statistics = statistics,
        .listen = listen,
        .why = why,
        .free = free_own,
    };
    return 0;
}

/* The pair of implicit Euler, fast/pair.h, as integrators under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject_own.h"

static void listen(void *self,
                   void (*listener)(void *context, const struct pair_decision *decision),
                   void *context) {
    const struct subject_own *own = self;
    pair_listen(own->integrator.self, listener, context);
}

static void free_binding(void *binding) {
    bind_free(binding);
}

/* Fixed steps are as long as advance() and run() are told to make them. */
static double find_max_step(const struct subject_options *options) {
    if (!isnan(options->max_step))
        return options->max_step;
    return options->fixed_step ? INFINITY : pair_default_options().max_step;
}

static int make_integrator(struct subject_own *own, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    struct binding *binding;
    enum problem_status bound = bind_alloc(&binding, m, options->jacobian == FAST_EXACT);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    own->binding = binding;
    own->free_binding = free_binding;
    counted_init(&own->counted, bind_system(binding));
    own->counted.failing_call = options->failing_call;
    own->counted.fails_by_nan = options->fails_by_nan;
    struct pair_options its = {
        .method = options->method,
        .mode = options->mode,
        .fixed_step = options->fixed_step,
        .accuracy = options->accuracy,
        .relative = options->relative,
        .absolute = options->absolute,
        .max_step = find_max_step(options),
        .min_step = options->min_step,
        .initial_step = options->initial_step,
        .throw_on_min_step = options->throw_on_min_step,
        .jacobian = options->jacobian,
        .newton = options->newton,
        .weights_v = options->weights_v,
        .weights_z = options->weights_z,
    };
    const bool counts = own->counts_calls || options->failing_call > 0;
    enum fast_status status = integrator_of_pair(
        &own->integrator, counts ? &own->counted.system : bind_system(binding), &its);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_pair(struct subject *s, struct model *m,
                      const struct subject_options *options, struct diagnostic *d) {
    struct subject_own *own = subject_own_alloc(m, options);
    int failure = SUBJECT_NO_MEMORY;
    if (own == NULL)
        message_set(d, "%s: out of memory", m->name);
    else
        failure = make_integrator(own, m, options, d);
    failure = subject_own_open(s, own, options, failure);
    if (failure == 0)
        s->listen = listen;
    return failure;
}

/* The pair of implicit Euler, fast/pair.h, as integrators under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_native.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

static void listen(void *self,
                   void (*listener)(void *context, const struct pair_decision *decision),
                   void *context) {
    const struct subject_native *native = self;
    pair_listen(native->integrator.self, listener, context);
}

static void free_binding(void *binding) {
    bind_free(binding);
}

static int make_integrator(struct subject_native *native, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    struct binding *binding;
    enum problem_status bound =
        bind_alloc(&binding, m, options->integrator.jacobian == FAST_EXACT_JACOBIAN);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    native->binding = binding;
    native->free_binding = free_binding;
    const struct integrator_system *system =
        counted_choose(&native->counted, bind_system(binding), options);
    enum fast_status status =
        subject_native_make(native, integrator_of_pair, system, &options->integrator);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_pair(struct subject *s, struct model *m,
                      const struct subject_options *options, struct diagnostic *d) {
    struct subject_native *native = subject_native_alloc(m, options);
    int failure = SUBJECT_NO_MEMORY;
    if (native == NULL)
        message_set(d, "%s: out of memory", m->name);
    else
        failure = make_integrator(native, m, options, d);
    failure = subject_native_open(s, native, options, failure);
    if (failure == 0)
        s->listen = listen;
    return failure;
}

/* The pair of implicit Euler, fast/pair.h, as integrators under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
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

static int make_integrator(struct subject_own *own, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    struct binding *binding;
    enum problem_status bound =
        bind_alloc(&binding, m, options->integrator.jacobian == FAST_EXACT);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    own->binding = binding;
    own->free_binding = free_binding;
    const struct integrator_system *system =
        counted_choose(&own->counted, bind_system(binding), options);
    enum fast_status status =
        subject_own_make(own, integrator_of_pair, system, &options->integrator);
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

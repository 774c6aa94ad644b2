/* The time stepper for contacts, fast/contact.h, as an integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_contact_native.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

static void explain_unverified(struct subject_native *native) {
    const struct contact_statistics *s = contact_statistics(stepper_of(native));
    message_set(&native->why, "%s; the largest residual so far is %.3g%s",
                native->why.text, s->largest_residual,
                s->solves_ill_conditioned > 0
                    ? "; ill-conditioned: masses differ too much for doubles"
                    : "");
}

static int report(struct subject_native *native, enum fast_status status) {
    if (status == FAST_OK)
        return 0;
    const int failed = contact_failed(stepper_of(native));
    const double t = contact_time(stepper_of(native));
    if (failed >= 0 && status == FAST_ACCUMULATION)
        return message_set(
            &native->why,
            "contact '%s': impacts accumulate: more than max-impacts, %d, in "
            "one step at t = %.17g",
            native->model->contact[failed].name, native->max_impacts, t);
    if (failed >= 0 && status == FAST_NOT_FINITE)
        return message_set(&native->why,
                           "contact '%s': its gap or a row is not finite at "
                           "t = %.17g",
                           native->model->contact[failed].name, t);
    subject_name_contact_failure(&native->why, native->model, status, failed, t);
    if (status == FAST_UNVERIFIED)
        explain_unverified(native);
    return -1;
}

static int report_start(struct subject_native *native, enum fast_status status, double t,
                        const double *x) {
    const struct integrator_system *s = bind_contacts_system(native->binding);
    const int failed = status == FAST_OK ? -1 : contact_failed(stepper_of(native));
    if (status == FAST_PENETRATION && failed >= 0 &&
        s->gap(s->context, t, x, native->room) == 0)
        return message_set(&native->why,
                           "contact '%s': %s: its gap is %.17g at t = %.17g",
                           native->model->contact[failed].name, fast_status_text(status),
                           native->room[failed], t);
    return status == FAST_OK ? 0
                             : subject_name_contact_failure(&native->why, native->model,
                                                            status, failed, t);
}

static int explain(struct subject_native *native, enum fast_status status, double t,
                   const double *x) {
    return x != NULL ? report_start(native, status, t, x) : report(native, status);
}

static const double *gaps(void *self) {
    const struct subject_native *native = self;
    return contact_gaps(stepper_of(native));
}

static const double *impulses(void *self) {
    const struct subject_native *native = self;
    return contact_impulses(stepper_of(native));
}

static const double *load_impulses(void *self) {
    const struct subject_native *native = self;
    return contact_load_impulses(stepper_of(native));
}

static void listen_contacts(void *self, contact_listener *listener, void *context) {
    const struct subject_native *native = self;
    contact_listen(stepper_of(native), listener, context);
}

static void free_binding(void *binding) {
    bind_contacts_free(binding);
}

static int make_integrator(struct subject_native *native, struct model *m,
                           const struct subject_options *o, struct diagnostic *d) {
    native->explain = explain;
    native->max_impacts = o->integrator.max_impacts;
    native->counts_calls = false;
    native->room = calloc((size_t)(m->contacts + m->joints) + 1, sizeof *native->room);
    if (native->room == NULL)
        return subject_refuse_status(m, FAST_NO_MEMORY, d);
    struct bind_contacts *binding;
    enum problem_status bound = bind_contacts_alloc(&binding, m);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    native->binding = binding;
    native->free_binding = free_binding;
    enum fast_status status = subject_native_make(
        native, integrator_of_contact, bind_contacts_system(binding), &o->integrator);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_contact(struct subject *s, struct model *m,
                         const struct subject_options *options, struct diagnostic *d) {
    struct subject_native *native = subject_native_alloc(m, options);
    int failure = native == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                                 : make_integrator(native, m, options, d);
    failure = subject_native_open(s, native, options, failure);
    if (failure != 0)
        return failure;
    s->contacts = m->contacts;
    s->gaps = gaps;
    s->impulses = impulses;
    s->load_impulses = load_impulses;
    s->listen_contacts = listen_contacts;
    s->describe = subject_contact_describe;
    return 0;
}

/* The time stepper for contacts, fast/contact.h, as an integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "harness/integrators/subject_contact_own.h"

static void explain_unverified(struct subject_own *own) {
    const struct contact_statistics *s = contact_statistics(stepper_of(own));
    message_set(&own->why, "%s; the largest residual so far is %.3g%s", own->why.text,
                s->largest_residual,
                s->solves_ill_conditioned > 0
                    ? "; ill-conditioned: masses differ too much for doubles"
                    : "");
}

static int report(struct subject_own *own, enum fast_status status) {
    if (status == FAST_OK)
        return 0;
    const int failed = contact_failed(stepper_of(own));
    const double t = contact_time(stepper_of(own));
    if (failed >= 0 && status == FAST_ACCUMULATION)
        return message_set(
            &own->why,
            "contact '%s': impacts accumulate: more than max-impacts, %d, in "
            "one step at t = %.17g",
            own->model->contact[failed].name, own->max_impacts, t);
    if (failed >= 0 && status == FAST_NOT_FINITE)
        return message_set(&own->why,
                           "contact '%s': its gap or a row is not finite at "
                           "t = %.17g",
                           own->model->contact[failed].name, t);
    subject_name_contact_failure(&own->why, own->model, status, failed, t);
    if (status == FAST_UNVERIFIED)
        explain_unverified(own);
    return -1;
}

static int report_start(struct subject_own *own, enum fast_status status, double t,
                        const double *x) {
    const struct integrator_system *s = bind_contacts_system(own->binding);
    const int failed = status == FAST_OK ? -1 : contact_failed(stepper_of(own));
    if (status == FAST_PENETRATION && failed >= 0 &&
        s->gap(s->context, t, x, own->room) == 0)
        return message_set(&own->why, "contact '%s': %s: its gap is %.17g at t = %.17g",
                           own->model->contact[failed].name, fast_status_text(status),
                           own->room[failed], t);
    return status == FAST_OK
               ? 0
               : subject_name_contact_failure(&own->why, own->model, status, failed, t);
}

static int explain(struct subject_own *own, enum fast_status status, double t,
                   const double *x) {
    return x != NULL ? report_start(own, status, t, x) : report(own, status);
}

static const double *gaps(void *self) {
    const struct subject_own *own = self;
    return contact_gaps(stepper_of(own));
}

static const double *impulses(void *self) {
    const struct subject_own *own = self;
    return contact_impulses(stepper_of(own));
}

static const double *load_impulses(void *self) {
    const struct subject_own *own = self;
    return contact_load_impulses(stepper_of(own));
}

static void listen_contacts(void *self, contact_listener *listener, void *context) {
    const struct subject_own *own = self;
    contact_listen(stepper_of(own), listener, context);
}

static void free_binding(void *binding) {
    bind_contacts_free(binding);
}

static int make_integrator(struct subject_own *own, struct model *m,
                           const struct subject_options *o, struct diagnostic *d) {
    own->explain = explain;
    own->max_impacts = o->integrator.max_impacts;
    own->counts_calls = false;
    own->room = calloc((size_t)(m->contacts + m->joints) + 1, sizeof *own->room);
    if (own->room == NULL)
        return subject_refuse_status(m, FAST_NO_MEMORY, d);
    struct bind_contacts *binding;
    enum problem_status bound = bind_contacts_alloc(&binding, m);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    own->binding = binding;
    own->free_binding = free_binding;
    enum fast_status status = subject_own_make(
        own, integrator_of_contact, bind_contacts_system(binding), &o->integrator);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_contact(struct subject *s, struct model *m,
                         const struct subject_options *options, struct diagnostic *d) {
    struct subject_own *own = subject_own_alloc(m, options);
    int failure = own == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                              : make_integrator(own, m, options, d);
    failure = subject_own_open(s, own, options, failure);
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

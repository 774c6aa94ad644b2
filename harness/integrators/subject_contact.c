/* The time stepper for contacts, fast/contact.h, as an integrator under test. The k-th of
 * steps of h from t0 on ends at t0 + k h, rounded once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/commands/message.h"
#include "harness/integrators/bind_contacts.h"
#include "harness/integrators/subject_contact_own.h"
#include "harness/integrators/subject_parts.h"

/* A step that would end so close to the end, in units of its size, ends there: the distance
 * is what rounding of the number of steps and of their size amounts to. */
static const double closeness = 0x1p-20;

static void explain_unverified(struct subject_contact *own) {
    const struct contact_statistics *s = contact_statistics(own->stepper);
    message_set(&own->why, "%s; the largest residual so far is %.3g%s", own->why.text,
                s->largest_residual,
                s->solves_ill_conditioned > 0
                    ? "; ill-conditioned: masses differ too much for doubles"
                    : "");
}

static int report(struct subject_contact *own, enum fast_status status) {
    if (status == FAST_OK)
        return 0;
    const int failed = contact_failed(own->stepper);
    const double t = contact_time(own->stepper);
    if (failed >= 0 && status == FAST_ACCUMULATION)
        return message_set(
            &own->why,
            "contact '%s': impacts accumulate: more than max-impacts, %d, in "
            "one step at t = %.17g",
            own->model->contact[failed].name, own->options.max_impacts, t);
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

static int report_start(struct subject_contact *own, enum fast_status status, double t,
                        const double *x) {
    const struct contact_system *s = bind_contacts_system(own->binding);
    const int failed = status == FAST_OK ? -1 : contact_failed(own->stepper);
    if (status == FAST_PENETRATION && failed >= 0 &&
        s->gap(s->motion.free.context, t, x, own->room) == 0)
        return message_set(&own->why, "contact '%s': %s: its gap is %.17g at t = %.17g",
                           own->model->contact[failed].name, fast_status_text(status),
                           own->room[failed], t);
    return status == FAST_OK
               ? 0
               : subject_name_contact_failure(&own->why, own->model, status, failed, t);
}

static int start(void *self, double t, const double *x) {
    struct subject_contact *own = self;
    enum fast_status status = contact_start(own->stepper, t, x);
    if (status == FAST_OK)
        own->grid_step = NAN;
    return report_start(own, status, t, x);
}

static int step(void *self, double h) {
    struct subject_contact *own = self;
    own->grid_step = NAN;
    return report(own, contact_step(own->stepper, h));
}

/* Where the next step of h ends, t_final at the latest. */
static double find_end(struct subject_contact *own, double h, double t_final) {
    if (!(own->grid_step <= h && own->grid_step >= h)) {
        own->grid_step = h;
        own->grid_begin = contact_time(own->stepper);
        own->grid_count = 0;
    }
    const double end = own->grid_begin + ((double)own->grid_count + 1) * h;
    return end < t_final - closeness * h ? end : t_final;
}

static enum fast_status take_fixed(struct subject_contact *own, double h,
                                   double t_final) {
    const double end = find_end(own, h, t_final);
    const double t = contact_time(own->stepper);
    enum fast_status status = end > t ? contact_step(own->stepper, end - t) : FAST_OK;
    own->grid_count++;
    if (status != FAST_OK || !(end < t_final))
        own->grid_step = NAN;
    return status;
}

static enum fast_status take(struct subject_contact *own, double h, double t_final) {
    h = fmin(h, own->max_step);
    return own->is_fixed ? take_fixed(own, h, t_final)
                         : contact_advance(own->stepper, h, t_final);
}

static int advance(void *self, double h, double t_final) {
    struct subject_contact *own = self;
    return report(own, take(own, h, t_final));
}

static int run(void *self, double h, double t_final) {
    struct subject_contact *own = self;
    enum fast_status status;
    if (!own->is_fixed && isinf(h))
        return report(own, contact_run(own->stepper, t_final));
    do {
        status = take(own, h, t_final);
    } while (status == FAST_OK && contact_time(own->stepper) < t_final);
    return report(own, status);
}

/* Steps that error control chooses end at the times that are told. */
static int tell(void *self, double wanted, double t_final, bool *told) {
    struct subject_contact *own = self;
    const double end = fmin(wanted, t_final);
    int failed = contact_time(own->stepper) < end ? advance(self, INFINITY, end) : 0;
    *told = !failed && contact_time(own->stepper) >= wanted;
    return failed;
}

static const double *state(void *self) {
    const struct subject_contact *own = self;
    return contact_state(own->stepper);
}

static double time_now(void *self) {
    const struct subject_contact *own = self;
    return contact_time(own->stepper);
}

static const double *estimate(void *self) {
    const struct subject_contact *own = self;
    return contact_error_estimate(own->stepper);
}

static const double *gaps(void *self) {
    const struct subject_contact *own = self;
    return contact_gaps(own->stepper);
}

static const double *impulses(void *self) {
    const struct subject_contact *own = self;
    return contact_impulses(own->stepper);
}

static const double *load_impulses(void *self) {
    const struct subject_contact *own = self;
    return contact_load_impulses(own->stepper);
}

static void listen_contacts(void *self, contact_listener *listener, void *context) {
    const struct subject_contact *own = self;
    contact_listen(own->stepper, listener, context);
}

static const char *why(void *self) {
    const struct subject_contact *own = self;
    return own->why.text;
}

static void free_own(void *self) {
    struct subject_contact *own = self;
    contact_free(own->stepper);
    bind_contacts_free(own->binding);
    free(own->room);
    free(own);
}

static int make_own(struct subject_contact *own, struct model *m,
                    const struct subject_options *o, struct diagnostic *d) {
    own->model = m;
    own->is_fixed = o->fixed_step;
    own->max_step = isnan(o->max_step) ? INFINITY : o->max_step;
    own->options = subject_contact_settings(o);
    own->room = calloc((size_t)(m->contacts + m->joints) + 1, sizeof *own->room);
    if (own->room == NULL)
        return subject_refuse_status(m, FAST_NO_MEMORY, d);
    enum problem_status bound = bind_contacts_alloc(&own->binding, m);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    enum fast_status status =
        contact_alloc(&own->stepper, bind_contacts_system(own->binding), &own->options);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_contact(struct subject *s, struct model *m,
                         const struct subject_options *options, struct diagnostic *d) {
    struct subject_contact *own = calloc(1, sizeof *own);
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
        .estimate = own->is_fixed ? NULL : estimate,
        .time = time_now,
        .tell = own->is_fixed ? NULL : tell,
        .joints = m->joints,
        .constraint_errors = subject_contact_errors,
        .contacts = m->contacts,
        .gaps = gaps,
        .impulses = impulses,
        .load_impulses = load_impulses,
        .listen_contacts = listen_contacts,
        .statistics = subject_contact_statistics,
        .in_use = subject_contact_in_use,
        .describe = subject_contact_describe,
        .why = why,
        .free = free_own,
    };
    return 0;
}

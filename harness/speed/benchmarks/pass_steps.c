/* The steps of a method of ours, or of somebody else's integrator: from the model's start,
 * begun anew in each pass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/integrators/methods/method.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/linked/peers.h"
#include "harness/speed/benchmarks/pass.h"

struct steps {
    struct subject subject; /* free NULL: not open */
    const double *start;    /* the workload's */
    double begin, end, h;
    bool counts_memory;
};

static int run(void *self) {
    const struct steps *s = self;
    void *integrator = s->subject.self;
    return s->subject.start(integrator, s->begin, s->start) != 0 ||
           s->subject.run(integrator, s->h, s->end) != 0;
}

static void why(void *self, struct diagnostic *d) {
    const struct steps *s = self;
    message_set(d, "%s", s->subject.why(s->subject.self));
}

/* The name in an integrator's statistics, and the one that methods share. */
static const char *const names[][2] = {
    {"steps_taken", "steps"},
    {"steps_attempted", "attempts"},
    {"derivative_evals", "evaluations"},
    {"derivative_evals_for_jacobian", "evaluations_for_jacobian"},
    {"realizations", "evaluations"},
    {"rates_evals", "evaluations"},
    {"jacobian_evals", "jacobians"},
    {"newton_iters", "iterations"},
};

static const char *find_name(const char *its) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], its) == 0)
            return names[i][1];
    return its;
}

/* Adds the whole numbers of an integrator's statistics: what several methods count by one name, the
 * rest by their own. */
static void add_counters(json_t *into, const struct named_numbers *statistics) {
    for (int i = 0; i < statistics->count; i++) {
        const struct named_number *one = &statistics->list[i];
        if (one->number.is_whole)
            json_object_set_new(into, find_name(one->name), decimal_tell(&one->number));
    }
}

static int tell(void *self, json_t *into) {
    const struct subject *subject = &((struct steps *)self)->subject;
    struct named_numbers statistics = subject_counters(subject);
    add_counters(into, &statistics);
    named_clear(&statistics);
    if (((struct steps *)self)->counts_memory)
        json_object_set_new(into, "memory", json_integer((json_int_t)subject->memory));
    return json_object_set_new(into, "end",
                               json_numbers(subject->state(subject->self),
                                            subject->nq + subject->nv + subject->nz));
}

static void close(void *self) {
    struct steps *s = self;
    if (s->subject.free != NULL)
        s->subject.free(s->subject.self);
}

/* Peers evaluate the functions that our own integrators run, and where they are implicit the exact
 * Jacobian; the equations of fixed steps are solved to the option "tolerance". Under error control
 * each component is held to accuracy (1 + |x_i|) in a norm of theirs. */
static int open_peer(struct subject *s, const struct workload *w, struct diagnostic *d) {
    const char *tolerance = json_string_value(json_object_get(w->options, "tolerance"));
    struct peer_request r = {.method = peers_name(w->method),
                             .step = w->step,
                             .accuracy = w->accuracy,
                             .tolerance = PASS_PEER_TOLERANCE,
                             .length = w->length};
    if (tolerance != NULL && number_read_double(&r.tolerance, tolerance, "tolerance", d))
        return SUBJECT_REFUSED;
    if (!(r.tolerance > 0))
        return message_fail(SUBJECT_REFUSED, d, "%s: tolerance must be positive",
                            r.method);
    return peers_open(s, w->model, &r, d);
}

static int open_subject(struct steps *s, const struct workload *workload,
                        struct diagnostic *d) {
    if (peers_name(workload->method) != NULL)
        return open_peer(&s->subject, workload, d);
    struct method_settings settings;
    int failed = workload_settings(&settings, workload, d);
    if (!failed)
        failed = subject_check_model(workload->model, workload->method,
                                     subject_takes_joints(&settings.subject),
                                     subject_takes_contacts(&settings.subject), d) ||
                 subject_check_mode(workload->model, &settings.subject, d) ||
                 subject_open(&s->subject, workload->model, &settings.subject, d);
    method_settings_clear(&settings);
    return failed;
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    struct steps *s = self;
    s->start = workload->start;
    s->begin = workload->begin;
    s->counts_memory = workload->counts_memory;
    s->end = workload->begin + workload->length;
    s->h = isnan(workload->step) ? INFINITY : workload->step;
    return open_subject(s, workload, d);
}

const struct pass_kind pass_of_steps = {
    sizeof(struct steps), open, close, run, why, tell, NULL};

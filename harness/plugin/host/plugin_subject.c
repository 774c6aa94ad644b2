/* An integrator from outside as an integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/host/host.h"
#include "harness/plugin/place.h"
#include "problems/model.h"

/* One that hangs so often is not waited for again. */
enum { most_late_calls = 2 };

struct outsider {
    struct host host;
    int nx;
    double t, *x, *error;
};

/* Time, state and estimate, if the answer has them. */
static void take_state(struct outsider *f) {
    const struct packet *answer = &f->host.answer;
    const size_t size = (size_t)f->nx * sizeof(double);
    if (answer->numbers < 1 + f->nx)
        return;
    f->t = answer->number[0];
    memcpy(f->x, answer->number + 1, size);
    if (answer->numbers == 1 + 2 * f->nx)
        memcpy(f->error, answer->number + 1 + f->nx, size);
}

static int ask(struct outsider *f, enum packet_request kind, double one, double other) {
    struct packet *request = &f->host.request;
    bool was_there = f->host.guest != 0;
    request->kind = (int)kind;
    request->numbers = 2;
    request->number[0] = one;
    request->number[1] = other;
    f->host.answer.numbers = 0;
    enum packet_outcome outcome = host_ask(&f->host);
    if (was_there)
        take_state(f);
    return outcome == OUTCOME_DONE ? 0 : -1;
}

static int start(void *self, double t, const double *x) {
    struct outsider *f = self;
    struct packet *request = &f->host.request;
    if (f->host.guest == 0 && f->host.late_calls >= most_late_calls)
        return -1; /* for the reason that was given then */
    if (f->host.guest == 0 && host_start(&f->host) != OUTCOME_DONE)
        return -1;
    request->kind = REQUEST_START;
    request->numbers = 1 + f->nx;
    request->number[0] = t;
    memcpy(request->number + 1, x, (size_t)f->nx * sizeof *x);
    f->host.answer.numbers = 0;
    if (host_ask(&f->host) != OUTCOME_DONE)
        return -1;
    take_state(f);
    return 0;
}

static int step(void *self, double h) {
    return ask(self, REQUEST_STEPS, h, 1);
}

/* In one request: what goes to and fro between two processes takes longer than a small model's
 * step. */
static int steps(void *self, double h, int count) {
    return ask(self, REQUEST_STEPS, h, count);
}

static int advance(void *self, double h, double t_final) {
    return ask(self, REQUEST_ADVANCE, h, t_final);
}

static int run(void *self, double h, double t_final) {
    return ask(self, REQUEST_RUN, h, t_final);
}

static const double *state(void *self) {
    const struct outsider *f = self;
    return f->x;
}

static const double *estimate(void *self) {
    const struct outsider *f = self;
    return f->error;
}

static double time_now(void *self) {
    const struct outsider *f = self;
    return f->t;
}

/* The places of REQUEST_TELL's numbers. */
enum { TELLS_OWN_TIME, TELLS_ENERGY, TELLS_GAPS };

/* The numbers from `first` on; NULL: it could not be asked. */
static const double *told(struct outsider *f, int first) {
    f->host.request.kind = REQUEST_TELL;
    f->host.request.numbers = 0;
    if (host_ask(&f->host) != OUTCOME_DONE || f->host.answer.numbers <= first)
        return NULL;
    return f->host.answer.number + first;
}

static double energy(void *self) {
    const double *value = told(self, TELLS_ENERGY);
    return value == NULL ? NAN : *value;
}

/* They follow the gaps and the impulses. */
static const double *multipliers(void *self) {
    struct outsider *f = self;
    const int rows = model_contact_rows(f->host.model);
    return told(f, TELLS_GAPS + f->host.model->contacts + rows);
}

/* NaN where it does not tell them. */
static const double *impulses(void *self) {
    struct outsider *f = self;
    return told(f, TELLS_GAPS + f->host.model->contacts);
}

static double own_time(void *self) {
    const double *value = told(self, TELLS_OWN_TIME);
    return value == NULL ? NAN : *value;
}

static int interpolate(void *self, double t, double *x) {
    struct outsider *f = self;
    const struct packet *answer = &f->host.answer;
    f->host.request.kind = REQUEST_INTERPOLATE;
    f->host.request.numbers = 1;
    f->host.request.number[0] = t;
    if (host_ask(&f->host) != OUTCOME_DONE || answer->numbers != f->nx)
        return -1;
    memcpy(x, answer->number, (size_t)f->nx * sizeof *x);
    return 0;
}

static void statistics(void *self, struct named_numbers *into) {
    struct outsider *f = self;
    struct packet *answer = &f->host.answer;
    f->host.request.kind = REQUEST_STATISTICS;
    f->host.request.numbers = 0;
    if (host_ask(&f->host) != OUTCOME_DONE)
        return;
    char *rest = answer->text;
    for (int i = 0; i < answer->numbers && *rest != '\0'; i++) {
        char *name = rest;
        rest += strcspn(rest, "\n");
        if (*rest == '\n')
            *rest++ = '\0';
        const double value = answer->number[i];
        if (*name != '\0' && named_find(into, name) == NULL)
            named_add(into, name,
                      (struct decimal){
                          value, value == floor(value) && fabs(value) <= JSON_MOST_WHOLE,
                          NULL});
    }
}

static int calls(void *self, const double **call) {
    struct outsider *f = self;
    struct packet *answer = &f->host.answer;
    f->host.request.kind = REQUEST_CALLS;
    f->host.request.numbers = 0;
    if (host_ask(&f->host) != OUTCOME_DONE)
        return 0;
    *call = answer->number;
    return answer->numbers / (2 + f->nx);
}

static bool was_not_finite(void *self) {
    const struct outsider *f = self;
    return f->host.answer.traits & TRAIT_NOT_FINITE;
}

static bool is_broken(void *self) {
    const struct outsider *f = self;
    return f->host.guest == 0;
}

static const char *why(void *self) {
    const struct outsider *f = self;
    return f->host.why.text;
}

static void free_outsider(void *self) {
    struct outsider *f = self;
    host_free(&f->host);
    free(f->x);
    free(f->error);
    free(f);
}

static struct outsider *alloc_outsider(const struct plugin *p, struct model *m,
                                       const struct subject_options *options) {
    struct outsider *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->nx = m->nq + m->nv + m->nz;
    f->x = calloc((size_t)f->nx + 1, sizeof *f->x);
    f->error = calloc((size_t)f->nx + 1, sizeof *f->error);
    if ((host_init(&f->host, p, m, options) != 0) | (f->x == NULL) | (f->error == NULL)) {
        free_outsider(f);
        return NULL;
    }
    return f;
}

int plugin_check_model(const struct plugin *p, const struct model *m,
                       struct diagnostic *d) {
    return p->is_engine
               ? 0
               : subject_check_model(m, p->name, p->takes & HALFSTEP_TAKES_JOINTS,
                                     p->takes & HALFSTEP_TAKES_CONTACTS, d);
}

int plugin_check_equations(const struct plugin *p, const char *study,
                           struct diagnostic *d) {
    return p->is_engine
               ? message_set(d,
                             "%s builds scenes of its own: the study of %s steps systems "
                             "of equations, which it is not given",
                             p->name, study)
               : 0;
}

int plugin_open(void *context, struct model *m, const struct subject_options *options,
                struct subject *s, struct diagnostic *d) {
    const struct plugin *p = context;
    if (place_check(p, d) || plugin_check_model(p, m, d))
        return SUBJECT_REFUSED;
    struct outsider *f = alloc_outsider(p, m, options);
    if (f == NULL)
        return message_fail(SUBJECT_NO_MEMORY, d, "%s: out of memory", p->name);
    if (host_start(&f->host) != OUTCOME_DONE) {
        message_set(d, "%s: %s", p->place, f->host.why.text);
        free_outsider(f);
        return SUBJECT_REFUSED;
    }
    bool estimates = f->host.answer.traits & TRAIT_ESTIMATE;
    bool tells_multipliers = m->joints > 0 && f->host.answer.traits & TRAIT_MULTIPLIERS;
    bool interpolates = f->host.answer.traits & TRAIT_INTERPOLATE;
    bool takes_max_step = f->host.answer.traits & TRAIT_MAX_STEP;
    *s = (struct subject){
        .self = f,
        .nq = m->nq,
        .nv = m->nv,
        .nz = m->nz,
        .method = p->name,
        .start = start,
        .step = step,
        .steps = steps,
        .advance = advance,
        .run = run,
        .state = state,
        .estimate = estimates ? estimate : NULL,
        .time = time_now,
        .calls = options->records_calls ? calls : NULL,
        .joints = m->joints,
        .multipliers = tells_multipliers ? multipliers : NULL,
        .contacts = m->contacts,
        .impulses = m->contacts > 0 ? impulses : NULL,
        .energy = energy,
        .own_time = own_time,
        .interpolate = interpolates ? interpolate : NULL,
        .was_not_finite = was_not_finite,
        .is_broken = is_broken,
        .takes_max_step = takes_max_step,
        .statistics = statistics,
        .listen = NULL,
        .why = why,
        .free = free_outsider,
    };
    return 0;
}

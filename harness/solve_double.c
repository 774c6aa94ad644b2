/* One solution in double, by the integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/initial.h"
#include "harness/json_number.h"
#include "harness/message.h"
#include "harness/number.h"
#include "harness/solve.h"
#include "harness/subject.h"
#include "harness/vector.h"

enum { double_bits = 53 };

struct times {
    double begin, step, until;
    int samples;
    double *sample;
};

static int check_times(const struct times *t, const struct solve_request *r,
                       const mpfr_t *sample, struct diagnostic *d) {
    mpfr_t begin, step, until;
    mpfr_inits2(double_bits, begin, step, until, (mpfr_ptr)0);
    mpfr_set_d(begin, t->begin, MPFR_RNDN);
    mpfr_set_d(step, t->step, MPFR_RNDN);
    mpfr_set_d(until, t->until, MPFR_RNDN);
    int failed = solve_check_times(r, begin, step, until, t->samples, sample, d);
    mpfr_clears(begin, step, until, (mpfr_ptr)0);
    return failed;
}

static int read_samples(struct times *t, const struct solve_request *r,
                        struct diagnostic *d) {
    mpfr_t *sample = NULL;
    if (r->at != NULL &&
        number_read_list(&sample, &t->samples, double_bits, r->at, "--at", d))
        return -1;
    t->sample = calloc((size_t)t->samples + 1, sizeof *t->sample);
    int failed = t->sample == NULL ? message_set(d, "out of memory") : 0;
    for (int i = 0; i < t->samples && !failed; i++)
        t->sample[i] = mpfr_get_d(sample[i], MPFR_RNDN);
    if (!failed)
        failed = check_times(t, r, vector_const(sample), d);
    number_list_free(sample, t->samples);
    return failed;
}

static int read_times(struct times *t, const struct solve_request *r, double begin,
                      struct diagnostic *d) {
    t->begin = begin;
    return number_read_double(&t->step, r->step, "--step", d) ||
           number_read_double(&t->until, r->until, "--until", d) || read_samples(t, r, d);
}

static json_t *state_now(struct subject *s, const double *x, const struct model *m) {
    return solve_split_state(json_numbers(x, s->nq + s->nv + s->nz), m);
}

/* Goes through the samples to the end; a time that has been reached takes no step. */
static int run_to_end(struct subject *s, const struct times *t, const struct model *m,
                      json_t *samples) {
    bool reached = false;
    for (int i = 0; i < t->samples; i++) {
        if (t->sample[i] > s->time(s->self) && s->run(s->self, t->step, t->sample[i]))
            return -1;
        reached = !(t->sample[i] < t->until);
        json_array_append_new(samples,
                              json_pack("{s:o, s:o}", "t", json_number(s->time(s->self)),
                                        "state", state_now(s, s->state(s->self), m)));
    }
    return reached ? 0 : s->run(s->self, t->step, t->until);
}

static void add_outcome(struct subject *s, const struct model *m, int failed,
                        json_t *document) {
    json_t *statistics = json_object();
    s->statistics(s->self, statistics);
    json_object_set_new(document, "status", json_string(failed ? "failed" : "ok"));
    json_object_set_new(document, "why",
                        failed ? json_string(s->why(s->self)) : json_null());
    json_object_set_new(document, "t", json_number(s->time(s->self)));
    json_object_set_new(document, "state", state_now(s, s->state(s->self), m));
    json_object_set_new(document, "error_estimate",
                        s->estimate == NULL ? json_null()
                                            : state_now(s, s->estimate(s->self), m));
    json_object_set_new(document, "statistics", statistics);
}

static enum exit_status run_subject(struct subject *s, const struct solve_request *r,
                                    const struct times *t, const double *x,
                                    json_t *document) {
    json_t *samples = json_array();
    int failed = s->start(s->self, t->begin, x);
    if (!failed && r->settings.driver == DRIVER_SINGLE)
        failed = s->step(s->self, t->until - t->begin);
    else if (!failed)
        failed = run_to_end(s, t, r->model, samples);
    add_outcome(s, r->model, failed, document);
    json_object_set_new(document, "samples", samples);
    return failed ? EXIT_VERDICT : EXIT_PASSED;
}

static enum exit_status solve_between(const struct solve_request *r,
                                      struct session *session, const struct times *t,
                                      const double *x, json_t *document) {
    json_t *settings = json_object_get(document, "settings");
    json_object_set_new(settings, "step", json_number(t->step));
    json_object_set_new(settings, "until", json_number(t->until));
    struct subject s;
    int failure = session->open_subject(session->context, r->model, &r->settings.subject,
                                        &s, &session->why);
    if (failure != 0)
        return failure == SUBJECT_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
    enum exit_status status = run_subject(&s, r, t, x, document);
    s.free(s.self);
    return status;
}

enum exit_status solve_in_double(const struct solve_request *r, struct session *session,
                                 json_t *document) {
    struct times t = {0};
    double begin;
    double *x =
        calloc((size_t)(r->model->nq + r->model->nv + r->model->nz) + 1, sizeof *x);
    enum exit_status status = EXIT_USAGE;
    if (x == NULL) {
        message_set(&session->why, "out of memory");
        status = EXIT_MACHINE;
    } else if (initial_in_double(r->model, &begin, x, &session->why) == 0 &&
               read_times(&t, r, begin, &session->why) == 0) {
        status = solve_between(r, session, &t, x, document);
    }
    free(t.sample);
    free(x);
    return status;
}

/* One solution in double, by the integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/jobs/progress.h"
#include "harness/plugin/plugin.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_limit.h"
#include "harness/solve/solve_steps.h"
#include "problems/model.h"

enum { double_bits = 53, steps_between_looks_at_the_clock = 64 };

struct run {
    const struct solve_request *request;
    struct session *session;
    struct solution *solution;
    int nx;
    struct solve_times times;
    struct samples samples;
    struct solve_limit limits;
    struct subject *subject;
    double *x, *before; /* the start; the state before a step */
    struct step_log log;
};

static int init_samples(struct run *run, struct diagnostic *d) {
    mpfr_t begin, until;
    mpfr_inits2(double_bits, begin, until, (mpfr_ptr)0);
    mpfr_set_d(begin, run->times.begin, MPFR_RNDN);
    mpfr_set_d(until, run->times.until, MPFR_RNDN);
    int failed = samples_init(&run->samples, run->request->model, 0, run->request->at,
                              begin, until, d);
    mpfr_clears(begin, until, (mpfr_ptr)0);
    run->samples.solution = run->solution;
    run->samples.is_linear =
        subject_family(&run->request->settings.subject) == INTEGRATOR_CONTACT;
    return failed;
}

/* Whether the last step had impulses that are not the load's. */
static bool had_impact(const struct run *run) {
    struct subject *s = run->subject;
    const struct model *m = run->request->model;
    int rows = s->contacts;
    bool had = false;
    for (int i = 0; i < s->contacts; i++)
        rows += m->contact[i].slides;
    for (int i = 0; i < rows && s->load_impulses != NULL; i++)
        had = had || s->impulses(s->self)[i] != s->load_impulses(s->self)[i];
    return had;
}

/* One step, and the samples that it passes. */
static int advance(struct run *run) {
    struct subject *s = run->subject;
    bool sampled = samples_left(&run->samples);
    double t = s->time(s->self);
    if (sampled)
        memcpy(run->before, s->state(s->self), (size_t)run->nx * sizeof *run->before);
    if (s->advance(s->self, run->times.step, run->times.until))
        return -1;
    if (!sampled)
        return 0;
    run->samples.has_impact = had_impact(run);
    samples_take_doubles(&run->samples, t, run->before, s->time(s->self),
                         s->state(s->self));
    return 0;
}

/* One step, or one sample that the integrator tells itself. */
static int tell(struct run *run) {
    struct subject *s = run->subject;
    bool told;
    if (s->tell(s->self, samples_next(&run->samples), run->times.until, &told))
        return -1;
    if (told)
        samples_told_doubles(&run->samples, s->state(s->self));
    return 0;
}

static int take(struct run *run) {
    const int failed = run->subject->tell != NULL ? tell(run) : advance(run);
    step_log_note(&run->log, failed);
    return failed;
}

static bool is_at_end(const struct run *run) {
    const struct subject *s = run->subject;
    return !(s->time(s->self) < run->times.until) &&
           (s->tell == NULL || !samples_left(&run->samples));
}

/* Drake's loop makes a step of no length where the end is the start. */
static bool has_loop_of_drake(const struct run *run) {
    return run->subject->tell == NULL &&
           run->request->settings.subject.integrator.mode == FAST_FAITHFUL;
}

static int run_to_end(struct run *run) {
    const struct solve_times *t = &run->times;
    struct subject *s = run->subject;
    struct progress progress = session_progress(run->session);
    int failed = 0;
    samples_take_doubles(&run->samples, t->begin, s->state(s->self), t->begin,
                         s->state(s->self));
    bool ended = !has_loop_of_drake(run) && is_at_end(run);
    for (long k = 1; !failed && !ended; k++) {
        failed =
            solve_limit_check(&run->limits, run->samples.next) != REF_OK || take(run);
        ended = is_at_end(run);
        if (k % steps_between_looks_at_the_clock == 0)
            progress_show(&progress,
                          (s->time(s->self) - t->begin) / (t->until - t->begin),
                          "solving");
    }
    progress_end(&progress);
    return failed;
}

static enum exit_status run_subject(struct run *run) {
    const struct solve_times *t = &run->times;
    struct subject *s = run->subject;
    run->limits = solve_limit_start(&run->request->settings);
    bool begun = s->start(s->self, t->begin, run->x) == 0;
    int failed = !begun;
    run->log =
        (struct step_log){.subject = begun && run->request->logs_steps ? s : NULL,
                          .model = run->request->model,
                          .until = t->until,
                          .max_step = run->request->settings.subject.integrator.max_step,
                          .solution = run->solution};
    step_log_begin(&run->log);
    if (begun && run->request->settings.driver == DRIVER_SINGLE) {
        failed = s->step(s->self, t->until - t->begin);
        step_log_note(&run->log, failed);
    } else if (begun) {
        failed = run_to_end(run);
    }
    const char *why = run->limits.why[0] != '\0' ? run->limits.why : s->why(s->self);
    solve_add_status(failed ? why : NULL, run->solution);
    if (begun)
        solve_add_position(s, run->request->model, run->solution);
    else
        solve_add_beginning(t->begin, run->x, run->request->model, run->solution);
    step_log_end(&run->log);
    return failed ? EXIT_VERDICT : EXIT_PASSED;
}

static void add_in_use(const struct run *run, json_t *settings) {
    const struct solve_request *r = run->request;
    struct method_settings used = r->settings;
    json_t *in_use = json_object();
    run->subject->in_use(run->subject->self, &used.subject);
    method_tell_settings(r->method, &used, METHOD_IN_DOUBLE, in_use);
    json_object_set_new(settings, "in_use", in_use);
}

static enum exit_status open_and_run(struct run *run) {
    const struct solve_request *r = run->request;
    struct session *session = run->session;
    struct subject s;
    solve_add_times(&run->times, run->solution->settings);
    struct subject_options options = r->settings.subject;
    options.integrator.step =
        options.integrator.fixed_step ? run->times.step : options.integrator.step;
    int failure = r->plugin != NULL ? plugin_open((void *)r->plugin, r->model, &options,
                                                  &s, &session->why)
                                    : session->open_subject(session->context, r->model,
                                                            &options, &s, &session->why);
    if (failure != 0)
        return failure == SUBJECT_REFUSED ? EXIT_USAGE : EXIT_MACHINE;
    run->subject = &s;
    if (s.in_use != NULL)
        add_in_use(run, run->solution->settings);
    enum exit_status status = run_subject(run);
    s.free(s.self);
    return status;
}

static enum exit_status read_and_run(struct run *run) {
    struct diagnostic *why = &run->session->why;
    double begin;
    if (initial_in_double(run->request->model, &begin, run->x, why) ||
        solve_read_times(&run->times, run->request, begin, why))
        return EXIT_USAGE;
    enum exit_status status = EXIT_USAGE;
    if (init_samples(run, why) == 0)
        status = open_and_run(run);
    samples_clear(&run->samples);
    return status;
}

enum exit_status solve_in_double(const struct solve_request *r, struct session *session,
                                 struct solution *solution) {
    struct run run = {.request = r,
                      .session = session,
                      .solution = solution,
                      .nx = r->model->nq + r->model->nv + r->model->nz};
    run.x = calloc((size_t)run.nx + 1, sizeof *run.x);
    run.before = calloc((size_t)run.nx + 1, sizeof *run.before);
    enum exit_status status = EXIT_MACHINE;
    if (run.x == NULL || run.before == NULL)
        message_set(&session->why, "out of memory");
    else
        status = read_and_run(&run);
    free(run.x);
    free(run.before);
    return status;
}

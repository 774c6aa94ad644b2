/* One solution in MPFR with every decision of the original: what the faithful mode does in
 * double, from the same doubles, without its rounding errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/progress.h"
#include "harness/results/reference.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_limit.h"
#include "problems/model.h"
#include "ref/vector.h"

struct run {
    const struct solve_request *request;
    struct session *session;
    int nx;
    struct solve_times times;
    double max_step;
    struct samples samples;
    struct solve_limit limits;
    ref_replay *replay;
    mpfr_t t, until, step, limit, never;
    mpfr_t *x; /* before a step */
};

bool solve_wants_replay(const struct solve_request *r) {
    const struct subject_options *o = &r->settings.subject;
    return subject_family(o) != INTEGRATOR_CONTACT &&
           (o->integrator.mode == FAST_FAITHFUL || !o->integrator.fixed_step);
}

/* One step, and the samples that it passes. */
static enum ref_status advance(struct run *run) {
    ref_replay *r = run->replay;
    enum ref_stop stop;
    mpfr_set(run->t, ref_replay_time(r), MPFR_RNDN);
    if (samples_left(&run->samples))
        vector_set(run->x, ref_replay_state(r), run->nx);
    mpfr_add(run->limit, run->t, run->step, MPFR_RNDN);
    mpfr_min(run->limit, run->limit, run->until, MPFR_RNDN);
    enum ref_status status =
        ref_replay_advance(r, run->never, run->never, run->limit, &stop);
    if (status == REF_OK)
        samples_take(&run->samples, run->t, vector_const(run->x), ref_replay_time(r),
                     ref_replay_state(r));
    return status;
}

static enum ref_status run_to_end(struct run *run) {
    const struct solve_times *t = &run->times;
    struct progress progress = session_progress(run->session);
    enum ref_status status;
    samples_take(&run->samples, ref_replay_time(run->replay),
                 ref_replay_state(run->replay), ref_replay_time(run->replay),
                 ref_replay_state(run->replay));
    do {
        status = solve_limit_check(&run->limits, run->samples.next);
        if (status == REF_OK)
            status = advance(run);
        double now = mpfr_get_d(ref_replay_time(run->replay), MPFR_RNDN);
        progress_show(&progress, (now - t->begin) / (t->until - t->begin), "solving");
    } while (status == REF_OK && mpfr_less_p(ref_replay_time(run->replay), run->until));
    progress_end(&progress);
    return status;
}

static json_t *list_statistics(const ref_replay *replay) {
    struct ref_statistics s = ref_replay_statistics(replay);
    json_t *list = json_object();
#define ADD_COUNTER(name) json_object_set_new(list, #name, json_integer(s.name));
    REF_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) json_object_set_new(list, #name, json_number(s.name));
    REF_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
    return list;
}

static void add_outcome(const struct run *run, enum ref_status status, json_t *document) {
    const ref_replay *r = run->replay;
    solve_add_status(solve_limit_text(&run->limits, status), document);
    solve_add_exact_position(run->request->model, ref_replay_time(r), ref_replay_state(r),
                             ref_replay_estimate(r), document);
    json_object_set_new(document, "statistics", list_statistics(r));
    json_object_set(document, "samples", run->samples.list);
}

static enum exit_status run_replay(struct run *run, json_t *document) {
    solve_add_times(&run->times, json_object_get(document, "settings"));
    run->limits = solve_limit_start(&run->request->settings);
    enum ref_status status = run->request->settings.driver == DRIVER_SINGLE
                                 ? ref_replay_step_to(run->replay, run->until)
                                 : run_to_end(run);
    add_outcome(run, status, document);
    return status == REF_OK ? EXIT_PASSED : EXIT_VERDICT;
}

static int read_times(struct run *run, struct diagnostic *d) {
    const struct solve_request *r = run->request;
    if (solve_read_replay_times(&run->times, r, run->t, run->x, run->until, d))
        return -1;
    const double longest = r->settings.subject.integrator.max_step;
    const bool is_single = r->settings.driver == DRIVER_SINGLE && !isnan(longest);
    run->max_step = is_single ? longest : fmin(run->times.step, longest);
    mpfr_set_d(run->step, run->max_step, MPFR_RNDN);
    mpfr_set_inf(run->never, 1);
    return 0;
}

static enum exit_status refuse(struct run *run, enum ref_status status) {
    message_set(&run->session->why, "%s: %s", run->request->model->name,
                ref_status_text(status));
    return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
}

static enum exit_status open_and_run(struct run *run, json_t *document) {
    const struct solve_request *r = run->request;
    struct ref_replay_options options = reference_pair(&r->settings.subject.integrator);
    options.max_step = run->max_step;
    enum ref_status status = ref_replay_alloc(&run->replay, r->model, &options, r->bits);
    if (status == REF_OK)
        status = ref_replay_start(run->replay, NULL, NULL);
    if (status != REF_OK)
        return refuse(run, status);
    enum exit_status outcome = EXIT_USAGE;
    if (samples_init_at_doubles(&run->samples, r->model, r->bits, r->at, run->t,
                                run->until, &run->session->why) == 0)
        outcome = run_replay(run, document);
    samples_clear(&run->samples);
    return outcome;
}

enum exit_status solve_by_replay(const struct solve_request *r, struct session *session,
                                 json_t *document) {
    struct run run = {.request = r,
                      .session = session,
                      .nx = r->model->nq + r->model->nv + r->model->nz};
    enum exit_status status = EXIT_MACHINE;
    mpfr_inits2(r->bits, run.t, run.until, run.step, run.limit, run.never, (mpfr_ptr)0);
    run.x = vector_alloc(run.nx, r->bits);
    if (run.x == NULL)
        message_set(&session->why, "out of memory");
    else
        status =
            read_times(&run, &session->why) ? EXIT_USAGE : open_and_run(&run, document);
    ref_replay_free(run.replay);
    vector_free(run.x, run.nx);
    mpfr_clears(run.t, run.until, run.step, run.limit, run.never, (mpfr_ptr)0);
    return status;
}

/* One solution in MPFR with every decision of the original, of semi-explicit Euler and its
 * relatives: what the faithful mode does in double, from the same doubles, without its
 * rounding errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/jobs/progress.h"
#include "harness/results/reference.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_joints.h"
#include "harness/solve/solve_limit.h"
#include "problems/model.h"
#include "ref/vector.h"

struct run {
    const struct solve_request *request;
    struct session *session;
    int nx;
    struct solve_times times;
    struct samples samples;
    struct solve_limit limits;
    struct progress progress;
    ref_mechanical *replay;
    mpfr_t t, until;
    mpfr_t *x; /* the start */
};

/* Looked at before each step of a run to one of the times. */
static enum ref_status check_limit(void *context) {
    struct run *run = context;
    const double t = mpfr_get_d(ref_mechanical_advanced_time(run->replay), MPFR_RNDN);
    progress_show(&run->progress,
                  (t - run->times.begin) / (run->times.until - run->times.begin),
                  "solving");
    return solve_limit_check(&run->limits, run->samples.next);
}

static struct ref_mechanical_options find_options(struct run *run) {
    struct integrator_options o = run->request->settings.subject.integrator;
    o.step = run->times.step;
    struct ref_mechanical_options its = reference_projected(&o);
    its.check = check_limit;
    its.context = run;
    return its;
}

static void take_sample(struct run *run) {
    samples_told(&run->samples, ref_mechanical_state(run->replay));
}

/* The samples at the start, then from one to the next, then to the end. */
static enum ref_status run_to_end(struct run *run) {
    const bool interpolates = run->request->settings.subject.integrator.interpolate;
    struct samples *s = &run->samples;
    enum ref_status status = REF_OK;
    run->progress = session_progress(run->session);
    while (samples_next(s) <= run->times.begin)
        take_sample(run);
    while (status == REF_OK && samples_left(s)) {
        status = ref_mechanical_run(run->replay, s->time[s->next],
                                    interpolates && samples_next(s) < run->times.until);
        if (status == REF_OK)
            take_sample(run);
    }
    if (status == REF_OK && mpfr_less_p(ref_mechanical_time(run->replay), run->until))
        status = ref_mechanical_run(run->replay, run->until, false);
    progress_end(&run->progress);
    return status;
}

static json_t *list_statistics(const ref_mechanical *replay) {
    struct ref_mechanical_statistics s = ref_mechanical_statistics(replay);
    json_t *list = json_object();
#define ADD_COUNTER(name) json_object_set_new(list, #name, json_integer(s.name));
    REF_MECHANICAL_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
    json_object_set_new(list, "first_step", json_number(s.first_step));
    json_object_set_new(list, "last_step", json_number(s.last_step));
    json_object_set_new(list, "next_step", json_number(s.next_step));
    return list;
}

static void add_joints(const struct run *run, json_t *document) {
    const struct solve_request *r = run->request;
    const struct subject_options *o = &r->settings.subject;
    ref_joints *joints = NULL;
    if (r->model->joints > 0 &&
        ref_joints_alloc(&joints, r->model, r->bits, EVAL_DOUBLE_CONSTANTS) != REF_OK)
        joints = NULL;
    solve_add_joints(joints, r->model, o->integrator.norm, r->bits,
                     ref_mechanical_time(run->replay), ref_mechanical_state(run->replay),
                     document);
    ref_joints_free(joints);
}

/* In the integrator's words, and at the time of its steps, so that both say the same. */
static void name_failure(const struct run *run, enum fast_status failure, mpfr_srcptr t,
                         struct diagnostic *why) {
    subject_name_failure(why, run->request->model, failure,
                         ref_mechanical_failed_row(run->replay),
                         mpfr_get_d(t, MPFR_RNDN));
}

static void add_outcome(const struct run *run, enum ref_status status, json_t *document) {
    const ref_mechanical *r = run->replay;
    const enum fast_status failure = reference_failure(status);
    struct diagnostic why = {""};
    if (failure != FAST_OK)
        name_failure(run, failure, ref_mechanical_advanced_time(r), &why);
    solve_add_status(
        failure != FAST_OK ? why.text : solve_limit_text(&run->limits, status), document);
    solve_add_exact_position(run->request->model, ref_mechanical_time(r),
                             ref_mechanical_state(r), NULL, document);
    add_joints(run, document);
    json_object_set_new(document, "statistics", list_statistics(r));
    json_object_set(document, "samples", run->samples.list);
}

static enum exit_status refuse(struct run *run, enum ref_status status) {
    const char *name = run->request->model->name;
    struct diagnostic why;
    if (status == REF_CONTRADICTORY) {
        name_failure(run, FAST_CONTRADICTORY, run->t, &why);
        message_set(&run->session->why, "%s: %s", name, why.text);
    } else if (status == REF_NOT_APPLICABLE)
        message_set(
            &run->session->why,
            "'%s' cannot be replayed: q' = N(q) v has no left inverse in formulas, "
            "by which the original measures positions",
            name);
    else
        message_set(&run->session->why, "%s: %s", name, ref_status_text(status));
    return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
}

static enum exit_status open_and_run(struct run *run, json_t *document) {
    const struct solve_request *r = run->request;
    struct ref_mechanical_options options = find_options(run);
    enum ref_status status =
        ref_mechanical_alloc(&run->replay, r->model, &options, r->bits);
    if (status == REF_OK)
        status = ref_mechanical_start(run->replay, NULL, NULL);
    if (status != REF_OK)
        return refuse(run, status);
    enum exit_status outcome = EXIT_USAGE;
    if (samples_init_at_doubles(&run->samples, r->model, r->bits, r->at, run->t,
                                run->until, &run->session->why) == 0) {
        solve_add_times(&run->times, json_object_get(document, "settings"));
        run->limits = solve_limit_start(&r->settings);
        status = run_to_end(run);
        add_outcome(run, status, document);
        outcome = status == REF_OK ? EXIT_PASSED : EXIT_VERDICT;
    }
    samples_clear(&run->samples);
    return outcome;
}

enum exit_status solve_by_mechanical_replay(const struct solve_request *r,
                                            struct session *session, json_t *document) {
    struct run run = {.request = r,
                      .session = session,
                      .nx = r->model->nq + r->model->nv + r->model->nz};
    enum exit_status status = EXIT_MACHINE;
    mpfr_inits2(r->bits, run.t, run.until, (mpfr_ptr)0);
    run.x = vector_alloc(run.nx, r->bits);
    if (run.x == NULL)
        message_set(&session->why, "out of memory");
    else
        status =
            solve_read_replay_times(&run.times, r, run.t, run.x, run.until, &session->why)
                ? EXIT_USAGE
                : open_and_run(&run, document);
    ref_mechanical_free(run.replay);
    vector_free(run.x, run.nx);
    mpfr_clears(run.t, run.until, (mpfr_ptr)0);
    return status;
}

/* One solution in MPFR with the discrete equations solved to the last bit: x(k) at
 * t(k) = a + k h from the start a on; the last step ends at the end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/jobs/progress.h"
#include "harness/solve/exact_method.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve_limit.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

/* Two times that differ by less than the last ten bits are the same time, rounded. */
enum { bits_of_rounding = 10, vectors = 4 };

struct run {
    const struct solve_request *request;
    int nx;
    mpfr_t begin, step, until, t, h, count;
    struct samples samples;
    struct solve_limit limits;
    mpfr_t *x, *next, *estimate, *next_estimate; /* parts of `storage` */
    mpfr_t *storage;
    struct exact_method method;
    long steps;
    struct progress progress;
};

static int read_times(struct run *run, struct diagnostic *d) {
    const struct solve_request *r = run->request;
    if (number_read(run->step, r->step, "--step", d) ||
        solve_read_until(run->until, r, d))
        return -1;
    return solve_check_times(r, run->begin, run->step, run->until, d);
}

/* The number of steps to the end: the quotient, rounded up unless it is an integer but for
 * rounding. */
static long count_steps(struct run *run) {
    mpfr_t rest;
    mpfr_init2(rest, mpfr_get_prec(run->count));
    mpfr_sub(run->count, run->until, run->begin, MPFR_RNDN);
    mpfr_div(run->count, run->count, run->step, MPFR_RNDN);
    long whole = mpfr_get_si(run->count, MPFR_RNDN);
    mpfr_sub_si(rest, run->count, whole, MPFR_RNDN);
    mpfr_div_2si(run->count, run->count, (long)run->request->bits - bits_of_rounding,
                 MPFR_RNDN);
    bool is_whole = mpfr_cmpabs(rest, run->count) <= 0;
    long steps = is_whole || mpfr_sgn(rest) < 0 ? whole : whole + 1;
    mpfr_clear(rest);
    return steps;
}

/* One step to the time `to`. */
static enum ref_status make_step(struct run *run, mpfr_srcptr to) {
    mpfr_sub(run->h, to, run->t, MPFR_RNDN);
    const struct exact_method *e = &run->method;
    enum ref_status status = e->step(e->self, run->t, vector_const(run->x), run->h, to,
                                     run->next, run->next_estimate);
    if (status != REF_OK)
        return status;
    run->samples.has_impact = e->had_impact != NULL && e->had_impact(e->self);
    samples_take(&run->samples, run->t, vector_const(run->x), to,
                 vector_const(run->next));
    vector_set(run->x, vector_const(run->next), run->nx);
    vector_set(run->estimate, vector_const(run->next_estimate), run->nx);
    mpfr_set(run->t, to, MPFR_RNDN);
    run->steps++;
    return REF_OK;
}

static enum ref_status run_to_end(struct run *run) {
    long steps = count_steps(run);
    enum ref_status status = REF_OK;
    mpfr_t next;
    mpfr_init2(next, mpfr_get_prec(run->t));
    samples_take(&run->samples, run->t, vector_const(run->x), run->t,
                 vector_const(run->x));
    for (long k = 1; k <= steps && status == REF_OK; k++) {
        mpfr_mul_si(next, run->step, k, MPFR_RNDN);
        mpfr_add(next, run->begin, next, MPFR_RNDN);
        status = solve_limit_check(&run->limits, run->samples.next);
        if (status == REF_OK)
            status = make_step(run, k == steps ? run->until : next);
        progress_show(&run->progress, (double)k / (double)steps, "solving");
    }
    mpfr_clear(next);
    return status;
}

static void add_outcome(const struct run *run, enum ref_status status,
                        struct solution *solution) {
    solve_add_status(solve_limit_text(&run->limits, status), solution);
    solve_add_exact_position(
        run->request->model, run->t, vector_const(run->x),
        run->method.has_estimate ? vector_const(run->estimate) : NULL, solution);
    named_add_count(&solution->statistics, "steps_taken", run->steps);
    run->method.tell(run->method.self, run->t, vector_const(run->x), solution);
}

static enum ref_status open_method(struct run *run) {
    switch (subject_family(&run->request->settings.subject)) {
    case INTEGRATOR_PAIR: return exact_open_pair(&run->method, run->request);
    case INTEGRATOR_CONTACT: return exact_open_contact(&run->method, run->request);
    default: return exact_open_mechanical(&run->method, run->request);
    }
}

static enum exit_status prepare(struct run *run, struct session *session) {
    const struct solve_request *r = run->request;
    enum ref_status status = REF_NO_MEMORY;
    run->storage = vector_alloc(vectors * run->nx, r->bits);
    if (run->storage != NULL) {
        run->x = run->storage;
        run->next = run->x + run->nx;
        run->estimate = run->next + run->nx;
        run->next_estimate = run->estimate + run->nx;
        status = open_method(run);
    }
    if (status == REF_OK)
        status = ref_initial(r->model, EVAL_EXACT_CONSTANTS, run->begin, run->x);
    if (status == REF_OK && run->method.begin != NULL)
        status = run->method.begin(run->method.self, run->begin, run->x, &session->why);
    if (status != REF_OK && session->why.text[0] != '\0')
        return EXIT_USAGE;
    if (status != REF_OK) {
        message_set(&session->why, "%s: the initial state: %s", r->model->name,
                    ref_status_text(status));
        return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
    }
    mpfr_set(run->t, run->begin, MPFR_RNDN);
    return read_times(run, &session->why) ? EXIT_USAGE : EXIT_PASSED;
}

static enum exit_status run_method(struct run *run, struct session *session,
                                   struct solution *solution) {
    const struct solve_request *r = run->request;
    json_t *settings = solution->settings;
    if (samples_init(&run->samples, r->model, r->bits, r->at, run->begin, run->until,
                     &session->why))
        return EXIT_USAGE;
    run->samples.solution = solution;
    run->samples.is_linear = subject_family(&r->settings.subject) == INTEGRATOR_CONTACT;
    json_object_set_new(settings, "step", json_decimal(run->step, 0));
    json_object_set_new(settings, "until", json_decimal(run->until, 0));
    run->progress = session_progress(session);
    run->limits = solve_limit_start(&r->settings);
    enum ref_status status = run_to_end(run);
    progress_end(&run->progress);
    add_outcome(run, status, solution);
    return status == REF_OK ? EXIT_PASSED : EXIT_VERDICT;
}

enum exit_status solve_in_mpfr(const struct solve_request *r, struct session *session,
                               struct solution *solution) {
    struct run run = {.request = r, .nx = r->model->nq + r->model->nv + r->model->nz};
    mpfr_inits2(r->bits, run.begin, run.step, run.until, run.t, run.h, run.count,
                (mpfr_ptr)0);
    enum exit_status status = prepare(&run, session);
    if (status == EXIT_PASSED) {
        status = run_method(&run, session, solution);
        samples_clear(&run.samples);
    }
    mpfr_clears(run.begin, run.step, run.until, run.t, run.h, run.count, (mpfr_ptr)0);
    vector_free(run.storage, vectors * run.nx);
    if (run.method.free != NULL)
        run.method.free(run.method.self);
    return status;
}

/* The replay of semi-explicit Euler and its relatives.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"
#include "harness/results/reference.h"
#include "harness/solve/solve_joints.h"
#include "harness/solve/solve_mpfr.h"
#include "problems/model.h"

/* Looked at before each step of a run to one of the times. */
static enum ref_status check_limit(void *context) {
    struct mpfr_run *r = context;
    return mpfr_check(r, ref_mechanical_advanced_time(r->self));
}

/* From one sample to the next, then to the end. */
static enum ref_status run(struct mpfr_run *r) {
    const bool interpolates = r->request->settings.subject.integrator.interpolate;
    struct samples *s = &r->samples;
    enum ref_status status = REF_OK;
    while (status == REF_OK && samples_left(s)) {
        status = ref_mechanical_run(r->self, s->time[s->next],
                                    interpolates && samples_next(s) < r->times.until);
        if (status == REF_OK)
            samples_told(s, ref_mechanical_state(r->self));
    }
    if (status == REF_OK && mpfr_less_p(ref_mechanical_time(r->self), r->until))
        status = ref_mechanical_run(r->self, r->until, false);
    return status;
}

static void tell(struct mpfr_run *r) {
    const struct solve_request *request = r->request;
    const struct ref_mechanical_statistics s = ref_mechanical_statistics(r->self);
    struct named_numbers *into = &r->solution->statistics;
    mpfr_srcptr t = ref_mechanical_time(r->self);
    const mpfr_t *x = ref_mechanical_state(r->self);
    ref_joints *joints = NULL;
    if (request->model->joints > 0 &&
        ref_joints_alloc(&joints, request->model, request->bits, EVAL_DOUBLE_CONSTANTS) !=
            REF_OK)
        joints = NULL;
    solve_add_exact_position(request->model, t, x, NULL, r->solution);
    solve_add_joints(joints, request, t, x, r->solution);
    ref_joints_free(joints);
#define ADD_COUNTER(name) named_add_count(into, #name, s.name);
    REF_MECHANICAL_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
    named_add_measure(into, "first_step", s.first_step);
    named_add_measure(into, "last_step", s.last_step);
    named_add_measure(into, "next_step", s.next_step);
}

/* In the integrator's words, and at the time of its steps, so that both say the same. */
static void explain(struct mpfr_run *r, enum ref_status status, bool begun,
                    struct diagnostic *why) {
    const enum fast_status failure = reference_failure(status);
    if (failure == FAST_CONTRADICTORY || (begun && failure != FAST_OK))
        subject_name_failure(
            why, r->request->model, failure, ref_mechanical_failed_row(r->self),
            mpfr_get_d(ref_mechanical_advanced_time(r->self), MPFR_RNDN));
}

static enum ref_status open(struct mpfr_run *r, struct diagnostic *why) {
    (void)why;
    const struct solve_request *request = r->request;
    struct integrator_options options = request->settings.subject.integrator;
    ref_mechanical *projected;
    options.step = r->times.step;
    struct ref_mechanical_options its = reference_projected(&options);
    its.check = check_limit;
    its.context = r;
    enum ref_status status =
        ref_mechanical_alloc(&projected, request->model, &its, request->bits);
    r->self = projected;
    return status == REF_OK ? ref_mechanical_start(projected, NULL, NULL) : status;
}

static void free_projected(void *self) {
    ref_mechanical_free(self);
}

const struct mpfr_class mpfr_projected = {.at_doubles = true,
                                          .open = open,
                                          .run = run,
                                          .tell = tell,
                                          .explain = explain,
                                          .free = free_projected};

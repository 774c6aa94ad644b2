/* One of the runs that make a truth: collocation through the times asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"
#include "ref/task.h"

enum { DEFAULT_MAX_STEPS = 1000000 };

struct collocation_course {
    const struct ref_truth_task *task;
    struct ref_march *march;
    double begin;
    long attempts, max_attempts;
};

/* To the end of the piece under way. */
static enum ref_status march_to_target(struct collocation_course *course) {
    struct ref_march *w = course->march;
    enum ref_status status = REF_OK;
    while (status == REF_OK && mpfr_less_p(w->stages.t, w->target)) {
        bool done;
        const bool is_first = course->attempts == 0;
        if (course->attempts++ >= course->max_attempts)
            return REF_TOO_LONG;
        status = ref_march_attempt(w, &done);
        if (status == REF_STEP_TOO_SMALL && is_first)
            status = REF_TOO_FAR; /* none has been shortened */
        if (status == REF_OK)
            status = ref_truth_continue(course->task, course->begin, w->stages.t);
    }
    return status;
}

static enum ref_status march_to_time(struct collocation_course *course,
                                     mpfr_srcptr time) {
    struct ref_march *w = course->march;
    bool switches = false;
    mpfr_set(w->end, time, MPFR_RNDN);
    while (mpfr_less_p(w->stages.t, w->end)) {
        bool fresh = switches || w->steps == 0;
        enum ref_status status = ref_calendar_next(&w->calendar, w->end, w->target,
                                                   course->max_attempts, &switches);
        if (status == REF_OK && fresh)
            status = ref_march_begin_piece(w);
        w->ends_at_switch = switches;
        if (status == REF_OK)
            status = march_to_target(course);
        if (status != REF_OK)
            return status;
        w->switches += switches;
    }
    return REF_OK;
}

static enum ref_status march_through(struct collocation_course *course,
                                     struct ref_truth_run *run) {
    const struct ref_truth_task *task = course->task;
    struct ref_march *w = course->march;
    course->begin = mpfr_get_d(w->stages.t, MPFR_RNDN);
    course->max_attempts =
        task->options->max_steps == 0 ? DEFAULT_MAX_STEPS : task->options->max_steps;
    for (int k = 0; k < task->times; k++) {
        if (!mpfr_number_p(task->time[k]) || mpfr_less_p(task->time[k], w->stages.t))
            return REF_BAD_ARGUMENT;
        enum ref_status status = march_to_time(course, task->time[k]);
        if (status != REF_OK)
            return status;
        vector_set(run->state + k * task->nx, vector_const(w->stages.start), task->nx);
        if (w->proving != NULL)
            mpfr_set(run->disturbance[k], ref_march_disturbance(w), MPFR_RNDU);
    }
    return REF_OK;
}

static void tell_proof(const struct ref_truth_task *task, const struct ref_march *w,
                       enum ref_status status, struct ref_truth_run *run) {
    struct ref_unproved unproved;
    if (w->proving == NULL)
        return;
    ref_march_tell_proof(w, &run->proof, &unproved);
    if (status == REF_UNPROVED && task->options->unproved != NULL)
        task->options->unproved(task->options->context, &unproved);
}

static enum ref_status collocation_run(const struct ref_truth_task *task,
                                       mpfr_prec_t bits, struct ref_truth_run *run) {
    struct ref_march march;
    *run = (struct ref_truth_run){.bits = bits};
    enum ref_status status =
        ref_march_init(&march, task->m, bits, task->options->constants);
    if (status == REF_OK)
        status = ref_truth_run_alloc(task, run);
    if (status == REF_OK && task->proves)
        status = ref_march_prove(&march, task->m, task->options->constants);
    struct collocation_course course = {.task = task, .march = &march};
    if (status == REF_OK)
        status = march_through(&course, run);
    tell_proof(task, &march, status, run);
    run->info = (struct ref_flow_info){
        .steps = march.steps, .order = march.radau.stages, .switches = march.switches};
    ref_march_clear(&march);
    if (status != REF_OK)
        ref_truth_run_clear(task, run);
    return status;
}

enum ref_status ref_collocation_truth(struct ref_truth **truth, struct model *m,
                                      int times, const mpfr_t *time,
                                      const struct ref_truth_options *options) {
    return ref_truth_by_agreement(truth, m, times, time, options, REF_BY_COLLOCATION,
                                  collocation_run);
}

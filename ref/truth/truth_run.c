/* One of the runs that make a truth: Taylor's method through the times asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/flow.h"
#include "ref/collocation/touch.h"
#include "ref/task.h"

enum {
    INITIAL_GUARD_BITS = 32, /* the initial state is rounded once, by the flow */
    DEFAULT_MAX_STEPS = 1000000,
    DISTURBANCE_BITS = 64
};

void ref_truth_run_clear(const struct ref_truth_task *task, struct ref_truth_run *run) {
    vector_free(run->state, task->times * task->nx);
    vector_free(run->disturbance, task->times);
    run->state = run->disturbance = NULL;
}

enum ref_status ref_truth_run_alloc(const struct ref_truth_task *task,
                                    struct ref_truth_run *run) {
    run->state = vector_alloc(task->times * task->nx, run->bits);
    run->disturbance = vector_alloc(task->times, DISTURBANCE_BITS);
    return run->state == NULL || run->disturbance == NULL ? REF_NO_MEMORY : REF_OK;
}

enum ref_status ref_truth_continue(const struct ref_truth_task *task, double begin,
                                   mpfr_srcptr time) {
    const struct ref_truth_options *options = task->options;
    double end = mpfr_get_d(task->time[task->times - 1], MPFR_RNDN);
    double part = end > begin ? (mpfr_get_d(time, MPFR_RNDN) - begin) / (end - begin) : 1;
    if (options->progress != NULL)
        options->progress(options->context, task->done + task->share * part);
    bool stop = options->stop != NULL && options->stop(options->context, task->way);
    return stop ? REF_OUT_OF_TIME : REF_OK;
}

static enum ref_status step_flow(ref_flow *f, struct ref_touch *touch) {
    enum ref_status status = ref_flow_step(f);
    if (status == REF_NOT_FINITE || status == REF_STEP_TOO_SMALL || status == REF_TOO_FAR)
        return ref_touch_begin(touch, f, status);
    return status == REF_OK ? ref_touch_end(touch, f) : status;
}

static enum ref_status flow_to_times(const struct ref_truth_task *task, ref_flow *f,
                                     struct ref_touch *touch, struct ref_truth_run *run) {
    double begin = mpfr_get_d(ref_flow_time(f), MPFR_RNDN);
    long max_steps = task->options->max_steps, steps = 0;
    if (max_steps == 0)
        max_steps = DEFAULT_MAX_STEPS;
    for (int k = 0; k < task->times; k++) {
        enum ref_status status = ref_flow_aim(f, task->time[k]);
        while (status == REF_OK && !ref_flow_arrived(f)) {
            status = steps++ < max_steps ? step_flow(f, touch) : REF_TOO_LONG;
            if (status == REF_OK)
                status = ref_truth_continue(task, begin, ref_flow_time(f));
        }
        if (status != REF_OK)
            return status;
        vector_set(run->state + k * task->nx, ref_flow_state(f), task->nx);
        if (f->proving != NULL)
            mpfr_set(run->disturbance[k], f->proving->disturbance, MPFR_RNDU);
    }
    return REF_OK;
}

static enum ref_status start_flow(const struct ref_truth_task *task, ref_flow *f,
                                  mpfr_prec_t bits) {
    mpfr_t *x = vector_alloc(task->nx + 1, bits + INITIAL_GUARD_BITS);
    if (x == NULL)
        return REF_NO_MEMORY;
    mpfr_ptr t = x[task->nx];
    enum ref_status status = ref_initial(task->m, task->options->constants, t, x);
    if (status == REF_OK)
        status = ref_flow_start(f, t, vector_const(x));
    vector_free(x, task->nx + 1);
    return status;
}

/* What the flow proved goes to the run, and what it could not prove to the caller. */
static void tell_proof(const struct ref_truth_task *task, const ref_flow *f,
                       const struct ref_touch *touch, enum ref_status status,
                       struct ref_truth_run *run) {
    double since;
    if (f->proving == NULL)
        return;
    run->proof = f->proving->proof;
    if (touch != NULL && ref_touch_marched(touch, &since)) {
        run->proof.assumed |= REF_ASSUMED_BETWEEN;
        run->proof.unproved = since;
    }
    if (status == REF_UNPROVED && task->options->unproved != NULL)
        task->options->unproved(task->options->context, &f->proving->unproved);
}

enum ref_status ref_truth_run(const struct ref_truth_task *task, mpfr_prec_t bits,
                              struct ref_truth_run *run) {
    ref_flow *f;
    struct ref_touch *touch = NULL;
    *run = (struct ref_truth_run){.bits = bits};
    enum ref_status status =
        ref_flow_alloc(&f, task->m, bits, 0, task->options->constants);
    if (status != REF_OK)
        return status;
    status = ref_touch_alloc(&touch, task->m, f->program, bits, task->options->constants);
    f->is_compared = !task->proves;
    if (status == REF_OK && task->proves)
        status = ref_flow_prove(f, task->m, task->options->constants);
    if (status == REF_OK)
        status = ref_truth_run_alloc(task, run);
    if (status == REF_OK)
        status = start_flow(task, f, bits);
    if (status == REF_OK)
        status = flow_to_times(task, f, touch, run);
    tell_proof(task, f, touch, status, run);
    run->info = ref_flow_info(f);
    ref_touch_free(touch);
    ref_flow_free(f);
    if (status != REF_OK)
        ref_truth_run_clear(task, run);
    return status;
}

/* Truth by events, for models with contacts: the motion is followed from event to event
 * (flight/flight.h) in two runs of different precision, which have to agree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/flight/flight_proof.h"
#include "ref/vector.h"
#include "ref/task.h"

enum { INITIAL_GUARD_BITS = 96, DEFAULT_MAX_STEPS = 1000000 };

static enum ref_status start(const struct ref_truth_task *task, struct flight *f) {
    mpfr_t *x = vector_alloc(task->nx + 1, f->bits + INITIAL_GUARD_BITS);
    if (x == NULL)
        return REF_NO_MEMORY;
    enum ref_status status =
        ref_initial(task->m, task->options->constants, x[task->nx], x);
    if (status == REF_OK)
        status = flight_start(f, x[task->nx], vector_const(x));
    vector_free(x, task->nx + 1);
    return status;
}

static enum ref_status fly(const struct ref_truth_task *task, struct flight *f,
                           struct ref_truth_run *run) {
    const double begin = mpfr_get_d(f->time, MPFR_RNDN);
    const long most =
        task->options->max_steps > 0 ? task->options->max_steps : DEFAULT_MAX_STEPS;
    for (int k = 0; k < task->times; k++) {
        enum ref_status status = REF_OK;
        mpfr_set(f->target, task->time[k], MPFR_RNDN);
        while (status == REF_OK && !flight_has_arrived(f)) {
            status = f->steps < most ? flight_step(f) : REF_TOO_LONG;
            if (status == REF_OK)
                status = ref_truth_continue(task, begin, f->time);
        }
        if (status != REF_OK)
            return status;
        for (int i = 0; i < task->nx; i++)
            mpfr_set(run->state[k * task->nx + i], flight_at(f, f->x, i, 0), MPFR_RNDN);
        if (f->proving != NULL)
            mpfr_set(run->disturbance[k], f->proving->disturbance, MPFR_RNDU);
    }
    return REF_OK;
}

/* What was proved goes to the run, and what could not be proved to the caller. */
static void tell_proof(const struct ref_truth_task *task, const struct flight *f,
                       enum ref_status status, struct ref_truth_run *run) {
    if (f->proving == NULL)
        return;
    run->proof = f->proving->proof;
    if (f->cuts_impacts)
        run->proof.assumed |= REF_ASSUMED_IMPACTS;
    if (status == REF_UNPROVED && task->options->unproved != NULL)
        task->options->unproved(task->options->context, &f->proving->unproved);
}

static enum ref_status follow(const struct ref_truth_task *task, mpfr_prec_t bits,
                              struct ref_truth_run *run) {
    struct flight *f;
    *run = (struct ref_truth_run){.bits = bits};
    enum ref_status status = flight_alloc(&f, task->m, bits, task->options->constants);
    if (status != REF_OK)
        return status;
    if (task->proves)
        status = flight_prove(f, task->options->constants);
    if (status == REF_OK)
        status = ref_truth_run_alloc(task, run);
    if (status == REF_OK)
        status = start(task, f);
    if (status == REF_OK)
        status = fly(task, f, run);
    tell_proof(task, f, status, run);
    run->info = (struct ref_flow_info){
        .steps = f->steps, .order = f->order, .switches = f->events};
    flight_free(f);
    if (status != REF_OK)
        ref_truth_run_clear(task, run);
    return status;
}

enum ref_status ref_event_truth(struct ref_truth **truth, struct model *m, int times,
                                const mpfr_t *time,
                                const struct ref_truth_options *options) {
    *truth = NULL;
    if (m->contacts == 0)
        return REF_NOT_APPLICABLE;
    return ref_truth_by_agreement(truth, m, times, time, options, REF_BY_EVENTS, follow);
}

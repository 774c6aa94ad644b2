/* The replay of the implicit pair.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/results/reference.h"
#include "harness/solve/solve_mpfr.h"
#include "problems/model.h"
#include "ref/vector.h"

/* One step, and the samples that it passes. */
static enum ref_status advance(struct mpfr_run *r, mpfr_srcptr never) {
    ref_replay *pair = r->self;
    enum ref_stop stop;
    mpfr_set(r->t, ref_replay_time(pair), MPFR_RNDN);
    if (samples_left(&r->samples))
        vector_set(r->x, ref_replay_state(pair), r->nx);
    mpfr_add(r->to, r->t, r->step, MPFR_RNDN);
    mpfr_min(r->to, r->to, r->until, MPFR_RNDN);
    enum ref_status status = ref_replay_advance(pair, never, never, r->to, &stop);
    if (status == REF_OK)
        samples_take(&r->samples, r->t, vector_const(r->x), ref_replay_time(pair),
                     ref_replay_state(pair));
    return status;
}

static enum ref_status run(struct mpfr_run *r) {
    ref_replay *pair = r->self;
    enum ref_status status;
    mpfr_t never;
    if (r->request->settings.driver == DRIVER_SINGLE)
        return ref_replay_step_to(pair, r->until);
    samples_take(&r->samples, ref_replay_time(pair), ref_replay_state(pair),
                 ref_replay_time(pair), ref_replay_state(pair));
    mpfr_init2(never, mpfr_get_prec(r->t));
    mpfr_set_inf(never, 1);
    do {
        status = mpfr_check(r, ref_replay_time(pair));
        if (status == REF_OK)
            status = advance(r, never);
    } while (status == REF_OK && mpfr_less_p(ref_replay_time(pair), r->until));
    mpfr_clear(never);
    return status;
}

static void tell(struct mpfr_run *r) {
    const ref_replay *pair = r->self;
    const struct ref_statistics s = ref_replay_statistics(pair);
    struct named_numbers *into = &r->solution->statistics;
    solve_add_exact_position(r->request->model, ref_replay_time(pair),
                             ref_replay_state(pair), ref_replay_estimate(pair),
                             r->solution);
#define ADD_COUNTER(name) named_add_count(into, #name, s.name);
    REF_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) named_add_measure(into, #name, s.name);
    REF_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
}

static enum ref_status open(struct mpfr_run *r, struct diagnostic *why) {
    (void)why;
    const struct solve_request *request = r->request;
    struct ref_replay_options options =
        reference_pair(&request->settings.subject.integrator);
    const double longest = request->settings.subject.integrator.max_step;
    const bool is_single = request->settings.driver == DRIVER_SINGLE && !isnan(longest);
    ref_replay *pair;
    options.max_step = is_single ? longest : fmin(r->times.step, longest);
    mpfr_set_d(r->step, options.max_step, MPFR_RNDN);
    enum ref_status status =
        ref_replay_alloc(&pair, request->model, &options, request->bits);
    r->self = pair;
    return status == REF_OK ? ref_replay_start(pair, NULL, NULL) : status;
}

static void free_pair(void *self) {
    ref_replay_free(self);
}

const struct mpfr_class mpfr_pair = {
    .at_doubles = true, .open = open, .run = run, .tell = tell, .free = free_pair};

/* Whatever a callback does in whichever call: the outcome is a status, time, state and error
 * estimate are as before unless it is FAST_OK, then they are finite, and the integrator is
 * of use afterwards.
 *
 * Seen to fail: the final state's finiteness unchecked; a failed map's result used; a rates
 * callback's result ignored; a Jacobian of NaN kept; the state written before the half
 * steps; a failed explicit step halved forever; a result that is not finite accepted; a run
 * that halves after a callback's failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/faults.h"
#include "fast/tests/samples.h"

/* More calls than this in one attempt are too many: 3 sub-solves of 3 trials of 10
 * iterations, with a central Jacobian of 33 evaluations each, and two maps for each. */
enum { most_calls = 3 * 3 * 10 * 34 * 3 };

struct snapshot {
    double t, state[most_states], error[most_states];
};

static struct snapshot take_snapshot(const struct pair *integrator) {
    struct snapshot snapshot = {.t = pair_time(integrator)};
    size_t bytes = (size_t)integrator->nx * sizeof(double);
    memcpy(snapshot.state, pair_state(integrator), bytes);
    memcpy(snapshot.error, pair_error_estimate(integrator), bytes);
    return snapshot;
}

static bool is_as_in(const struct pair *integrator, const struct snapshot *snapshot) {
    size_t bytes = (size_t)integrator->nx * sizeof(double);
    return pair_time(integrator) == snapshot->t &&
           memcmp(pair_state(integrator), snapshot->state, bytes) == 0 &&
           memcmp(pair_error_estimate(integrator), snapshot->error, bytes) == 0;
}

static bool is_finite(const struct pair *integrator) {
    for (int i = 0; i < integrator->nx; i++)
        if (!isfinite(pair_state(integrator)[i]) ||
            !isfinite(pair_error_estimate(integrator)[i]))
            return false;
    return true;
}

static bool is_of_use(struct pair *integrator, struct faulty *faulty) {
    faulty->fault = NO_FAULT;
    return pair_step(integrator, 1e-3) == FAST_OK && is_finite(integrator);
}

/* One step of h with the faults set, after one step that went well. */
static enum fast_status step_with_fault(struct faulty *faulty, struct pair *integrator,
                                        double h, const char *what) {
    enum fault fault = faulty->fault;
    faulty->fault = NO_FAULT;
    cr_assert(pair_step(integrator, 1e-3) == FAST_OK);
    faulty->fault = fault;
    faulty->calls = 0;
    const struct snapshot before = take_snapshot(integrator);
    enum fast_status status = pair_step(integrator, h);
    cr_expect(faulty->calls <= most_calls, "%s: %d calls", what, faulty->calls);
    if (status == FAST_OK)
        cr_expect(is_finite(integrator) && pair_time(integrator) == before.t + h, "%s",
                  what);
    else
        cr_expect(is_as_in(integrator, &before), "%s: %s", what,
                  fast_status_text(status));
    return status;
}

/* Spoils one call of a step, and those that follow if lasting. False: the step had done
 * before. An update that is zero ends an iteration of implicit Euler whatever N and N+, the
 * last two calls, make of its norm. */
static bool spoil_call(int call, const struct sample *sample,
                       const struct integrator_options *options, enum fault fault,
                       bool lasting, double h) {
    const struct integrator_system inner = sample_system(sample);
    struct faulty faulty = {.fault = fault, .first = call};
    struct integrator_system system = faulty_system(&faulty, &inner);
    struct pair *integrator = start_integrator(&system, options, 0, sample->x0);
    faulty.last = lasting ? INT_MAX : call;
    enum fast_status status = step_with_fault(&faulty, integrator, h, sample->problem);
    int calls = faulty.calls;
    if (call < calls && fault == FAULT_FAILURE)
        cr_expect(status == FAST_CALLBACK && calls == call + 1, "%s, call %d",
                  sample->problem, call);
    else if (call < calls && lasting)
        cr_expect(status == FAST_NOT_FINITE || (status == FAST_OK && call + 2 >= calls),
                  "%s, call %d: %s", sample->problem, call, fast_status_text(status));
    cr_expect(is_of_use(integrator, &faulty), "%s, call %d", sample->problem, call);
    return call < calls;
}

static void spoil_every_call(enum sample_name name,
                             const struct integrator_options *options, enum fault fault,
                             bool lasting, double h) {
    const struct sample *sample = find_sample(name);
    int call = 0;
    while (spoil_call(call, sample, options, fault, lasting, h))
        call++;
    cr_expect(call >= 2, "%s: only %d calls", sample->problem, call);
}

static void spoil_in_every_mode(enum fault fault, bool lasting) {
    for (int mode = 0; mode < sample_count * 18; mode++) {
        struct integrator_options options = faithful_options();
        options.newton = (enum pair_newton)(mode % 3);
        options.jacobian = (enum pair_jacobian)(mode / 3 % 3);
        options.method = (enum integrator_method)(mode / 9 % 2);
        spoil_every_call((enum sample_name)(mode / 18), &options, fault, lasting, 1e-3);
    }
}

Test(failures, one_nan_in_any_call_is_survived) {
    spoil_in_every_mode(FAULT_NAN, false);
}

Test(failures, nan_from_any_call_on_is_reported) {
    spoil_in_every_mode(FAULT_NAN, true);
}

Test(failures, one_infinity_in_any_call_is_survived) {
    spoil_in_every_mode(FAULT_INFINITY, false);
}

Test(failures, a_callback_that_fails_in_any_call_is_reported_at_once) {
    spoil_in_every_mode(FAULT_FAILURE, false);
}

Test(failures, the_explicit_step_survives_the_same) {
    for (int name = 0; name < sample_count; name++) {
        struct integrator_options options = faithful_options();
        spoil_every_call((enum sample_name)name, &options, FAULT_NAN, false, 1e-16);
        spoil_every_call((enum sample_name)name, &options, FAULT_NAN, true, 1e-16);
        spoil_every_call((enum sample_name)name, &options, FAULT_INFINITY, true, 1e-16);
        spoil_every_call((enum sample_name)name, &options, FAULT_FAILURE, false, 1e-16);
    }
}

/* A run with error control. A call that fails leaves everything as the one before has. */

enum { most_run_calls = 200000 };

static enum fast_status run_checked(struct faulty *faulty, struct pair *integrator,
                                    double end) {
    enum fast_status status = FAST_OK;
    while (status == FAST_OK && pair_time(integrator) < end) {
        const struct snapshot before = take_snapshot(integrator);
        status = pair_advance(integrator, INFINITY, INFINITY, end, NULL);
        if (status == FAST_OK)
            cr_expect(is_finite(integrator) && pair_time(integrator) > before.t);
        else
            cr_expect(is_as_in(integrator, &before));
        cr_assert(faulty->calls <= most_run_calls, "%d calls", faulty->calls);
    }
    return status;
}

/* As spoil_call, in a run. */
static bool spoil_call_of_run(int call, enum sample_name name,
                              const struct integrator_options *options, enum fault fault,
                              bool lasting) {
    const struct sample *sample = find_sample(name);
    const struct integrator_system inner = sample_system(sample);
    struct faulty faulty = {.fault = fault, .first = call};
    struct integrator_system system = faulty_system(&faulty, &inner);
    struct pair *integrator = start_integrator(&system, options, 0, sample->x0);
    faulty.last = lasting ? INT_MAX : call;
    enum fast_status status = run_checked(&faulty, integrator, 0.005);
    int calls = faulty.calls;
    if (call < calls && fault == FAULT_FAILURE)
        cr_expect(status == FAST_CALLBACK && calls == call + 1, "%s, call %d: %s",
                  sample->problem, call, fast_status_text(status));
    else if (call < calls && lasting)
        cr_expect(status == FAST_NOT_FINITE, "%s, call %d: %s", sample->problem, call,
                  fast_status_text(status));
    faulty.fault = NO_FAULT;
    faulty.calls = 0;
    cr_expect(run_checked(&faulty, integrator, 0.0055) == FAST_OK, "%s, call %d",
              sample->problem, call);
    return call < calls;
}

static void spoil_runs(enum fault fault, bool lasting) {
    for (int mode = 0; mode < sample_count * 12; mode++) {
        enum sample_name name = (enum sample_name)(mode / 12);
        struct integrator_options options = faithful_options();
        options.fixed_step = false;
        options.initial_step = 4e-3;
        options.accuracy = 1e-3;
        options.newton = (enum pair_newton)(mode % 3);
        options.throw_on_min_step = mode / 3 % 2 == 0;
        options.method = (enum integrator_method)(mode / 6 % 2);
        int call = 0;
        while (spoil_call_of_run(call, name, &options, fault, lasting))
            call += 1 + call / 16; /* every call of the first steps */
        cr_expect(call >= 9, "mode %d: only %d calls", mode, call);
    }
}

Test(failures, one_nan_in_any_call_of_a_run_is_survived) {
    spoil_runs(FAULT_NAN, false);
}

Test(failures, nan_from_any_call_of_a_run_on_is_reported) {
    spoil_runs(FAULT_NAN, true);
}

Test(failures, one_infinity_in_any_call_of_a_run_is_survived) {
    spoil_runs(FAULT_INFINITY, false);
}

Test(failures, infinity_from_any_call_of_a_run_on_is_reported) {
    spoil_runs(FAULT_INFINITY, true);
}

Test(failures, a_callback_that_fails_in_any_call_of_a_run_is_reported_at_once) {
    spoil_runs(FAULT_FAILURE, false);
}

/* z' = z^2 from 0.8 reaches infinity at 1.25. */
static int exploding_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = x[0] * x[0];
    return 0;
}

Test(failures, a_solution_that_explodes_ends_a_run_with_a_status) {
    const double x0 = 0.8;
    struct integrator_system system = {.nz = 1, .rates = exploding_rates};
    for (int mode = 0; mode < 12; mode++) {
        struct integrator_options options = faithful_options();
        options.newton = (enum pair_newton)(mode % 3);
        options.jacobian = (enum pair_jacobian)(mode / 3 % 2);
        options.throw_on_min_step = mode < 6;
        options.max_step = 0.01;
        struct pair *integrator = start_integrator(&system, &options, 0, &x0);
        enum fast_status status = pair_run(integrator, 2);
        cr_expect(is_finite(integrator), "mode %d", mode);
        cr_expect(status != FAST_OK || pair_time(integrator) == 2, "mode %d", mode);
        cr_assert(pair_start(integrator, 0, &x0) == FAST_OK);
        cr_expect(pair_run(integrator, 0.5) == FAST_OK);
    }
}

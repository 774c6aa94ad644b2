/* Default mode within an integrator: whatever a callback does in whichever call, the outcome
 * is a status, time and state are as before unless it is FAST_OK, and the integrator is of
 * use afterwards; settings may change between steps.
 *
 * Seen to fail: NaN in J kept; the last step's estimate surviving a start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "fast/linear/vector.h"
#include "fast/pair/default/default_mode.h"
#include "fast/tests/faults.h"
#include "fast/tests/samples.h"

/* A step's halves and large one, each of 10 iterations and begun twice, 60 sweeps to place
 * each iterate, and a central Jacobian. */
enum { most_calls = 3 * 2 * 10 * 2 * 60 + 2 * 64 };

static bool is_finite(const struct pair *integrator) {
    size_t n = (size_t)integrator->nx;
    return fast_all_finite(n, pair_state(integrator)) &&
           fast_all_finite(n, pair_error_estimate(integrator));
}

/* One step, after one that went well, in which the calls from `first` to `last` are spoiled.
 * False: the step had done before. */
static bool spoil(const struct sample *sample, const struct integrator_options *options,
                  enum fault fault, int first, int last) {
    const struct integrator_system inner = sample_system(sample);
    struct faulty faulty = {.fault = NO_FAULT, .first = first, .last = last};
    struct integrator_system system = faulty_system(&faulty, &inner);
    struct pair *integrator = start_integrator(&system, options, 0, sample->x0);
    const size_t bytes = (size_t)integrator->nx * sizeof(double);
    double state[most_states];
    cr_assert(pair_step(integrator, 1e-3) == FAST_OK);
    memcpy(state, pair_state(integrator), bytes);
    if (fault == FAULT_INFINITY) /* make J anew in the spoiled step */
        cr_assert(pair_initialize(integrator) == FAST_OK);
    faulty.fault = fault;
    faulty.calls = 0;
    enum fast_status status = pair_step(integrator, 1e-3);
    int calls = faulty.calls;
    cr_expect(calls <= most_calls, "%s: %d calls", sample->problem, calls);
    if (status == FAST_OK)
        cr_expect(is_finite(integrator), "%s, call %d", sample->problem, first);
    else
        cr_expect(memcmp(state, pair_state(integrator), bytes) == 0 &&
                      !(fabs(pair_time(integrator) - 1e-3) > 0),
                  "%s, call %d: state moved", sample->problem, first);
    if (first < calls && fault == FAULT_FAILURE)
        cr_expect(status == FAST_CALLBACK && calls == first + 1, "%s, call %d: %s",
                  sample->problem, first, fast_status_text(status));
    else if (first < calls && last == INT_MAX)
        cr_expect(status == FAST_NOT_FINITE, "%s, call %d: %s", sample->problem, first,
                  fast_status_text(status));
    faulty.fault = NO_FAULT;
    status = pair_step(integrator, 1e-3);
    cr_expect(status == FAST_OK && is_finite(integrator), "%s, call %d: then %s",
              sample->problem, first, fast_status_text(status));
    return first < calls;
}

static void spoil_every_call(enum fault fault, bool lasting) {
    for (int k = 0; k < sample_count * 9; k++) {
        struct integrator_options options = pair_default_options();
        options.fixed_step = true;
        options.newton = (enum pair_newton)(k % 3);
        options.jacobian = (enum pair_jacobian)(k / 3 % 3);
        const struct sample *sample = find_sample((enum sample_name)(k / 9));
        int call = 0;
        while (spoil(sample, &options, fault, call, lasting ? INT_MAX : call))
            call++;
        cr_expect(call >= 3, "%s: only %d calls", sample->problem, call);
    }
}

Test(default_mode, one_nan_in_any_call_is_survived) {
    spoil_every_call(FAULT_NAN, false);
}

Test(default_mode, nan_from_any_call_on_is_reported) {
    spoil_every_call(FAULT_NAN, true);
}

Test(default_mode, infinity_in_any_call_is_survived) {
    spoil_every_call(FAULT_INFINITY, false);
    spoil_every_call(FAULT_INFINITY, true);
}

Test(default_mode, a_failing_callback_is_reported_at_once) {
    spoil_every_call(FAULT_FAILURE, false);
    spoil_every_call(FAULT_FAILURE, true);
}

/* Under error control halving ends, too. */
Test(default_mode, a_run_into_nan_ends) {
    for (int name = 0; name < sample_count; name++) {
        const struct sample *sample = find_sample((enum sample_name)name);
        const struct integrator_system inner = sample_system(sample);
        struct faulty faulty = {.fault = FAULT_NAN, .first = 40, .last = INT_MAX};
        struct integrator_system system = faulty_system(&faulty, &inner);
        struct integrator_options options = pair_default_options();
        options.accuracy = 1e-4;
        options.initial_step = 1e-4;
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        enum fast_status status = pair_run(integrator, 10);
        cr_expect(status != FAST_OK && is_finite(integrator), "%s: %s", sample->problem,
                  fast_status_text(status));
        cr_expect(faulty.calls < 100 * most_calls, "%s: %d", sample->problem,
                  faulty.calls);
    }
}

/* The first attempt, of max_step, is rejected in most of these runs. */
Test(default_mode, a_start_begins_anew) {
    for (int k = 0; k < sample_count * 3; k++) {
        const struct sample *sample = find_sample((enum sample_name)(k / 3));
        const struct integrator_system system = sample_system(sample);
        struct integrator_options options = pair_default_options();
        options.accuracy = 1e-4;
        options.newton = (enum pair_newton)(k % 3);
        struct pair *used = start_integrator(&system, &options, 0, sample->x0);
        cr_assert(pair_run(used, 0.5) == FAST_OK, "%s", sample->problem);
        const struct pair_statistics first = *pair_statistics(used);
        cr_assert(pair_start(used, 0, sample->x0) == FAST_OK);
        cr_assert(pair_run(used, 0.5) == FAST_OK, "%s", sample->problem);
        cr_expect(memcmp(&first, pair_statistics(used), sizeof first) == 0,
                  "%s, %d: %ld and %ld evaluations", sample->problem, k % 3,
                  first.derivative_evals, pair_statistics(used)->derivative_evals);
    }
}

/* Accuracy, scheme and Newton's form change; explicit steps come between. */
Test(default_mode, settings_change_between_steps) {
    const struct sample *sample = find_sample(SAMPLE_DOUBLE_PENDULUM);
    const struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    options.fixed_step = true;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    for (int k = 0; k < 36; k++) {
        cr_assert(pair_set_jacobian(integrator, (enum pair_jacobian)(k % 3)) == FAST_OK);
        cr_assert(pair_set_newton(integrator, (enum pair_newton)(k / 3 % 3)) == FAST_OK);
        cr_assert(pair_set_accuracy(integrator, k % 2 ? NAN : 1e-6) == FAST_OK);
        cr_assert(pair_set_min_step(integrator, k % 5 == 4 ? 1e-3 : 0) == FAST_OK);
        cr_assert(pair_step(integrator, 5e-4) == FAST_OK, "%d", k);
    }
    /* Against the same time in many small faithful steps: both are first order in h. */
    const struct integrator_options usual = faithful_options();
    struct pair *fine = start_integrator(&system, &usual, 0, sample->x0);
    for (int k = 0; k < 3600; k++)
        cr_assert(pair_step(fine, 5e-6) == FAST_OK);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(pair_state(integrator)[i] - pair_state(fine)[i]) < 5e-3, "%d: %g",
                  i, pair_state(integrator)[i] - pair_state(fine)[i]);
}

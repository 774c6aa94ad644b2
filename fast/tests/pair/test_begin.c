/* Tests of begin.c: what each way of beginning keeps.
 *
 * Seen to fail: the ideal next step cleared by pair_initialize; J kept by it; the first step's
 * target not kept; weights kept by pair_reset; J dropped by pair_set_state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/pair/spinner.h"
#include "fast/tests/samples.h"

static void expect_no_statistics(const struct pair *integrator) {
    const struct pair_statistics *statistics = pair_statistics(integrator);
#define EXPECT_ZERO(name) cr_expect_eq(statistics->name, 0, #name);
    PAIR_COUNTER_LIST(EXPECT_ZERO)
#undef EXPECT_ZERO
    cr_expect(isnan(statistics->actual_initial_step) && isnan(statistics->largest_step) &&
              isnan(statistics->smallest_adapted_step));
}

Test(begin, initialize_keeps_the_steps_and_drops_the_jacobian) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const double ideal = pair_statistics(integrator)->ideal_next_step;
    const double previous = pair_statistics(integrator)->previous_step;
    double first, last;
    cr_assert(integrator->has_jacobian && isfinite(ideal));
    cr_assert(pair_error_estimate(integrator)[0] != 0);
    cr_expect(pair_set_accuracy(integrator, 0.7) == FAST_OK);
    cr_expect(pair_initialize(integrator) == FAST_OK);
    expect_no_statistics(integrator);
    cr_expect(!integrator->has_jacobian);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 0.5, "clamped");
    cr_expect(pair_statistics(integrator)->ideal_next_step == ideal);
    cr_expect(pair_statistics(integrator)->previous_step == previous);
    cr_expect(pair_error_estimate(integrator)[0] == 0);
    cr_expect(pair_time(integrator) == 0.3);
    cr_expect(pair_get_options(integrator)->weights_v[2] == 4);
    cr_expect(pair_dense_range(integrator, &first, &last) == FAST_OK && first == 0);
    cr_expect(first_attempt(integrator) == fmin(ideal, 0.07));
}

Test(begin, a_start_keeps_settings_only) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    double first, last, x[7];
    memcpy(x, pair_state(integrator), sizeof x);
    cr_expect(pair_start(integrator, 0.2, x) == FAST_OK);
    expect_no_statistics(integrator);
    cr_expect(isnan(pair_statistics(integrator)->ideal_next_step));
    cr_expect(isnan(pair_statistics(integrator)->previous_step));
    cr_expect(!integrator->has_jacobian && pair_error_estimate(integrator)[0] == 0);
    cr_expect(pair_get_options(integrator)->weights_v[2] == 4);
    cr_expect(pair_dense_range(integrator, &first, &last) == FAST_NOT_DENSE);
    cr_expect(first_attempt(integrator) == 0.011);
    cr_expect(pair_dense_range(integrator, &first, &last) == FAST_OK && first == 0.2);
}

Test(begin, reset_keeps_what_the_original_keeps) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    double first, last, x0 = pair_state(integrator)[0];
    pair_set_fixed_step(integrator, true);
    pair_reset(integrator);
    expect_no_statistics(integrator);
    const struct integrator_options *now = pair_get_options(integrator);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(!now->fixed_step && now->min_step == 0 && isnan(now->max_step));
    cr_expect(now->weights_v[0] == 1 && now->weights_v[2] == 1);
    cr_expect(isnan(statistics->accuracy_in_use) && isnan(statistics->ideal_next_step));
    cr_expect(isnan(statistics->previous_step));
    cr_expect(!integrator->has_jacobian && pair_error_estimate(integrator)[0] == 0);
    cr_expect(pair_dense_range(integrator, &first, &last) == FAST_NOT_DENSE);
    cr_expect(now->accuracy == 1e-3 && !now->throw_on_min_step);
    cr_expect(now->jacobian == FAST_CENTRAL_DIFFERENCES && now->newton == FAST_REUSE);
    cr_expect(pair_time(integrator) == 0.3 && pair_state(integrator)[0] == x0);
    cr_expect(!pair_is_initialized(integrator));
    cr_expect(pair_run(integrator, 1) == FAST_NOT_STARTED);
    cr_expect(pair_step(integrator, 0.1) == FAST_NOT_STARTED);
    cr_expect(pair_advance(integrator, 1, 1, 1, NULL) == FAST_NOT_STARTED);
    cr_expect(pair_dense_start(integrator, 7) == FAST_NOT_STARTED);
    cr_expect(pair_initialize(integrator) == FAST_OK, "the first step's target is kept");
    cr_expect(first_attempt(integrator) == 0.011);
}

/* Once max_step has become the first step's target, it stays that. */
Test(begin, a_target_that_was_defaulted_stays) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.max_step = 0.013;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    cr_expect(pair_set_max_step(integrator, 0.5) == FAST_OK);
    cr_expect(pair_initialize(integrator) == FAST_OK);
    cr_expect(first_attempt(integrator) == 0.013);
    cr_expect(pair_start(integrator, 0, sample->x0) == FAST_OK);
    cr_expect(first_attempt(integrator) == 0.5, "but a start begins anew");
    cr_expect(pair_set_max_step(integrator, 0.4) == FAST_OK);
    cr_expect(pair_initialize(integrator) == FAST_BAD_OPTION,
              "max_step below the target");
}

Test(begin, reset_statistics_clears_those_alone) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const double ideal = pair_statistics(integrator)->ideal_next_step;
    const double previous = pair_statistics(integrator)->previous_step;
    pair_reset_statistics(integrator);
    expect_no_statistics(integrator);
    cr_expect(pair_statistics(integrator)->ideal_next_step == ideal);
    cr_expect(pair_statistics(integrator)->previous_step == previous);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 1e-3);
    cr_expect(integrator->has_jacobian && pair_is_initialized(integrator));
    pair_count_evaluations(integrator, 17);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals, 17);
}

Test(begin, a_state_is_set_without_anything_else) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const struct pair_statistics before = *pair_statistics(integrator);
    double x[7];
    memcpy(x, pair_state(integrator), sizeof x);
    x[6] = 3;
    cr_expect(pair_set_state(integrator, 0.1, x) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.1 && pair_state(integrator)[6] == 3);
    cr_expect(memcmp(&before, pair_statistics(integrator), sizeof before) == 0);
    cr_expect(integrator->has_jacobian);
    cr_expect(pair_set_state(integrator, NAN, x) == FAST_BAD_TIME);
    x[3] = INFINITY;
    cr_expect(pair_set_state(integrator, 0.2, x) == FAST_NOT_FINITE);
    cr_expect(pair_time(integrator) == 0.1 && pair_state(integrator)[6] == 3);
}

Test(begin, nothing_can_be_initialized_without_a_state) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    struct pair *integrator;
    cr_assert(pair_alloc(&integrator, &system, &options) == FAST_OK);
    cr_expect(!pair_is_initialized(integrator));
    cr_expect(pair_initialize(integrator) == FAST_NOT_STARTED);
    cr_expect(pair_set_state(integrator, 0, sample->x0) == FAST_OK);
    cr_expect(pair_run(integrator, 1) == FAST_NOT_STARTED, "a state alone is no start");
    cr_expect(pair_initialize(integrator) == FAST_OK && pair_is_initialized(integrator));
    cr_expect(pair_run(integrator, 1) == FAST_OK);
}

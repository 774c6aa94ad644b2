/* Tests of settings.c: when a setting takes effect.
 *
 * Seen to fail: an accuracy clamped; J kept over another scheme; weights without
 * pair_initialize; no first step when initial_step is unset again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/newton/convergence.h"
#include "fast/tests/pair/spinner.h"
#include "fast/tests/samples.h"

Test(settings, steps_have_to_fit_together) {
    const double steps[][4] = {
        /* min, initial, max, fits */
        {0, NAN, 0.1, 1},   {0, 0.05, NAN, 1},  {0, NAN, NAN, 0},
        {0.2, NAN, 0.1, 0}, {0, 0.05, 0.1, 1},  {0.06, 0.05, 0.1, 0},
        {0, 0.2, 0.1, 0},   {0.1, 0.1, 0.1, 1}, {0.06, 0.05, NAN, 0}};
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    for (int i = 0; i < 9; i++) {
        struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
        cr_expect(pair_set_min_step(integrator, steps[i][0]) == FAST_OK);
        cr_expect(pair_set_initial_step(integrator, steps[i][1]) == FAST_OK);
        cr_expect(pair_set_max_step(integrator, steps[i][2]) == FAST_OK);
        enum fast_status expected = steps[i][3] > 0 ? FAST_OK : FAST_BAD_OPTION;
        cr_expect(pair_initialize(integrator) == expected, "%d", i);
        cr_expect(pair_start(integrator, 0, sample->x0) == expected, "%d", i);
    }
}

Test(settings, values_out_of_range_change_nothing) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const struct integrator_options before = *pair_get_options(integrator);
    const double negative[] = {1, -1e-300, 1}, not_a_number[] = {1, 1, NAN};
    const double endless[] = {INFINITY, 1, 1};
    cr_expect(pair_set_accuracy(integrator, -1e-300) == FAST_BAD_OPTION);
    cr_expect(pair_set_max_step(integrator, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_max_step(integrator, -1) == FAST_BAD_OPTION);
    cr_expect(pair_set_initial_step(integrator, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, -1e-300) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, NAN) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, INFINITY) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, 1e-3, NAN) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, 0, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, -1, 1) == FAST_BAD_OPTION);
    cr_expect(pair_set_jacobian(integrator, (enum pair_jacobian)3) == FAST_BAD_OPTION);
    cr_expect(pair_set_newton(integrator, (enum pair_newton)3) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, negative, NULL) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, not_a_number, NULL) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, endless, NULL) == FAST_BAD_OPTION);
    cr_expect(memcmp(&before, pair_get_options(integrator), sizeof before) == 0);
    cr_expect(pair_is_initialized(integrator) && integrator->has_jacobian);
}

Test(settings, weights_wait_for_initialize) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const double weights[] = {0, 2, 0.5};
    cr_expect(pair_set_weights(integrator, weights, NULL) == FAST_OK);
    cr_expect(!pair_is_initialized(integrator));
    cr_expect(pair_run(integrator, 1) == FAST_NOT_STARTED);
    cr_expect(pair_initialize(integrator) == FAST_OK);
    cr_expect(memcmp(pair_get_options(integrator)->weights_v, weights, sizeof weights) ==
              0);
    cr_expect(pair_run(integrator, 1) == FAST_OK);
}

/* Accuracy is also Newton's tolerance, here and now. */
Test(settings, an_accuracy_takes_effect_at_once_and_unclamped) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    cr_expect(pair_set_accuracy(integrator, 0.7) == FAST_OK);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 0.7);
    cr_expect(integrator->newton_tolerance == fast_newton_tolerance(0.7));
    cr_expect(pair_set_accuracy(integrator, NAN) == FAST_OK);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 0.1);
}

Test(settings, another_jacobian_drops_the_old_one) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    cr_expect(pair_set_jacobian(integrator, FAST_CENTRAL_DIFFERENCES) == FAST_OK);
    cr_expect(integrator->has_jacobian, "the same scheme");
    for (int newton = 0; newton < 3; newton++)
        cr_expect(pair_set_newton(integrator, (enum pair_newton)newton) == FAST_OK);
    cr_expect(integrator->has_jacobian, "Newton's mode");
    cr_expect(pair_set_jacobian(integrator, FAST_EXACT_JACOBIAN) == FAST_OK);
    cr_expect(!integrator->has_jacobian);
    cr_expect(pair_set_newton(integrator, FAST_FRESH) == FAST_OK);
    pair_reset_statistics(integrator);
    cr_expect(pair_step(integrator, 1e-3) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->jacobian_evals, 3);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals_for_jacobian, 3);
}

Test(settings, an_exact_jacobian_needs_the_system_to_have_one) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    system.jacobian = NULL;
    struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
    cr_expect(pair_set_jacobian(integrator, FAST_EXACT_JACOBIAN) == FAST_BAD_OPTION);
    cr_expect(pair_get_options(integrator)->jacobian == FAST_FORWARD_DIFFERENCES);
    cr_expect(pair_get_system(integrator)->rates == system.rates);
}

Test(settings, step_limits_take_effect_with_the_next_step) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    pair_set_fixed_step(integrator, true);
    cr_expect(pair_set_max_step(integrator, 0.0013) == FAST_OK);
    cr_expect(first_attempt(integrator) - 0.0013 <= 1e-15);
    cr_expect(fabs(pair_time(integrator) - 0.3013) <= 1e-15);
    cr_expect(pair_set_min_step(integrator, 0.001) == FAST_OK);
    cr_expect(pair_working_minimum(integrator) == 0.001);
    long before = pair_statistics(integrator)->derivative_evals;
    cr_expect(pair_step(integrator, 0.0009) == FAST_OK);
    /* Dense output evaluates at both ends, and the explicit step in the middle. */
    cr_expect_eq(pair_statistics(integrator)->derivative_evals - before, 3);
}

/* Without a first step's target it is max_step, and without that what is left. */
Test(settings, an_initial_step_can_be_withdrawn) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.initial_step = 0.011;
    options.max_step = 0.013;
    for (int bounded = 0; bounded < 2; bounded++) {
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        cr_expect(pair_set_initial_step(integrator, NAN) == FAST_OK);
        if (!bounded)
            cr_expect(pair_set_max_step(integrator, NAN) == FAST_OK);
        double first = first_attempt(integrator);
        cr_expect(first == (bounded ? 0.013 : 1), "%g", first);
    }
}

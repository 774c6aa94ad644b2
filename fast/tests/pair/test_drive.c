/* Tests of drive.c.
 *
 * Seen to fail: t_final missed by rounding; no step for t_final = t; thirds for halves; the
 * count of failures left out, and doubled; the minimum compared with the step before; <= for
 * < at it; throwing when not asked to; t left at the rounded sum; a lost max_step run
 * forever; a failed explicit step halved forever; stretched to a boundary, or not to an event;
 * publish or boundary winning a tie; a halved step told as arrived; pair_step_to with error
 * control, and missing its target by rounding; an infinite step halved forever; an output of a
 * failure set.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/random.h"
#include "fast/tests/samples.h"

/* v' = -v; steps longer than `longest` fail, by a rate that is NaN that far ahead of the
 * step's start, or by an iteration that cannot converge. */
struct hurdle {
    double start, longest;
    bool diverging;
    int failures; /* callbacks report failure from this call on, if not 0 */
    int calls;
};

static int rates(void *context, double t, const double *x, double *ydot) {
    struct hurdle *hurdle = context;
    bool too_far = t - hurdle->start > hurdle->longest;
    hurdle->calls++;
    ydot[0] = -x[0];
    if (too_far)
        ydot[0] =
            hurdle->diverging ? (hurdle->calls % 2 ? 1e6 : -1e6) * hurdle->calls : NAN;
    return hurdle->failures != 0 && hurdle->calls >= hurdle->failures;
}

static const double x0 = 0.83;

static struct pair *make(struct hurdle *hurdle, double max_step, double min_step,
                         bool throws) {
    struct integrator_system system = {.nz = 1, .context = hurdle, .rates = rates};
    struct integrator_options options = faithful_options();
    options.max_step = max_step;
    options.min_step = min_step;
    options.throw_on_min_step = throws;
    return start_integrator(&system, &options, hurdle->start, &x0);
}

Test(drive, a_run_ends_at_exactly_its_final_time) {
    const double finals[] = {1, 0.7, 1e-3, 1e-15, 12.34, 0.30000000000000004};
    for (int i = 0; i < 6; i++) {
        struct hurdle hurdle = {.longest = INFINITY};
        struct pair *integrator = make(&hurdle, 0.1, 0, true);
        cr_expect(pair_run(integrator, finals[i]) == FAST_OK);
        cr_expect(pair_time(integrator) == finals[i]);
        const struct pair_statistics *statistics = pair_statistics(integrator);
        long fewest = (long)ceil(finals[i] / 0.1 - 1e-9);
        cr_expect(statistics->steps_taken == fewest ||
                      statistics->steps_taken == fewest + 1,
                  "%ld steps to %g", statistics->steps_taken, finals[i]);
        cr_expect(statistics->largest_step <= 0.1 + 1e-15 * finals[i]);
    }
}

Test(drive, powers_of_two_take_as_many_steps_as_expected) {
    struct hurdle hurdle = {.longest = INFINITY};
    struct pair *integrator = make(&hurdle, 0x1p-6, 0, true);
    cr_expect(pair_run(integrator, 3) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 192);
    cr_expect(pair_statistics(integrator)->largest_step == 0x1p-6);
}

Test(drive, a_run_to_the_present_is_one_explicit_step) {
    struct hurdle hurdle = {.start = 0.7, .longest = INFINITY};
    struct pair *integrator = make(&hurdle, 0.1, 0, true);
    cr_expect(pair_run(integrator, 0.7) == FAST_OK);
    cr_expect_eq(hurdle.calls, 2);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect_eq(statistics->steps_taken, 1);
    cr_expect(statistics->actual_initial_step == 0 && statistics->previous_step == 0);
}

/* t + (t_final - t) is not always t_final when the difference is the larger. */
Test(drive, rounding_does_not_miss_the_final_time) {
    struct random random = random_open();
    int missed = 0;
    for (int i = 0; i < 1000; i++) {
        double start = random_between(&random, -1, -0.1);
        double final = random_between(&random, 0, 0.1), h = final - start;
        struct hurdle hurdle = {.start = start, .longest = INFINITY};
        struct pair *integrator = make(&hurdle, INFINITY, 0, true);
        cr_expect(pair_run(integrator, final) == FAST_OK);
        cr_expect(pair_time(integrator) == final, "seed %llu: from %a to %a",
                  (unsigned long long)random.seed, start, final);
        cr_expect(pair_statistics(integrator)->previous_step == (start + h) - start);
        cr_assert(pair_start(integrator, start, &x0) == FAST_OK);
        cr_expect(pair_step_to(integrator, final) == FAST_OK);
        cr_expect(pair_time(integrator) == final, "seed %llu: a step from %a to %a",
                  (unsigned long long)random.seed, start, final);
        missed += start + h != final;
    }
    cr_expect(missed > 0, "no sum has been rounded");
}

Test(drive, an_infinite_max_step_goes_in_one) {
    struct hurdle hurdle = {.longest = INFINITY};
    struct pair *integrator = make(&hurdle, INFINITY, 0, true);
    cr_expect(pair_run(integrator, 0.7) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 1);
}

Test(drive, a_failing_step_is_halved_and_counted) {
    for (int diverging = 0; diverging < 2; diverging++) {
        struct hurdle hurdle = {.longest = 0.13, .diverging = diverging};
        struct pair *integrator = make(&hurdle, 1, 0, true);
        cr_expect(pair_run(integrator, 1) ==
                  (diverging ? FAST_BELOW_MIN_STEP : FAST_NOT_FINITE));
        cr_expect(fabs(pair_time(integrator) - 0.13) <= 1e-13);
        const struct pair_statistics *statistics = pair_statistics(integrator);
        /* 1, 1/2 and 1/4 fail from 0, and 1/8 does not. */
        cr_expect(statistics->actual_initial_step == 0.125);
        cr_expect(statistics->largest_step == 0.125);
        cr_expect(statistics->substep_failures > 3);
        cr_expect_eq(statistics->substep_failures, statistics->shrink_substep_failure);
        cr_expect_eq(statistics->shrink_error_control, 0);
    }
}

/* A Newton iteration that fails by its own: robertson needs steps far below 0.01. */
Test(drive, halved_steps_add_up) {
    const struct sample *sample = find_sample(SAMPLE_ROBERTSON);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    options.max_step = 0.01;
    struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
    cr_expect(pair_run(integrator, 0.02) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.02);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    double halvings = log2(0.01 / statistics->actual_initial_step);
    cr_expect(halvings > 0 && halvings == floor(halvings), "%g", halvings);
    cr_expect(statistics->substep_failures >= (long)halvings);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += pair_state(integrator)[i];
    cr_expect(fabs(sum - 1) <= 1e-12, "mass %g", sum);
}

static void expect_stop(double max_step, double min_step, long failures) {
    struct hurdle hurdle = {.longest = 0, .diverging = true};
    struct pair *integrator = make(&hurdle, max_step, min_step, true);
    cr_expect(pair_run(integrator, 1) == FAST_BELOW_MIN_STEP);
    cr_expect(pair_time(integrator) == 0 && *pair_state(integrator) == x0);
    cr_expect_eq(pair_statistics(integrator)->substep_failures, failures, "%ld failures",
                 pair_statistics(integrator)->substep_failures);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 0);
    hurdle.longest = INFINITY;
    cr_expect(pair_run(integrator, 1) == FAST_OK);
}

Test(drive, halving_stops_at_the_minimum_when_told_to) {
    expect_stop(1, 0.125, 4);               /* fails at 1, 1/2, 1/4 and 1/8 */
    expect_stop(1, 0.12, 4);                /* the same */
    expect_stop(1, nextafter(0.125, 1), 3); /* 1/8 is too short already */
    expect_stop(0.125, 0.125, 1);
    expect_stop(1, 0, 1 + (long)floor(-log2(1e-14))); /* the working minimum */
}

Test(drive, halving_ends_in_an_explicit_step_when_not_told_to_stop) {
    struct hurdle hurdle = {.longest = 1.0 / 32, .diverging = true};
    struct pair *integrator = make(&hurdle, 1, 0.125, false);
    /* From 0: 1/4 and 1/8 fail, and 1/16 is explicit. From 1/16: 3/16 fails, and 3/32 is
     * explicit, as is then the rest. */
    cr_expect(pair_run(integrator, 0.25) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.25);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(statistics->actual_initial_step == 1.0 / 16);
    cr_expect(statistics->largest_step == 3.0 / 32);
    cr_expect_eq(statistics->steps_taken, 3);
    cr_expect_eq(statistics->substep_failures, 3);
}

Test(drive, what_is_not_finite_for_good_is_reported_as_such) {
    for (int throws = 0; throws < 2; throws++) {
        struct hurdle hurdle = {.longest = -1}; /* NaN everywhere */
        struct pair *integrator = make(&hurdle, 1, 0, throws);
        cr_expect(pair_run(integrator, 1) == FAST_NOT_FINITE);
        cr_expect(pair_time(integrator) == 0 && *pair_state(integrator) == x0);
        cr_expect(hurdle.calls < 2000);
        enum pair_stop stop = PAIR_REACHED_STEP_LIMIT;
        cr_expect(pair_advance(integrator, 1, 1, 1, &stop) == FAST_NOT_FINITE);
        cr_expect(stop == PAIR_REACHED_STEP_LIMIT, "an output of a failure");
        hurdle.longest = INFINITY;
        cr_expect(pair_run(integrator, 1) == FAST_OK);
    }
}

Test(drive, a_callback_that_fails_ends_the_run_where_it_was) {
    struct hurdle hurdle = {.longest = INFINITY, .failures = 100};
    struct pair *integrator = make(&hurdle, 0x1p-5, 0, true);
    cr_expect(pair_run(integrator, 1) == FAST_CALLBACK);
    cr_expect_eq(hurdle.calls, 100);
    long steps = pair_statistics(integrator)->steps_taken;
    cr_expect(steps > 0 && pair_time(integrator) == (double)steps * 0x1p-5);
    cr_expect_eq(pair_statistics(integrator)->substep_failures, 0);
    hurdle.failures = 0;
    cr_expect(pair_run(integrator, 1) == FAST_OK);
}

Test(drive, a_max_step_that_is_lost_in_rounding_is_reported) {
    struct hurdle hurdle = {.start = 1e17, .longest = INFINITY};
    struct pair *integrator = make(&hurdle, 0.1, 0, true);
    cr_expect(pair_run(integrator, 2e17) == FAST_BELOW_MIN_STEP);
    cr_expect(pair_run(integrator, 1e17) == FAST_OK);
}

Test(drive, times_that_make_no_sense_are_refused) {
    struct hurdle hurdle = {.start = 0.7, .longest = INFINITY};
    const double bad_steps[] = {-1e-300, -0.1, NAN, INFINITY, -INFINITY};
    const double bad_finals[] = {nextafter(0.7, 0), -1, NAN, INFINITY, -INFINITY};
    struct pair *integrator = make(&hurdle, 0.1, 0, true);
    for (int i = 0; i < 5; i++) {
        cr_expect(pair_step(integrator, bad_steps[i]) == FAST_BAD_TIME, "%d", i);
        cr_expect(pair_run(integrator, bad_finals[i]) == FAST_BAD_TIME, "%d", i);
    }
    cr_expect_eq(hurdle.calls, 0);
    cr_expect(pair_time(integrator) == 0.7 && *pair_state(integrator) == x0);
    cr_assert(pair_start(integrator, DBL_MAX, &x0) == FAST_OK);
    cr_expect(pair_step(integrator, DBL_MAX) == FAST_BAD_TIME);
}

/* Both times are finite, and what lies between them is not. */
Test(drive, a_span_beyond_the_largest_number_is_refused, .timeout = 20) {
    for (int fixed = 0; fixed < 2; fixed++) {
        struct hurdle hurdle = {.start = -1.7e308, .longest = INFINITY};
        struct pair *integrator = make(&hurdle, INFINITY, 0, true);
        pair_set_fixed_step(integrator, fixed);
        cr_expect(pair_run(integrator, 1.7e308) == FAST_BAD_TIME);
        cr_expect(pair_time(integrator) == -1.7e308 && *pair_state(integrator) == x0);
        cr_expect_eq(hurdle.calls, 0);
    }
}

/* As the original, when no longest step is set either. */
Test(drive, error_control_needs_no_end) {
    for (int fixed = 0; fixed < 2; fixed++) {
        struct hurdle hurdle = {.longest = INFINITY};
        struct pair *integrator = make(&hurdle, INFINITY, 0, true);
        enum pair_stop stop = PAIR_REACHED_UPDATE_TIME;
        pair_set_fixed_step(integrator, fixed);
        cr_assert(pair_set_initial_step(integrator, 0.125) == FAST_OK);
        cr_assert(pair_start(integrator, 0, &x0) == FAST_OK);
        cr_expect(pair_advance(integrator, INFINITY, INFINITY, INFINITY, &stop) ==
                  (fixed ? FAST_BAD_TIME : FAST_OK));
        cr_expect(stop == (fixed ? PAIR_REACHED_UPDATE_TIME : PAIR_TIME_HAS_ADVANCED));
        cr_expect(pair_time(integrator) == (fixed ? 0 : 0.125), "%g",
                  pair_time(integrator));
    }
}

Test(drive, nothing_moves_before_the_start) {
    struct hurdle hurdle = {0};
    struct pair *integrator;
    struct integrator_system system = {.nz = 1, .context = &hurdle, .rates = rates};
    struct integrator_options options = faithful_options();
    cr_assert(pair_alloc(&integrator, &system, &options) == FAST_OK);
    cr_expect(pair_step(integrator, 0.1) == FAST_NOT_STARTED);
    cr_expect(pair_run(integrator, 1) == FAST_NOT_STARTED);
}

Test(drive, a_single_step_is_not_halved) {
    struct hurdle hurdle = {.longest = 0.13, .diverging = true};
    struct pair *integrator =
        make(&hurdle, 0.01, 0, true); /* and max_step does not bound it */
    cr_expect(pair_step(integrator, 0.2) == FAST_NOT_CONVERGED);
    cr_expect_eq(pair_statistics(integrator)->substep_failures, 0);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 0);
    cr_expect(pair_step(integrator, 0.1) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.1);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 1);
}

/* What one call of pair_advance is to do from t = 0.7 with max_step 0.125, f = 0. */
struct target {
    double publish, update, boundary; /* after the start */
    bool fixed;
    double got;
    enum pair_stop stop;
};

static const struct target targets[] = {
    /* the earliest; of equal ones update before publish before boundary */
    {0.05, 0.1, 0.09, true, 0.05, PAIR_REACHED_PUBLISH_TIME},
    {0.1, 0.05, 0.09, true, 0.05, PAIR_REACHED_UPDATE_TIME},
    {0.1, 0.09, 0.05, true, 0.05, PAIR_REACHED_BOUNDARY_TIME},
    {0.05, 0.05, 0.05, true, 0.05, PAIR_REACHED_UPDATE_TIME},
    {0.05, 0.1, 0.05, true, 0.05, PAIR_REACHED_PUBLISH_TIME},
    {0.1, 0.05, 0.05, true, 0.05, PAIR_REACHED_UPDATE_TIME},
    {0.05, 0.1, 0.09, false, 0.05, PAIR_REACHED_PUBLISH_TIME},
    /* at once */
    {0, 0.1, 0.1, true, 0, PAIR_REACHED_PUBLISH_TIME},
    {0, 0, 0, false, 0, PAIR_REACHED_UPDATE_TIME},
    /* beyond max_step, an event by little, and fixed steps stretch */
    {1, 1, 1, true, 0.125, PAIR_TIME_HAS_ADVANCED},
    {0.126, 1, 1, true, 0.126, PAIR_REACHED_PUBLISH_TIME},
    {1, 0.126, 1, true, 0.126, PAIR_REACHED_UPDATE_TIME},
    {0.127, 1, 1, true, 0.125, PAIR_TIME_HAS_ADVANCED},
    {1, 1, 0.126, true, 0.125, PAIR_TIME_HAS_ADVANCED},
    {0.126, 1, 1, false, 0.125, PAIR_TIME_HAS_ADVANCED},
    {INFINITY, INFINITY, INFINITY, true, 0.125, PAIR_TIME_HAS_ADVANCED},
};

Test(drive, one_step_goes_no_further_than_any_of_three_times) {
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const struct target *target = &targets[i];
        struct hurdle hurdle = {.longest = INFINITY, .start = 0.7};
        struct pair *integrator = make(&hurdle, 0.125, 0, true);
        double start = 0.7;
        pair_set_fixed_step(integrator, target->fixed);
        cr_assert(pair_set_accuracy(integrator, 0.5) == FAST_OK);
        enum pair_stop stop = PAIR_REACHED_STEP_LIMIT;
        enum fast_status status =
            pair_advance(integrator, start + target->publish, start + target->update,
                         start + target->boundary, &stop);
        cr_expect(status == FAST_OK, "%zu: %s", i, fast_status_text(status));
        cr_expect(stop == target->stop, "%zu: stop %d", i, (int)stop);
        cr_expect(pair_time(integrator) == start + target->got, "%zu: to %.17g", i,
                  pair_time(integrator));
        cr_expect_eq(pair_statistics(integrator)->steps_taken, 1);
    }
}

Test(drive, a_halved_step_has_only_advanced) {
    struct hurdle hurdle = {.longest = 0.07};
    struct pair *integrator = make(&hurdle, 0.125, 0, true);
    enum pair_stop stop;
    cr_expect(pair_advance(integrator, 0.1, INFINITY, INFINITY, &stop) == FAST_OK);
    cr_expect(stop == PAIR_TIME_HAS_ADVANCED && pair_time(integrator) == 0.05);
}

Test(drive, no_further_than_the_past_is_refused) {
    struct hurdle hurdle = {.longest = INFINITY, .start = 0.7};
    struct pair *integrator = make(&hurdle, 0.125, 0, true);
    const double past[] = {nextafter(0.7, 0), NAN, -INFINITY};
    for (int i = 0; i < 3; i++) {
        enum pair_stop stop = PAIR_REACHED_STEP_LIMIT;
        cr_expect(pair_advance(integrator, past[i], 1, 1, &stop) == FAST_BAD_TIME);
        cr_expect(pair_advance(integrator, 1, past[i], 1, &stop) == FAST_BAD_TIME);
        cr_expect(pair_advance(integrator, 1, 1, past[i], &stop) == FAST_BAD_TIME);
        cr_expect(stop == PAIR_REACHED_STEP_LIMIT, "an output of a failure");
    }
    cr_assert(pair_set_max_step(integrator, INFINITY) == FAST_OK);
    cr_expect(pair_advance(integrator, INFINITY, INFINITY, INFINITY, NULL) ==
              FAST_BAD_TIME);
    cr_expect_eq(hurdle.calls, 0);
}

Test(drive, a_step_to_a_time_is_one_attempt_that_ends_there) {
    struct hurdle hurdle = {.longest = 0.13, .start = -0.3, .diverging = true};
    struct pair *integrator = make(&hurdle, 0.01, 0, true);
    double target = -0.3 + 0.2;
    cr_expect(pair_step_to(integrator, target) == FAST_NOT_CONVERGED);
    cr_expect(pair_time(integrator) == -0.3 && *pair_state(integrator) == x0);
    cr_expect_eq(pair_statistics(integrator)->substep_failures, 0);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 0);
    cr_expect(pair_step_to(integrator, -0.21) == FAST_OK);
    cr_expect(pair_time(integrator) == -0.21);
    cr_expect(pair_statistics(integrator)->previous_step == -0.21 + 0.3);
    cr_expect(pair_step_to(integrator, -0.25) == FAST_BAD_TIME);
    cr_expect(pair_step_to(integrator, NAN) == FAST_BAD_TIME);
    pair_set_fixed_step(integrator, false);
    cr_expect(pair_step_to(integrator, 0) == FAST_NOT_FIXED);
    cr_expect(pair_step(integrator, 0.01) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 2);
}

/* With error control the zero-length step is the smallest one that was adapted, for good. */
Test(drive, a_controlled_run_to_the_present_is_one_explicit_step) {
    struct hurdle hurdle = {.longest = INFINITY, .start = 0.7};
    struct pair *integrator = make(&hurdle, 0.1, 0, true);
    pair_set_fixed_step(integrator, false);
    cr_expect(pair_run(integrator, 0.7) == FAST_OK);
    cr_expect_eq(hurdle.calls, 2);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 1);
    cr_expect(pair_statistics(integrator)->smallest_adapted_step == 0);
    cr_expect(pair_run(integrator, 1) == FAST_OK);
    cr_expect(pair_statistics(integrator)->smallest_adapted_step == 0);
    cr_expect(isfinite(pair_statistics(integrator)->ideal_next_step));
}

Test(drive, a_controlled_run_ends_at_exactly_its_final_time) {
    const double finals[] = {1, 0.7, 1e-3, 1e-15, 12.34, 0.30000000000000004};
    for (int i = 0; i < 6; i++) {
        struct hurdle hurdle = {.longest = INFINITY};
        struct pair *integrator = make(&hurdle, 0.1, 0, true);
        pair_set_fixed_step(integrator, false);
        cr_expect(pair_run(integrator, finals[i]) == FAST_OK);
        cr_expect(pair_time(integrator) == finals[i]);
    }
}

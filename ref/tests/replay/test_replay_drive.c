/* The drivers: what ends a call, where, with which code; requests of no length; failures.
 *
 * Seen to fail: ties the other way; no stretch, also to a boundary; a time with too many
 * digits; the target's code for a shorter step; no limits 0.95 and 1.001, or these passed at
 * once; no minimum in halving; a state that is not finite; a max_step that is lost run forever; a
 * refused halving counted under error control, and not counted with fixed steps; a single step to
 * what is not finite.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>

static const char text[] = "state z = 0.25\nz' = 1\n";

/* One call of ref_replay_advance: its code, 0 for a bad argument. */
static int advance(ref_replay *r, double publish, double update, double boundary) {
    mpfr_t time[3];
    const double value[] = {publish, update, boundary};
    enum ref_stop stop = REF_TIME_HAS_ADVANCED;
    for (int i = 0; i < 3; i++) {
        mpfr_init2(time[i], 53);
        mpfr_set_d(time[i], value[i], MPFR_RNDN);
    }
    enum ref_status status = ref_replay_advance(r, time[0], time[1], time[2], &stop);
    for (int i = 0; i < 3; i++)
        mpfr_clear(time[i]);
    cr_assert(status == REF_OK || status == REF_BAD_ARGUMENT);
    return status == REF_OK ? (int)stop : 0;
}

static struct ref_replay_options make_options(bool fixed) {
    struct ref_replay_options options = ref_replay_default_options();
    options.fixed_step = fixed;
    options.max_step = 0.125;
    return options;
}

Test(replay_drive, ends_at_the_earliest_time_and_prefers_update_to_publish_to_boundary) {
    static const struct {
        double publish, update, boundary;
        int stop;
        double t;
    } row[] = {{0.0625, 0.0625, 0.0625, REF_REACHED_UPDATE_TIME, 0.0625},
               {0.0625, 0.11, 0.0625, REF_REACHED_PUBLISH_TIME, 0.0625},
               {0.1, 0.0703125, 0.09, REF_REACHED_UPDATE_TIME, 0.0703125},
               {0.1, 0.11, 0.0625, REF_REACHED_BOUNDARY_TIME, 0.0625},
               {1, 2, 0.125, REF_REACHED_BOUNDARY_TIME, 0.125},
               {1, 2, 3, REF_TIME_HAS_ADVANCED, 0.125},
               {INFINITY, INFINITY, INFINITY, REF_TIME_HAS_ADVANCED, 0.125},
               {-0.1, 1, 1, 0, 0},
               {1, -0.1, 1, 0, 0},
               {1, 1, -0.1, 0, 0},
               {NAN, 1, 1, 0, 0}};
    struct model *m = testing_model(text);
    for (int fixed = 0; fixed < 2; fixed++)
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            struct ref_replay_options options = make_options(fixed);
            ref_replay *r = testing_replay(m, &options, 53);
            int stop = advance(r, row[k].publish, row[k].update, row[k].boundary);
            cr_expect(stop == row[k].stop, "%zu: %d", k, stop);
            cr_expect(mpfr_cmp_d(ref_replay_time(r), row[k].t) == 0, "%zu", k);
            cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 0.25 + row[k].t) == 0, "%zu", k);
        }
}

/* The stretch of 1.01 to an event: in fixed steps; error control keeps to the maximum. */
Test(replay_drive, stretches_a_fixed_step_to_an_event_but_not_to_a_boundary) {
    struct model *m = testing_model(text);
    struct ref_replay_options fixed = make_options(true), control = make_options(false);
    ref_replay *r = testing_replay(m, &fixed, 53);
    cr_expect(advance(r, INFINITY, 0.126, INFINITY) == REF_REACHED_UPDATE_TIME);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.126) == 0);
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    cr_expect(advance(r, 0.1264, INFINITY, INFINITY) == REF_TIME_HAS_ADVANCED);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.125) == 0);
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    cr_expect(advance(r, INFINITY, INFINITY, 0.126) == REF_TIME_HAS_ADVANCED);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.125) == 0);
    ref_replay_free(r);
    r = testing_replay(m, &control, 53);
    cr_expect(advance(r, 0.126, INFINITY, INFINITY) == REF_TIME_HAS_ADVANCED);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.125) == 0);
    cr_expect(advance(r, 0.126, INFINITY, INFINITY) == REF_REACHED_PUBLISH_TIME);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.126) == 0);
    cr_expect(ref_replay_statistics(r).steps_taken == 2);
}

Test(replay_drive, takes_a_step_of_no_length_when_there_is_no_way_to_go) {
    struct model *m = testing_model(text);
    for (int fixed = 0; fixed < 2; fixed++) {
        struct ref_replay_options options = make_options(fixed);
        ref_replay *r = testing_replay(m, &options, 53);
        cr_assert(testing_run(r, 0) == REF_OK);
        struct ref_statistics s = ref_replay_statistics(r);
        cr_expect(s.steps_taken == 1 && s.derivative_evals == 2 && s.newton_iters == 0);
        cr_expect(s.actual_initial_step == 0 && s.largest_step == 0);
        cr_expect(fixed ? isnan(s.smallest_adapted_step) : s.smallest_adapted_step == 0);
        cr_assert(testing_run(r, 1) == REF_OK);
        s = ref_replay_statistics(r);
        cr_expect(s.steps_taken == 9 && s.largest_step == 0.125);
        cr_expect(fixed ? isnan(s.smallest_adapted_step) : s.smallest_adapted_step == 0);
        cr_expect(s.actual_initial_step == 0 && s.previous_step == 0.125);
        cr_expect(fixed ? isnan(s.ideal_next_step) : s.ideal_next_step == 0.125);
    }
}

Test(replay_drive, reaches_a_time_that_has_more_digits_than_the_replay) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = make_options(false);
    ref_replay *r = testing_replay(m, &options, 53);
    mpfr_t t;
    mpfr_init2(t, 200);
    for (int i = 1; i < 8; i++) {
        mpfr_set_ui(t, (unsigned long)i, MPFR_RNDN);
        mpfr_div_ui(t, t, 3, MPFR_RNDN);
        cr_assert(ref_replay_run(r, t) == REF_OK);
        cr_expect(mpfr_cmp_d(ref_replay_time(r), mpfr_get_d(t, MPFR_RNDN)) == 0);
    }
}

Test(replay_drive, needs_no_maximum_step_when_there_is_an_initial_one) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = make_options(false);
    options.max_step = NAN;
    options.initial_step = 0.25;
    ref_replay *r = testing_replay(m, &options, 53);
    cr_assert(testing_run(r, 7.75) ==
              REF_OK); /* 0.25, then five times as long each time */
    struct ref_statistics s = ref_replay_statistics(r);
    cr_expect(s.steps_taken == 3 && s.actual_initial_step == 0.25, "%ld", s.steps_taken);
    cr_expect(s.largest_step == 6.25 && s.ideal_next_step == 31.25, "%g", s.largest_step);
    cr_expect(advance(r, INFINITY, INFINITY, INFINITY) == 0);
}

/* The first step is to be 0.1. A boundary nearer than 0.95 of it says nothing about the
 * next step; one up to 1.001 of it is reached; after 0.1 the step that leads there is
 * short. */
Test(replay_drive, judges_no_step_that_a_boundary_has_cut_short) {
    static const struct {
        double boundary, t, ideal;
        int stop;
    } row[] = {{0.094, 0.094, NAN, REF_REACHED_BOUNDARY_TIME},
               {0.096, 0.096, 5 * 0.096, REF_REACHED_BOUNDARY_TIME},
               {0.95 * 0.1, 0.95 * 0.1, 5 * (0.95 * 0.1), REF_REACHED_BOUNDARY_TIME},
               {0.10009, 0.10009, 5 * 0.10009, REF_REACHED_BOUNDARY_TIME},
               {1.001 * 0.1, 0.1, 0.5, REF_TIME_HAS_ADVANCED},
               {0.10011, 0.1, 0.5, REF_TIME_HAS_ADVANCED}};
    struct model *m = testing_model(text);
    struct ref_replay_options options = make_options(false);
    options.initial_step = 0.1;
    options.max_step = 1;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        ref_replay *r = testing_replay(m, &options, 53);
        int stop = advance(r, INFINITY, INFINITY, row[k].boundary);
        double ideal = ref_replay_statistics(r).ideal_next_step;
        cr_expect(stop == row[k].stop, "%zu: %d", k, stop);
        cr_expect(mpfr_cmp_d(ref_replay_time(r), row[k].t) == 0, "%zu", k);
        cr_expect(isnan(row[k].ideal) ? isnan(ideal) : ideal == row[k].ideal, "%zu: %g",
                  k, ideal);
    }
}

Test(replay_drive, takes_a_single_step_in_fixed_mode_only_and_not_backwards) {
    struct model *m = testing_model(text);
    struct ref_replay_options fixed = make_options(true), control = make_options(false);
    ref_replay *r = testing_replay(m, &control, 53);
    cr_expect(testing_step(r, 0.1) == REF_NOT_FIXED);
    ref_replay_free(r);
    r = testing_replay(m, &fixed, 53);
    cr_expect(testing_step(r, -0.1) == REF_BAD_ARGUMENT);
    cr_expect(testing_step(r, INFINITY) == REF_BAD_ARGUMENT);
    cr_expect(testing_step(r, 0.7) == REF_OK); /* no maximum here */
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 0.7) == 0);
    cr_expect(testing_run(r, 0.5) == REF_BAD_ARGUMENT);
    cr_expect(ref_replay_statistics(r).steps_taken == 1);
}

/* An explicit step, of 2^-7, with an infinite rate in its middle. */
Test(replay_drive, takes_no_single_step_whose_end_is_not_finite) {
    struct ref_replay_options fixed = make_options(true);
    fixed.min_step = 0x1p-6;
    ref_replay *r = testing_replay(
        testing_model("state z = 0.25\nz' = 1/(t - 0.00390625)\n"), &fixed, 53);
    cr_expect(testing_step(r, 0x1p-7) == REF_NOT_FINITE);
    cr_expect(mpfr_zero_p(ref_replay_time(r)) &&
              ref_replay_statistics(r).steps_taken == 0);
    cr_expect(testing_step(r, 0x1p-9) == REF_OK);
}

/* Until the given status ends the run, what is seen before each call; then nothing has
 * changed. */
static void check_unchanged(const char *model, const struct ref_replay_options *options,
                            enum ref_status expected) {
    struct model *m = testing_model(model);
    ref_replay *r = testing_replay(m, options, 80);
    enum ref_status status = REF_OK;
    enum ref_stop stop;
    mpfr_t end, t, x, e;
    mpfr_inits2(80, end, t, x, e, (mpfr_ptr)NULL);
    mpfr_set_d(end, 1, MPFR_RNDN);
    while (status == REF_OK) {
        mpfr_set(t, ref_replay_time(r), MPFR_RNDN);
        mpfr_set(x, ref_replay_state(r)[0], MPFR_RNDN);
        mpfr_set(e, ref_replay_estimate(r)[0], MPFR_RNDN);
        status = ref_replay_advance(r, end, end, end, &stop);
    }
    cr_expect(status == expected, "%s", ref_status_text(status));
    cr_expect(mpfr_cmp_d(t, 0.1) > 0 && mpfr_cmp_d(t, 1) < 0);
    for (int i = 0; i < 2; i++) {
        cr_expect(mpfr_equal_p(ref_replay_time(r), t));
        cr_expect(mpfr_equal_p(ref_replay_state(r)[0], x));
        cr_expect(mpfr_equal_p(ref_replay_estimate(r)[0], e));
        cr_expect(ref_replay_advance(r, end, end, end, &stop) == expected);
    }
}

Test(replay_drive, leaves_all_as_it_was_when_a_step_would_be_too_short) {
    struct ref_replay_options options = make_options(false);
    options.accuracy = 1e-4;
    options.min_step = 1e-3;
    check_unchanged("state z = 0.25\nz' = 1 + 1e9*max(t - 0.61, 0)*z^2\n", &options,
                    REF_BELOW_MIN_STEP);
    options.fixed_step = true; /* the equation of a step has no solution */
    check_unchanged("state z = 0.25\nz' = 1 + 1e9*max(t - 0.61, 0)*z^2\n", &options,
                    REF_BELOW_MIN_STEP);
}

Test(replay_drive, leaves_all_as_it_was_where_the_rate_ends) {
    struct ref_replay_options options = make_options(true);
    options.newton = REF_FRESH;
    options.throw_on_min_step = false;
    check_unchanged("state z = 0.25\nz' = sqrt(0.61 - t)\n", &options, REF_NOT_FINITE);
    options.newton = REF_FULL;
    options.fixed_step = false;
    check_unchanged("state z = 0.25\nz' = sqrt(0.61 - t)\n", &options, REF_NOT_FINITE);
    options.throw_on_min_step = true; /* the reason why steps became too short is told */
    check_unchanged("state z = 0.25\nz' = sqrt(0.61 - t)\n", &options, REF_NOT_FINITE);
}

Test(replay_drive, reports_a_maximum_that_is_lost_in_rounding_the_time, .timeout = 20) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = make_options(true);
    ref_replay *r = testing_replay(m, &options, 53);
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, 1e17, MPFR_RNDN);
    cr_assert(ref_replay_start(r, t, NULL) == REF_OK);
    cr_expect(testing_run(r, 2e17) == REF_BELOW_MIN_STEP);
    mpfr_mul_ui(t, t, 2, MPFR_RNDN);
    enum ref_stop stop;
    cr_expect(ref_replay_advance(r, t, t, t, &stop) == REF_BELOW_MIN_STEP);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 1e17) == 0);
    cr_expect(ref_replay_statistics(r).steps_taken == 0);
    cr_expect(testing_run(r, 1e17) == REF_OK);
}

/* 0.01 fails on Robertson's reaction, and half of it is below the minimum. */
Test(replay_drive, counts_a_refused_halving_with_fixed_steps_only) {
    struct model *m = testing_catalogue("robertson");
    for (int fixed = 0; fixed < 2; fixed++) {
        struct ref_replay_options options = make_options(fixed);
        options.accuracy = 5e-5;
        options.max_step = 0.01;
        options.min_step = 0.006;
        ref_replay *r = testing_replay(m, &options, 80);
        cr_expect(testing_run(r, 1) == REF_BELOW_MIN_STEP);
        cr_expect(ref_replay_statistics(r).substep_failures == fixed);
        cr_expect(ref_replay_statistics(r).shrink_substep_failure == fixed);
    }
}

/* The second step is cut by the boundary, and is not the smallest for that. */
Test(replay_drive, takes_no_step_that_is_cut_for_the_smallest) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = make_options(false);
    options.initial_step = 0.01;
    ref_replay *r = testing_replay(m, &options, 53);
    cr_expect(advance(r, INFINITY, INFINITY, 1) == REF_TIME_HAS_ADVANCED);
    cr_expect(advance(r, INFINITY, INFINITY, 0.011) == REF_REACHED_BOUNDARY_TIME);
    cr_expect(ref_replay_statistics(r).smallest_adapted_step == 0.01);
}

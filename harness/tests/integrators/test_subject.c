/* Our own integrator as a subject.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

/* z' = -z: one step of implicit Euler divides by 1 + h. */
static const char decay[] = "state z = 1\nz' = -z\n";

static struct subject open_subject(struct model *m,
                                   const struct subject_options *options) {
    struct subject s;
    struct diagnostic d = {""};
    cr_assert(subject_open(&s, m, options, &d) == 0, "%s", d.text);
    return s;
}

static struct subject_options tight(void) {
    struct subject_options options = subject_default_options();
    options.integrator.accuracy = 1e-14;
    options.integrator.newton = FAST_FULL;
    return options;
}

static void expect_near(double found, double expected) {
    cr_expect(isfinite(found) && fabs(found - expected) <= 1e-14 * fabs(expected),
              "%.17g, not %.17g", found, expected);
}

Test(subject, a_step_is_two_half_steps_and_their_difference_from_a_large_one) {
    struct model *m = model_from(decay);
    struct subject_options options = tight();
    struct subject s = open_subject(m, &options);
    const double h = 0.37, x = 1.3, half = x / (1 + h / 2) / (1 + h / 2);
    cr_assert(s.start(s.self, 0.5, &x) == 0);
    cr_assert(s.step(s.self, h) == 0, "%s", s.why(s.self));
    expect_near(s.state(s.self)[0], half);
    expect_near(s.estimate(s.self)[0], x / (1 + h) - half);
    expect_near(s.time(s.self), 0.5 + h);
}

Test(subject, a_run_makes_steps_of_the_size_asked_for_each_time) {
    struct model *m = model_from(decay);
    struct subject_options options = tight();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    double expected = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.run(s.self, 0.25, 1) == 0);
    cr_assert(s.run(s.self, 0.25, 2) == 0);
    cr_assert(s.run(s.self, 0.125, 3) == 0, "%s", s.why(s.self));
    for (int i = 0; i < 8; i++)
        expected /= 1.125 * 1.125;
    for (int i = 0; i < 8; i++)
        expected /= 1.0625 * 1.0625;
    cr_assert(s.time(s.self) == 3);
    expect_near(s.state(s.self)[0] / expected, 1);
}

Test(subject, counters_go_on_between_runs_and_begin_anew_at_a_start) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.run(s.self, 0.25, 1) == 0 && s.run(s.self, 0.25, 2) == 0);
    cr_assert(subject_counter(&s, "steps_taken") == 8);
    cr_assert(s.run(s.self, 0.125, 3) == 0);
    cr_assert(subject_counter(&s, "steps_taken") == 16);
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(subject_counter(&s, "steps_taken") == 0);
}

Test(subject, the_largest_step_is_the_smaller_of_the_option_and_the_step) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    options.integrator.max_step = 0.125;
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.run(s.self, 0.5, 1) == 0);
    cr_assert(subject_counter(&s, "steps_taken") == 8);
}

Test(subject, statistics_have_every_counter_and_null_for_what_has_not_happened) {
    static const char *const names[] = {
#define NAME(name) #name,
        PAIR_COUNTER_LIST(NAME) PAIR_MEASURE_LIST(NAME)
#undef NAME
    };
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    const struct named_numbers statistics = subject_counters(&s);
    cr_assert(statistics.count == sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_assert(named_find(&statistics, names[i]) != NULL, "%s", names[i]);
    cr_assert(isnan(named_value(&statistics, "ideal_next_step")));
    cr_assert(named_value(&statistics, "accuracy_in_use") == 0.1);
}

Test(subject, a_failure_is_told_and_leaves_time_and_state) {
    struct model *m = model_from("state z = 1\nz' = sqrt(z - 2)\n");
    struct subject_options options = subject_default_options();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0.25, &x) == 0);
    cr_assert(s.step(s.self, 0.5) != 0);
    cr_assert(strlen(s.why(s.self)) > 0);
    cr_assert(s.time(s.self) == 0.25 && s.state(s.self)[0] == 1);
}

Test(subject, options_that_do_not_fit_together_are_refused) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s;
    struct diagnostic d = {""};
    options.integrator.max_step = 0.1;
    options.integrator.min_step = 0.2;
    cr_assert(subject_open(&s, m, &options, &d) != 0);
    cr_assert(strstr(d.text, "out of its range") != NULL, "%s", d.text);
}

Test(subject, advancing_makes_one_step_and_no_further_than_asked) {
    struct model *m = model_from(decay);
    struct subject_options options = tight();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.advance(s.self, 0.25, 1) == 0);
    cr_expect(s.time(s.self) == 0.25 && subject_counter(&s, "steps_taken") == 1);
    cr_assert(s.advance(s.self, 0.25, 0.375) == 0);
    cr_expect(s.time(s.self) == 0.375 && subject_counter(&s, "steps_taken") == 2);
}

/* Advancing again and again is what running is. */
Test(subject, advancing_to_the_end_counts_as_running_does) {
    struct model *m = model_from(decay);
    for (int k = 0; k < 4; k++) {
        struct subject_options options = subject_default_options();
        options.integrator.method =
            k % 2 ? FAST_IMPLICIT_EULER : FAST_VELOCITY_IMPLICIT_EULER;
        options.integrator.fixed_step = k < 2;
        options.integrator.accuracy = 1e-5;
        struct subject one = open_subject(m, &options), other = open_subject(m, &options);
        const double x = 1;
        cr_assert(one.start(one.self, 0, &x) == 0 && other.start(other.self, 0, &x) == 0);
        cr_assert(one.run(one.self, 0.01, 0.5) == 0);
        do
            cr_assert(other.advance(other.self, 0.01, 0.5) == 0);
        while (other.time(other.self) < 0.5);
        cr_expect(subject_counter(&one, "steps_taken") ==
                  subject_counter(&other, "steps_taken"));
        cr_expect(subject_counter(&one, "derivative_evals") ==
                  subject_counter(&other, "derivative_evals"));
        cr_expect(one.state(one.self)[0] == other.state(other.self)[0]);
    }
}

/* The first step that error control tries is the longest one, whatever it was before. */
Test(subject, the_first_step_follows_the_longest_one_of_the_call_after_a_start) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    options.integrator.fixed_step = false;
    options.integrator.accuracy = 0.1;
    struct subject s = open_subject(m, &options);
    const double x = 1, longest[] = {0x1p-5, 0x1p-7, 0x1p-4};
    for (int k = 0; k < 3; k++) {
        cr_assert(s.start(s.self, 0, &x) == 0, "%s", s.why(s.self));
        cr_assert(s.advance(s.self, longest[k], 1) == 0, "%s", s.why(s.self));
        cr_expect(subject_counter(&s, "actual_initial_step") == longest[k]);
        cr_expect(s.time(s.self) == longest[k]);
    }
    s.free(s.self);
    options.integrator.initial_step = 0x1p-9;
    s = open_subject(m, &options);
    cr_assert(s.start(s.self, 0, &x) == 0 && s.advance(s.self, 0x1p-5, 1) == 0);
    cr_expect(subject_counter(&s, "actual_initial_step") == 0x1p-9);
}

Test(subject, steps_under_error_control_are_no_longer_than_a_tenth_by_default) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    options.integrator.fixed_step = false;
    options.integrator.accuracy = 0.5;
    struct subject s = open_subject(m, &options);
    const double x = 1e-3;
    cr_assert(s.start(s.self, 0, &x) == 0 && s.run(s.self, INFINITY, 1) == 0);
    double longest = subject_counter(&s, "largest_step");
    cr_expect(isfinite(longest) && fabs(longest - 0.1) < 1e-15, "%.17g", longest);
}

Test(subject, each_method_bears_its_name_and_solves_for_its_own_unknowns) {
    struct model *m = model_from("position q = 1\nvelocity v = 0.37\n"
                                 "q' = v\nv' = -sin(q)\n");
    static const enum integrator_method methods[] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                     FAST_IMPLICIT_EULER};
    static const char *const names[] = {"velocity-implicit-euler", "implicit-euler"};
    static const double columns[] = {2, 3}; /* forward differences, with the base */
    const double x[] = {1, 0.37};
    for (int k = 0; k < 2; k++) {
        struct subject_options options = subject_default_options();
        options.integrator.method = methods[k];
        options.integrator.mode = FAST_FAITHFUL;
        struct subject s = open_subject(m, &options);
        cr_expect_str_eq(s.method, names[k]);
        cr_assert(s.start(s.self, 0, x) == 0 && s.step(s.self, 0.1) == 0);
        cr_expect(subject_counter(&s, "derivative_evals_for_jacobian") == columns[k]);
    }
}

Test(subject, default_mode_evaluates_less_than_faithful_mode) {
    struct model *m = model_from("position q = 1\nvelocity v = 0.37\n"
                                 "q' = v\nv' = -sin(q)\n");
    const double x[] = {1, 0.37};
    double evaluations[2];
    for (int k = 0; k < 2; k++) {
        struct subject_options options = subject_default_options();
        options.integrator.mode = k ? FAST_FAITHFUL : FAST_DEFAULT;
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, x) == 0 && s.run(s.self, 0.01, 1) == 0);
        evaluations[k] = subject_counter(&s, "derivative_evals");
    }
    cr_expect(2 * evaluations[0] < evaluations[1], "%d, %d", (int)evaluations[0],
              (int)evaluations[1]);
}

Test(subject, weights_have_to_be_as_many_as_the_model_has_states) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    const double weights[] = {1, 0.5};
    struct subject s;
    struct diagnostic d = {""};
    options.integrator.weights_z = weights;
    options.integrator.weights_z_count = 2;
    cr_assert(subject_open(&s, m, &options, &d) == SUBJECT_REFUSED);
    cr_expect(strstr(d.text, "weights-z has 2 numbers") != NULL, "%s", d.text);
    options.integrator.weights_z_count = 1;
    cr_assert(subject_open(&s, m, &options, &d) == 0);
}

/* A component of weight zero has no part in the error. */
Test(subject, weights_reach_the_error_norm) {
    struct model *m = model_from("state y = 1, z = 1\ny' = -y\nz' = -30*z\n");
    const double x[] = {1, 1}, weights[] = {1, 0};
    double steps[2];
    for (int k = 0; k < 2; k++) {
        struct subject_options options = subject_default_options();
        options.integrator.mode = FAST_FAITHFUL;
        options.integrator.fixed_step = false;
        options.integrator.accuracy = 1e-4;
        options.integrator.weights_z = k ? weights : NULL;
        options.integrator.weights_z_count = 2;
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, x) == 0 && s.run(s.self, 0.1, 1) == 0);
        steps[k] = subject_counter(&s, "steps_taken");
    }
    cr_expect(2 * steps[1] < steps[0], "%d, %d", (int)steps[0], (int)steps[1]);
}

static void count_decision(void *context, const struct pair_decision *decision) {
    int *heard = context;
    heard[decision->kind]++;
}

Test(subject, decisions_are_heard_while_someone_listens) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    int heard[PAIR_DECISION_STEP + 1] = {0};
    options.integrator.mode = FAST_FAITHFUL;
    options.integrator.fixed_step = false;
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    s.listen(s.self, count_decision, heard);
    cr_assert(s.advance(s.self, 0.1, 1) == 0);
    cr_expect(heard[PAIR_DECISION_ERROR] == 1 && heard[PAIR_DECISION_STEP] == 1);
    cr_expect(heard[PAIR_DECISION_NEWTON] >= 3);
    s.listen(s.self, NULL, NULL);
    cr_assert(s.advance(s.self, 0.1, 1) == 0);
    cr_expect(heard[PAIR_DECISION_ERROR] == 1);
}

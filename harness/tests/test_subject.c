/* Our own integrator as a subject.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/subject.h"
#include "harness/tests/models.h"

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
    options.accuracy = 1e-14;
    options.newton = FAST_FULL;
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
    s.free(s.self);
    model_free(m);
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
    s.free(s.self);
    model_free(m);
}

static json_int_t count(struct subject *s, const char *name) {
    json_t *statistics = json_object();
    s->statistics(s->self, statistics);
    json_int_t value = json_integer_value(json_object_get(statistics, name));
    json_decref(statistics);
    return value;
}

Test(subject, counters_go_on_between_runs_of_one_step_size_and_begin_anew_at_a_start) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.run(s.self, 0.25, 1) == 0 && s.run(s.self, 0.25, 2) == 0);
    cr_assert(count(&s, "steps_taken") == 8);
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(count(&s, "steps_taken") == 0);
    s.free(s.self);
    model_free(m);
}

Test(subject, the_largest_step_is_the_smaller_of_the_option_and_the_step) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    options.max_step = 0.125;
    struct subject s = open_subject(m, &options);
    const double x = 1;
    cr_assert(s.start(s.self, 0, &x) == 0);
    cr_assert(s.run(s.self, 0.5, 1) == 0);
    cr_assert(count(&s, "steps_taken") == 8);
    s.free(s.self);
    model_free(m);
}

Test(subject, statistics_have_every_counter_and_null_for_what_has_not_happened) {
    static const char *const names[] = {
#define NAME(name) #name,
        FAST_COUNTER_LIST(NAME) FAST_MEASURE_LIST(NAME)
#undef NAME
    };
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s = open_subject(m, &options);
    const double x = 1;
    json_t *statistics = json_object();
    cr_assert(s.start(s.self, 0, &x) == 0);
    s.statistics(s.self, statistics);
    cr_assert(json_object_size(statistics) == sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_assert(json_object_get(statistics, names[i]) != NULL, "%s", names[i]);
    cr_assert(json_is_null(json_object_get(statistics, "ideal_next_step")));
    cr_assert(json_number_value(json_object_get(statistics, "accuracy_in_use")) == 0.1);
    json_decref(statistics);
    s.free(s.self);
    model_free(m);
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
    s.free(s.self);
    model_free(m);
}

Test(subject, options_that_do_not_fit_together_are_refused) {
    struct model *m = model_from(decay);
    struct subject_options options = subject_default_options();
    struct subject s;
    struct diagnostic d = {""};
    options.max_step = 0.1;
    options.min_step = 0.2;
    cr_assert(subject_open(&s, m, &options, &d) != 0);
    cr_assert(strstr(d.text, "out of its range") != NULL, "%s", d.text);
    model_free(m);
}

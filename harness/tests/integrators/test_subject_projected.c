/* Semi-explicit Euler and its relatives, and backward differentiation formulas, as subjects.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject_options.h"
#include "harness/methods/method_row.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

/* x'' = -k x - c x'. */
static const char spring[] = "param k = 1.37, c = 0.83\n"
                             "position x = 0.7\n"
                             "velocity v = -0.25\n"
                             "x' = v\n"
                             "v' = -k*x - c*v\n";
static const double k = 1.37, c = 0.83, x0[] = {0.7, -0.25};

static const char rod[] = "position x = 0.6, y = -0.8\n"
                          "velocity u = 0.4, v = 0.3\n"
                          "x' = u\n"
                          "y' = v\n"
                          "u' = 0\n"
                          "v' = -9.81\n"
                          "joint rod = sqrt(x^2 + y^2) - 1\n";
static const double on_rod[] = {0.6, -0.8, 0.4, 0.3};

static const double tolerance = 1e-14;

static struct subject_options choose(const char *name) {
    struct subject_options options = subject_default_options();
    cr_assert(subject_choose(&options, name) == 0, "%s", name);
    return options;
}

static struct subject open_subject(struct model *m,
                                   const struct subject_options *options) {
    struct subject s;
    struct diagnostic d = {""};
    cr_assert(subject_open(&s, m, options, &d) == 0, "%s", d.text);
    return s;
}

static void expect_near(const char *what, double found, double expected) {
    cr_expect(isfinite(found) && fabs(found - expected) <= tolerance,
              "%s: %.17g, not %.17g", what, found, expected);
}

Test(subject_projected, every_method_is_found_by_its_name) {
    static const char *const names[] = {"velocity-implicit-euler",
                                        "implicit-euler",
                                        "semi-explicit-euler",
                                        "semi-explicit-euler-2",
                                        "explicit-euler",
                                        "runge-kutta-merson",
                                        "bdf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct subject_options options = choose(names[i]);
        cr_expect_str_eq(subject_name(&options), names[i]);
        bool listed = strstr(method_row_names_taking_joints(), names[i]) != NULL;
        cr_expect(subject_takes_joints(&options) == (i >= 2));
        cr_expect(listed || i < 2, "%s", names[i]);
    }
    struct subject_options options = subject_default_options();
    cr_expect(subject_choose(&options, "euler") != 0);
    cr_expect(subject_family(&options) == INTEGRATOR_PAIR);
}

Test(subject_projected, each_form_of_semi_explicit_euler_makes_its_step) {
    const double h = 0.37;
    struct model *m = model_from(spring);
    double x[3], v[3];
    x[PROJECTED_POSITION_IMPLICIT] = x0[0] + h * x0[1];
    v[PROJECTED_POSITION_IMPLICIT] =
        x0[1] + h * (-k * x[PROJECTED_POSITION_IMPLICIT] - c * x0[1]);
    v[PROJECTED_VELOCITY_IMPLICIT] = (x0[1] - h * k * x0[0]) / (1 + h * c);
    v[PROJECTED_GAMING] = x0[1] + h * (-k * x0[0] - c * x0[1]);
    for (int form = PROJECTED_VELOCITY_IMPLICIT; form <= PROJECTED_GAMING; form++)
        x[form] = x0[0] + h * v[form];
    for (int form = 0; form < 3; form++) {
        struct subject_options options = choose("semi-explicit-euler");
        options.integrator.form = (enum projected_form)form;
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0.5, x0) == 0);
        cr_assert(s.step(s.self, h) == 0, "%s", s.why(s.self));
        expect_near("x", s.state(s.self)[0], x[form]);
        expect_near("v", s.state(s.self)[1], v[form]);
        expect_near("t", s.time(s.self), 0.5 + h);
        cr_expect(s.estimate == NULL);
    }
}

/* Two half steps' error is about half that of the large one: computed minus true is large
 * minus two halves. */
Test(subject_projected, the_estimate_is_computed_minus_true) {
    const double h = 0.37, half = h / 2;
    struct model *m = model_from(spring);
    struct subject_options options = choose("semi-explicit-euler-2");
    struct subject s = open_subject(m, &options);
    double large[2], small[2];
    large[1] = x0[1] + h * (-k * x0[0] - c * x0[1]);
    large[0] = x0[0] + h * large[1];
    small[1] = x0[1] + half * (-k * x0[0] - c * x0[1]);
    small[0] = x0[0] + half * small[1];
    small[1] += half * (-k * small[0] - c * small[1]);
    small[0] += half * small[1];
    cr_assert(s.start(s.self, 0, x0) == 0 && s.step(s.self, h) == 0);
    for (int i = 0; i < 2; i++) {
        expect_near("state", s.state(s.self)[i], small[i]);
        expect_near("estimate", s.estimate(s.self)[i], large[i] - small[i]);
    }
}

/* The error of Merson's method, and of explicit Euler, has the sign of its estimate. */
Test(subject_projected, estimates_have_the_sign_of_the_error) {
    static const char *const names[] = {"explicit-euler", "runge-kutta-merson"};
    const double h = 0.05, a = c / 2, w = sqrt(k - a * a);
    const double b = (x0[1] + a * x0[0]) / w;
    const double exact = exp(-a * h) * (x0[0] * cos(w * h) + b * sin(w * h));
    struct model *m = model_from(spring);
    for (int i = 0; i < 2; i++) {
        struct subject_options options = choose(names[i]);
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, x0) == 0 && s.step(s.self, h) == 0);
        double error = s.state(s.self)[0] - exact, estimate = s.estimate(s.self)[0];
        cr_expect(isfinite(estimate) && error / estimate > 0.9 && error / estimate < 1.1,
                  "%s: %g, %g", names[i], error, estimate);
    }
}

Test(subject_projected, a_run_makes_steps_of_the_size_asked_for_each_time) {
    struct model *m = model_from(spring);
    struct subject_options options = choose("explicit-euler");
    options.counts_calls = true;
    struct subject s = open_subject(m, &options);
    cr_assert(s.start(s.self, 0, x0) == 0);
    cr_assert(s.run(s.self, 0.25, 1) == 0 && s.time(s.self) == 1);
    cr_assert(s.run(s.self, 0.125, 2) == 0 && s.time(s.self) == 2);
    cr_expect(subject_counter(&s, "steps_taken") == 12, "%d",
              (int)subject_counter(&s, "steps_taken"));
    cr_expect(subject_counter(&s, "rates_calls") == subject_counter(&s, "realizations"));
    cr_assert(s.start(s.self, 0, x0) == 0);
    cr_expect(subject_counter(&s, "steps_taken") == 0);
    s.free(s.self);
    options.integrator.step = 0.25;
    options.integrator.max_step = 0.125;
    s = open_subject(m, &options);
    cr_assert(s.start(s.self, 0, x0) == 0 && s.run(s.self, 0.25, 1) == 0);
    cr_expect(subject_counter(&s, "steps_taken") == 8,
              "no step is longer than the option");
}

/* Semi-explicit Euler is interpolated linearly, and goes on from where its steps are. */
Test(subject_projected, what_lies_between_steps_is_told_and_changes_no_step) {
    struct model *m = model_from(spring);
    struct subject_options options = choose("semi-explicit-euler");
    options.integrator.step = 0.25;
    struct subject s = open_subject(m, &options), plain = open_subject(m, &options);
    bool told = true;
    cr_assert(s.start(s.self, 0, x0) == 0 && plain.start(plain.self, 0, x0) == 0);
    cr_assert(s.tell(s.self, 0.35, 1, &told) == 0 && !told);
    cr_assert(plain.step(plain.self, 0.25) == 0);
    double before = plain.state(plain.self)[0];
    expect_near("a step", s.state(s.self)[0], before);
    cr_assert(s.tell(s.self, 0.35, 1, &told) == 0 && told);
    cr_assert(plain.step(plain.self, 0.25) == 0);
    double after = plain.state(plain.self)[0];
    expect_near("t", s.time(s.self), 0.35);
    expect_near("a sample", s.state(s.self)[0], before + (after - before) * 0.4);
    cr_assert(s.tell(s.self, INFINITY, 1, &told) == 0 && !told);
    expect_near("the step", s.state(s.self)[0], after);
    for (int i = 0; i < 2; i++)
        cr_assert(s.tell(s.self, INFINITY, 1, &told) == 0 && !told);
    cr_assert(s.time(s.self) == 1 && subject_counter(&s, "steps_taken") == 4);
}

Test(subject_projected, joints_have_multipliers_and_errors) {
    static const char *const names[] = {"semi-explicit-euler-2", "runge-kutta-merson",
                                        "bdf"};
    struct model *m = model_from(rod);
    for (int i = 0; i < 3; i++) {
        struct subject_options options = choose(names[i]);
        double position = NAN, velocity = NAN;
        options.integrator.fixed_step = false;
        options.integrator.accuracy = 1e-5;
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, on_rod) == 0, "%s", s.why(s.self));
        cr_assert(s.joints == 1);
        /* along the rod: v^2 - g y, with |q| = 1 */
        expect_near("multiplier", s.multipliers(s.self)[0] / 10,
                    (0.25 + 9.81 * 0.8) / 10);
        cr_assert(s.run(s.self, INFINITY, 1) == 0, "%s", s.why(s.self));
        const double *x = s.state(s.self);
        double speed = x[2] * x[2] + x[3] * x[3];
        double expected = speed - 9.81 * x[1];
        cr_expect(fabs(s.multipliers(s.self)[0] - expected) < 1e-4, "%s: %g, not %g",
                  names[i], s.multipliers(s.self)[0], expected);
        s.constraint_errors(s.self, &position, &velocity);
        cr_expect(position >= 0 && position <= 1e-6, "%s: %g", names[i], position);
        cr_expect(velocity >= 0 && velocity <= 1e-6, "%s: %g", names[i], velocity);
    }
}

/* Rings that shrink to nothing, and beyond. */
static const char vanishing[] = "position x = 0.6, y = 0.8\n"
                                "velocity u = -0.3, v = -0.4\n"
                                "x' = u\n"
                                "y' = v\n"
                                "u' = 0.2\n"
                                "v' = 0\n"
                                "joint ring = x^2 + y^2 - (1 - t)\n";

Test(subject_projected, a_failure_names_the_joint_and_leaves_the_last_step) {
    static const char *const names[] = {"semi-explicit-euler", "runge-kutta-merson"};
    struct model *m = model_from(vanishing);
    const double start[] = {0.6, 0.8, -0.3, -0.4};
    for (int i = 0; i < 2; i++) {
        struct subject_options options = choose(names[i]);
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
        cr_assert(s.run(s.self, 0.1, 1.5) != 0);
        cr_expect(strstr(s.why(s.self), "joint 'ring': ") != NULL, "%s", s.why(s.self));
        cr_expect(strstr(s.why(s.self), "at t = ") != NULL, "%s", s.why(s.self));
        double t = s.time(s.self), x = s.state(s.self)[0];
        cr_expect(isfinite(x) && t <= 1.01, "%g at %g", x, t);
    }
}

/* The masses are light and their springs stiff: whatever a projection lengthens, a spring turns
 * into speed, of which the exact solution has less than 10. The velocities at the steps' ends
 * alone do not tell of it. */
Test(subject_projected, springs_that_projections_stretch_make_no_speed_without_end) {
    struct model *m = catalogue_model("car_axis_generic");
    struct subject_options options = choose("explicit-euler");
    struct diagnostic d = {""};
    double begin, end, initial[8];
    options.integrator.fixed_step = false;
    options.integrator.accuracy = 0.10135742620803534;
    cr_assert(initial_and_end(m, &begin, initial, &end, &d) == 0, "%s", d.text);
    struct subject s = open_subject(m, &options);
    cr_assert(s.start(s.self, begin, initial) == 0 && s.run(s.self, end, end) == 0, "%s",
              s.why(s.self));
    const double *v = s.state(s.self) + 4;
    cr_expect(hypot(hypot(v[0], v[1]), hypot(v[2], v[3])) < 100, "%g %g %g %g", v[0],
              v[1], v[2], v[3]);
}

Test(subject_projected, what_does_not_fit_the_model_is_refused) {
    static const double list[] = {1, 1, 1, 1, 1};
    struct model *m = model_from(rod);
    struct subject s;
    for (int i = 0; i < 6; i++) {
        static const char *const messages[] = {
            "'test' has joints, which implicit-euler does not take; methods that do: ",
            "weights-v has 3 numbers, but 'test' has 2 velocities",
            "weights-z has 1 numbers, but 'test' has 0 other states",
            "units has 5 numbers, but 'test' has 2 velocities and other states",
            "relative-flags has 1 numbers, but 'test' has 2 velocities and other states",
            "joint-units has 2 numbers, but 'test' has 1 joints"};
        struct subject_options o =
            choose(i == 0 ? "implicit-euler" : "semi-explicit-euler-2");
        const bool flag = true;
        struct diagnostic d = {""};
        o.integrator.weights_v = i == 1 ? list : NULL;
        o.integrator.weights_v_count = 3;
        o.integrator.weights_z = i == 2 ? list : NULL;
        o.integrator.weights_z_count = 1;
        o.integrator.units = i == 3 ? list : NULL;
        o.integrator.units_count = 5;
        o.integrator.is_relative = i == 4 ? &flag : NULL;
        o.integrator.is_relative_count = 1;
        o.integrator.joint_units = i == 5 ? list : NULL;
        o.integrator.joint_units_count = 2;
        cr_assert(subject_open(&s, m, &o, &d) == SUBJECT_REFUSED, "%d", i);
        cr_expect(strncmp(d.text, messages[i], strlen(messages[i])) == 0, "%s", d.text);
    }
}

Test(subject_projected, a_failing_call_is_told_and_leaves_the_state) {
    static const char *const names[] = {"semi-explicit-euler", "runge-kutta-merson"};
    struct model *m = model_from(rod);
    for (int i = 0; i < 4; i++) {
        struct subject_options options = choose(names[i % 2]);
        options.failing_call = 3;
        options.fails_by_nan = i / 2 == 1;
        struct subject s = open_subject(m, &options);
        cr_assert(s.start(s.self, 0, on_rod) == 0, "%s", s.why(s.self));
        int failed = 0;
        double t = 0, x = on_rod[0];
        for (int n = 0; n < 4 && !failed; n++) {
            t = s.time(s.self);
            x = s.state(s.self)[0];
            failed = s.step(s.self, 0.01);
        }
        cr_expect(failed && s.time(s.self) == t && s.state(s.self)[0] == x);
        cr_expect(strlen(s.why(s.self)) > 0);
        cr_expect(s.step(s.self, 0.01) == 0, "%s", s.why(s.self));
    }
}

Test(subject_projected, backward_differentiation_makes_no_single_steps) {
    struct model *m = model_from(spring);
    struct subject_options options = choose("bdf");
    struct subject s = open_subject(m, &options);
    bool told;
    cr_assert(s.start(s.self, 0, x0) == 0);
    cr_expect(s.step(s.self, 0.1) != 0 && s.time(s.self) == 0);
    while (s.time(s.self) < 0.5)
        cr_assert(s.tell(s.self, 0.5, 1, &told) == 0, "%s", s.why(s.self));
    cr_expect(told && s.time(s.self) == 0.5);
    cr_assert(s.run(s.self, INFINITY, 1) == 0 && s.time(s.self) == 1);
    cr_expect(s.estimate == NULL && subject_counter(&s, "steps_taken") > 2);
}

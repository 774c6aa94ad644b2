/* The time stepper for contacts as an integrator under test: against formulas that are written
 * out here.
 *
 * Seen to fail: ends of steps as sums of their sizes; a step that goes past the time to be told;
 * a gap with the wrong sign; another contact's impulse; the solver that is set not used; the
 * original's settings, the tolerance not used; contacts given to any method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/contact.h"
#include "harness/integrators/contacts_told.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

static const double g = 9.81, mass = 1.37, height = 0.83;

#define BALL                                                                             \
    "param m = 1.37, g = 9.81\n"                                                         \
    "position z = 0.83\n"                                                                \
    "velocity v = 0\n"                                                                   \
    "z' = v\n"                                                                           \
    "mass v, v = m\n"                                                                    \
    "force v = -m*g\n"

static const char ball[] = BALL "contact floor { gap = z; restitution = 0.6 }\n";
static const char lying[] = "param m = 1.37, g = 9.81\n"
                            "position x = 0.2, z = 0\n"
                            "velocity u = 0, v = 0\n"
                            "x' = u\n"
                            "z' = v\n"
                            "mass u, u = m\n"
                            "mass v, v = m\n"
                            "force u = 0.31*m*g\n"
                            "force v = -m*g\n"
                            "contact floor { gap = z; slide = u; friction = 0.47 }\n"
                            "contact roof { gap = 0.9 - z }\n";

static struct subject_options options_of(enum fast_mode mode) {
    struct subject_options o = subject_default_options();
    cr_assert(subject_choose(&o, "contact-stepper") == 0);
    o.integrator.mode = mode;
    return o;
}

static struct subject open_subject(struct model *m, const struct subject_options *o) {
    struct subject s;
    struct diagnostic d = {""};
    cr_assert(subject_open(&s, m, o, &d) == 0, "%s", d.text);
    return s;
}

static void expect_near(const char *what, double found, double expected,
                        double tolerance) {
    cr_expect(isfinite(found) && fabs(found - expected) <= tolerance,
              "%s is %.17g, not %.17g", what, found, expected);
}

/* Steps of 1/10 end at the doubles next to k/10, not at sums of tenths. */
Test(subject_contact, the_kth_of_equal_steps_ends_at_k_times_its_size) {
    struct model *m = model_from(ball);
    const struct subject_options o = options_of(FAST_FAITHFUL);
    struct subject s = open_subject(m, &o);
    const double h = 0.1, start[] = {99.0, 0};
    cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
    for (int k = 1; k <= 20; k++) {
        cr_assert(s.advance(s.self, h, 2) == 0, "%s", s.why(s.self));
        cr_expect(s.time(s.self) == k * h, "%d: %.17g", k, s.time(s.self));
    }
    cr_assert(s.start(s.self, 0, start) == 0);
    cr_assert(s.run(s.self, h, 1.05) == 0);
    cr_expect(s.time(s.self) == 1.05, "%.17g", s.time(s.self));
    cr_assert(s.run(s.self, h, 1.25) == 0);
    cr_expect(s.time(s.self) == 1.25, "%.17g", s.time(s.self));
}

/* Free fall of n steps: exact by the trapezoidal rule; n g h^2/2 too deep by the original's. */
Test(subject_contact, flight_is_exact_and_in_faithful_mode_semi_explicit) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    const double h = 0x1p-7, start[] = {height, 0};
    const int n = 48;
    for (int i = 0; i < 2; i++) {
        struct model *m = model_from(ball);
        const struct subject_options o = options_of(modes[i]);
        struct subject s = open_subject(m, &o);
        const double t = n * h, extra = i == 0 ? 0 : g * t * h / 2;
        cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
        cr_assert(s.run(s.self, h, t) == 0, "%s", s.why(s.self));
        expect_near("z", s.state(s.self)[0], height - g * t * t / 2 - extra, 1e-14);
        expect_near("v", s.state(s.self)[1], -g * t, 1e-14);
        cr_expect(s.gaps(s.self)[0] == s.state(s.self)[0]);
    }
}

/* Located to rounding, the bounce turns the speed at the floor around, times e. */
Test(subject_contact, a_ball_rebounds_with_the_speed_it_has_at_the_floor) {
    struct model *m = model_from(ball);
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double e = 0.6, start[] = {height, 0};
    const double u = sqrt(2 * g * height), t1 = u / g, t = 0.6, rest = t - t1;
    cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
    cr_assert(s.run(s.self, 0.05, t) == 0, "%s", s.why(s.self));
    expect_near("v", s.state(s.self)[1], e * u - g * rest, 1e-12);
    expect_near("z", s.state(s.self)[0], e * u * rest - g * rest * rest / 2, 1e-12);
    cr_expect(subject_counter(&s, "impacts") == 1);
    cr_expect(subject_counter(&s, "impacts_located") == 1);
}

/* What lies is carried: the normal impulse of a step is m g h, and friction holds what it
 * can. */
Test(subject_contact, impulses_are_told_contact_by_contact_normal_first) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    const double h = 0x1p-6, start[] = {0.2, 0, 0, 0};
    for (int i = 0; i < 2; i++) {
        struct model *m = model_from(lying);
        const struct subject_options o = options_of(modes[i]);
        struct subject s = open_subject(m, &o);
        cr_assert(s.contacts == 2 && s.joints == 0 && s.multipliers == NULL);
        cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
        cr_assert(s.run(s.self, h, 8 * h) == 0, "%s", s.why(s.self));
        const double *r = s.impulses(s.self), *load = s.load_impulses(s.self);
        expect_near("normal impulse", r[0], mass * g * h, 1e-14);
        expect_near("friction", r[1], -0.31 * mass * g * h, 1e-14);
        cr_expect(r[2] == 0, "%g", r[2]);
        expect_near("normal impulse of the load", load[0], mass * g * h, 1e-14);
        expect_near("gap", s.gaps(s.self)[0], 0, 1e-15);
        expect_near("gap of the roof", s.gaps(s.self)[1], 0.9, 1e-15);
        expect_near("x", s.state(s.self)[0], 0.2, 1e-15);
    }
}

Test(subject_contact, a_document_has_gap_impulse_and_state_by_name) {
    struct model *m = model_from(lying);
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double h = 0x1p-6, start[] = {0.2, 0, 0, 0};
    struct contacts_told told = {.contacts = 0};
    cr_assert(s.start(s.self, 0, start) == 0 && s.run(s.self, h, 4 * h) == 0);
    s.describe(s.self, &told);
    const struct contact_told *floor = &told.contact[0], *roof = &told.contact[1];
    cr_assert(told.contacts == 2);
    cr_expect_str_eq(floor->name, "floor");
    cr_expect_str_eq(roof->name, "roof");
    cr_assert(floor->rows == 2 && roof->rows == 1 && roof->parts == 1);
    expect_near("impulse of the roof", roof->impulse[0].value, 0, 0);
    cr_expect_str_eq(floor->state, "sticking");
    cr_expect_str_neq(roof->state, "sticking");
    expect_near("gap", roof->gap.value, 0.9, 1e-15);
    cr_expect_str_eq(told.verdict, "tight");
    cr_expect(told.events == 0);
}

static struct subject_options in_use(const struct subject *s) {
    struct subject_options used = subject_default_options();
    s->in_use(s->self, &used);
    return used;
}

/* Velocities are never less than twice the tolerance asks for, and the least for restitution
 * never less than that for capture. */
Test(subject_contact, the_thresholds_in_use_follow_from_the_tolerance) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    static const double tolerance[] = {1e-9, 1e-3};
    for (int i = 0; i < 2; i++) {
        struct model *m = model_from(ball);
        struct subject_options o = options_of(modes[i]);
        struct subject s = open_subject(m, &o);
        cr_expect(in_use(&s).integrator.constraint_tolerance == tolerance[i]);
        cr_expect(in_use(&s).integrator.capture_velocity == 2 * tolerance[i]);
        cr_expect(in_use(&s).integrator.min_restitution_velocity == 2 * tolerance[i]);
        cr_expect(in_use(&s).integrator.transition_velocity == 2 * tolerance[i]);
        s.free(s.self);
        o.integrator.capture_velocity = 0.37;
        o.integrator.transition_velocity = 0.59;
        o.integrator.constraint_tolerance = 1e-5;
        s = open_subject(m, &o);
        cr_expect(in_use(&s).integrator.constraint_tolerance == 1e-5);
        cr_expect(in_use(&s).integrator.capture_velocity == 0.37);
        cr_expect(in_use(&s).integrator.min_restitution_velocity == 0.37);
        cr_expect(in_use(&s).integrator.transition_velocity == 0.59);
    }
}

Test(subject_contact, solver_and_update_are_as_the_mode_has_them) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    static const int solvers[] = {CONTACT_PROXIMAL, CONTACT_PLUS};
    static const int updates[] = {CONTACT_TRAPEZOIDAL, CONTACT_SEMI_EXPLICIT};
    static const int located[] = {true, false};
    for (int i = 0; i < 2; i++) {
        struct model *m = model_from(ball);
        struct subject_options o = options_of(modes[i]);
        struct subject s = open_subject(m, &o);
        cr_expect(in_use(&s).integrator.solver == solvers[i]);
        cr_expect(in_use(&s).integrator.update == updates[i]);
        cr_expect(in_use(&s).integrator.locates_impacts == located[i]);
        s.free(s.self);
        o.integrator.solver = CONTACT_PGS;
        s = open_subject(m, &o);
        cr_expect(in_use(&s).integrator.solver == CONTACT_PGS);
    }
}

Test(subject_contact, controlled_steps_end_at_the_times_that_are_told) {
    static const double times[] = {0.137, 0.29, 0.71};
    struct model *m = model_from(ball);
    struct subject_options o = options_of(FAST_DEFAULT);
    o.integrator.fixed_step = false;
    o.integrator.accuracy = 1e-4;
    struct subject s = open_subject(m, &o);
    const double start[] = {height, 0};
    cr_assert(s.tell != NULL && s.estimate != NULL);
    cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
    for (int i = 0; i < 3; i++) {
        bool told = false;
        for (int k = 0; k < 10000 && !told; k++)
            cr_assert(s.tell(s.self, times[i], 1, &told) == 0, "%s", s.why(s.self));
        cr_expect(told && s.time(s.self) == times[i], "%.17g", s.time(s.self));
    }
    cr_expect(isfinite(s.estimate(s.self)[0]));
}

struct heard {
    int loads, others;
};

static void hear(void *context, const struct contact_event *event) {
    struct heard *heard = context;
    heard->loads += event->phase == CONTACT_LOAD;
    heard->others += event->phase != CONTACT_LOAD;
}

Test(subject_contact, each_solve_is_told_until_nobody_listens) {
    struct model *m = model_from(lying);
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double h = 0x1p-6, start[] = {0.2, 0, 0, 0};
    struct heard heard = {0};
    cr_assert(s.start(s.self, 0, start) == 0);
    s.listen_contacts(s.self, hear, &heard);
    cr_assert(s.run(s.self, h, 5 * h) == 0);
    cr_expect(heard.loads == 5 && heard.others == 0, "%d, %d", heard.loads, heard.others);
    s.listen_contacts(s.self, NULL, NULL);
    cr_assert(s.run(s.self, h, 7 * h) == 0);
    cr_expect(heard.loads == 5, "%d", heard.loads);
}

Test(subject_contact, a_start_that_penetrates_is_refused_and_another_one_taken) {
    struct model *m = model_from(ball);
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double inside[] = {-0.25, 0}, above[] = {0.25, 0};
    cr_assert(s.start(s.self, 0.5, inside) != 0);
    cr_expect_str_eq(s.why(s.self), "contact 'floor': the initial values penetrate a "
                                    "contact: its gap is -0.25 at t = 0.5");
    cr_assert(s.start(s.self, 0.5, above) == 0, "%s", s.why(s.self));
    cr_assert(s.advance(s.self, 0.01, 1) == 0, "%s", s.why(s.self));
}

/* A pendulum over a floor that it never meets; its joint holds, and is told. */
Test(subject_contact, joints_hold_and_their_impulses_are_told) {
    struct model *m = model_from("param m = 1.37, g = 9.81\n"
                                 "position x = 0.6, y = -0.8\n"
                                 "velocity u = 0, w = 0\n"
                                 "x' = u\n"
                                 "y' = w\n"
                                 "mass u, u = m\n"
                                 "mass w, w = m\n"
                                 "force u = 0\n"
                                 "force w = -m*g\n"
                                 "joint rod = (x^2 + y^2 - 1)/2\n"
                                 "contact floor { gap = y + 1.1 }\n");
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double start[] = {0.6, -0.8, 0, 0};
    double position, velocity;
    struct contacts_told told = {.contacts = 0};
    cr_assert(s.joints == 1);
    cr_assert(s.start(s.self, 0, start) == 0, "%s", s.why(s.self));
    cr_assert(s.run(s.self, 0x1p-10, 1) == 0, "%s", s.why(s.self));
    s.constraint_errors(s.self, &position, &velocity);
    expect_near("position's error", position, 0, 1e-9);
    expect_near("velocity's error", velocity, 0, 1e-8);
    s.describe(s.self, &told);
    const double impulse = fabs(named_value(&told.joint_impulses, "rod"));
    cr_expect(impulse > 1e-4 && impulse < INFINITY);
}

Test(subject_contact, a_model_without_contacts_is_taken) {
    struct model *m = model_from(BALL);
    const struct subject_options o = options_of(FAST_DEFAULT);
    struct subject s = open_subject(m, &o);
    const double start[] = {height, 0}, t = 0.5;
    cr_assert(s.contacts == 0);
    cr_assert(s.start(s.self, 0, start) == 0 && s.run(s.self, 0x1p-5, t) == 0, "%s",
              s.why(s.self));
    expect_near("z", s.state(s.self)[0], height - g * t * t / 2, 1e-14);
}

Test(subject_contact, other_methods_name_the_one_that_takes_contacts) {
    static const char *const names[] = {"implicit-euler", "semi-explicit-euler", "bdf"};
    struct model *m = model_from(ball);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct subject_options o = subject_default_options();
        struct subject s;
        struct diagnostic d = {""};
        cr_assert(subject_choose(&o, names[i]) == 0 && !subject_takes_contacts(&o));
        cr_expect(subject_open(&s, m, &o, &d) == SUBJECT_REFUSED);
        cr_expect(strstr(d.text, "methods that do: contact-stepper") != NULL, "%s",
                  d.text);
    }
}

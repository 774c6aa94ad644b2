/* The order study on models with a closed form, and on some of the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/studies/order/study_order.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "ref/truth.h"

static const char decay[] = "span 0 .. 1.3\nstate x = 0.83\nx' = -1.7*x\n";
static const char parabola[] = "span 0.2 .. 1.3\nstate x = 0.83\nx' = 1.37*(2*t + 1)\n";
static const char growing[] = "span 0 .. 0.9\nstate x = 0.83\nx' = x*x\n";
static const char swinging[] = "span 0 .. 1.3\nstate x = 0.83, y = -0.25\n"
                               "x' = 1.3*y\ny' = -0.7*x - 0.2*y\n";
static const char drifting[] = "span 0 .. 1.3\nposition q = 0.83\nvelocity v = 0.25\n"
                               "state z = 0.37\n"
                               "q' = v\nv' = 0\nz' = 1.7\n";

/* z stays zero, and so does the leading term of its error, whose own order is 2. */
static const char quiet[] =
    "span 0 .. 2\nposition q = 0.7\nvelocity v = -0.25\nstate z = 0\n"
    "q' = v\nv' = -1.37*q\n"
    "z' = (v^2/2 + 1.37*q^2/2 - 1.37*0.49/2 - 0.0625/2)^2\n";

/* A circular orbit: what is left of u' is rounding of the start. */
static const char circular[] =
    "param k = 1.7, rad = 1.37\nspan 0 .. 3\nposition r = rad, phi = 0.3\n"
    "velocity u = 0, w = sqrt(k/rad^3)\nr' = u\nphi' = w\n"
    "u' = r*w^2 - k/r^2\nw' = -2*u*w/r\n";

/* y is so small that the Newton tolerance is no longer small beside it. */
static const char lopsided[] = "span 0 .. 1.3\nstate x = 0.83, y = 0\n"
                               "x' = -1.7*x\ny' = 1e-7\n";

/* Friction as a force, of a start at rest: v' jumps at the start, and each method's first stage
 * is on the other side. */
static const char let_go[] = "span 0 .. 2\nposition x = 1.05\nvelocity v = 0\nx' = v\n"
                             "v' = -x - 0.1*sign(v)\n";

static const char let_go_twice[] =
    "span 0 .. 2\nposition x = 1.05\nvelocity v = 0\nx' = v\nv' = -x - 0.2*sign(v)\n";

/* Nanometres beside metres per second: Newton's tolerance is a small part of the speeds, and not of
 * the lengths. */
static const char small[] =
    "span 0 .. 2e-8\nposition x = 1.3e-9\nvelocity v = 0.2\nx' = v\n"
    "v' = -4e17*x - 1e35*x^3 - 1e7*v\n";

/* Its start is off the joint by as much as a start of 13 digits is. */
static const char wire[] =
    "param m = 0.2, g = 9.81, k = 1.3\nspan 0 .. 3\n"
    "position x = 0.5, y = 0.3250000000001\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
    "mass u, u = m\nmass v, v = m\nforce u = 0\nforce v = -m*g\njoint wire = y - k*x^2\n";

/* 1e5 periods: a truth is had of the first few hundred, and an order of the first one. */
static const char many_periods[] = "span 0 .. 1\nposition x = 0.1\nvelocity v = 0\n"
                                   "x' = v\nv' = -1e12*x\n";

static void open_truth(struct order_truth *o, struct model *m) {
    struct diagnostic d = {""};
    gsl_set_error_handler_off();
    cr_assert(order_truth_init(o, m, NULL, 0, &d) == 0, "%s", d.text);
    order_variation(o, &order_law_of_pair);
    cr_assert(o->leading != NULL);
}

/* x' = l x: x'' = l^2 x, so d' = l d + l^2 x/4 and d = (l^2/4) t x.
 * x' = S (2t + 1): d' = S/2.
 * x' = x^2: x'' = 2 x^3, d' = 2 x d + x^3/2, d = -(x^2/2) log(1 - x0 t). */
static double decay_leading(double t) {
    return 1.7 * 1.7 / 4 * t * 0.83 * exp(-1.7 * t);
}

static double parabola_leading(double t) {
    return 1.37 / 2 * (t - 0.2);
}

static double growing_leading(double t) {
    double x = 0.83 / (1 - 0.83 * t);
    return -x * x / 2 * log(1 - 0.83 * t);
}

Test(study_order, predicts_the_leading_global_error_of_closed_forms) {
    static const struct {
        const char *text;
        double (*leading)(double t);
    } TABLE[] = {
        {decay, decay_leading}, {parabola, parabola_leading}, {growing, growing_leading}};
    for (size_t k = 0; k < sizeof TABLE / sizeof TABLE[0]; k++) {
        struct model *m = model_from(TABLE[k].text);
        struct order_truth o;
        open_truth(&o, m);
        for (int j = 0; j < ORDER_TIMES; j++) {
            double t = o.begin + o.horizon * (j + 1) / ORDER_TIMES;
            double expected = TABLE[k].leading(t);
            cr_expect(fabs(o.leading[j] - expected) < 1e-11 * fabs(expected),
                      "model %zu, time %d: %.17g, not %.17g", k, j, o.leading[j],
                      expected);
        }
    }
}

/* x' = A x: d = (t/4) A^2 x, with an A that is not symmetric. */
Test(study_order, predicts_the_leading_global_error_of_coupled_components) {
    struct model *m = model_from(swinging);
    const double A[2][2] = {{0, 1.3}, {-0.7, -0.2}};
    struct order_truth o;
    open_truth(&o, m);
    for (int j = 0; j < ORDER_TIMES; j++) {
        double t = o.horizon * (j + 1) / ORDER_TIMES, x[2], y[2];
        for (int i = 0; i < 2; i++)
            x[i] = mpfr_get_d(o.truth->state[2 * j + i], MPFR_RNDN);
        for (int i = 0; i < 2; i++)
            y[i] = A[i][0] * x[0] + A[i][1] * x[1];
        for (int i = 0; i < 2; i++) {
            double expected = t / 4 * (A[i][0] * y[0] + A[i][1] * y[1]);
            cr_expect(fabs(o.leading[2 * j + i] - expected) < 1e-11 * fabs(expected));
        }
    }
}

/* On x' = l x two half steps divide by (1 - l h/2)^2. */
Test(study_order, walks_the_reference_with_the_errors_of_the_discrete_closed_form) {
    struct model *m = model_from(decay);
    struct order_truth o;
    struct order_ladder l;
    struct diagnostic d = {""};
    open_truth(&o, m);
    cr_assert(order_reference(&l, &o, &order_law_of_pair, STUDY_GATE, &d) == 0, "%s",
              d.text);
    for (int level = 0; level < l.levels; level++) {
        int n = l.steps[level];
        double h = 1.3 / (n * ORDER_TIMES);
        cr_assert(fabs(order_step(&l, level) - h) < 1e-15 * h);
        for (int j = 0; j < ORDER_TIMES; j++) {
            double discrete = -2.0 * n * (j + 1) * log1p(1.7 * h / 2);
            double exact = -1.7 * 1.3 * (j + 1) / ORDER_TIMES;
            double expected = 0.83 * exp(exact) * expm1(discrete - exact);
            cr_expect(fabs(order_error(&l, level, j, 0) - expected) < 1e-10 * expected,
                      "level %d, time %d", level, j);
        }
    }
}

Test(study_order, passes_smooth_models_and_alarms_at_none) {
    static const char *const NAME[] = {
        "pendulum_generic", "mathieu_generic", "rigid_body",     "heavy_top",
        "quadratic",        "van_der_pol",     "spring_chain",   "robertson",
        "spring_k1e6",      "contact_stack",   "friction_block", "discontinuous_spring"};
    for (size_t k = 0; k < sizeof NAME / sizeof NAME[0]; k++) {
        struct model *m = catalogue_model(NAME[k]);
        struct study s = own_study(m);
        json_t *results = study_results(study_order, &s);
        expect_no_alarm(results);
        fprintf(stderr, "%-20s reference %.9f fast %.9f\n", NAME[k],
                number_in(find_result(results, "mpfr:128", "order"), "value"),
                number_in(find_result(results, "double", "order"), "value"));
    }
}

Test(study_order, finds_the_order_of_the_reference_to_a_thousandth) {
    struct model *m = catalogue_model("double_pendulum_generic");
    struct study s = own_study(m);
    json_t *results = study_results(study_order, &s);
    const char *const quantity[] = {"order", "order:a", "order:b", "order:u", "order:w"};
    for (int k = 0; k < 5; k++) {
        const json_t *r = find_result(results, "mpfr:128", quantity[k]);
        cr_expect(fabs(number_in(r, "value") - 1) < 1e-4, "%s", quantity[k]);
        cr_expect(number_in(r, "tolerance") == 0.001);
        cr_expect(strcmp(text_in(r, "verdict"), "pass") == 0);
    }
    const json_t *constant = find_result(results, "mpfr:128", "error-constant:order");
    cr_expect(number_in(constant, "high") < 1e-8);
}

Test(study_order, knows_a_model_on_which_the_method_is_exact) {
    struct model *m = model_from(drifting);
    struct study s = own_study(m);
    json_t *results = study_results(study_order, &s);
    expect_no_alarm(results);
    const json_t *r = find_result(results, "double", "order");
    cr_assert(strcmp(text_in(r, "verdict"), "pass") == 0);
    cr_assert(json_is_null(json_object_get(r, "value")));
    cr_assert(json_is_null(json_object_get(r, "expected")));
}

/* A rod whose start is 1e-10 off its joint. */
static const char shifted[] =
    "span 0 .. 0.5\nposition x = 0.6 + 1e-10, y = -0.8\nvelocity u = 0.8, v = 0.6\n"
    "x' = u\ny' = v\nmass u, u = 1.37\nmass v, v = 1.37\nforce u = 0\n"
    "force v = -1.37*9.81\njoint rod = (x^2 + y^2 - 1)/2\n";

/* The truth is that of the start as it is, the projected method's one of a start nearby.
 *
 * Seen to fail: no shift; an order required all the same. */
Test(study_order, a_start_that_is_off_its_joints_has_no_order_of_projected_steps) {
    struct model *m = model_from(shifted);
    struct study s = own_study(m);
    s.method = "runge-kutta-merson";
    json_t *results = study_results(study_order, &s);
    expect_no_alarm(results);
    cr_expect(find_result(results, "mpfr:128", "order:projected") != NULL);
}

static void expect_all_pass(const char *text, const char *quantity) {
    struct model *m = model_from(text);
    struct study s = own_study(m);
    gsl_set_error_handler_off();
    json_t *results = study_results(study_order, &s);
    const json_t *exact = find_result(results, "mpfr:128", quantity);
    const json_t *r = find_result(results, "double", quantity);
    cr_expect_str_eq(text_in(exact, "verdict"), "pass", "%s", text_in(exact, "reason"));
    cr_expect_str_eq(text_in(r, "verdict"), "pass", "%s", text_in(r, "reason"));
}

/* The errors of the whole span are as large as the solution, and do not fall. */
Test(study_order, shortens_the_span_of_a_hard_bounce_too) {
    struct model *m = catalogue_model("compliant_bounce_k1e8");
    struct study s = own_study(m);
    gsl_set_error_handler_off();
    json_t *results = study_results(study_order, &s);
    cr_expect_str_eq(text_in(find_result(results, "mpfr:128", "order"), "verdict"),
                     "pass");
    cr_expect_str_eq(text_in(find_result(results, "double", "order"), "verdict"), "pass");
}

Test(study_order, knows_a_relative_equilibrium_that_is_kept_to_rounding) {
    expect_all_pass(circular, "order");
    expect_all_pass(circular, "order:r");
}

Test(study_order, a_tiny_component_does_not_blur_the_norm) {
    expect_all_pass(lopsided, "order");
}

Test(study_order, small_lengths_are_known_as_well_as_their_rates) {
    expect_all_pass(small, "order");
    expect_all_pass(small, "error-constant:order");
    expect_all_pass(small, "order:x");
}

/* The far ends of a chain that is let go from rest begin at rounding: in double they say
 * nothing. */
Test(study_order, components_that_rounding_makes_do_not_blur_the_norm) {
    struct model *m = catalogue_model("planar_chain10");
    struct study s = own_study(m);
    s.method = "explicit-euler";
    gsl_set_error_handler_off();
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "double", "order");
    cr_expect_str_eq(text_in(r, "verdict"), "pass", "%s", text_in(r, "reason"));
}

/* x'' = -k/m x - c/m x' has the eigenvalues -c/(2 m) -+ sqrt(c^2/(4 m^2) - k/m). */
Test(study_order, finds_the_fastest_motion) {
    static const double m = 1.37, k = 54, c[] = {2.3, 230};
    for (int i = 0; i < 2; i++) {
        char text[300];
        struct diagnostic d = {""};
        struct order_truth truth;
        snprintf(text, sizeof text,
                 "span 0 .. 1\nparam m = %g, k = %g, c = %g\nposition x = 0.7\n"
                 "velocity v = -0.25\nx' = v\nv' = -(k*x + c*v)/m\n",
                 m, k, c[i]);
        struct model *model = model_from(text);
        const double half = c[i] / (2 * m), square = half * half - k / m;
        const double expected = square > 0 ? half + sqrt(square) : sqrt(k / m);
        cr_assert(order_truth_init(&truth, model, NULL, 0, &d) == 0, "%s", d.text);
        cr_expect(fabs(order_fastest(&truth) - expected) <= 1e-12 * expected, "%.17g",
                  order_fastest(&truth));
    }
}

Test(study_order, shortens_a_span_that_is_too_long_for_its_steps) {
    struct model *m = catalogue_model("van_der_pol");
    struct study s = own_study(m);
    double begin, end, x[2];
    model_start(m, &begin, &end, x);
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "mpfr:128", "order");
    const json_t *points = json_object_get(r, "points");
    double h = number_in(json_array_get(points, 0), "h");
    cr_assert(strcmp(text_in(r, "verdict"), "pass") == 0);
    cr_assert(h * 16 < 0.9 * (end - begin), "the coarsest level has 16 steps");
}

Test(study_order, goes_on_shortening_where_no_truth_is_had_of_the_span) {
    expect_all_pass(many_periods, "order");
    expect_all_pass(many_periods, "error-constant:order");
}

/* Of the chain of springs, components' errors bend at the longest steps.
 *
 * Seen to fail: a ladder that is never refined, and one refined while nothing is open. */
Test(study_order, finer_steps_decide_what_the_longer_ones_leave_open) {
    static const struct {
        const char *model;
        bool is_open;
    } cases[] = {{"spring_chain", true}, {"pendulum_generic", false}};
    for (int i = 0; i < 2; i++) {
        struct model *m = catalogue_model(cases[i].model);
        struct order_truth o;
        struct order_ladder l;
        struct diagnostic d = {""};
        open_truth(&o, m);
        cr_assert(order_reference(&l, &o, &order_law_of_pair, STUDY_REPORT, &d) == 0);
        const int levels = l.levels;
        cr_expect(order_is_open(&l) == cases[i].is_open, "%s", cases[i].model);
        cr_assert(order_refine(&l, &d) == 0, "%s", d.text);
        cr_expect((l.levels > levels) == cases[i].is_open, "%s", cases[i].model);
        cr_expect(!order_is_open(&l), "%s", cases[i].model);
    }
}

/* Of two components that are undecided, one has no digits left and the other has steps that are
 * too long; of four times those count at which there is a law, and two of them make a failure;
 * and a ball that is not struck yet is exact. Rounding may excuse a constant, if those that
 * it leaves alone are right.
 *
 * Seen to fail: each of the three left out; predicted constants that are off by 1e-4. */
Test(study_order, a_component_is_decided_where_it_can_be_and_told_why_not) {
    static const struct {
        const char *model, *method, *arithmetic, *quantity, *verdict, *reason;
    } cases[] = {
        {"arenstorf", "runge-kutta-merson", "double", "order:y", "not-asymptotic",
         "finer steps are rounding"},
        {"hunt_crossley_stack", "implicit-euler", "double", "order:v[2]",
         "not-asymptotic", "finer steps or a shorter span"},
        {"skate", "runge-kutta-merson", "mpfr:128", "order:projected:u", "pass", ""},
        {"contact_stack", "implicit-euler", "double", "order:v[3]", "pass",
         "the method is exact here from h ="},
        {"flyball", "runge-kutta-merson", "double", "order:v", "not-asymptotic",
         "at no other of the times"},
        {"flyball", "explicit-euler", "double", "error-constant:order", "not-asymptotic",
         "undecided, because its extrapolation to h = 0"},
        {"planar_chain10", "explicit-euler", "double", "error-constant:order",
         "not-asymptotic", "those components that are small; the others' agree"}};
    gsl_set_error_handler_off();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model *m = catalogue_model(cases[i].model);
        struct study s = own_study(m);
        s.method = cases[i].method;
        s.effort = STUDY_REPORT;
        json_t *results = study_results(study_order, &s);
        const json_t *r = find_result(results, cases[i].arithmetic, cases[i].quantity);
        cr_expect_str_eq(text_in(r, "verdict"), cases[i].verdict, "%s: %s",
                         cases[i].model, text_in(r, "reason"));
        cr_expect(strstr(text_in(r, "reason"), cases[i].reason) != NULL, "%s: %s",
                  cases[i].model, text_in(r, "reason"));
    }
}

/* Over the shortest horizon the steps are so short that rounding is all there is, of a method that
 * makes errors over longer ones.
 *
 * Seen to fail: a shortened horizon left out of what is exact. */
Test(study_order, a_method_is_not_exact_because_its_steps_are_short) {
    gsl_set_error_handler_off();
    struct model *m = model_from(wire);
    struct study s = own_study(m);
    s.method = "runge-kutta-merson";
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "double", "order:projected");
    cr_expect_str_eq(text_in(r, "verdict"), "not-asymptotic", "%s", text_in(r, "reason"));
    cr_expect(number_in(r, "expected") == 4);
    r = find_result(results, "double", "order:projected:x");
    cr_expect_str_eq(text_in(r, "verdict"), "not-asymptotic", "%s", text_in(r, "reason"));
}

/* A skate turns at a constant rate, and where it is has an order, over a shortened horizon.
 *
 * Seen to fail: components held to what the whole is held to. */
Test(study_order, a_component_is_exact_where_the_others_show_their_range) {
    gsl_set_error_handler_off();
    struct model *m = catalogue_model("skate");
    struct study s = own_study(m);
    s.method = "runge-kutta-merson";
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "mpfr:128", "order:projected:w");
    cr_expect_str_eq(text_in(r, "verdict"), "pass", "%s", text_in(r, "reason"));
}

static int refuse_step(void *self, double h) {
    (void)self;
    (void)h;
    return -1;
}

static const char *complain(void *self) {
    (void)self;
    return "it never works";
}

static int open_refusing(void *context, struct model *m,
                         const struct subject_options *options, struct subject *s,
                         struct diagnostic *d) {
    (void)context;
    int failed = subject_open(s, m, options, d);
    s->step = refuse_step;
    s->why = complain;
    return failed;
}

static int open_nothing(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    (void)context;
    (void)m;
    (void)options;
    (void)s;
    return message_set(d, "there is none");
}

Test(study_order, decides_nothing_about_an_integrator_that_never_makes_a_step) {
    const char *const text[] = {decay, drifting};
    for (int k = 0; k < 2; k++) {
        struct model *m = model_from(text[k]);
        struct study s = own_study(m);
        struct diagnostic d = {""};
        json_t *results = json_array();
        s.open_subject = open_refusing;
        cr_assert(study_as_json(study_order, &s, results, &d) == 0, "%s", d.text);
        const json_t *r = find_result(results, "double", "order");
        cr_assert(strcmp(text_in(r, "verdict"), "not-asymptotic") == 0);
        cr_assert(json_is_true(json_object_get(r, "required")));
        cr_assert(strstr(text_in(r, "reason"), "it never works") != NULL);
        s.open_subject = open_nothing;
        cr_assert(study_as_json(study_order, &s, results, &d) != 0);
        cr_assert(strcmp(d.text, "there is none") == 0);
    }
}

Test(study_order, asks_less_of_the_order_where_kinks_are_crossed) {
    struct model *m = catalogue_model("contact_stack");
    struct study s = own_study(m);
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "double", "order");
    cr_assert(number_in(r, "tolerance") == 0.1);
    cr_assert(json_is_false(json_object_get(r, "required")));
}

Test(study_order, a_start_on_a_kink_fails_no_method) {
    static const char *const arithmetic[] = {"mpfr:128", "double"};
    struct model *m = model_from(let_go);
    struct study s = own_study(m);
    gsl_set_error_handler_off();
    s.method = "runge-kutta-merson";
    json_t *results = study_results(study_order, &s);
    for (int k = 0; k < 2; k++) {
        const json_t *r = find_result(results, arithmetic[k], "order");
        cr_expect(fabs(number_in(r, "value") - 1) < 0.01, "%g", number_in(r, "value"));
        cr_expect_str_eq(text_in(r, "verdict"), "not-asymptotic");
        cr_expect(json_is_false(json_object_get(r, "required")));
        cr_expect(strstr(text_in(r, "reason"), "a kink of the model") != NULL, "%s",
                  text_in(r, "reason"));
    }
}

/* Merson's method, but of a system with twice the friction (the context). */
static int open_other_friction(void *context, struct model *m,
                               const struct subject_options *options, struct subject *s,
                               struct diagnostic *d) {
    (void)m;
    return subject_open(s, context, options, d);
}

Test(study_order, a_start_on_a_kink_excuses_no_order_below_the_references) {
    struct model *m = model_from(let_go), *other = model_from(let_go_twice);
    struct study s = own_study(m);
    struct diagnostic d = {""};
    json_t *results = json_array();
    gsl_set_error_handler_off();
    s.method = "runge-kutta-merson";
    s.open_subject = open_other_friction;
    s.context = other;
    cr_assert(study_as_json(study_order, &s, results, &d) == 0, "%s", d.text);
    const json_t *r = find_result(results, "double", "order");
    cr_expect(fabs(number_in(r, "value")) < 0.1, "%g", number_in(r, "value"));
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
}

Test(study_order, a_component_that_stays_zero_raises_no_alarm) {
    struct model *m = model_from(quiet);
    struct study s = own_study(m);
    gsl_set_error_handler_off();
    json_t *results = study_results(study_order, &s);
    expect_no_alarm(results);
    const json_t *z = find_result(results, "double", "order:z");
    cr_expect_str_eq(text_in(z, "verdict"), "not-asymptotic");
    cr_expect(fabs(number_in(z, "value") - 2) < 0.01, "%g", number_in(z, "value"));
}

/* A ball above a plate that is shaken; the drag has a kink where the ball turns round. */
static const char bouncer[] = "span 0 .. 0.5\nposition y = 0.25\nvelocity v = 0\ny' = v\n"
                              "v' = -9.81 - 0.1*v*abs(v)\n"
                              "contact plate { gap = y - 0.004*sin(47*t)\n"
                              " restitution = 0.85 }\n";

/* A step takes the drag at its start. */
Test(study_order, is_measured_through_impacts_beside_kinks) {
    struct study s = own_study(model_from(bouncer));
    s.method = "contact-stepper";
    json_t *results = study_results(study_order, &s);
    const json_t *r = find_result(results, "double", "order");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    cr_expect_float_eq(number_in(r, "value"), 1, 0.1, "%g", number_in(r, "value"));
}

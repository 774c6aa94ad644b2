/* Steps of our own integrator against the reference's at random states: no false alarm, with
 * a bound that is nearly reached.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject_options.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

enum { STATES = 60, SIZES = 3, MOST = 64 };

/* Steps are parts of the span, times a random factor. */
static const double DIVISOR[SIZES] = {20, 200, 5000};

static const char *const NAME[] = {"pendulum_generic",  "double_pendulum_generic",
                                   "mathieu_generic",   "rigid_body",
                                   "heavy_top_generic", "quadratic",
                                   "van_der_pol",       "spring_chain",
                                   "robertson_generic", "spring_k1e6",
                                   "contact_stack",     "friction_block",
                                   "chain8_k1e7",       "smd_stiff",
                                   "spring_damper",     "double_mass"};
enum { MODELS = sizeof NAME / sizeof NAME[0] };

/* Compares steps from random states; adds to the counts. */
static void compare_randomly(const char *name, gsl_rng *random, long *compared,
                             double *worst) {
    struct model *m = catalogue_model(name);
    struct study s = own_study(m);
    struct step_comparison c;
    struct tight_subject g;
    struct diagnostic d = {""};
    double begin, end, x0[MOST], x[MOST];
    cr_assert(tight_subject_init(&g, &s, &d) == 0, "%s", d.text);
    cr_assert(step_comparison_init(&c, m) == 0 && c.nx < MOST);
    model_start(m, &begin, &end, x0);
    for (int i = 0; i < c.nx; i++)
        c.scale[i] = fabs(x0[i]);
    for (int k = 0; k < STATES * SIZES; k++) {
        double t = begin + (end - begin) * gsl_rng_uniform(random);
        double h = (end - begin) / DIVISOR[k % SIZES] * (0.5 + gsl_rng_uniform(random));
        random_state(random, c.nx, x0, x);
        if (tight_subject_first(&g, t, x, h) == 0)
            step_compare(&c, tight_subject_last(&g), g.accuracy, t, x, h);
    }
    fprintf(stderr, "%-24s %4ld steps, %3ld unclear, worst %.3f and %.3f of the bound\n",
            name, c.tally.compared, c.tally.unclear, c.tally.worst[STEP_RESULT].ratio,
            c.tally.worst[STEP_ESTIMATE].ratio);
    for (int q = 0; q < STEP_QUANTITIES; q++) {
        const struct step_finding *w = &c.tally.worst[q];
        cr_expect(w->ratio <= 1,
                  "%s: component %d off by %.3g, bound %.3g, t = %a, h = %a", name,
                  w->component, w->difference, w->bound, w->t, w->h);
        *worst = fmax(*worst, w->ratio);
    }
    *compared += c.tally.compared;
}

Test(study_steps, gives_no_false_alarm_at_random_states, .timeout = 240) {
    gsl_rng *random = seeded_random();
    long compared = 0;
    double worst = 0;
    for (int k = 0; k < MODELS; k++)
        compare_randomly(NAME[k], random, &compared, &worst);
    fprintf(stderr, "%ld steps compared\n", compared);
    cr_assert(1000 <= compared);
    cr_assert(0.1 < worst, "the bound is nowhere near the rounding errors");
}

/* found - x / (1 - z part)^power for the rate l rounded to double, z = l h. */
static double closed_form_error(mpfr_srcptr found, double x, double h, double part,
                                int power) {
    mpfr_t exact;
    mpfr_init2(exact, mpfr_get_prec(found));
    mpfr_set_d(exact, 1.7, MPFR_RNDN);
    mpfr_mul_d(exact, exact, h * part, MPFR_RNDN);
    mpfr_add_ui(exact, exact, 1, MPFR_RNDN);
    mpfr_pow_ui(exact, exact, (unsigned long)power, MPFR_RNDN);
    mpfr_d_div(exact, x, exact, MPFR_RNDN);
    mpfr_sub(exact, found, exact, MPFR_RNDN);
    return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

/* x' = l x: large = x/(1 - z), half = x/(1 - z/2), small = x/(1 - z/2)^2. */
Test(study_steps, makes_the_exact_step_of_the_closed_form_with_constants_in_double) {
    struct model *m = model_from("state x = 0.83\nx' = -1.7*x\n");
    struct exact_step e;
    const double x = 0.37, h = 0.29;
    cr_assert(exact_step_init(&e, m) == 0);
    cr_assert(exact_step_make(&e, 0.5, &x, h) == REF_OK);
    cr_expect(closed_form_error(e.large[0], x, h, 1, 1) < 1e-50);
    cr_expect(closed_form_error(e.half[0], x, h, 0.5, 1) < 1e-50);
    cr_expect(closed_form_error(e.small[0], x, h, 0.5, 2) < 1e-50);
    cr_expect(fabs(exact_difference(e.near_small[0], e.small[0])) < 1e-16);
    cr_expect(exact_difference(e.near_small[0] + 0x1p-20, e.small[0]) > 0x1p-21);
}

/* A step x = x0 / (1 - z) in double has some roundings of u |x|: the bound is not below, and
 * not much above. */
Test(study_steps, bounds_a_scalar_step_by_some_roundings) {
    struct model *m = model_from("state x = 0.83\nx' = -1.7*x\n");
    struct step_bound b;
    const double x = 0.37, h = 0.29, y = x / (1 + 1.7 * h), zero = 0;
    const struct sub_step step = {0.79, h, &x, &y};
    double bound = 0, carried = 0;
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, &zero, 0, &bound));
    cr_expect(2 * ROUNDOFF_UNIT * y <= bound && bound <= 8 * ROUNDOFF_UNIT * y);
    cr_assert(step_bound_sub_step(&b, &step, &x, 0, &carried));
    cr_expect(fabs(carried - bound - x / (1 + 1.7 * h)) < 1e-15, "an error is damped");
}

/* x' = 100 y, y' = -y: an error e of y0 becomes 100 k/(1 + k) e in x and e/(1 + k) in y. */
Test(study_steps, carries_errors_on_by_the_inverse_matrix) {
    struct model *m = model_from("state x = 0.83, y = 0.25\nx' = 100*y\ny' = -y\n");
    struct step_bound b;
    const double k = 0.29, e = 1e-6, x[] = {0.83, 0.25}, error[] = {0, e};
    const double y[] = {0.83 + 100 * k * 0.25 / (1 + k), 0.25 / (1 + k)};
    const struct sub_step step = {0.79, k, x, y};
    double bound[2] = {0, 0};
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, error, 0, bound));
    cr_expect(fabs(bound[0] - 100 * k / (1 + k) * e) < 1e-12);
    cr_expect(fabs(bound[1] - e / (1 + k)) < 1e-12);
}

/* q' = N v with N = q: N lags, and the last update of q is left in the step. */
Test(study_steps, allows_for_a_map_that_lags_an_iteration_behind) {
    struct model *m =
        model_from("position q = 0.003\nvelocity v = 1.3\nq' = q*v\nv' = 0\n");
    struct step_bound b;
    const double k = 0.1, v = 1.3, x[] = {0.003, v}, y[] = {0.003 / (1 - k * v), v};
    const double zero[] = {0, 0}, lag = k * v * 10 * 0x1p-52 / (1 - k * v);
    const struct sub_step step = {0.1, k, x, y};
    double bound[2] = {0, 0};
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, zero, 0, bound));
    cr_expect(lag < bound[0] && bound[0] < 1.3 * lag);
}

/* q' = q v: q follows v as k q / (1 - k v), where Newton's matrix for v' = -c q has k q. The
 * last update of v may be sqrt(0.1 accuracy |y - x|); the rest is not solved. */
Test(study_steps, allows_for_a_matrix_that_takes_the_map_for_a_constant) {
    struct model *m =
        model_from("position q = 0.37\nvelocity v = 1.3\nq' = q*v\nv' = -17*q\n");
    struct step_bound b;
    const double k = 0.01, c = 17, accuracy = 1e-6;
    const double x[] = {0.37, 1.3}, y[] = {0.374, 1.237}, zero[] = {0, 0};
    const double follow = k * y[0], part = k * y[1];
    const double way = hypot(y[0] - x[0], y[1] - x[1]);
    const double update = sqrt(0.1 * accuracy * way);
    const double unsolved = k * c * (1 / (1 - part) - 1) * follow * update;
    const double matrix = 1 + k * c * follow / (1 - part);
    const struct sub_step step = {0.1, k, x, y};
    double bound[2] = {0, 0};
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, zero, accuracy, bound));
    double found = bound[1] - 0.1 * accuracy;
    cr_expect(unsolved / matrix <= found && found < 1.02 * unsolved / matrix, "%g of %g",
              found, unsolved / matrix);
}

/* The same, where the map lags an iteration behind: a last update dq of q leaves k v dq. The
 * second update is at most twice the error after the first one,
 *
 *     M e = k (|change of v| + v, |change of q|; 0, 0) |y - x|,
 *     M = (1 - k v, -k q; k c, 1),
 *
 * and dq^2 = 0.1 accuracy |e|. The errors of F that come with dq add to it. */
Test(study_steps, allows_for_a_map_that_lags_as_far_as_the_stop_rule_lets_it) {
    struct model *m =
        model_from("position q = 0.37\nvelocity v = 1.3\nq' = q*v\nv' = -17*q\n");
    struct step_bound b;
    const double k = 0.01, c = 17, accuracy = 1e-6;
    const double x[] = {0.37, 1.3}, y[] = {0.374, 1.237}, zero[] = {0, 0};
    const double dq = fabs(y[0] - x[0]), dv = fabs(y[1] - x[1]);
    const double determinant = 1 - k * y[1] + k * k * c * y[0];
    const double error = hypot(1, k * c) * k * ((dv + y[1]) * dq + dq * dv) / determinant;
    const double lag = k * y[1] * sqrt(0.1 * accuracy * error);
    const double spread = (1 + k * y[1] + k * k * c * y[0]) * lag / determinant;
    const struct sub_step step = {0.1, k, x, y};
    double alone[2] = {0, 0}, bound[2] = {0, 0};
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, zero, accuracy, alone));
    b.lags = true;
    cr_assert(step_bound_sub_step(&b, &step, zero, accuracy, bound));
    double found = bound[0] - alone[0];
    cr_expect(fabs(found - spread) <= 1e-6 * spread, "%g, not %g", found, spread);
}

/* A fast top's positions turn while Newton's iteration ends. */
Test(study_steps, gives_no_false_alarm_on_a_fast_top) {
    struct model *m = catalogue_model("heavy_top_simo_wong");
    struct study s = own_study(m);
    struct step_comparison c;
    struct tight_subject g;
    struct diagnostic d = {""};
    const double begin = 0, x[] = {0.93, 0.02, -0.01, 0.37, -0.03, 0.017, 50};
    cr_assert(tight_subject_init(&g, &s, &d) == 0, "%s", d.text);
    cr_assert(step_comparison_init(&c, m) == 0);
    for (int i = 0; i < c.nx; i++)
        c.scale[i] = 1;
    for (int k = 0; k < 60; k++) {
        double h = 0.0017 * (1 + k / 37.0);
        cr_assert(tight_subject_first(&g, begin, x, h) == 0);
        step_compare(&c, tight_subject_last(&g), g.accuracy, begin, x, h);
    }
    cr_expect(c.tally.compared >= 50);
    for (int q = 0; q < STEP_QUANTITIES; q++)
        cr_expect(c.tally.worst[q].ratio <= 1, "%g at h = %g", c.tally.worst[q].ratio,
                  c.tally.worst[q].h);
}

/* 1e8 + x loses all of x below u 1e8, which k carries into the step. */
Test(study_steps, allows_for_the_rounding_inside_the_rates) {
    struct model *m = model_from("state x = 0.83\nx' = (1e8 + x) - 1e8\n");
    struct step_bound b;
    const double k = 0.29, x = 0.37, y = x / (1 - k), zero = 0;
    const double lost = k * ROUNDOFF_UNIT * 1e8 / (1 - k);
    const struct sub_step step = {0.79, k, &x, &y};
    double bound = 0;
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(step_bound_sub_step(&b, &step, &zero, 0, &bound));
    cr_expect(lost <= bound && bound < 1.1 * lost);
}

/* With k dF the same in both half steps of x' = (1e8 + x) - 1e8, the second ends with
 * (1 + c) c k dF, c = 1/(1 - k), after c k dF of the first. */
Test(study_steps, carries_the_error_of_the_first_half_step_into_the_second) {
    struct model *m = model_from("state x = 0.83\nx' = (1e8 + x) - 1e8\n");
    struct study s = own_study(m);
    struct step_comparison c;
    struct tight_subject g;
    struct diagnostic d = {""};
    const double x = 0.37, h = 0.3, growth = 1 / (1 - h / 2);
    cr_assert(tight_subject_init(&g, &s, &d) == 0, "%s", d.text);
    cr_assert(step_comparison_init(&c, m) == 0);
    struct subject *any =
        &g.subject[0]; /* which has made no step: the bound is the same */
    cr_assert(any->start(any->self, 0.2, &x) == 0);
    step_compare(&c, any, 0, 0.2, &x, h);
    cr_assert(c.tally.compared == 1);
    cr_expect(fabs(c.small[0] / c.half[0] - (1 + growth)) < 0.01);
}

Test(study_steps, gives_no_bound_where_the_equations_may_have_other_solutions) {
    struct model *m = model_from("state x = 0.83\nx' = -40*x*x*x\n");
    struct step_bound b;
    const double x = 0.9, y = 0.2, zero = 0;
    const struct sub_step step = {1, 1, &x, &y};
    double bound = -7;
    cr_assert(step_bound_init(&b, m) == 0);
    cr_assert(!step_bound_sub_step(&b, &step, &zero, 0, &bound));
    cr_assert(bound == -7);
}

/* The residual in one mode, from a report's states. */
static json_t *residual_in(enum fast_mode mode, struct model *m, json_t *results) {
    struct subject_options options = subject_default_options();
    struct study s = own_study(m);
    s.effort = STUDY_REPORT;
    struct diagnostic d = {""};
    size_t i;
    json_t *r, *found = NULL;
    s.options = &options;
    cr_assert(study_as_json(study_steps, &s, results, &d) == 0, "%s", d.text);
    json_array_foreach(results, i, r) {
        if (strcmp(text_in(r, "quantity"), "newton-residual") == 0 &&
            strcmp(text_in(r, "mode"), mode == FAST_FAITHFUL ? "faithful" : "default") ==
                0)
            found = r;
    }
    cr_assert(found != NULL);
    return found;
}

Test(study_steps, requires_the_newton_residual_in_default_mode_alone) {
    struct model *m = catalogue_model("double_pendulum");
    json_t *results = json_array();
    json_t *r = residual_in(FAST_FAITHFUL, m, results);
    cr_expect(1e-9 < number_in(r, "value"), "the default tolerance is 0.1");
    cr_expect(json_is_false(json_object_get(r, "required")));
    results = json_array();
    r = residual_in(FAST_DEFAULT, m, results);
    cr_expect(json_is_true(json_object_get(r, "required")));
    cr_expect(number_in(r, "tolerance") == 1);
}

/* The original's iteration on a stiff friction law: at its loosest it leaves more than the
 * estimate. */
Test(study_steps, a_residual_above_the_estimate_is_seen) {
    struct model *m = catalogue_model("friction_block");
    json_t *results = json_array();
    cr_expect(number_in(residual_in(FAST_FAITHFUL, m, results), "value") > 1);
}

/* A pendulum whose pivot shakes within a step: of four successive steps the first is in no doubt,
 * later ones may have another solution, where the iteration may end at either. */
Test(study_steps,
     a_later_step_that_may_have_another_solution_says_nothing_of_the_iteration) {
    struct model *m = model_from("span 0 .. 2\nposition q = 2.9\nvelocity v = 0\nq' = v\n"
                                 "v' = -(9.81 - 400*cos(20*t))*sin(q) - 0.1*v\n");
    const json_t *points = json_object_get(residual_in(FAST_DEFAULT, m, json_array()),
                                           "points"),
                 *point;
    size_t i, left_out = 0;
    json_array_foreach((json_t *)points, i, point) left_out +=
        json_is_false(json_object_get(point, "used"));
    cr_expect(left_out > 0 && left_out < json_array_size(points));
}

static int (*honest_step)(void *self, double h);

static int refuse_long_steps(void *self, double h) {
    return h > 1.0 / 1500 ? -1 : honest_step(self, h);
}

static int open_refusing(void *context, struct model *m,
                         const struct subject_options *options, struct subject *s,
                         struct diagnostic *d) {
    (void)context;
    int failed = subject_open(s, m, options, d);
    honest_step = s->step;
    s->step = refuse_long_steps;
    return failed;
}

/* The longer ones of the steps are in doubt, and the shorter ones fail: steps shorter still
 * do not make up for these. */
Test(study_steps, an_integrator_that_refuses_clear_steps_does_not_pass_by_shorter_ones) {
    struct model *m =
        model_from("span 0 .. 1\nstate x = 0.83\nx' = 1 + 0.9*sin(100*x)\n");
    struct study s = own_study(m);
    struct diagnostic d = {""};
    json_t *r, *results = json_array();
    size_t i;
    s.open_subject = open_refusing;
    cr_assert(study_as_json(study_steps, &s, results, &d) == 0, "%s", d.text);
    cr_expect(json_array_size(results) > 0);
    json_array_foreach(results, i, r) {
        if (strncmp(text_in(r, "quantity"), "step-", strlen("step-")) == 0)
            cr_expect_str_eq(text_in(r, "verdict"), "not-asymptotic", "%s",
                             text_in(r, "reason"));
    }
}

/* The orbit begins close to the Moon, which it leaves within a thousandth of the span: no step
 * of a 1021st of it is fit to compare. */
Test(study_steps, makes_steps_short_enough_for_a_close_encounter) {
    struct model *m = catalogue_model("arenstorf");
    struct subject_options options = subject_default_options();
    struct study s = own_study(m);
    struct diagnostic d = {""};
    json_t *r, *results = json_array();
    size_t i;
    s.options = &options;
    cr_assert(study_as_json(study_steps, &s, results, &d) == 0, "%s", d.text);
    cr_expect(json_array_size(results) > 0);
    json_array_foreach(results, i, r) {
        cr_expect_str_eq(text_in(r, "verdict"), "pass", "%s: %s", text_in(r, "quantity"),
                         text_in(r, "reason"));
    }
}

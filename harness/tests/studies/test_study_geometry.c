/* The geometry study, on models of its own and on integrators that are broken on purpose.
 *
 * Seen to fail: the sign of k exchanged; the mass left out of the two-form; f_y f with the
 * derivative by positions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

/* Two masses that differ, so that p = M v is not v; coupled, not linear. */
static const char coupled_masses[] =
    "param m = 1.37, n = 0.31, k = 2.3\nspan 0 .. 3\n"
    "position x = 0.4, y = -0.2\nvelocity u = 0.3, v = 0.7\nx' = u\ny' = v\n"
    "u' = -k*sin(x - y)/m - x^3/m\nv' = k*sin(x - y)/n\n"
    "invariant energy = m*u^2/2 + n*v^2/2 - k*cos(x - y) + x^4/4\n";

static const char braked[] = "param k = 2.3, c = 0.7\nspan 0 .. 3\n"
                             "position a = 0.9\nvelocity w = -0.4\n"
                             "a' = w\nw' = -k*sin(a) - c*w\n";

static json_t *run(struct model *m, const char *method, study_open_subject *broken) {
    struct study s = own_study(m);
    s.method = method;
    if (broken != NULL)
        s.open_subject = broken;
    return study_results(study_geometry, &s);
}

static const char *verdict_of(const json_t *results, const char *arithmetic,
                              const char *quantity) {
    return text_in(find_result(results, arithmetic, quantity), "verdict");
}

Test(study_geometry,
     all_forms_of_semi_explicit_euler_are_symplectic_with_unequal_masses) {
    static const char *const forms[] = {"position-implicit", "velocity-implicit",
                                        "gaming"};
    struct model *m = model_from(coupled_masses);
    json_t *results = run(m, "semi-explicit-euler", NULL);
    expect_no_alarm(results);
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "two-form:%s", forms[i]);
        cr_expect_str_eq(verdict_of(results, "mpfr:256", name), "pass", "%s", name);
        snprintf(name, sizeof name, "modified-energy-order:%s", forms[i]);
        cr_expect_str_eq(verdict_of(results, "double", name), "pass", "%s", name);
        snprintf(name, sizeof name, "energy-growth:%s", forms[i]);
        cr_expect_str_eq(verdict_of(results, "double", name), "pass", "%s", name);
    }
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "gaming-same"), "pass");
}

Test(study_geometry,
     explicit_euler_and_merson_are_not_symplectic_by_powers_two_and_five) {
    struct model *m = model_from(coupled_masses);
    json_t *results = run(m, "explicit-euler", NULL);
    json_t *order = find_result(results, "mpfr:256", "two-form-order");
    cr_expect(fabs(number_in(order, "value") - 2) <= 1e-9, "%g",
              number_in(order, "value"));
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "two-form-constant"), "pass");
    json_t *growth = find_result(results, "double", "energy-growth");
    cr_expect(number_in(growth, "value") > 4, "%g", number_in(growth, "value"));
    results = run(m, "runge-kutta-merson", NULL);
    order = find_result(results, "mpfr:256", "two-form-order");
    cr_expect(number_in(order, "value") > 4.999, "%g", number_in(order, "value"));
    expect_no_alarm(results);
}

/* U'' = 12 x^2 is zero where it starts. */
Test(study_geometry, a_constant_that_is_rounding_alone_passes_in_words) {
    struct model *m = model_from("span 0 .. 3\nposition x = 0\nvelocity u = 0.7\n"
                                 "x' = u\nu' = -4*x^3\ninvariant energy = u^2/2 + x^4\n");
    json_t *results = run(m, "explicit-euler", NULL);
    const json_t *constant = find_result(results, "mpfr:256", "two-form-constant");
    cr_assert(constant != NULL, "it is not told");
    cr_expect_str_eq(text_in(constant, "verdict"), "pass");
    cr_expect(strstr(text_in(constant, "reason"), "rounding") != NULL);
    expect_no_alarm(results);
}

/* f_w f = -c (-k sin a - c w). */
Test(study_geometry, form_2_differs_from_gaming_by_the_derivative_along_the_force) {
    struct model *m = model_from(braked);
    json_t *results = run(m, "semi-explicit-euler", NULL);
    json_t *constant = find_result(results, "mpfr:256", "gaming-constant");
    const json_t *point = json_array_get(json_object_get(constant, "points"), 0);
    double predicted = -0.7 * (-2.3 * sin(0.9) - 0.7 * -0.4);
    double measured = strtod(text_in(point, "measured"), NULL);
    cr_expect(fabs(measured - predicted) <= 1e-14, "%.17g, not %.17g", measured,
              predicted);
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "damping-order"), "pass");
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "damping-order:strong"), "pass");
    cr_expect_str_eq(verdict_of(results, "double", "damping-order"), "pass");
    cr_expect_str_eq(verdict_of(results, "double", "gaming-order"), "pass");
    expect_no_alarm(results);
}

static bool tells(const json_t *results, const char *quantity) {
    size_t i;
    json_t *r;
    json_array_foreach(results, i, r) {
        if (strcmp(text_in(r, "quantity"), quantity) == 0 &&
            strcmp(text_in(r, "arithmetic"), "mpfr:256") == 0)
            return true;
    }
    return false;
}

/* Seen to fail: powers of c asked of every parameter of that name; steps of parts of the span. */
Test(study_geometry, a_power_of_damping_is_asked_for_where_the_model_has_it) {
    static const char *const text[] = {
        /* no damping; one that saturates; beside a spring of 1e12; in nanometres */
        "param c = 2.5, drag = 0.1\nspan 0 .. 2\nposition x = 0.4\nvelocity v = -0.3\n"
        "x' = v\nv' = -c^2*x - drag*v\n",
        "param c = 2.5\nspan 0 .. 2\nposition x = 0.4\nvelocity v = -0.3\n"
        "x' = v\nv' = -x - tanh(c*v)\n",
        "param c = 1e7, k = 1e12\nspan 0 .. 2\nposition x = 0.1\nvelocity v = 0.2\n"
        "x' = v\nv' = -k*x - c*v\n",
        "param m = 1e-18, c = 1e-11\nspan 0 .. 2e-8\nposition x = 1.3e-9\n"
        "velocity v = 0.2\nx' = v\nv' = (-0.4*x - 1e17*x^3 - c*v)/m\n"};
    static const char *const left_out[] = {"damping-constant", "damping-order:strong",
                                           "damping-order:strong", "damping-order"};
    for (int k = 0; k < 4; k++) {
        json_t *results = run(model_from(text[k]), "semi-explicit-euler", NULL);
        cr_expect(!tells(results, left_out[k]), "model %d", k);
        expect_no_alarm(results);
    }
}

/* A circular orbit: the rates of r and w are zero but for the rounding of the start. */
Test(study_geometry, differences_that_are_round_off_have_no_order) {
    struct model *m = model_from(
        "tags smooth\nparam k = 1.7, rad = 1.37\nspan 0 .. 3\nposition r = rad, a = 0.3\n"
        "velocity u = 0, w = sqrt(k/rad^3)\nr' = u\na' = w\n"
        "u' = r*w^2 - k/r^2\nw' = -2*u*w/r\n");
    json_t *results = run(m, "semi-explicit-euler", NULL);
    const json_t *r = find_result(results, "double", "gaming-order");
    cr_expect_str_eq(text_in(r, "verdict"), "pass");
    cr_expect(json_is_false(json_object_get(r, "required")));
    cr_expect(strstr(text_in(r, "reason"), "round-off") != NULL);
}

/* Of parts of the span 2^8 is 400 times the damping's time. Seen to fail: ladders of such parts. */
Test(study_geometry, form_2_differs_from_gaming_by_that_where_damping_is_fast) {
    struct model *m =
        model_from("param c = 1e5\nspan 0 .. 1\nposition a = 0.9\nvelocity w = -0.4\n"
                   "a' = w\nw' = -2.3*sin(a) - c*w\n");
    json_t *results = run(m, "semi-explicit-euler", NULL);
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "gaming-order"), "pass");
    cr_expect_str_eq(verdict_of(results, "double", "gaming-order"), "pass");
    cr_expect_str_eq(verdict_of(results, "mpfr:256", "gaming-constant"), "pass");
}

/* Form 2 with the velocities as they were before the step. */
static int open_old_velocities(void *context, struct model *m,
                               const struct subject_options *options, struct subject *s,
                               struct diagnostic *d) {
    struct subject_options o = *options;
    (void)context;
    if (o.integrator.form == PROJECTED_VELOCITY_IMPLICIT)
        o.integrator.form = PROJECTED_GAMING;
    return subject_open(s, m, &o, d);
}

Test(study_geometry, a_form_2_that_takes_old_velocities_fails) {
    struct model *m = model_from(braked);
    json_t *results = run(m, "semi-explicit-euler", open_old_velocities);
    const json_t *order = find_result(results, "double", "gaming-order");
    cr_expect_str_neq(text_in(order, "verdict"), "pass");
    cr_expect(json_is_true(json_object_get(order, "required"))); /* no round-off */
    cr_expect_str_neq(verdict_of(results, "double", "damping-order"), "pass");
}

/* Form 1 in the order of the gaming form: positions after velocities. */
static int open_exchanged(void *context, struct model *m,
                          const struct subject_options *options, struct subject *s,
                          struct diagnostic *d) {
    struct subject_options o = *options;
    (void)context;
    if (o.integrator.form == PROJECTED_POSITION_IMPLICIT)
        o.integrator.form = PROJECTED_GAMING;
    return subject_open(s, m, &o, d);
}

Test(study_geometry, a_form_1_in_the_other_order_fails_by_its_modified_energy) {
    struct model *m = model_from(coupled_masses);
    json_t *results = run(m, "semi-explicit-euler", open_exchanged);
    cr_expect_str_eq(
        verdict_of(results, "double", "modified-energy-order:position-implicit"), "fail");
    cr_expect_str_eq(
        verdict_of(results, "double", "modified-energy-order:velocity-implicit"), "pass");
}

/* Explicit Euler under the name of the gaming form. */
static int open_explicit(void *context, struct model *m,
                         const struct subject_options *options, struct subject *s,
                         struct diagnostic *d) {
    struct subject_options o = *options;
    (void)context;
    subject_choose(&o, "explicit-euler");
    return subject_open(s, m, &o, d);
}

Test(study_geometry, explicit_euler_under_another_name_fails_in_the_long_run) {
    struct model *m = catalogue_model("pendulum");
    json_t *results = run(m, "semi-explicit-euler", open_explicit);
    cr_expect_str_eq(verdict_of(results, "double", "energy-growth:gaming"), "fail");
    const json_t *trend = find_result(results, "double", "energy-trend:gaming");
    cr_expect(number_in(trend, "value") > 0.5, "%g", number_in(trend, "value"));
}

Test(study_geometry, it_says_why_it_claims_nothing) {
    static const struct {
        const char *model, *why;
    } cases[] = {{"heavy_top", "q' = N(q) v is not v"},
                 {"double_pendulum", "depend on velocities"},
                 {"rod_pendulum", "it has joints"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model *m = catalogue_model(cases[i].model);
        json_t *results = run(m, "semi-explicit-euler", NULL);
        json_t *result = find_result(results, "double", "two-form");
        cr_expect(strstr(text_in(result, "reason"), cases[i].why) != NULL, "%s: %s",
                  cases[i].model, text_in(result, "reason"));
        expect_no_alarm(results);
    }
}

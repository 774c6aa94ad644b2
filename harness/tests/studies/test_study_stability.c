/* The stability study: its formulas against recurrences written out here, and integrators that
 * are broken on purpose.
 *
 * Seen to fail: form 2's formula with the sign of c exchanged; explicit Euler's without its
 * second case; the balance with the sign of the other form.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/results/study_projected.h"
#include "harness/studies/stability/study_stability.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "ref/mechanical.h"

static json_t *run(const char *method, study_open_subject *broken) {
    struct study s = own_study(NULL);
    s.method = method;
    if (broken != NULL)
        s.open_subject = broken;
    return study_results(study_stability, &s);
}

/* One step of x'' = -k x - c x' by the definition of each form. */
static void step(enum ref_mechanical_method method, double k, double c, double h,
                 double *x) {
    double q = x[0], v = x[1];
    switch (method) {
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
        x[0] = q + h * v;
        x[1] = v + h * (-k * x[0] - c * v);
        return;
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT:
        x[1] = (v - h * k * q) / (1 + h * c);
        x[0] = q + h * x[1];
        return;
    case REF_SEMI_EXPLICIT_EULER_GAMING:
        x[1] = v + h * (-k * q - c * v);
        x[0] = q + h * x[1];
        return;
    case REF_SEMI_EXPLICIT_EULER_2:
        step(REF_SEMI_EXPLICIT_EULER_GAMING, k, c, h / 2, x);
        step(REF_SEMI_EXPLICIT_EULER_GAMING, k, c, h / 2, x);
        return;
    case REF_EXPLICIT_EULER:
        x[0] = q + h * v;
        x[1] = v + h * (-k * q - c * v);
        return;
    case REF_RUNGE_KUTTA_MERSON: return;
    }
}

static bool grows(enum ref_mechanical_method method, double k, double c, double h) {
    double x[2] = {1, 0.3};
    for (int i = 0; i < 40000; i++)
        step(method, k, c, h, x);
    return !(fabs(x[0]) + fabs(x[1]) < 1e3);
}

Test(study_stability, the_formulas_part_runs_that_grow_from_those_that_do_not) {
    static const char *const methods[] = {"semi-explicit-euler", "semi-explicit-euler-2",
                                          "explicit-euler"};
    gsl_rng *random = seeded_random();
    for (int trial = 0; trial < 60; trial++) {
        double k = exp(gsl_ran_flat(random, -3, 5));
        double c = 2 * sqrt(k) * exp(gsl_ran_flat(random, -3, 3));
        const struct projected_traits *form;
        for (int i = 0; i < 3; i++)
            for (int j = 0; (form = geometry_form_of(methods[i], j)) != NULL; j++) {
                double limit = stability_formula(form, k, c);
                bool slow = form->reference == REF_EXPLICIT_EULER; /* weak damping */
                cr_expect(!grows(form->reference, k, c, 0.998 * limit),
                          "%s %s, k = %g, c = %g: grows below %g", form->method,
                          form->known, k, c, limit);
                cr_expect(grows(form->reference, k, c, (slow ? 1.5 : 1.002) * limit),
                          "%s %s, k = %g, c = %g: does not grow above %g", form->method,
                          form->known, k, c, limit);
            }
    }
}

Test(study_stability, all_methods_have_the_limits_of_the_formulas) {
    static const char *const methods[] = {"semi-explicit-euler", "semi-explicit-euler-2",
                                          "explicit-euler", "runge-kutta-merson"};
    for (int i = 0; i < 4; i++) {
        json_t *results = run(methods[i], NULL);
        cr_expect(json_array_size(results) >= 3, "%s", methods[i]);
        expect_no_alarm(results);
    }
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

Test(study_stability, a_form_2_that_takes_old_velocities_fails_in_each_quantity) {
    static const char *const quantities[] = {
        "stability-limit:velocity-implicit", "stability-runs:velocity-implicit",
        "pendulum-limit:velocity-implicit", "rotation-balance:velocity-implicit"};
    json_t *results = run("semi-explicit-euler", open_old_velocities);
    for (int i = 0; i < 4; i++)
        cr_expect_str_eq(
            text_in(find_result(results, "double", quantities[i]), "verdict"), "fail",
            "%s", quantities[i]);
}

static struct subject inner;

static int step_halves(void *self, double h) {
    return inner.step(self, h / 2) || inner.step(self, h / 2);
}

/* Of the gaming form each step in two: stable to twice the step. */
static int open_halved(void *context, struct model *m,
                       const struct subject_options *options, struct subject *s,
                       struct diagnostic *d) {
    (void)context;
    if (subject_open(s, m, options, d))
        return -1;
    inner = *s;
    if (options->integrator.form == PROJECTED_GAMING)
        s->step = step_halves;
    return 0;
}

/* Seen to fail: runs above the limit that are not counted. */
Test(study_stability, what_does_not_grow_above_the_limit_is_wrong_as_well) {
    json_t *results = run("semi-explicit-euler", open_halved);
    const json_t *runs = find_result(results, "double", "stability-runs:gaming");
    cr_expect_str_eq(text_in(runs, "verdict"), "fail");
    cr_expect_str_eq(
        text_in(find_result(results, "double", "stability-runs:position-implicit"),
                "verdict"),
        "pass");
}

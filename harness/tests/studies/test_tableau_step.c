/* A tableau's step in MPFR: against the reference's pair, against formulas by hand, and its
 * bound on rounding against the same method in plain double.
 *
 * Seen to fail: the time without c_i; bv for bq; Aqv for Avv; a method taken for explicit that
 * is not; a bound without the errors of the stages' rates,
 * and without those of the time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/studies/steps/study_steps.h"
#include "harness/studies/steps/tableau_bound.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { BITS = 160, MOST = 32 };

/* Bits that two ways to the same number may differ in. */
enum { LOST_BITS = 20 };

static void make_step(struct tableau_step *s, struct model *m, const char *name) {
    enum known_variant variant;
    struct tableau t;
    const struct known_method *method = known_find(name, &variant);
    cr_assert(method != NULL, "%s", name);
    cr_assert(known_build(&t, method, variant) == 0);
    cr_assert(tableau_step_init(s, m, &t, BITS) == 0, "%s", name);
}

static void expect_equal(mpfr_srcptr a, mpfr_srcptr b, double size, const char *what) {
    mpfr_t difference;
    mpfr_init2(difference, BITS);
    mpfr_sub(difference, a, b, MPFR_RNDN);
    double off = fabs(mpfr_get_d(difference, MPFR_RNDN));
    cr_expect(isfinite(off) && off <= ldexp(size, LOST_BITS - BITS), "%s: off by %g",
              what, off);
}

/* The estimate is the large step minus the small ones. */
static void compare_with_pair(struct tableau_step *s, struct model *m, double t,
                              const double *x, double h) {
    ref_pair *pair;
    mpfr_t time, step;
    mpfr_t *x0 = vector_alloc(s->nx, BITS), *large = vector_alloc(s->nx, BITS);
    mpfr_t *half = vector_alloc(s->nx, BITS), *small = vector_alloc(s->nx, BITS);
    mpfr_inits2(BITS, time, step, (mpfr_ptr)0);
    mpfr_set_d(time, t, MPFR_RNDN);
    mpfr_set_d(step, h, MPFR_RNDN);
    vector_set_doubles(x0, x, s->nx);
    cr_assert(ref_pair_alloc(&pair, m, BITS, EVAL_DOUBLE_CONSTANTS) == REF_OK);
    enum ref_status exact =
        ref_pair_step(pair, time, vector_const(x0), step, large, half, small);
    cr_assert(exact == REF_OK && tableau_step_make(s, t, x, h) == REF_OK, "%s", m->name);
    for (int i = 0; i < s->nx; i++) {
        double size = 1 + fabs(mpfr_get_d(large[i], MPFR_RNDN));
        expect_equal(s->result[i], small[i], size, m->state[i]);
        mpfr_sub(large[i], large[i], small[i], MPFR_RNDN);
        expect_equal(s->estimate[i], large[i], size, m->state[i]);
    }
}

Test(tableau_step, backward_euler_in_two_half_steps_is_the_references_pair) {
    static const char *const names[] = {"pendulum_generic", "heavy_top_generic",
                                        "mathieu_generic", "van_der_pol",
                                        "double_pendulum_generic"};
    gsl_rng *random = seeded_random();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct model *m = catalogue_model(names[k]);
        struct tableau_step s;
        double begin, end, x0[MOST], x[MOST];
        make_step(&s, m, "velocity-implicit-euler");
        cr_expect(!s.is_explicit && s.has_estimate);
        model_start(m, &begin, &end, x0);
        for (int i = 0; i < 4; i++) {
            random_state(random, s.nx, x0, x);
            compare_with_pair(&s, m, begin + 0.37 * (end - begin), x,
                              (end - begin) / (97 + 211 * i));
        }
    }
}

/* z' = -1.3 z: one step of order 4 with four stages multiplies by the Taylor polynomial. */
Test(tableau_step, a_runge_kutta_step_of_a_linear_equation_is_taylors_polynomial) {
    struct model *m = model_from("span 0 .. 1\nstate z = 0.7\nz' = -1.3*z\n");
    struct tableau_step s;
    const double h = 0.37, z0 = 0.7, rate = -1.3;
    mpfr_t y, sum, term;
    make_step(&s, m, "runge-kutta-4");
    cr_assert(s.is_explicit);
    cr_assert(tableau_step_make(&s, 0, &z0, h) == REF_OK);
    mpfr_inits2(BITS, y, sum, term, (mpfr_ptr)0);
    mpfr_set_d(y, h, MPFR_RNDN);
    mpfr_mul_d(y, y, rate, MPFR_RNDN);
    mpfr_set_d(sum, z0, MPFR_RNDN);
    mpfr_set(term, sum, MPFR_RNDN);
    for (int k = 1; k <= 4; k++) {
        mpfr_mul(term, term, y, MPFR_RNDN);
        mpfr_div_si(term, term, k, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    expect_equal(s.result[0], sum, 1, "z");
}

/* (1 + y/2)/(1 - y/2) for the midpoint rule and the trapezoid rule alike. */
Test(tableau_step, implicit_steps_of_a_linear_equation_are_its_stability_function) {
    static const char *const names[] = {"implicit-midpoint", "trapezoid"};
    struct model *m = model_from("span 0 .. 1\nstate z = 0.7\nz' = -1.3*z\n");
    const double h = 0.37, z0 = 0.7, rate = -1.3;
    mpfr_t y, up, down;
    mpfr_inits2(BITS, y, up, down, (mpfr_ptr)0);
    for (int k = 0; k < 2; k++) {
        struct tableau_step s;
        make_step(&s, m, names[k]);
        cr_expect(!s.is_explicit);
        cr_assert(tableau_step_make(&s, 0, &z0, h) == REF_OK);
        mpfr_set_d(y, h, MPFR_RNDN);
        mpfr_mul_d(y, y, rate / 2, MPFR_RNDN);
        mpfr_add_si(up, y, 1, MPFR_RNDN);
        mpfr_si_sub(down, 1, y, MPFR_RNDN);
        mpfr_div(up, up, down, MPFR_RNDN);
        mpfr_mul_d(up, up, z0, MPFR_RNDN);
        expect_equal(s.result[0], up, 1, names[k]);
    }
}

/* The time at the stages: z' = t^2 by Simpson's rule, exactly. */
Test(tableau_step, stages_are_at_their_own_times) {
    struct model *m = model_from("span 0 .. 2\nstate z = 0.25\nz' = t*t\n");
    struct tableau_step s;
    const double t = 0.5, h = 0.75, z0 = 0.25;
    make_step(&s, m, "runge-kutta-4");
    cr_assert(tableau_step_make(&s, t, &z0, h) == REF_OK);
    double exact = z0 + ((t + h) * (t + h) * (t + h) - t * t * t) / 3;
    cr_expect(fabs(mpfr_get_d(s.result[0], MPFR_RNDN) - exact) <= 1e-15);
}

/* v1 = v0 + h f(q0), q1 = q0 + h N(q0) v1: positions and velocities by different rows. */
Test(tableau_step, a_partitioned_step_uses_each_parts_own_coefficients) {
    struct model *m = model_from("span 0 .. 1\nposition a = 0.7, b = -0.4\n"
                                 "velocity u = 0.3, w = 1.1\n"
                                 "a' = b*w + u\nb' = w - a*u\n"
                                 "u' = -2*a*b\nw' = b - a\n");
    const double x[] = {0.7, -0.4, 0.3, 1.1}, h = 0.125;
    double u = x[2] + h * (-2 * x[0] * x[1]), w = x[3] + h * (x[1] - x[0]);
    const double by_hand[] = {x[0] + h * (x[1] * w + u), x[1] + h * (w - x[0] * u), u, w};
    struct tableau_step s;
    make_step(&s, m, "semi-explicit-euler-gaming");
    cr_expect(s.is_explicit && !s.is_plain);
    cr_assert(tableau_step_make(&s, 0, x, h) == REF_OK);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(mpfr_get_d(s.result[i], MPFR_RNDN) - by_hand[i]) <= 1e-15,
                  "%s: %.17g", m->state[i], mpfr_get_d(s.result[i], MPFR_RNDN));
}

/* Velocities by the trapezoid rule over positions that the half-way velocity has moved. */
Test(tableau_step, positions_and_velocities_have_their_own_weights) {
    struct model *m = model_from("span 0 .. 1\nposition a = 0.7\nvelocity u = 0.3\n"
                                 "a' = u\nu' = -2*a*a\n");
    const double x[] = {0.7, 0.3}, h = 0.125;
    double half = x[1] - h / 2 * (2 * x[0] * x[0]), a = x[0] + h * half;
    double u = half - h / 2 * (2 * a * a);
    struct tableau_step s;
    make_step(&s, m, "velocity-verlet");
    cr_assert(tableau_step_make(&s, 0, x, h) == REF_OK);
    cr_expect(fabs(mpfr_get_d(s.result[0], MPFR_RNDN) - a) <= 1e-15);
    cr_expect(fabs(mpfr_get_d(s.result[1], MPFR_RNDN) - u) <= 1e-15);
}

/* Heun's method, plainly; `off` is a fault of a coefficient. */
static void step_plainly(struct eval_double *field, int nx, double t, const double *x,
                         double h, double off, double *y) {
    double in[MOST], k1[MOST], k2[MOST];
    in[0] = t;
    memcpy(in + 1, x, (size_t)nx * sizeof *x);
    eval_double_run(field, in, k1);
    in[0] = t + h;
    for (int i = 0; i < nx; i++)
        in[1 + i] = x[i] + h * k1[i];
    eval_double_run(field, in, k2);
    for (int i = 0; i < nx; i++)
        y[i] = x[i] + h * ((0.5 + off) * k1[i] + 0.5 * k2[i]);
}

/* Its rates lose eight digits, and the steps with them. */
static const char cancelling_model[] =
    "span 0 .. 1\nstate z = 0.7\nz' = (1e8 - z) - 1e8\n";

/* The largest difference in units of the bound over some random steps. */
static double largest_ratio(struct model *m, double off, gsl_rng *random) {
    struct tableau_step s;
    struct tableau_bound b;
    struct eval_double *field;
    double begin, end, x0[MOST], x[MOST], y[MOST], reach[MOST] = {0}, most = 0;
    make_step(&s, m, "heun");
    cr_assert(tableau_bound_init(&b, &s) == 0);
    cr_assert(eval_double_alloc(&field, m->graph, s.program) == PROBLEM_OK);
    model_start(m, &begin, &end, x0);
    for (int k = 0; k < 40; k++) {
        double h = (end - begin) / (13 + 57 * k), t = begin + 0.31 * (end - begin);
        random_state(random, s.nx, x0, x);
        step_plainly(field, s.nx, t, x, h, off, y);
        cr_assert(tableau_step_make(&s, t, x, h) == REF_OK);
        cr_assert(tableau_bound_find(&b, t, x, h, reach));
        for (int i = 0; i < s.nx; i++)
            most = fmax(most, fabs(exact_difference(y[i], s.result[i])) / b.result[i]);
    }
    return most;
}

Test(tableau_step, errors_of_the_rates_belong_to_the_bound) {
    gsl_rng *random = seeded_random();
    struct model *m = model_from(cancelling_model);
    double within = largest_ratio(m, 0, random);
    cr_expect(isfinite(within) && 0.001 < within && within <= 1, "%g", within);
}

/* A program that knows the time alone knows a step's size no better. */
Test(tableau_step, rounding_of_the_time_belongs_to_the_bound) {
    const double t = 0x1p27, h = 0.1, z = 0, reach[1] = {0};
    struct model *m = model_from("span 0 .. 1e9\nstate z = 0\nz' = 1\n");
    struct tableau_step s;
    struct tableau_bound b;
    make_step(&s, m, "heun");
    cr_assert(tableau_bound_init(&b, &s) == 0);
    cr_assert(tableau_step_make(&s, t, &z, h) == REF_OK);
    cr_assert(tableau_bound_find(&b, t, &z, h, reach));
    volatile double end = t + h;
    const double off = fabs(exact_difference(end - t, s.result[0]));
    cr_expect(1e-10 < off && off <= b.result[0], "%g, the bound is %g", off, b.result[0]);
}

Test(tableau_step, a_plain_program_stays_within_the_bound_and_a_fault_does_not) {
    static const char *const names[] = {"pendulum_generic", "heavy_top_generic",
                                        "double_pendulum_generic", "van_der_pol"};
    gsl_rng *random = seeded_random();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct model *m = catalogue_model(names[k]);
        double within = largest_ratio(m, 0, random);
        double without = largest_ratio(m, 1e-11, random);
        cr_expect(isfinite(within) && 0.001 < within && within <= 1, "%s: %g", names[k],
                  within);
        cr_expect(isfinite(without) && without > 1, "%s: %g", names[k], without);
    }
}

/* Of x^2 + y^2 = 1 and sqrt(x^2 + y^2) = 1 either gives the accelerations on the circle; off it, in
 * motion, they contradict each other. */
static const char doubled_model[] =
    "span 0 .. 1\nposition x = 0.6, y = 0.8\nvelocity u = 0, v = 0\n"
    "x' = u\ny' = v\nu' = 0\nv' = -1\n"
    "joint rod = x^2 + y^2 - 1\njoint same = sqrt(x^2 + y^2) - 1\n";

Test(tableau_step, joints_that_depend_determine_a_step_from_them_and_no_other) {
    const double reach[4] = {0}, h = 1.0 / 64;
    double on[4] = {0.6, 0.8, 0.4, -0.3}, off[4] = {0.6, 0.8 + 0x1p-40, 0.4, -0.3};
    struct model *m = model_from(doubled_model);
    struct tableau_step s;
    struct tableau_bound b;
    make_step(&s, m, "explicit-euler");
    cr_assert(tableau_bound_init(&b, &s) == 0);
    cr_assert(tableau_step_make(&s, 0, on, h) == REF_OK);
    cr_expect(tableau_bound_find(&b, 0, on, h, reach));
    cr_assert(tableau_step_make(&s, 0, off, h) == REF_OK);
    cr_expect(!tableau_bound_find(&b, 0, off, h, reach));
    tableau_bound_clear(&b);
    tableau_step_clear(&s);
    make_step(&s, m, "heun"); /* evaluates where explicit Euler has led */
    cr_assert(tableau_bound_init(&b, &s) == 0);
    cr_assert(tableau_step_make(&s, 0, on, h) == REF_OK);
    cr_expect(!tableau_bound_find(&b, 0, on, h, reach));
}

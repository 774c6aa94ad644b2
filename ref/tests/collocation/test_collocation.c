/* Truths by collocation against values from elsewhere: tables computed by other people
 * and programs, closed forms, Taylor's method.
 *
 * Seen to fail: a stage's time; steps over a switching time; the branches of the
 * piece before; components measured by the largest; kinks of the state accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/nightly.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/truth.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static struct ref_truth *solve_at(struct model *m, const char *time, int digits) {
    struct ref_truth_options options = {.digits = digits};
    struct ref_truth *truth;
    mpfr_t *t = testing_vector(1, 400, &time);
    enum ref_status status =
        ref_collocation_truth(&truth, m, 1, vector_const(t), &options);
    cr_assert_eq(status, REF_OK, "%s", ref_status_text(status));
    cr_expect_eq(truth->grade, REF_GRADE_CONVERGED);
    cr_expect_eq(truth->way, REF_BY_COLLOCATION);
    cr_expect(truth->digits[0] >= digits);
    cr_expect(truth->order[0] != truth->order[1] && truth->bits[0] != truth->bits[1]);
    return truth;
}

static enum ref_status refuse(const char *text, const char *time,
                              const struct ref_truth_options *options) {
    struct model *m = testing_model(text);
    struct ref_truth *truth;
    mpfr_t *t = testing_vector(1, 200, &time);
    enum ref_status status =
        ref_collocation_truth(&truth, m, 1, vector_const(t), options);
    cr_expect(status == REF_OK || truth == NULL);
    return status;
}

/* Each component is right to `digits` of its own, as the radius says. */
static void expect_values(const struct ref_truth *truth, const char *const *value,
                          double digits) {
    mpfr_t *exact = testing_vector(truth->nx, 400, value);
    for (int i = 0; i < truth->nx; i++) {
        double difference = testing_relative(truth->state[i], exact[i]) * log10(2.0);
        double radius = testing_distance(exact[i], exact[i], exact[i]) < 0
                            ? mpfr_get_d(truth->component[i], MPFR_RNDU) /
                                  fabs(mpfr_get_d(exact[i], MPFR_RNDN))
                            : INFINITY;
        cr_expect_lt(difference, -digits, "x[%d]: 1e%g", i, difference);
        cr_expect_lt(log10(radius), -digits, "x[%d]: radius 1e%g", i, log10(radius));
    }
}

/* ---- Stiff problems of the literature. The values were computed with 5-stage Radau IIA
 * in 113 bits with two tolerances, which agree to the digits given. */

static const char robertson[] =
    "span 0 .. 1e11\nstate a = 1, b = 0, c = 0\na' = -0.04*a + 1e4*b*c\n"
    "b' = 0.04*a - 1e4*b*c - 3e7*b*b\nc' = 3e7*b*b\ninvariant total = a + b + c\n";

static const char hires[] =
    "state y[1] = 1, y[2] = 0, y[3] = 0, y[4] = 0, y[5] = 0, y[6] = 0, y[7] = 0\n"
    "state y[8] = 0.0057\n"
    "y[1]' = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007\n"
    "y[2]' = 1.71*y[1] - 8.75*y[2]\n"
    "y[3]' = -10.03*y[3] + 0.43*y[4] + 0.035*y[5]\n"
    "y[4]' = 8.32*y[2] + 1.71*y[3] - 1.12*y[4]\n"
    "y[5]' = -1.745*y[5] + 0.43*(y[6] + y[7])\n"
    "y[6]' = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7]\n"
    "y[7]' = 280*y[6]*y[8] - 1.81*y[7]\n"
    "y[8]' = -280*y[6]*y[8] + 1.81*y[7]\n";

static const char oregonator[] =
    "state a = 1, b = 2, c = 3\na' = 77.27*(b + a*(1 - 8.375e-6*a - b))\n"
    "b' = (c - (1 + a)*b)/77.27\nc' = 0.161*(a - c)\n";

static const char van_der_pol[] =
    "param mu = 1000\nstate y = 2, z = 0\ny' = z\nz' = mu*(1 - y^2)*z - y\n";

static const char van_der_pol_scaled[] =
    "param eps = 1e-6\nstate y = 2, z = 0\ny' = z\nz' = ((1 - y^2)*z - y)/eps\n";

enum { TABLES = 7, BY_DAY = 5, WIDEST = 8 };
static const struct {
    const char *name, *text, *time;
    double digits;
    const char *value[WIDEST];
} tables[TABLES] = {
    {"Robertson",
     robertson,
     "1e11",
     17,
     {"2.0833401497012942306e-8", "8.3333607703347834006e-14",
      "9.9999997916651516938e-1"}},
    {"Robertson",
     robertson,
     "0.4",
     17,
     {"9.85172113860989862e-1", "3.38639537897490414e-5", "1.47940221852203885e-2"}},
    {"Robertson",
     robertson,
     "4e5",
     17,
     {"4.93827452097981556e-3", "1.98499408795437544e-8", "9.95061705629079305e-1"}},
    {"HIRES",
     hires,
     "321.8122",
     17,
     {"7.3713125733256678073e-4", "1.4424857263161846582e-4", "5.8887297409675750075e-5",
      "1.1756513432831491455e-3", "2.3863561988313304688e-3", "6.2389682527427957866e-3",
      "2.8499983951857686579e-3", "2.8500016048142313421e-3"}},
    {"van der Pol, scaled",
     van_der_pol_scaled,
     "1",
     17,
     {"-1.86364625480813388952", "0.753543086543543360121"}},
    /* long: every night */
    {"Oregonator",
     oregonator,
     "360",
     16,
     {"1.0008148703185227163", "1.2281785215498879837e3", "1.3205549428465082878e2"}},
    {"van der Pol",
     van_der_pol,
     "2000",
     16,
     {"1.7061677321704650085", "-8.9280970102481654779e-4"}},
};

Test(collocation, stiff_problems_agree_with_computed_tables) {
    for (int i = 0; i < nightly_or(TABLES, BY_DAY); i++) {
        struct model *m = testing_model(tables[i].text);
        struct ref_truth *truth = solve_at(m, tables[i].time, 18);
        cr_log_info("%s", tables[i].name);
        expect_values(truth, tables[i].value, tables[i].digits - 0.3);
    }
}

Test(collocation, the_sum_of_robertsons_concentrations_stays_one) {
    struct model *m = testing_model(robertson);
    struct ref_truth *truth = solve_at(m, "1e11", 25);
    mpfr_t sum;
    mpfr_init2(sum, 200);
    mpfr_add(sum, truth->state[0], truth->state[1], MPFR_RNDN);
    mpfr_add(sum, sum, truth->state[2], MPFR_RNDN);
    mpfr_sub_ui(sum, sum, 1, MPFR_RNDN);
    cr_expect(mpfr_cmpabs(sum, truth->radius[0]) < 0);
}

/* ---- Closed forms. */

/* y' = -k (y - cos t) - sin t, y(0) = 1 + d: y = cos t + d e^(-k t). */
Test(collocation, a_stiff_forced_decay_is_its_closed_form) {
    static const char *const rates[] = {"1", "1e3", "1e9"};
    for (int i = 0; i < 3; i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "param k = %s\nstate y = 1.37\ny' = -k*(y - cos(t)) - sin(t)\n",
                 rates[i]);
        struct model *m = testing_model(text);
        struct ref_truth *truth = solve_at(m, "1.25", 30);
        mpfr_t exact, decay;
        mpfr_inits2(300, exact, decay, (mpfr_ptr)NULL);
        mpfr_set_d(exact, 1.25, MPFR_RNDN);
        mpfr_set_str(decay, rates[i], 10, MPFR_RNDN);
        mpfr_mul(decay, decay, exact, MPFR_RNDN);
        mpfr_neg(decay, decay, MPFR_RNDN);
        mpfr_exp(decay, decay, MPFR_RNDN);
        mpfr_mul_ui(decay, decay, 37, MPFR_RNDN);
        mpfr_div_ui(decay, decay, 100, MPFR_RNDN);
        mpfr_cos(exact, exact, MPFR_RNDN);
        mpfr_add(exact, exact, decay, MPFR_RNDN);
        mpfr_sub(exact, exact, truth->state[0], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(exact, truth->component[0]) <= 0, "k = %s", rates[i]);
    }
}

/* What an implicit step would damp away: 1e-40 e^1000 after a time of 1. */
Test(collocation, growth_from_far_below_the_digits_is_not_lost) {
    struct model *m = testing_model("state x = 1 + 1e-40\nx' = 1000*(x - 1)\n");
    struct ref_truth *truth = solve_at(m, "0.5", 20);
    mpfr_t exact;
    mpfr_init2(exact, 300);
    mpfr_set_ui(exact, 500, MPFR_RNDN);
    mpfr_exp(exact, exact, MPFR_RNDN);
    mpfr_t part;
    mpfr_init2(part, 300);
    mpfr_set_str(part, "1e-40", 10, MPFR_RNDN);
    mpfr_mul(exact, exact, part, MPFR_RNDN);
    mpfr_add_ui(exact, exact, 1, MPFR_RNDN);
    cr_expect_lt(testing_relative(truth->state[0], exact), -60.0);
}

/* x' = step(sin(w t + 1/10)) (1 + t): x = x_0 + a + a^2/2 from t = a on. */
Test(collocation, switching_times_are_met) {
    struct model *m = testing_model("param w = 2\nstate x = 0.3\n"
                                    "x' = step(sin(w*t + 1/10))*(1 + t)\n");
    struct ref_truth *truth = solve_at(m, "3", 40);
    cr_expect_eq(truth->switches, 1);
    /* on to a = pi/2 - 1/20, off to pi - 1/20, which is beyond the end */
    mpfr_t exact, a;
    mpfr_inits2(400, exact, a, (mpfr_ptr)NULL);
    mpfr_const_pi(a, MPFR_RNDN);
    mpfr_div_ui(a, a, 2, MPFR_RNDN);
    mpfr_set_str(exact, "0.05", 10, MPFR_RNDN);
    mpfr_sub(a, a, exact, MPFR_RNDN);
    mpfr_sqr(exact, a, MPFR_RNDN);
    mpfr_div_ui(exact, exact, 2, MPFR_RNDN);
    mpfr_add(exact, exact, a, MPFR_RNDN);
    mpfr_set_str(a, "0.3", 10, MPFR_RNDN);
    mpfr_add(exact, exact, a, MPFR_RNDN);
    cr_expect_lt(testing_relative(truth->state[0], exact), -130.0);
}

/* ---- Taylor's method. */
Test(collocation, agrees_with_taylors_method_where_that_can_go) {
    static const char *const texts[] = {
        /* a pendulum with a stiff spring across */
        "position a = 0.7, r = 1.01\nvelocity w = -0.25, u = 0.1\na' = w\nr' = u\n"
        "w' = (-9.81*sin(a) - 2*u*w)/r\nu' = r*w^2 + 9.81*cos(a) - 400*(r - 1) - 3*u\n",
        /* N(q) and the time in both rates */
        "position q = 0.4\nvelocity v = 0.9\nstate z = 0.2\nq' = (1 + q^2)*v\n"
        "v' = -30*(v - z*cos(3*t)) - sin(q)*t\nz' = v*q - z/(1 + t)\n",
        "param mu = 20\nposition y = 2\nvelocity z = 0.1\ny' = z\n"
        "z' = mu*(1 - y^2)*z - y\n",
        /* a force that ends */
        "position q = 0.3\nvelocity v = 0\nq' = v\n"
        "v' = -50*q - 0.3*v + 2*sin(t)^2*step(0.77 - t) + max(t - 0.5, 0)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct model *m = testing_model(texts[i]);
        struct ref_truth *truth = solve_at(m, "1.125", 30), *taylor;
        struct ref_truth_options options = {.digits = 32};
        cr_assert_eq(ref_truth_alloc(&taylor, m, 1, vector_const(truth->time), &options),
                     REF_OK);
        for (int j = 0; j < truth->nx; j++) {
            mpfr_sub(taylor->state[j], taylor->state[j], truth->state[j], MPFR_RNDN);
            mpfr_add(taylor->component[j], taylor->component[j], truth->component[j],
                     MPFR_RNDU);
            cr_expect(mpfr_cmpabs(taylor->state[j], taylor->component[j]) <= 0,
                      "model %zu, x[%d]", i, j);
        }
        cr_expect_eq(truth->switches, taylor->switches);
    }
}

/* ---- Refusals. */

static bool stop_at_once(void *context, enum ref_way way) {
    int *calls = context;
    cr_expect_eq(way, REF_BY_COLLOCATION);
    return ++*calls > 3;
}

Test(collocation, what_it_cannot_do_is_refused) {
    int calls = 0;
    const struct ref_truth_options plain = {.digits = 20},
                                   short_of_steps = {.digits = 20, .max_steps = 5},
                                   short_of_bits = {.digits = 20, .max_bits = 80},
                                   short_of_time = {.digits = 20,
                                                    .stop = stop_at_once,
                                                    .context = &calls};
    static const char smooth[] = "state x = 1\nx' = -x + cos(t)\n";
    static const struct {
        const char *text, *time;
        enum ref_status status;
    } tests[] = {
        {"state x = 1\nx' = x^2\n", "1.5", REF_STEP_TOO_SMALL},
        {"state x = 1\nx' = -1/x\n", "1", REF_STEP_TOO_SMALL},
        {"state x = 1\nx' = -sin(x)\n", "1e300", REF_TOO_FAR},
        {"state x = -1\nx' = log(x)\n", "1", REF_NOT_FINITE},
        {"state x = 1\nx' = 1/(x - 1)\n", "1", REF_NOT_FINITE},
        {"position q = 1\nvelocity v = 0\nq' = v\nv' = -max(q, 0)\n", "1",
         REF_NOT_APPLICABLE},
        {"state x = 1\nx' = step(t - x)\n", "1", REF_NOT_APPLICABLE},
        {"state x = 1\nx' = step(sin(t) - 1)\n", "3", REF_TANGENT_KINK},
        {"span 1 .. 2\nstate x = 1\nx' = x\n", "0.5", REF_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        enum ref_status status = refuse(tests[i].text, tests[i].time, &plain);
        cr_expect_eq(status, tests[i].status, "%s: %s", tests[i].text,
                     ref_status_text(status));
    }
    cr_expect_eq(refuse(smooth, "nan", &plain), REF_BAD_ARGUMENT);
    cr_expect_eq(refuse(smooth, "100", &short_of_steps), REF_TOO_LONG);
    cr_expect_eq(refuse(smooth, "1", &short_of_bits), REF_UNABLE);
    cr_expect_eq(refuse(smooth, "100", &short_of_time), REF_OUT_OF_TIME);
}

Test(collocation, several_times_and_the_start_itself) {
    struct model *m = testing_model("span 0.5 .. 2\nstate x = 1.37\nx' = -3*x\n");
    static const char *const times[] = {"0.5", "0.5", "0.75", "1.6"};
    struct ref_truth_options options = {.digits = 25};
    mpfr_t *t = testing_vector(4, 200, times), exact;
    struct ref_truth *truth;
    cr_assert_eq(ref_collocation_truth(&truth, m, 4, vector_const(t), &options), REF_OK);
    mpfr_init2(exact, 200);
    for (int k = 0; k < 4; k++) {
        mpfr_sub_d(exact, t[k], 0.5, MPFR_RNDN);
        mpfr_mul_si(exact, exact, -3, MPFR_RNDN);
        mpfr_exp(exact, exact, MPFR_RNDN);
        mpfr_mul_ui(exact, exact, 137, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 100, MPFR_RNDN);
        mpfr_sub(exact, exact, truth->state[k], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(exact, truth->component[k]) <= 0, "time %d", k);
    }
}

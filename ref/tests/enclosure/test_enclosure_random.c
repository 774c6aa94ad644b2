/* The certificate against closed forms: in each of a thousand random problems the solution is in
 * the ball, and in some that are nearly nothing at the start. The first test with the remainder
 * bound too small by 2^10 is expected to fail (ref.enclosure_corrupted).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "problems/base/many.h"
#include "ref/tests/enclosure_cases.h"
#include "ref/tests/testing.h"
#include "ref/truth.h"

enum { TRIALS = 1000, BLOCKS = 4, STARTS = 4, MOST_STEPS = 400 };

/* Whether the number that is in the (very small) ball x can be in state +- radius. */
static bool is_inside(const arb_t x, mpfr_srcptr state, mpfr_srcptr radius) {
    arb_t ball, error;
    arb_inits(ball, error);
    arf_set_mpfr(arb_midref(ball), state);
    arf_set_mpfr(arb_midref(error), radius);
    arb_add_error(ball, error);
    return arb_overlaps(ball, x);
}

/* *steps: how many it took. */
static void check_case(const struct enclosure_case *c, int digits, const char *what,
                       long *steps) {
    struct model *m = testing_model(c->text);
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = digits};
    mpfr_t t;
    mpfr_init2(t, 64);
    mpfr_set_d(t, c->t, MPFR_RNDN);
    enum ref_status status =
        ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
    cr_assert(status == REF_OK, "%s: %s, t = %.17g\n%s", what, ref_status_text(status),
              c->t, c->text);
    cr_assert(truth->digits[0] >= digits && truth->grade == REF_GRADE_CERTIFIED, "%s",
              what);
    for (int i = 0; i < c->n; i++)
        cr_assert(is_inside(c->x + i, truth->state[i], truth->component[i]),
                  "%s: component %d is not in its ball, %d digits, t = %.17g\n%s", what,
                  i, digits, c->t, c->text);
    *steps = truth->steps[0];
}

Test(enclosure_random, contains_the_solution_in_a_thousand_random_cases) {
    struct sample s = sample_begin();
    struct enclosure_case c;
    long steps;
    enclosure_case_init(&c);
    for (int trial = 0; trial < TRIALS; trial++) {
        char what[80];
        snprintf(what, sizeof what, "seed %llu, trial %d", (unsigned long long)s.seed,
                 trial);
        enclosure_case_choose(&c, &s);
        check_case(&c, 3 + sample_choice(&s, trial % 10 == 0 ? 60 : 20), what, &steps);
    }
}

/* x := e^(-w^2/4) (sin s, cos s), s = 1/2 after a pulse of the area 1, w = 2^-10, but for
 * e^-65536. */
static void swing(arb_ptr x) {
    arb_set_si(x + 2, -1);
    arb_mul_2exp_si(x + 2, x + 2, -22);
    arb_exp(x + 2, x + 2, CASE_BITS);
    arb_set_d(x, 0.5);
    arb_sin_cos(x, x + 1, x, CASE_BITS);
    _arb_vec_scalar_mul(x, x, 2, x + 2, CASE_BITS);
}

/* x := 10^-20 sqrt(pi) w. */
static void sum_faint(arb_ptr x) {
    arb_const_sqrt_pi(x, CASE_BITS);
    arb_mul_2exp_si(x, x, -10);
    for (int i = 0; i < 20; i++)
        arb_div_ui(x, x, 10, CASE_BITS);
}

/* x := 2^-200 (cosh 150, sinh 150). */
static void grow(arb_ptr x) {
    arb_set_ui(x, 150);
    arb_sinh_cosh(x + 1, x, x, CASE_BITS);
    _arb_vec_scalar_mul_2exp_si(x, x, 2, -200);
}

/* x := 10^-40 e/(1 + (e - 1)/10). */
static void saturate(arb_ptr x) {
    arb_const_e(x, CASE_BITS);
    arb_add_ui(x + 1, x, 9, CASE_BITS);
    arb_div(x, x, x + 1, CASE_BITS);
    for (int i = 0; i < 39; i++)
        arb_div_ui(x, x, 10, CASE_BITS);
}

/* The relative digits of a state that rests until a pulse arrives are asked for by nobody, and
 * take a step for each factor by which it grows; those of one that grows from a tiny start are
 * all there is, and those of one in small units, beside which 1 is far beyond a pole. */
Test(enclosure_random, contains_what_is_nearly_nothing_at_the_start) {
    static const struct {
        void (*solve)(arb_ptr x);
        struct enclosure_case c;
    } starts[STARTS] = {
        {swing,
         {"position x = 0\nvelocity v = 0\nx' = v\n"
          "v' = exp(-((t - 1/4)*1024)^2)*1024/sqrt(pi) - x\n",
          2, 0.75, NULL}},
        {sum_faint,
         {"state z = 0\nz' = 1e-20*exp(-((t - 1/4)*1024)^2)\n", 1, 0.75, NULL}},
        {grow, {"position x = 2^(-200)\nvelocity v = 0\nx' = v\nv' = x\n", 2, 150, NULL}},
        {saturate, {"state z = 1e-40\nz' = z*(1 - 1e39*z)\n", 1, 1, NULL}}};
    for (int k = 0; k < STARTS; k++) {
        struct enclosure_case c = starts[k].c;
        long steps;
        enclosure_case_init(&c);
        starts[k].solve(c.x);
        check_case(&c, 25, "nearly nothing", &steps);
        cr_expect(steps < MOST_STEPS, "start %d: %ld steps", k, steps);
    }
}

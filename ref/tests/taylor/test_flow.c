/* The exact solution against closed forms. Seen to fail: x_{k+1} = F_k/k; a step of
 * e^-0.5 of the radius; time not advanced in the series; t1 reached by a sum only; too
 * low an order; no end at a singularity; the defect of a step not looked at, or at its end
 * only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/taylor/flow.h"

#include <criterion/criterion.h>
#include <math.h>

static const mpfr_prec_t ladder[] = {53, 113, 200, 500};
enum { RUNGS = sizeof ladder / sizeof *ladder, MAX_STEPS = 100000 };

struct trial {
    struct model *m;
    ref_flow *flow;
    mpfr_prec_t bits;
    mpfr_t t, exact, value;
};

static struct trial begin_model(struct model *m, mpfr_prec_t bits) {
    struct trial c = {.m = m, .bits = bits};
    mpfr_inits2(bits + 32, c.t, c.exact, c.value, (mpfr_ptr)NULL);
    int n = ref_state_size(c.m);
    mpfr_t *x = vector_alloc(n, bits + 32);
    cr_assert(ref_flow_alloc(&c.flow, c.m, bits, 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(c.m, EVAL_EXACT_CONSTANTS, c.t, x) == REF_OK);
    cr_assert(ref_flow_start(c.flow, c.t, vector_const(x)) == REF_OK);
    return c;
}

static struct trial begin(const char *text, mpfr_prec_t bits) {
    return begin_model(testing_model(text), bits);
}

static void go_to(struct trial *c, const char *t1) {
    mpfr_set_str(c->t, t1, 10, MPFR_RNDN);
    enum ref_status status = ref_flow_to(c->flow, c->t, MAX_STEPS);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    mpfr_set_prec(c->value, mpfr_get_prec(ref_flow_time(c->flow)));
    mpfr_set(c->value, c->t, MPFR_RNDN);
    cr_assert(mpfr_equal_p(ref_flow_time(c->flow), c->value), "not quite at %s", t1);
    mpfr_set_prec(c->value, mpfr_get_prec(c->t));
}

/* Component i is c->exact to `lost` bits less than the precision. */
static void assert_exact(struct trial *c, int i, double lost) {
    mpfr_set_ui(c->value, 1, MPFR_RNDN);
    double distance = testing_relative(ref_flow_state(c->flow)[i], c->exact);
    cr_assert(distance < lost - (double)c->bits, "%ld bits: off by 2^%g", (long)c->bits,
              distance);
}

/* Rates that begin with t^n for an n beyond the order, from x = 1: the series at t = 0 is
 * that of a constant. The second one vanishes at the end. */
Test(flow, does_not_take_a_late_rate_for_none) {
    static const char *const text[] = {"state x = 1\nx' = 61*t^60\n",
                                       "state x = 1\nx' = 3782*(t^60 - t^61)\n",
                                       "state x = 1\nx' = 601*t^600\n"};
    for (int i = 0; i < 3; i++) {
        struct trial c = begin(text[i], 113);
        go_to(&c, "1");
        mpfr_set_ui(c.exact, 2, MPFR_RNDN);
        assert_exact(&c, 0, 8);
    }
}

/* exact := 1 + int_0^1 exp(-K (t - c)^2) dt = 1 + sqrt(pi/K)/2 (erf(u) + erf(v)), u =
 * sqrt(K) c, v = sqrt(K) (1 - c), for K = 10^4, c = 0.4871. */
static void set_pulse(mpfr_ptr exact) {
    mpfr_t term;
    mpfr_init2(term, mpfr_get_prec(exact));
    mpfr_set_str(exact, "48.71", 10, MPFR_RNDN);
    mpfr_erf(exact, exact, MPFR_RNDN);
    mpfr_set_str(term, "51.29", 10, MPFR_RNDN);
    mpfr_erf(term, term, MPFR_RNDN);
    mpfr_add(exact, exact, term, MPFR_RNDN);
    mpfr_const_pi(term, MPFR_RNDN);
    mpfr_sqrt(term, term, MPFR_RNDN);
    mpfr_mul(exact, exact, term, MPFR_RNDN);
    mpfr_div_ui(exact, exact, 200, MPFR_RNDN);
    mpfr_add_ui(exact, exact, 1, MPFR_RNDN);
}

/* At the start the rate is 10^-1030, at the end 10^-1142: the series is that of a constant,
 * at both. */
Test(flow, sees_a_pulse_that_is_over_before_the_step_is) {
    struct trial c = begin("state x = 1\nx' = exp(-10000*(t - 0.4871)^2)\n", 113);
    go_to(&c, "1");
    set_pulse(c.exact);
    assert_exact(&c, 0, 8);
}

Test(flow, follows_the_exponential_function) {
    for (int r = 0; r < RUNGS; r++) {
        struct trial c = begin("param L = -1.3\nstate x = 1.37\nx' = L*x\n", ladder[r]);
        go_to(&c, "4.7");
        mpfr_set_str(c.exact, "-6.11", 10, MPFR_RNDN); /* -1.3 * 4.7 */
        mpfr_exp(c.exact, c.exact, MPFR_RNDN);
        mpfr_set_str(c.value, "1.37", 10, MPFR_RNDN);
        mpfr_mul(c.exact, c.exact, c.value, MPFR_RNDN);
        assert_exact(&c, 0, 6);
    }
}

/* q = 1.37 cos 3t - 0.5 sin 3t, v = q' = -4.11 sin 3t - 1.5 cos 3t. */
Test(flow, follows_a_spring) {
    for (int r = 0; r < RUNGS; r++) {
        struct trial c =
            begin("position q = 1.37\nvelocity v = -1.5\nq' = v\nv' = -9*q\n", ladder[r]);
        mpfr_t sine, cosine;
        mpfr_inits2(ladder[r] + 32, sine, cosine, (mpfr_ptr)NULL);
        go_to(&c, "10.7");
        mpfr_mul_ui(c.value, c.t, 3, MPFR_RNDN);
        mpfr_sin_cos(sine, cosine, c.value, MPFR_RNDN);
        mpfr_set_str(c.exact, "1.37", 10, MPFR_RNDN);
        mpfr_set_d(c.value, -0.5, MPFR_RNDN);
        mpfr_fmma(c.exact, c.exact, cosine, c.value, sine, MPFR_RNDN);
        assert_exact(&c, 0, 10);
        mpfr_set_str(c.exact, "-4.11", 10, MPFR_RNDN);
        mpfr_set_d(c.value, -1.5, MPFR_RNDN);
        mpfr_fmma(c.exact, c.exact, sine, c.value, cosine, MPFR_RNDN);
        assert_exact(&c, 1, 10);
        cr_assert(ref_flow_info(c.flow).switches == 0);
    }
}

/* x' = x + e^t, x(-0.6) = 1.37 e^-0.6: x = (1.97 + t) e^t. */
Test(flow, advances_time_in_the_field) {
    for (int r = 0; r < RUNGS; r++) {
        struct trial c = begin(
            "span -0.6 .. 2\nstate x = 1.37*exp(-0.6)\nx' = x + exp(t)\n", ladder[r]);
        go_to(&c, "1.7");
        mpfr_exp(c.exact, c.t, MPFR_RNDN);
        mpfr_set_str(c.value, "3.67", 10, MPFR_RNDN);
        mpfr_mul(c.exact, c.exact, c.value, MPFR_RNDN);
        assert_exact(&c, 0, 6);
        cr_assert(testing_relative(ref_flow_time(c.flow), c.t) < -(double)ladder[r]);
    }
}

/* x' = x^2, x(0) = 1/1.37: x = 1/(1.37 - t), which ends at t = 1.37. */
Test(flow, stops_where_the_solution_ends) {
    for (int r = 0; r < RUNGS - 1; r++) {
        struct trial c = begin("state x = 1/1.37\nx' = x^2\n", ladder[r]);
        go_to(&c, "1.36");
        mpfr_set_ui(c.exact, 100, MPFR_RNDN);
        assert_exact(&c, 0, 16);
        mpfr_set_ui(c.t, 2, MPFR_RNDN);
        cr_assert(ref_flow_to(c.flow, c.t, MAX_STEPS) == REF_STEP_TOO_SMALL);
        double t = mpfr_get_d(ref_flow_time(c.flow), MPFR_RNDN);
        cr_assert(fabs(t - 1.37) < 1e-9, "stopped at %.17g", t);
    }
}

/* Nothing is known against the solution where the first step already is nothing to the way. */
Test(flow, tells_a_time_that_is_too_far_from_a_solution_that_ends) {
    struct trial c = begin("state x = 1\nx' = -sin(x)\n", 128);
    mpfr_set_d(c.t, 1e300, MPFR_RNDN);
    cr_assert(ref_flow_to(c.flow, c.t, MAX_STEPS) == REF_TOO_FAR);
}

/* Where the bars of four_bar_generic are horizontal, at t = 0.3794, F is 0/0, of which rounding
 * makes a pole: steps beside it get ever shorter, and move the time all the same. */
Test(flow, does_not_creep_where_rounding_makes_a_pole) {
    struct trial c = begin_model(testing_catalogue("four_bar_generic"), 128);
    mpfr_set_d(c.t, 0.415, MPFR_RNDN);
    cr_assert(ref_flow_to(c.flow, c.t, 1000) == REF_STEP_TOO_SMALL);
    cr_assert(fabs(mpfr_get_d(ref_flow_time(c.flow), MPFR_RNDN) - 0.379385817) < 1e-9);
}

/* x = -log(1 - t) has no value at t = 1; steps before it shrink with what is left, and so does
 * what rounding leaves of 1 - t. */
Test(flow, stops_where_the_solution_ends_at_the_very_target) {
    for (int r = 0; r < RUNGS - 1; r++) {
        struct trial c = begin("state x = 0\nx' = 1/(1 - t)\n", ladder[r]);
        mpfr_set_ui(c.t, 1, MPFR_RNDN);
        cr_assert(ref_flow_to(c.flow, c.t, 20000) == REF_STEP_TOO_SMALL);
    }
}

/* energy = w^2/2 - 11.8 cos a */
static void set_energy(mpfr_ptr energy, const mpfr_t *x) {
    mpfr_t kinetic;
    mpfr_init2(kinetic, mpfr_get_prec(energy));
    mpfr_cos(energy, x[0], MPFR_RNDN);
    mpfr_mul_ui(energy, energy, 118, MPFR_RNDN);
    mpfr_div_ui(energy, energy, 10, MPFR_RNDN);
    mpfr_sqr(kinetic, x[1], MPFR_RNDN);
    mpfr_div_2ui(kinetic, kinetic, 1, MPFR_RNDN);
    mpfr_sub(energy, kinetic, energy, MPFR_RNDN);
}

static const char pendulum[] = "position a = 2.7\nvelocity w = -0.25\n"
                               "a' = w\nw' = -11.8*sin(a)\n";

Test(flow, keeps_the_energy_of_a_pendulum_and_comes_back_in_time) {
    for (int r = 0; r < RUNGS; r++) {
        struct trial c = begin(pendulum, ladder[r]);
        mpfr_t x[2], turned[2];
        mpfr_inits2(ladder[r] + 32, x[0], x[1], turned[0], turned[1], (mpfr_ptr)NULL);
        vector_set(x, ref_flow_state(c.flow), 2);
        set_energy(c.exact, ref_flow_state(c.flow));
        go_to(&c, "3.7");
        set_energy(c.value, ref_flow_state(c.flow));
        double distance = testing_relative(c.value, c.exact);
        cr_assert(distance < 8 - (double)ladder[r], "energy: 2^%g", distance);
        vector_set(turned, ref_flow_state(c.flow), 2);
        mpfr_neg(turned[1], turned[1], MPFR_RNDN);
        mpfr_set_ui(c.t, 0, MPFR_RNDN);
        cr_assert(ref_flow_start(c.flow, c.t, vector_const(turned)) == REF_OK);
        go_to(&c, "3.7");
        for (int i = 0; i < 2; i++) {
            mpfr_mul_si(c.exact, x[i], i == 0 ? 1 : -1, MPFR_RNDN);
            assert_exact(&c, i, 24);
        }
    }
}

/* 1.37 - 0.25 t - 4.905 t^2: a polynomial, and a start at rest in the origin. */
Test(flow, takes_polynomials_and_zero_states) {
    struct trial c =
        begin("position q = 1.37\nvelocity v = -0.25\nq' = v\nv' = -9.81\n", 200);
    go_to(&c, "10");
    mpfr_set_str(c.exact, "-491.63", 10, MPFR_RNDN);
    assert_exact(&c, 0, 4);
    c = begin("position q = 0\nvelocity v = 0\nq' = v\nv' = 2*cos(t) - q\n", 200);
    go_to(&c, "2.3"); /* q = t sin t */
    mpfr_sin(c.exact, c.t, MPFR_RNDN);
    mpfr_mul(c.exact, c.exact, c.t, MPFR_RNDN);
    assert_exact(&c, 0, 8);
    c = begin("state x = 0\nx' = 3*x\n", 100);
    go_to(&c, "5");
    cr_assert(mpfr_zero_p(ref_flow_state(c.flow)[0]));
}

/* The order asked for is used, and too low an order costs steps, not digits. */
Test(flow, reaches_the_same_digits_with_another_order) {
    struct trial c = begin(pendulum, 113);
    ref_flow *other;
    mpfr_t x[2];
    mpfr_inits2(150, x[0], x[1], (mpfr_ptr)NULL);
    vector_set(x, ref_flow_state(c.flow), 2);
    cr_assert(ref_flow_alloc(&other, c.m, 113, 60, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_flow_start(other, c.t, vector_const(x)) == REF_OK);
    go_to(&c, "2.9");
    cr_assert(ref_flow_to(other, c.t, MAX_STEPS) == REF_OK);
    cr_assert(ref_flow_info(other).order == 60 && ref_flow_info(c.flow).order == 41);
    for (int i = 0; i < 2; i++) {
        mpfr_set(c.exact, ref_flow_state(other)[i], MPFR_RNDN);
        assert_exact(&c, i, 12);
    }
}

Test(flow, says_what_is_wrong) {
    struct trial c = begin(pendulum, 100);
    ref_flow *f;
    cr_assert(ref_flow_alloc(&f, c.m, 100, 2, EVAL_EXACT_CONSTANTS) == REF_BAD_ARGUMENT);
    cr_assert(f == NULL);
    cr_assert(ref_flow_alloc(&f, c.m, 100, 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_flow_to(f, c.t, 1) == REF_BAD_ARGUMENT, "not started");
    ref_flow_free(f);
    mpfr_set_si(c.t, -1, MPFR_RNDN);
    cr_assert(ref_flow_to(c.flow, c.t, 10) == REF_BAD_ARGUMENT, "back in time");
    mpfr_set_ui(c.t, 50, MPFR_RNDN);
    cr_assert(ref_flow_to(c.flow, c.t, 3) == REF_TOO_LONG);
    cr_assert(ref_flow_info(c.flow).steps == 3);
    mpfr_set_nan(c.t);
    cr_assert(ref_flow_to(c.flow, c.t, 3) == REF_BAD_ARGUMENT);
    c = begin("state x = -1.37\nx' = sqrt(x)\n", 100);
    mpfr_set_ui(c.t, 1, MPFR_RNDN);
    cr_assert(ref_flow_to(c.flow, c.t, 10) == REF_NOT_FINITE);
}

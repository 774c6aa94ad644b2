/* One step of semi-explicit Euler and its relatives, its derivative and its power series,
 * against closed forms, differences and each other. Seen to fail: a weight and a node of
 * Merson's, form 1 with the time of the start, the second half step at the first one's time
 * or from its start, the sign of the matrix, a block's own columns on both sides of its
 * derivative, gaming's N at another q; in the series the second half at the first one's time,
 * explicit Euler's estimate twice as large.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/pair/series.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BITS = 256, METHODS = 6 };

/* Results are rounded once; differences of nearly equal numbers are not looked at here. */
enum { ALLOWED = -BITS + 3 };

static const enum ref_mechanical_method METHOD[METHODS] = {
    REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT,
    REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT,
    REF_SEMI_EXPLICIT_EULER_GAMING,
    REF_SEMI_EXPLICIT_EULER_2,
    REF_EXPLICIT_EULER,
    REF_RUNGE_KUTTA_MERSON,
};

/* Powers of h: of the error of a step, of the estimate. 0: there is no estimate. */
static const int ERROR_POWER[METHODS] = {2, 2, 2, 2, 2, 5};
static const int ESTIMATE_POWER[METHODS] = {0, 0, 0, 2, 2, 4};

/* A spring with a damper and time, all of N, v and z nonlinear and coupled. */
static const char TANGLE[] = "position q = 0.37, p = -0.21\n"
                             "velocity v = 0.81, w = -0.43\n"
                             "state z = 0.29\n"
                             "q' = (1 + 0.3*q*p)*v - 0.2*p*w\n"
                             "p' = 0.7*q^2*v + cos(p)*w\n"
                             "v' = -3.1*q*z - 0.7*v*w + sin(1.3*t + 0.2)\n"
                             "w' = -1.9*p - 0.5*w^3 + q*v\n"
                             "z' = q*v - 1.1*z*w + 0.4*t\n";

struct trial {
    struct model *m;
    mpfr_t t, h, *x, *x1, *estimate;
    int nx;
};

static struct trial begin(const char *text, double t, double h) {
    struct trial c = {.m = testing_model(text)};
    c.nx = ref_state_size(c.m);
    mpfr_inits2(BITS, c.t, c.h, (mpfr_ptr)NULL);
    c.x = vector_alloc(c.nx, BITS);
    c.x1 = vector_alloc(c.nx, BITS);
    c.estimate = vector_alloc(c.nx, BITS);
    cr_assert(ref_initial(c.m, EVAL_EXACT_CONSTANTS, c.t, c.x) == REF_OK);
    mpfr_set_d(c.t, t, MPFR_RNDN);
    mpfr_set_d(c.h, h, MPFR_RNDN);
    return c;
}

static void take(struct trial *c, enum ref_mechanical_method method) {
    ref_step *s;
    cr_assert(ref_step_alloc(&s, c->m, method, BITS, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_step_take(s, c->t, vector_const(c->x), c->h, c->x1, c->estimate) ==
              REF_OK);
}

static void assert_rational(mpfr_srcptr value, long p, unsigned long q, int method) {
    mpfr_t exact;
    mpfr_init2(exact, 2 * BITS);
    mpfr_set_si(exact, p, MPFR_RNDN);
    mpfr_div_ui(exact, exact, q, MPFR_RNDN);
    double distance = testing_relative(value, exact);
    cr_assert(distance < ALLOWED, "method %d: off by 2^%g", method, distance);
}

/* q' = v, v' = -2 q - 3 v from (1, 1) with h = 1/4, by hand:
 * form 1   q1 = 5/4, v1 = 1 + (-5/2 - 3)/4 = -3/8
 * form 2   v1 (1 + 3/4) = 1 - 1/2, v1 = 2/7, q1 = 1 + 1/14 = 15/14
 * gaming   v1 = 1 - 5/4 = -1/4, q1 = 15/16
 * two      v_h = 1 - 5/8 = 3/8, q_h = 67/64; v1 = 3/8 - (67/32 + 9/8)/8 = -7/256,
 *          q1 = 67/64 - 7/2048 = 2137/2048
 * explicit q1 = 5/4, v1 = -1/4; estimate -(1/8) ((-1/4, -5/2 + 3/4) - (1, -5)) */
Test(step, is_what_one_finds_by_hand_on_a_damped_spring) {
    static const long P[METHODS][2] = {{5, -3}, {15, 2}, {15, -1}, {2137, -7}, {5, -1}};
    static const unsigned long Q[METHODS][2] = {
        {4, 8}, {14, 7}, {16, 4}, {2048, 256}, {4, 4}};
    struct trial c =
        begin("position q = 1\nvelocity v = 1\nq' = v\nv' = -2*q - 3*v\n", 0, 0.25);
    for (int i = 0; i < METHODS - 1; i++) {
        take(&c, METHOD[i]);
        assert_rational(c.x1[0], P[i][0], Q[i][0], i);
        assert_rational(c.x1[1], P[i][1], Q[i][1], i);
        if (METHOD[i] == REF_SEMI_EXPLICIT_EULER_2) {
            assert_rational(c.estimate[0], 2137 - 1920, 2048, i);
            assert_rational(c.estimate[1], 64 - 7, 256, i);
        }
        if (METHOD[i] == REF_EXPLICIT_EULER) {
            assert_rational(c.estimate[0], 5, 32, i);
            assert_rational(c.estimate[1], -13, 32, i);
        }
    }
}

/* x' = L x: x1 = 1 + s + s^2/2 + s^3/6 + s^4/24 + s^5/144, s = h L; stage 5 is at
 * 1 + s + s^2/2 + s^3/6 + s^4/12... (Hairer, Norsett, Wanner, II.4): with s = -1,
 * k1 = -1, k2 = -2/3, k3 = -(1 - 5/18) = -13/18, k4 = -(1 - (1 + 13/6)/8) = -29/48,
 * k5 = -(1 + (-1 + 13/6 - 29/12)/2) = -3/8, x1 = 1 - (1 + 29/12 + 3/8)/6 = 53/144,
 * estimate (x1 - 3/8)/5 = -1/720. */
Test(step, of_merson_is_what_one_finds_by_hand_on_linear_decay) {
    struct trial c = begin("state x = 1\nx' = -x\n", 0, 1);
    take(&c, REF_RUNGE_KUTTA_MERSON);
    assert_rational(c.x1[0], 53, 144, 5);
    assert_rational(c.estimate[0], -1, 720, 5);
}

/* The series begins as the flow's does, and no further. */
Test(step, agrees_with_the_flow_up_to_the_methods_order) {
    enum { ORDER = 6 };
    struct trial c = begin(TANGLE, 0.31, 0);
    ref_series *flow;
    cr_assert(ref_series_alloc(&flow, c.m, BITS, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_series_expand(flow, c.t, vector_const(c.x)) == REF_OK);
    for (int i = 0; i < METHODS; i++) {
        ref_step_series *s;
        cr_assert(ref_step_series_alloc(&s, c.m, METHOD[i], BITS, ORDER,
                                        EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_assert(ref_step_series_expand(s, c.t, vector_const(c.x)) == REF_OK);
        for (int j = 0; j < c.nx; j++) {
            const mpfr_t *mine = ref_step_series_result(s, j);
            const mpfr_t *estimate = ref_step_series_estimate(s, j);
            for (int k = 0; k < ERROR_POWER[i]; k++)
                cr_assert(testing_relative(mine[k], ref_series_flow(flow, j)[k]) <
                              ALLOWED + 5,
                          "method %d, component %d, order %d", i, j, k);
            cr_assert(testing_relative(mine[ERROR_POWER[i]],
                                       ref_series_flow(flow, j)[ERROR_POWER[i]]) > -40);
            int first = ESTIMATE_POWER[i] == 0 ? ORDER + 1 : ESTIMATE_POWER[i];
            for (int k = 0; k <= ORDER && k <= first; k++) {
                bool vanishes =
                    mpfr_zero_p(estimate[k]) || mpfr_get_exp(estimate[k]) < -BITS + 5;
                cr_assert(vanishes == (k < first),
                          "method %d, component %d: estimate of order %d", i, j, k);
            }
        }
    }
}

/* At h = 2^-40 terms beyond h^7 are lost in 256 bits. */
Test(step, sums_to_the_step) {
    enum { ORDER = 7 };
    struct trial c = begin(TANGLE, 0.31, 0x1p-40);
    mpfr_t sum;
    mpfr_init2(sum, BITS + 64);
    for (int i = 0; i < METHODS; i++) {
        ref_step_series *s;
        take(&c, METHOD[i]);
        cr_assert(ref_step_series_alloc(&s, c.m, METHOD[i], BITS + 64, ORDER,
                                        EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_assert(ref_step_series_expand(s, c.t, vector_const(c.x)) == REF_OK);
        for (int j = 0; j < c.nx; j++) {
            for (int which = 0; which < 2; which++) {
                const mpfr_t *a = which == 0 ? ref_step_series_result(s, j)
                                             : ref_step_series_estimate(s, j);
                mpfr_srcptr found = which == 0 ? c.x1[j] : c.estimate[j];
                mpfr_set(sum, a[ORDER], MPFR_RNDN);
                for (int k = ORDER - 1; k >= 0; k--) {
                    mpfr_mul(sum, sum, c.h, MPFR_RNDN);
                    mpfr_add(sum, sum, a[k], MPFR_RNDN);
                }
                double distance = testing_distance(sum, found, c.x1[j]);
                cr_assert(distance < ALLOWED + 2, "method %d, component %d: 2^%g", i, j,
                          distance);
            }
        }
    }
}

/* Against central differences, whose error is of the increment's square. */
Test(step, is_the_steps_derivative) {
    enum { INCREMENT = -80, DIFFERENCE_ALLOWED = -140 };
    struct trial c = begin(TANGLE, 0.31, 0.17);
    mpfr_t *D = vector_alloc(c.nx * c.nx, BITS), *y1 = vector_alloc(c.nx, BITS);
    mpfr_t *up = vector_alloc(c.nx, BITS), *down = vector_alloc(c.nx, BITS);
    mpfr_t *x = vector_alloc(c.nx, BITS), one;
    mpfr_init2(one, BITS);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    for (int i = 0; i < METHODS; i++) {
        ref_step *s;
        cr_assert(ref_step_alloc(&s, c.m, METHOD[i], BITS, EVAL_EXACT_CONSTANTS) ==
                  REF_OK);
        cr_assert(ref_step_tangent(s, c.t, vector_const(c.x), c.h, y1, D) == REF_OK);
        take(&c, METHOD[i]);
        for (int j = 0; j < c.nx; j++) {
            cr_assert(mpfr_equal_p(y1[j], c.x1[j]));
            vector_set(x, vector_const(c.x), c.nx);
            mpfr_set_ui_2exp(up[0], 1, INCREMENT, MPFR_RNDN);
            mpfr_add(x[j], c.x[j], up[0], MPFR_RNDN);
            mpfr_sub(down[0], c.x[j], up[0], MPFR_RNDN);
            mpfr_set(y1[0], down[0], MPFR_RNDN);
            cr_assert(ref_step_take(s, c.t, vector_const(x), c.h, up, NULL) == REF_OK);
            mpfr_set(x[j], y1[0], MPFR_RNDN);
            cr_assert(ref_step_take(s, c.t, vector_const(x), c.h, down, NULL) == REF_OK);
            for (int k = 0; k < c.nx; k++) {
                mpfr_sub(up[k], up[k], down[k], MPFR_RNDN);
                mpfr_mul_2si(up[k], up[k], -INCREMENT - 1, MPFR_RNDN);
                double distance = testing_distance(D[j * c.nx + k], up[k], one);
                cr_assert(distance < DIFFERENCE_ALLOWED,
                          "method %d, d x1_%d/d x_%d: 2^%g", i, k, j, distance);
            }
        }
    }
}

Test(step, refuses_what_is_no_number_and_leaves_its_outputs) {
    struct trial c = begin("position q = 1\nvelocity v = 1\nq' = v\nv' = 1/q\n", 0, 0.25);
    for (int i = 0; i < METHODS; i++) {
        ref_step *s;
        cr_assert(ref_step_alloc(&s, c.m, METHOD[i], BITS, EVAL_EXACT_CONSTANTS) ==
                  REF_OK);
        mpfr_set_d(c.x1[0], 7.25, MPFR_RNDN);
        mpfr_set_ui(c.x[0], 0, MPFR_RNDN);
        mpfr_set_ui(c.x[1], 0, MPFR_RNDN);
        cr_assert(ref_step_take(s, c.t, vector_const(c.x), c.h, c.x1, c.estimate) ==
                  REF_NOT_FINITE);
        mpfr_set_nan(c.x[1]);
        cr_assert(ref_step_take(s, c.t, vector_const(c.x), c.h, c.x1, c.estimate) ==
                  REF_NOT_FINITE);
        cr_assert(mpfr_get_d(c.x1[0], MPFR_RNDN) == 7.25);
    }
}

/* v = 1/4 + v^2 has the double root 1/2, to which Newton's method creeps by halves. */
Test(step, refuses_to_creep_at_every_precision) {
    static const mpfr_prec_t bits[] = {24, 53, 256};
    struct trial c = begin("position q = 0\nvelocity v = 1/4\nq' = v\nv' = v^2\n", 0, 1);
    for (int k = 0; k < 3; k++) {
        ref_step *s;
        cr_assert(ref_step_alloc(&s, c.m, REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT,
                                 bits[k], EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_expect(ref_step_take(s, c.t, vector_const(c.x), c.h, c.x1, NULL) ==
                      REF_NOT_CONVERGED,
                  "%ld bits", (long)bits[k]);
    }
}

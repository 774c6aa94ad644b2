/* A step of the replay against exact values: rationals for a rate linear in time, closed
 * forms for linear systems, the exact pair, explicit steps by hand.
 *
 * Seen to fail: the second half step at t0; the estimate's sign; no explicit path, its
 * share; N at the start; h left out of J; the sign of h; no exchange of rows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <criterion/criterion.h>
#include <gmp.h>

static const enum ref_method method[] = {REF_VELOCITY_IMPLICIT_EULER, REF_IMPLICIT_EULER};
static const enum ref_jacobian scheme[] = {REF_FORWARD, REF_CENTRAL, REF_EXACT};
static const enum ref_newton newton[] = {REF_REUSE, REF_FRESH, REF_FULL};
enum { METHODS = 2, SCHEMES = 3, NEWTONS = 3 };

/* Drake's test: z' = 7 (2 t + 1), z(0) = 3, a step of 3/2: 37.125 with the estimate
 * 7.875; 29.25 is exact. The estimate is the error, all numbers are dyadic. */
static void check_parabola(struct model *m, const struct ref_replay_options *options,
                           mpfr_prec_t bits) {
    ref_replay *r = testing_replay(m, options, bits);
    cr_assert(testing_step(r, 1.5) == REF_OK);
    cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 37.125) == 0);
    cr_expect(mpfr_cmp_d(ref_replay_estimate(r)[0], 7.875) == 0);
    cr_expect(mpfr_cmp_d(ref_replay_time(r), 1.5) == 0);
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    for (int i = 0; i < 2; i++) {
        cr_assert(testing_step(r, 0.75) == REF_OK);
        cr_expect(mpfr_cmp_d(ref_replay_estimate(r)[0], 1.96875) == 0);
    }
    cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 29.25 + 2 * 1.96875) == 0);
}

Test(replay_attempt, estimates_the_error_of_a_parabola_exactly) {
    static const mpfr_prec_t ladder[] = {53, 64, 113, 500};
    struct model *m = testing_model("state z = 3\nz' = 7*(2*t + 1)\n");
    for (int i = 0; i < METHODS; i++)
        for (int j = 0; j < SCHEMES; j++)
            for (int k = 0; k < NEWTONS; k++)
                for (int b = 0; b < 4; b++) {
                    struct ref_replay_options options = ref_replay_default_options();
                    options.method = method[i];
                    options.jacobian = scheme[j];
                    options.newton = newton[k];
                    options.fixed_step = true;
                    check_parabola(m, &options, ladder[b]);
                }
}

/* z' = S (2 t + 1) from (t, z): large - small = S h^2 / 2, and small = z + h S (2 t + 1)
 * + (3/2) S h^2, in rationals. */
static void check_rational(ref_replay *r, mpq_srcptr s, mpq_srcptr t, mpq_srcptr z,
                           mpq_srcptr h) {
    enum { BITS = 300, LOST = 20 };
    mpfr_t time, state, end;
    mpq_t square, value;
    mpfr_inits2(BITS, time, state, end, (mpfr_ptr)NULL);
    mpq_inits(square, value, NULL);
    mpfr_set_q(time, t, MPFR_RNDN);
    mpfr_set_q(state, z, MPFR_RNDN);
    mpfr_add_q(end, time, h, MPFR_RNDN);
    cr_assert(ref_replay_start(r, time, (const mpfr_t *)&state) == REF_OK);
    cr_assert(ref_replay_step_to(r, end) == REF_OK);
    mpq_mul(square, h, h);
    mpq_mul(square, square, s);
    mpq_div_2exp(square, square, 1);
    mpfr_set_q(state, square, MPFR_RNDN);
    cr_expect(testing_relative(ref_replay_estimate(r)[0], state) < LOST - BITS);
    mpq_add(value, square, square);
    mpq_add(value, value, square);
    mpq_mul(square, h, s);
    mpq_add(value, value, square);
    mpq_mul(square, square, t);
    mpq_mul_2exp(square, square, 1);
    mpq_add(value, value, square);
    mpq_add(value, value, z);
    mpfr_set_q(state, value, MPFR_RNDN);
    cr_expect(testing_relative(ref_replay_state(r)[0], state) < LOST - BITS);
}

Test(replay_attempt, is_the_rational_pair_for_any_rate_linear_in_time) {
    struct model *m = testing_model("state z = 0\nz' = 137/100*(2*t + 1)\n");
    struct sample sample = sample_begin();
    mpq_t s, number[3]; /* t, z, h */
    mpq_inits(s, number[0], number[1], number[2], NULL);
    mpq_set_ui(s, 137, 100);
    for (int i = 0; i < 20; i++) {
        struct ref_replay_options options = ref_replay_default_options();
        options.constants = EVAL_EXACT_CONSTANTS;
        options.method = method[i % METHODS];
        options.fixed_step = true;
        ref_replay *r = testing_replay(m, &options, 300);
        for (int k = 0; k < 3; k++) {
            mpq_set_ui(number[k], 1 + (unsigned long)sample_choice(&sample, 1000),
                       1 + (unsigned long)sample_choice(&sample, 1000));
            mpq_canonicalize(number[k]);
        }
        check_rational(r, s, number[0], number[1], number[2]);
    }
}

/* x := (I - h A)^-1 x for q' = v, v' = -k q - c v:
 * q1 = ((1 + h c) q0 + h v0)/D, v1 = (v0 - h k q0)/D, D = 1 + h c + h^2 k. */
static void step_spring(mpfr_t *x, double step, double k, double c) {
    mpfr_t h, d, q;
    mpfr_inits2(mpfr_get_prec(x[0]), h, d, q, (mpfr_ptr)NULL);
    mpfr_set_d(h, step, MPFR_RNDN);
    mpfr_mul_d(d, h, c, MPFR_RNDN);
    mpfr_add_ui(d, d, 1, MPFR_RNDN);
    mpfr_fmma(q, d, x[0], h, x[1], MPFR_RNDN);
    mpfr_mul_d(x[0], x[0], k, MPFR_RNDN);
    mpfr_mul(x[0], x[0], h, MPFR_RNDN);
    mpfr_sub(x[1], x[1], x[0], MPFR_RNDN);
    mpfr_sqr(h, h, MPFR_RNDN);
    mpfr_mul_d(h, h, k, MPFR_RNDN);
    mpfr_add(d, d, h, MPFR_RNDN);
    mpfr_div(x[0], q, d, MPFR_RNDN);
    mpfr_div(x[1], x[1], d, MPFR_RNDN);
}

/* Not with REF_REUSE: the half steps would have the factors of the large one. */
Test(replay_attempt, solves_a_linear_system_to_rounding_with_exact_derivatives) {
    enum { BITS = 200, LOST = 20 };
    static const double h[] = {0x1p-10, 0x1.3p-3, 1.75};
    struct model *m = testing_model("position q = 1.375\nvelocity v = -0.25\n"
                                    "q' = v\nv' = -2600*q - 0.4375*v\n");
    for (int i = 0; i < METHODS; i++)
        for (int j = 1; j < NEWTONS; j++)
            for (int k = 0; k < 3; k++) {
                struct ref_replay_options options =
                    testing_close_options(method[i], REF_EXACT);
                options.newton = newton[j];
                ref_replay *r = testing_replay(m, &options, BITS);
                mpfr_t *large = testing_doubles(2, BITS, (double[]){1.375, -0.25});
                mpfr_t *small = testing_doubles(2, BITS, (double[]){1.375, -0.25});
                cr_assert(testing_step(r, h[k]) == REF_OK);
                step_spring(large, h[k], 2600, 0.4375);
                step_spring(small, h[k] / 2, 2600, 0.4375);
                step_spring(small, h[k] / 2, 2600, 0.4375);
                for (int c = 0; c < 2; c++) {
                    cr_expect(testing_relative(ref_replay_state(r)[c], small[c]) <
                              LOST - BITS);
                    mpfr_sub(large[c], large[c], small[c], MPFR_RNDN);
                    cr_expect(testing_relative(ref_replay_estimate(r)[c], large[c]) <
                              LOST - BITS);
                }
            }
}

/* Both methods, solved closely, against the discrete equations solved to the last bit. */
static void check_pair(const char *name, enum ref_method which,
                       enum ref_jacobian jacobian) {
    enum { BITS = 160, CLOSE = -45 };
    struct model *m = testing_catalogue(name);
    struct ref_replay_options options = testing_close_options(which, jacobian);
    ref_replay *r = testing_replay(m, &options, BITS);
    int n = ref_state_size(m);
    ref_pair *pair;
    mpfr_t h, *x = vector_alloc(4 * n, BITS), norm;
    mpfr_inits2(BITS, h, norm, (mpfr_ptr)NULL);
    mpfr_set_d(h, 0x1p-9, MPFR_RNDN);
    vector_set(x, ref_replay_state(r), n);
    cr_assert(ref_pair_alloc(&pair, m, BITS, EVAL_DOUBLE_CONSTANTS) == REF_OK);
    cr_assert(ref_pair_step(pair, ref_replay_time(r), vector_const(x), h, x + n,
                            x + 2 * n, x + 3 * n) == REF_OK);
    cr_assert(testing_step(r, 0x1p-9) == REF_OK);
    vector_norm(norm, vector_const(x + 3 * n), n);
    for (int i = 0; i < n; i++) {
        cr_expect(testing_distance(ref_replay_state(r)[i], x[3 * n + i], norm) < CLOSE,
                  "%s, component %d", name, i);
        mpfr_sub(x[n + i], x[n + i], x[3 * n + i], MPFR_RNDN);
        cr_expect(testing_distance(ref_replay_estimate(r)[i], x[n + i], norm) < CLOSE,
                  "%s, estimate of component %d", name, i);
    }
}

Test(replay_attempt, solves_the_equations_of_the_exact_pair_whatever_the_method) {
    static const char *const name[] = {"heavy_top", "double_pendulum", "mathieu",
                                       "smd_work", "pleiades"};
    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        for (int i = 0; i < METHODS; i++)
            for (int j = 0; j < SCHEMES; j++)
                check_pair(name[k], method[i], scheme[j]);
}

/* z' = t - z^2 at z = 1.5, t = 0.25, h = 0.5: large = 1.5 - 0.5 2 = 0.5, half = 1.5 -
 * 0.25 2 = 1, small = 1 + 0.25 (0.5 - 1). */
Test(replay_attempt, is_explicit_below_the_minimum) {
    struct model *m = testing_model("state z = 1.5\nz' = t - z^2\n");
    for (int i = 0; i < METHODS; i++) {
        struct ref_replay_options options = testing_close_options(method[i], REF_FORWARD);
        options.min_step = 0.5078125;
        options.max_step = 1;
        ref_replay *r = testing_replay(m, &options, 53);
        mpfr_t t;
        mpfr_init2(t, 53);
        mpfr_set_d(t, 0.25, MPFR_RNDN);
        cr_assert(ref_replay_start(r, t, ref_replay_state(r)) == REF_OK);
        cr_assert(testing_step(r, 0.5) == REF_OK);
        cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 0.875) == 0);
        cr_expect(mpfr_cmp_d(ref_replay_estimate(r)[0], 0.5 - 0.875) == 0);
        struct ref_statistics s = ref_replay_statistics(r);
        cr_expect(s.derivative_evals == 2 && s.newton_iters == 0);
        cr_expect(s.ee_derivative_evals ==
                  (method[i] == REF_VELOCITY_IMPLICIT_EULER ? 2 : 1));
        cr_assert(testing_step(r, 0.5078125) == REF_OK);
        cr_expect(ref_replay_statistics(r).newton_iters > 0);
    }
}

/* Drake's test: z' = 4, a step of 1, then one of half the least step. */
Test(replay_attempt, is_exact_where_the_rate_is_constant) {
    struct model *m = testing_model("state z = 0\nz' = 4\n");
    for (int i = 0; i < METHODS; i++) {
        struct ref_replay_options options = testing_close_options(method[i], REF_FORWARD);
        options.max_step = 1;
        ref_replay *r = testing_replay(m, &options, 100);
        cr_assert(testing_step(r, 1) == REF_OK);
        cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 4) == 0);
        cr_expect(mpfr_zero_p(ref_replay_estimate(r)[0]));
        cr_assert(testing_step(r, 0x1p-48) == REF_OK);
        cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 4 + 0x1p-46) == 0);
        cr_expect(mpfr_zero_p(ref_replay_estimate(r)[0]));
    }
}

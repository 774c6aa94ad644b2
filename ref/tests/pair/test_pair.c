/* The pair against closed forms and against its own equations at twice the precision.
 * Seen to fail: the half step with h; the second half step at t + h/2; the half step's
 * guess as its start; the Jacobian's sign; h left out of the residual; stopping early; no
 * damping; no continuation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const mpfr_prec_t ladder[] = {53, 64, 113, 128, 256, 521, 1024, 2048};
enum { RUNGS = sizeof ladder / sizeof *ladder, MAX_NX = 8 };

/* A pair with everything that a step needs. */
struct trial {
    struct model *m;
    ref_pair *pair;
    int nx;
    mpfr_t t, h, *x, *large, *half, *small;
};

static struct trial begin(const char *text, mpfr_prec_t bits) {
    struct trial c = {.m = testing_model(text)};
    c.nx = ref_state_size(c.m);
    cr_assert(ref_pair_alloc(&c.pair, c.m, bits, EVAL_EXACT_CONSTANTS) == REF_OK);
    mpfr_inits2(bits, c.t, c.h, (mpfr_ptr)NULL);
    c.x = vector_alloc(c.nx, bits);
    c.large = vector_alloc(c.nx, bits);
    c.half = vector_alloc(c.nx, bits);
    c.small = vector_alloc(c.nx, bits);
    cr_assert(ref_initial(c.m, EVAL_EXACT_CONSTANTS, c.t, c.x) == REF_OK);
    return c;
}

static enum ref_status step(struct trial *c) {
    return ref_pair_step(c->pair, c->t, vector_const(c->x), c->h, c->large, c->half,
                         c->small);
}

/* exact, rounded to the precision of x, is x. */
static void assert_is_rounded(mpfr_srcptr x, mpfr_srcptr exact, const char *what) {
    mpfr_t rounded;
    mpfr_init2(rounded, mpfr_get_prec(x));
    mpfr_set(rounded, exact, MPFR_RNDN);
    cr_assert(mpfr_equal_p(x, rounded), "%s at %ld bits: off by 2^%g", what,
              (long)mpfr_get_prec(x), testing_relative(x, rounded));
}

/* x := (I - h A)^-1 x for q' = v, v' = -k q - c v:
 * q1 = ((1 + h c) q0 + h v0)/D, v1 = (v0 - h k q0)/D, D = 1 + h c + h^2 k. */
static void step_spring(mpfr_t *x, mpfr_srcptr h, const char *k_text,
                        const char *c_text) {
    mpfr_t k, c, d, q;
    mpfr_inits2(mpfr_get_prec(x[0]), k, c, d, q, (mpfr_ptr)NULL);
    mpfr_set_str(k, k_text, 10, MPFR_RNDN);
    mpfr_set_str(c, c_text, 10, MPFR_RNDN);
    mpfr_mul(d, h, c, MPFR_RNDN);
    mpfr_add_ui(d, d, 1, MPFR_RNDN);
    mpfr_fmma(q, d, x[0], h, x[1], MPFR_RNDN);
    mpfr_mul(k, k, h, MPFR_RNDN);
    mpfr_fma(d, k, h, d, MPFR_RNDN);
    mpfr_mul(k, k, x[0], MPFR_RNDN);
    mpfr_sub(x[1], x[1], k, MPFR_RNDN);
    mpfr_div(x[1], x[1], d, MPFR_RNDN);
    mpfr_div(x[0], q, d, MPFR_RNDN);
}

static void check_spring(const char *k, const char *c, mpfr_prec_t bits, double h) {
    char text[256];
    snprintf(text, sizeof text,
             "param k = %s, c = %s\nposition q = 1.37\nvelocity v = -0.25\n"
             "q' = v\nv' = -k*q - c*v\n",
             k, c);
    struct trial trial = begin(text, bits);
    mpfr_set_d(trial.h, h, MPFR_RNDN);
    cr_assert(step(&trial) == REF_OK);
    mpfr_t *exact = vector_alloc(2, 3 * bits + 200), half_h;
    mpfr_init2(half_h, bits);
    mpfr_div_2ui(half_h, trial.h, 1, MPFR_RNDN);
    vector_set(exact, vector_const(trial.x), 2);
    step_spring(exact, trial.h, k, c);
    for (int i = 0; i < 2; i++)
        assert_is_rounded(trial.large[i], exact[i], "large");
    vector_set(exact, vector_const(trial.x), 2);
    step_spring(exact, half_h, k, c);
    for (int i = 0; i < 2; i++)
        assert_is_rounded(trial.half[i], exact[i], "half");
    step_spring(exact, half_h, k, c);
    for (int i = 0; i < 2; i++)
        assert_is_rounded(trial.small[i], exact[i], "small");
}

Test(pair, rounds_the_solution_of_a_linear_system_correctly) {
    static const char *const stiffness[] = {"2.6", "1e10", "1e20"};
    static const double h[] = {0x1.3p-70, 0x1.7p-20, 0.0137, 1.37, 83, -0.0137};
    for (int r = 0; r < RUNGS; r++)
        for (size_t k = 0; k < sizeof stiffness / sizeof *stiffness; k++)
            for (size_t i = 0; i < sizeof h / sizeof *h; i++)
                check_spring(stiffness[k], "0.43", ladder[r], h[i]);
}

/* x' = a + b t: large x0 + h (a + b (t + h)), half x0 + (h/2)(a + b (t + h/2)),
 * small half + (h/2)(a + b (t + h)), exactly. */
Test(pair, evaluates_the_field_at_the_end_of_each_step) {
    struct trial c = begin("state x = 1.37\nx' = 3 + 5*t\n", 200);
    mpfr_set_d(c.x[0], 1.375, MPFR_RNDN);
    mpfr_set_d(c.t, 0.625, MPFR_RNDN);
    mpfr_set_d(c.h, 0.25, MPFR_RNDN);
    cr_assert(step(&c) == REF_OK);
    cr_assert(mpfr_cmp_d(c.large[0], 1.375 + 0.25 * (3 + 5 * 0.875)) == 0);
    double half = 1.375 + 0.125 * (3 + 5 * 0.75);
    cr_assert(mpfr_cmp_d(c.half[0], half) == 0);
    cr_assert(mpfr_cmp_d(c.small[0], half + 0.125 * (3 + 5 * 0.875)) == 0);
}

static const char pendulum[] = "param g = 9.81, l = 0.83, c = 0.43\n"
                               "position a = 0.7\nvelocity w = -0.25\n"
                               "a' = w\nw' = -(g/l)*sin(a) - c*w^3 + cos(1.3*t)\n";

/* The same field by hand, at the precision of rate. */
static void evaluate_pendulum(mpfr_t *rate, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_t a, b;
    mpfr_inits2(mpfr_get_prec(rate[0]), a, b, (mpfr_ptr)NULL);
    mpfr_sin(a, x[0], MPFR_RNDN);
    mpfr_mul_ui(a, a, 981, MPFR_RNDN);
    mpfr_div_ui(a, a, 83, MPFR_RNDN);
    mpfr_pow_ui(b, x[1], 3, MPFR_RNDN);
    mpfr_mul_ui(b, b, 43, MPFR_RNDN);
    mpfr_div_ui(b, b, 100, MPFR_RNDN);
    mpfr_add(a, a, b, MPFR_RNDN);
    mpfr_mul_ui(b, t, 13, MPFR_RNDN);
    mpfr_div_ui(b, b, 10, MPFR_RNDN);
    mpfr_cos(b, b, MPFR_RNDN);
    mpfr_set(rate[0], x[1], MPFR_RNDN);
    mpfr_sub(rate[1], b, a, MPFR_RNDN);
}

/* Newton's corrections of x1 from an evaluation by hand at twice the precision: with R =
 * x0 + h F - x1 known, x1 is off by (I - h J)^-1 R. The inverse of I - h J, written out
 * for q' = v, v' = f(q, v), is ((1 - h f_v, h), (h f_q, 1))/(1 - h f_v - h^2 f_q). */
static void find_pendulum_errors(mpfr_t *error, mpfr_srcptr t1, const mpfr_t *x0,
                                 mpfr_srcptr h, const mpfr_t *x1) {
    mpfr_prec_t bits = mpfr_get_prec(error[0]);
    mpfr_t fq, fv, d, *r = vector_alloc(2, bits);
    mpfr_inits2(bits, fq, fv, d, (mpfr_ptr)NULL);
    evaluate_pendulum(r, t1, x1);
    for (int i = 0; i < 2; i++) {
        mpfr_mul(r[i], r[i], h, MPFR_RNDN);
        mpfr_add(r[i], r[i], x0[i], MPFR_RNDN);
        mpfr_sub(r[i], r[i], x1[i], MPFR_RNDN);
    }
    mpfr_cos(fq, x1[0], MPFR_RNDN);
    mpfr_mul_d(fq, fq, -9.81 / 0.83, MPFR_RNDN); /* some digits suffice here */
    mpfr_mul(fq, fq, h, MPFR_RNDN);
    mpfr_sqr(fv, x1[1], MPFR_RNDN);
    mpfr_mul_d(fv, fv, -3 * 0.43, MPFR_RNDN);
    mpfr_mul(fv, fv, h, MPFR_RNDN);
    mpfr_ui_sub(fv, 1, fv, MPFR_RNDN);
    mpfr_fms(d, fq, h, fv, MPFR_RNDN);
    mpfr_neg(d, d, MPFR_RNDN);
    mpfr_fmma(error[0], fv, r[0], h, r[1], MPFR_RNDN);
    mpfr_fma(error[1], fq, r[0], r[1], MPFR_RNDN);
    for (int i = 0; i < 2; i++)
        mpfr_div(error[i], error[i], d, MPFR_RNDN);
}

/* The errors are below `units` of the last bit: each component's own, or that of the
 * larger one. */
static void assert_pendulum_is_solved(mpfr_srcptr t1, const mpfr_t *x0, mpfr_srcptr h,
                                      const mpfr_t *x1, bool own, double units) {
    mpfr_prec_t bits = mpfr_get_prec(x1[0]);
    mpfr_t *error = vector_alloc(2, 2 * bits + 64), ulp, norm;
    mpfr_inits2(64, ulp, norm, (mpfr_ptr)NULL);
    vector_norm(norm, x1, 2);
    find_pendulum_errors(error, t1, x0, h, x1);
    for (int i = 0; i < 2; i++) {
        mpfr_set_ui_2exp(ulp, 1, mpfr_get_exp(own ? x1[i] : norm) - bits, MPFR_RNDN);
        mpfr_div(ulp, error[i], ulp, MPFR_RNDN);
        double off = fabs(mpfr_get_d(ulp, MPFR_RNDN));
        cr_assert(off < units, "component %d, %ld bits: off by %g of the last bit", i,
                  (long)bits, off);
    }
}

Test(pair, solves_nonlinear_equations_to_the_last_bit_at_every_precision) {
    struct sample s = sample_begin();
    for (int r = 0; r < RUNGS; r++) {
        struct trial c = begin(pendulum, ladder[r]);
        mpfr_t t1, half_h;
        mpfr_inits2(2 * ladder[r] + 64, t1, half_h, (mpfr_ptr)NULL);
        for (int k = 0; k < 12; k++) {
            testing_uniform(&s, c.x[0], -3, 3);
            testing_uniform(&s, c.x[1], -2, 2);
            testing_uniform(&s, c.t, 0, 5);
            testing_uniform(&s, c.h, 0.01, 0.05);
            mpfr_div_2ui(c.h, c.h, (unsigned long)(3 * k), MPFR_RNDN);
            cr_assert(step(&c) == REF_OK, "seed %llu", (unsigned long long)s.seed);
            mpfr_add(t1, c.t, c.h, MPFR_RNDN);
            assert_pendulum_is_solved(t1, vector_const(c.x), c.h, vector_const(c.large),
                                      true, 0.501);
            mpfr_div_2ui(half_h, c.h, 1, MPFR_RNDN);
            /* The half step that small began with had more digits than are seen here. */
            assert_pendulum_is_solved(t1, vector_const(c.half), half_h,
                                      vector_const(c.small), false, 1.1);
            mpfr_add(t1, c.t, half_h, MPFR_RNDN);
            assert_pendulum_is_solved(t1, vector_const(c.x), half_h, vector_const(c.half),
                                      true, 0.501);
        }
    }
}

Test(pair, half_steps_need_no_large_one) {
    struct sample s = sample_begin();
    struct trial c = begin(pendulum, 200), other = begin(pendulum, 200);
    for (int k = 0; k < 20; k++) {
        testing_uniform(&s, c.x[0], -3, 3);
        testing_uniform(&s, c.h, 0.001, 0.05);
        cr_assert(step(&c) == REF_OK);
        cr_assert(ref_pair_step(c.pair, c.t, vector_const(c.x), c.h, NULL, other.half,
                                other.small) == REF_OK);
        for (int i = 0; i < 2; i++)
            cr_assert(mpfr_equal_p(c.half[i], other.half[i]) &&
                          mpfr_equal_p(c.small[i], other.small[i]),
                      "seed %llu", (unsigned long long)s.seed);
    }
    /* x' = x: with h = 1 the large step divides by 1 - h, a half step by 1 - h/2. */
    c = begin("state x = 1.37\nx' = x\n", 200);
    mpfr_set_ui(c.h, 1, MPFR_RNDN);
    cr_assert(step(&c) == REF_SINGULAR);
    cr_assert(ref_pair_step(c.pair, c.t, vector_const(c.x), c.h, NULL, c.half, c.small) ==
              REF_OK);
    mpfr_mul_2ui(c.x[0], c.x[0], 2, MPFR_RNDN);
    cr_assert(mpfr_equal_p(c.small[0], c.x[0]));
}

/* q' = (1/2) q o (0, w), a rotation about moving axes, with w' = torque(q, w). The
 * residual is formed by hand at three times the precision; h is small, so that the matrix
 * I - h J is within a few per cent of I. */
Test(pair, solves_with_a_quaternion_map) {
    static const char text[] =
        "position q[1] = 0.5, q[2] = -0.5, q[3] = 0.7, q[4] = 0.1\n"
        "velocity w[1] = 1.3, w[2] = -0.7, w[3] = 0.9\n"
        "q[1]' = (-q[2]*w[1] - q[3]*w[2] - q[4]*w[3])/2\n"
        "q[2]' = ( q[1]*w[1] + q[3]*w[3] - q[4]*w[2])/2\n"
        "q[3]' = ( q[1]*w[2] + q[4]*w[1] - q[2]*w[3])/2\n"
        "q[4]' = ( q[1]*w[3] + q[2]*w[2] - q[3]*w[1])/2\n"
        "w[1]' = -3*w[2]*w[3] + q[2]\nw[2]' = 2*w[1]*w[3] - q[1]*q[3]\n"
        "w[3]' = w[1]*w[2] + 4*q[4]\n";
    static const struct {
        int row, a, b,
            factor; /* rate[row] += factor x_a x_b / 2; a = -1: no factor x_a */
    } term[] = {{0, 1, 4, -1}, {0, 2, 5, -1}, {0, 3, 6, -1}, {1, 0, 4, 1},  {1, 2, 6, 1},
                {1, 3, 5, -1}, {2, 0, 5, 1},  {2, 3, 4, 1},  {2, 1, 6, -1}, {3, 0, 6, 1},
                {3, 1, 5, 1},  {3, 2, 4, -1}, {4, 5, 6, -6}, {4, -1, 1, 2}, {5, 4, 6, 4},
                {5, 0, 2, -2}, {6, 4, 5, 2},  {6, -1, 3, 8}};
    enum { NX = 7, BITS = 256 };
    struct trial c = begin(text, BITS);
    mpfr_t *r = vector_alloc(NX, 3 * BITS), product;
    mpfr_init2(product, 3 * BITS);
    mpfr_set_d(c.h, 0.0137, MPFR_RNDN);
    cr_assert(step(&c) == REF_OK);
    for (int i = 0; i < NX; i++)
        mpfr_sub(r[i], c.x[i], c.large[i], MPFR_RNDN);
    for (size_t k = 0; k < sizeof term / sizeof *term; k++) {
        mpfr_mul(product, c.h, c.large[term[k].b], MPFR_RNDN);
        if (term[k].a >= 0)
            mpfr_mul(product, product, c.large[term[k].a], MPFR_RNDN);
        mpfr_mul_si(product, product, term[k].factor, MPFR_RNDN);
        mpfr_div_2ui(product, product, 1, MPFR_RNDN);
        mpfr_add(r[term[k].row], r[term[k].row], product, MPFR_RNDN);
    }
    for (int i = 0; i < NX; i++)
        cr_assert(mpfr_cmpabs_ui(r[i], 0) == 0 || mpfr_get_exp(r[i]) < -BITS + 1,
                  "residual %d: 2^%ld", i, (long)mpfr_get_exp(r[i]));
}

Test(pair, does_not_depend_on_the_guess) {
    struct sample s = sample_begin();
    struct trial c = begin(pendulum, 300);
    mpfr_set_d(c.h, 0.0137, MPFR_RNDN);
    vector_set(c.large, vector_const(c.x), 2);
    const mpfr_t *x = vector_const(c.x);
    cr_assert(ref_euler_step(c.pair, c.t, x, c.h, c.large) == REF_OK);
    for (int k = 0; k < 30; k++) {
        testing_uniform(&s, c.small[0], -4, 4);
        testing_uniform(&s, c.small[1], -4, 4);
        cr_assert(ref_euler_step(c.pair, c.t, x, c.h, c.small) == REF_OK);
        for (int i = 0; i < 2; i++)
            cr_assert(mpfr_equal_p(c.small[i], c.large[i]), "seed %llu",
                      (unsigned long long)s.seed);
    }
    /* The result may take the place of the state. */
    cr_assert(ref_euler_step(c.pair, c.t, x, c.h, c.x) == REF_OK);
    cr_assert(mpfr_equal_p(c.x[0], c.large[0]) && mpfr_equal_p(c.x[1], c.large[1]));
}

/* An odd field: the mirror image of a step is the step of the mirror image, bit by
 * bit. */
Test(pair, keeps_mirror_symmetry) {
    struct trial c = begin("position q = 1.37\nvelocity v = -0.25\nq' = v\n"
                           "v' = 2.6*q - q^3 - 0.43*v\n",
                           200);
    mpfr_t *mirror = vector_alloc(2, 200);
    mpfr_set_d(c.h, 0.137, MPFR_RNDN);
    cr_assert(step(&c) == REF_OK);
    vector_set(mirror, vector_const(c.small), 2);
    for (int i = 0; i < 2; i++)
        mpfr_neg(c.x[i], c.x[i], MPFR_RNDN);
    cr_assert(step(&c) == REF_OK);
    for (int i = 0; i < 2; i++)
        cr_assert(mpfr_cmpabs(c.small[i], mirror[i]) == 0 &&
                  mpfr_sgn(c.small[i]) == -mpfr_sgn(mirror[i]));
}

/* v1 + h mu v1/sqrt(v1^2 + s^2) = v0 has one solution, by bisection; Newton's method from
 * v0 jumps across it for ever. */
Test(pair, finds_the_solution_of_saturating_friction_by_damping) {
    struct trial c = begin("param mu = 4.3, s = 1e-6\nposition q = 0\nvelocity v = 1.37\n"
                           "q' = v\nv' = -mu*v/sqrt(v^2 + s^2)\n",
                           128);
    mpfr_t low, high, v, force;
    mpfr_inits2(400, low, high, v, force, (mpfr_ptr)NULL);
    mpfr_set_d(c.h, 0.5, MPFR_RNDN);
    cr_assert(step(&c) == REF_OK);
    mpfr_set_ui(low, 0, MPFR_RNDN);
    mpfr_set_ui(high, 1, MPFR_RNDN);
    for (int i = 0; i < 420; i++) {
        mpfr_add(v, low, high, MPFR_RNDN);
        mpfr_div_2ui(v, v, 1, MPFR_RNDN);
        mpfr_set_str(force, "1e-6", 10, MPFR_RNDN);
        mpfr_hypot(force, v, force, MPFR_RNDN);
        mpfr_div(force, v, force, MPFR_RNDN);
        mpfr_mul_ui(force, force, 215, MPFR_RNDN); /* h mu = 2.15 */
        mpfr_div_ui(force, force, 100, MPFR_RNDN);
        mpfr_add(force, force, v, MPFR_RNDN);
        mpfr_set(mpfr_less_p(force, c.x[1]) ? low : high, v, MPFR_RNDN);
    }
    double distance = testing_relative(c.large[1], v);
    cr_assert(distance <= -128, "2^%g", distance);
}

/* a1 := the solution of a1 + h^2 g sin a1 = a0, of which there is one, by bisection. */
static void bisect_pendulum(mpfr_ptr a1, double h, double a0) {
    mpfr_t low, high, force;
    mpfr_inits2(mpfr_get_prec(a1), low, high, force, (mpfr_ptr)NULL);
    mpfr_set_ui(low, 0, MPFR_RNDN);
    mpfr_set_d(high, a0, MPFR_RNDN);
    for (long i = 0; i < mpfr_get_prec(a1); i++) {
        mpfr_add(a1, low, high, MPFR_RNDN);
        mpfr_div_2ui(a1, a1, 1, MPFR_RNDN);
        mpfr_sin(force, a1, MPFR_RNDN);
        mpfr_mul_ui(force, force, 981, MPFR_RNDN);
        mpfr_div_ui(force, force, 100, MPFR_RNDN);
        mpfr_mul_d(force, force, h * h, MPFR_RNDN);
        mpfr_add(force, force, a1, MPFR_RNDN);
        mpfr_set(mpfr_cmp_d(force, a0) < 0 ? low : high, a1, MPFR_RNDN);
    }
}

/* At the start I - h J is all but singular (1 + h^2 g cos 2 = -0.02): Newton's method leaps to
 * 110, and damping does not leave the start. */
Test(pair, solves_beside_a_singular_matrix_at_every_precision) {
    mpfr_t exact;
    mpfr_init2(exact, 700);
    bisect_pendulum(exact, 0.5, 2);
    for (mpfr_prec_t bits = 24; bits <= 600; bits += bits < 64 ? 1 : 16) {
        struct trial c = begin("param g = 9.81\nposition a = 2\nvelocity w = 0\n"
                               "a' = w\nw' = -g*sin(a)\n",
                               bits);
        mpfr_set_d(c.h, 0.5, MPFR_RNDN);
        cr_assert(step(&c) == REF_OK, "%ld bits", (long)bits);
        assert_is_rounded(c.large[0], exact, "the angle");
    }
}

/* A double pendulum under way. Where h = 1/5 its equation has solutions that are turned several
 * times around, to which Newton's method leaps from the start, with updates that soon become
 * smaller. As h grows from 0 the solution moves on without a leap. */
static const char swinging[] =
    "param g = 9.81\nposition a = 1.7256199, b = 0.96916252\n"
    "velocity u = -1.891656, w = -0.05775737\nlet D = a - b\nlet d = 3 - cos(2*D)\n"
    "a' = u\nb' = w\n"
    "u' = (-3*g*sin(a) - g*sin(a - 2*b) - 2*sin(D)*(w*w + u*u*cos(D)))/d\n"
    "w' = 2*sin(D)*(2*u*u + 2*g*cos(a) + w*w*cos(D))/d\n";

Test(pair, takes_of_several_solutions_the_one_on_the_path_from_the_start) {
    for (int rung = 0; ladder[rung] < 1000; rung++) {
        double before = 1.7256199;
        for (int k = 1; k <= 128; k++) {
            struct trial c = begin(swinging, ladder[rung]);
            mpfr_set_d(c.h, k / 640.0, MPFR_RNDN);
            cr_assert(step(&c) == REF_OK);
            double angle = mpfr_get_d(c.large[0], MPFR_RNDN);
            cr_assert(fabs(angle - before) < 0.02, "h = %g: %g after %g", k / 640.0,
                      angle, before);
            before = angle;
        }
    }
}

static void assert_fails(const char *text, double h, enum ref_status expected) {
    struct trial c = begin(text, 100);
    mpfr_set_d(c.h, h, MPFR_RNDN);
    enum ref_status status = step(&c);
    cr_assert(status == expected, "%s", ref_status_text(status));
    for (int i = 0; i < c.nx; i++)
        cr_assert(mpfr_zero_p(c.large[i]) && mpfr_zero_p(c.half[i]) &&
                  mpfr_zero_p(c.small[i]));
}

Test(pair, says_why_there_is_no_step_and_leaves_the_outputs) {
    assert_fails("state x = 1.37\nx' = 1 + x^2\n", 1,
                 REF_NOT_CONVERGED);                           /* no solution */
    assert_fails("state x = 1.37\nx' = x\n", 1, REF_SINGULAR); /* x = x0 + x */
    assert_fails("state x = -1.37\nx' = sqrt(x)\n", 0.1, REF_NOT_FINITE);
    assert_fails("state x = 1.37\nx' = x\n", NAN, REF_NOT_FINITE);
}

/* Twice the bits cost an iteration or two of each solution, not twice the iterations. */
Test(pair, needs_few_iterations) {
    for (int r = 0; r < RUNGS; r++) {
        struct trial c = begin(pendulum, ladder[r]);
        mpfr_set_d(c.h, 0.0137, MPFR_RNDN);
        cr_assert(step(&c) == REF_OK);
        double most = 3 * (4 + 2 * log2((double)ladder[r] / 32));
        double iterations = (double)ref_pair_iterations(c.pair);
        cr_assert(iterations <= most, "%ld bits: %g", (long)ladder[r], iterations);
    }
}

Test(pair, refuses_a_precision_out_of_range) {
    struct model *m = testing_model(pendulum);
    ref_pair *p;
    cr_assert(ref_pair_alloc(&p, m, 0, EVAL_EXACT_CONSTANTS) == REF_BAD_ARGUMENT);
    cr_assert(p == NULL);
}

/* x' = 1/10 x with 1/10 as a double: x1 = x0/(1 - h d), d = 0.1 rounded to double. */
Test(pair, takes_constants_as_doubles_when_asked) {
    struct model *m = testing_model("state x = 1.37\nx' = 0.1*x\n");
    ref_pair *p;
    mpfr_t t, h, x, exact;
    mpfr_inits2(200, t, h, x, exact, (mpfr_ptr)NULL);
    cr_assert(ref_pair_alloc(&p, m, 200, EVAL_DOUBLE_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_DOUBLE_CONSTANTS, t, &x) == REF_OK);
    cr_assert(mpfr_cmp_d(x, 1.37) == 0);
    mpfr_set_d(h, 0.5, MPFR_RNDN);
    mpfr_set_prec(exact, 600);
    mpfr_set_d(exact, 0.1, MPFR_RNDN);
    mpfr_mul_d(exact, exact, -0.5, MPFR_RNDN);
    mpfr_add_ui(exact, exact, 1, MPFR_RNDN);
    mpfr_div(exact, x, exact, MPFR_RNDN);
    cr_assert(ref_euler_step(p, t, (const mpfr_t *)&x, h, &x) == REF_OK);
    assert_is_rounded(x, exact, "x1");
    cr_assert(ref_pair_iterations(p) >= 2);
}

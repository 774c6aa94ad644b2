/* Equations x' = F(t, x), x(0) = b, with a parameter a and closed forms; together they use
 * every smooth operation of the language, in F and in its derivative.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "problems/base/many.h"
#include "ref/tests/enclosure_cases.h"

enum { BITS = CASE_BITS };

typedef void solution(arb_t x, const arb_t a, const arb_t b, const arb_t t);

/* b e^(at) */
static void grow(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_mul(x, a, t, BITS);
    arb_exp(x, x, BITS);
    arb_mul(x, x, b, BITS);
}

/* b/(1 - a b t) */
static void hyperbola(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_mul(x, a, t, BITS);
    arb_mul(x, x, b, BITS);
    arb_sub_ui(x, x, 1, BITS);
    arb_neg(x, x);
    arb_div(x, b, x, BITS);
}

/* b/(b + (1 - b) e^(-at)) */
static void logistic(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t d;
    arb_init(d);
    arb_mul(x, a, t, BITS);
    arb_neg(x, x);
    arb_exp(x, x, BITS);
    arb_sub_ui(d, b, 1, BITS);
    arb_mul(x, x, d, BITS);
    arb_sub(x, b, x, BITS);
    arb_div(x, b, x, BITS);
    arb_clear(d);
}

/* tan(at + atan b) */
static void tangent(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_atan(x, b, BITS);
    arb_addmul(x, a, t, BITS);
    arb_tan(x, x, BITS);
}

/* b e^(a sin t) */
static void swing(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_sin(x, t, BITS);
    arb_mul(x, x, a, BITS);
    arb_exp(x, x, BITS);
    arb_mul(x, x, b, BITS);
}

/* (sqrt b + at/2)^2 */
static void parabola(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_mul(x, a, t, BITS);
    arb_mul_2exp_si(x, x, -1);
    arb_t root;
    arb_init(root);
    arb_sqrt(root, b, BITS);
    arb_add(x, x, root, BITS);
    arb_clear(root);
    arb_mul(x, x, x, BITS);
}

/* (b^(2/3) + 2at/3)^(3/2) */
static void three_halves(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t power;
    arb_init(power);
    arb_root_ui(x, b, 3, BITS);
    arb_mul(x, x, x, BITS);
    arb_mul(power, a, t, BITS);
    arb_mul_2exp_si(power, power, 1);
    arb_div_ui(power, power, 3, BITS);
    arb_add(x, x, power, BITS);
    arb_sqrt(power, x, BITS);
    arb_mul(x, x, power, BITS);
    arb_clear(power);
}

/* log(e^b + at) */
static void slow_growth(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_exp(x, b, BITS);
    arb_addmul(x, a, t, BITS);
    arb_log(x, x, BITS);
}

/* exp(e^(at) log b) */
static void gompertz(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t power;
    arb_init(power);
    arb_log(power, b, BITS);
    arb_mul(x, a, t, BITS);
    arb_exp(x, x, BITS);
    arb_mul(x, x, power, BITS);
    arb_exp(x, x, BITS);
    arb_clear(power);
}

/* asinh(e^(at) sinh b) */
static void arc_sinh(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t sine;
    arb_init(sine);
    arb_sinh(sine, b, BITS);
    arb_mul(x, a, t, BITS);
    arb_exp(x, x, BITS);
    arb_mul(x, x, sine, BITS);
    arb_asinh(x, x, BITS);
    arb_clear(sine);
}

/* 2 atan(e^(at) tan(b/2)) */
static void half_angle(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t tangent_half;
    arb_init(tangent_half);
    arb_mul_2exp_si(tangent_half, b, -1);
    arb_tan(tangent_half, tangent_half, BITS);
    arb_mul(x, a, t, BITS);
    arb_exp(x, x, BITS);
    arb_mul(x, x, tangent_half, BITS);
    arb_atan(x, x, BITS);
    arb_mul_2exp_si(x, x, 1);
    arb_clear(tangent_half);
}

/* b + a (t atan t - log(1 + t^2)/2) */
static void arc_tangent(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t log;
    arb_init(log);
    arb_mul(log, t, t, BITS);
    arb_log1p(log, log, BITS);
    arb_mul_2exp_si(log, log, -1);
    arb_atan(x, t, BITS);
    arb_mul(x, x, t, BITS);
    arb_sub(x, x, log, BITS);
    arb_mul(x, x, a, BITS);
    arb_add(x, x, b, BITS);
    arb_clear(log);
}

/* b + a (u asin u + sqrt(1 - u^2) - 1)/c, u = ct, c = 1/4; with acos: the complement. */
static void integrate_arc(arb_t x, const arb_t t) {
    arb_t u, root;
    arb_inits(u, root);
    arb_mul_2exp_si(u, t, -2);
    arb_mul(root, u, u, BITS);
    arb_sub_ui(root, root, 1, BITS);
    arb_neg(root, root);
    arb_sqrt(root, root, BITS);
    arb_asin(x, u, BITS);
    arb_mul(x, x, u, BITS);
    arb_add(x, x, root, BITS);
    arb_sub_ui(x, x, 1, BITS);
    arb_mul_2exp_si(x, x, 2);
}

static void arc_sine(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    integrate_arc(x, t);
    arb_mul(x, x, a, BITS);
    arb_add(x, x, b, BITS);
}

static void arc_cosine(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_t quarter;
    arb_init(quarter);
    integrate_arc(x, t);
    arb_const_pi(quarter, BITS);
    arb_mul_2exp_si(quarter, quarter, -1);
    arb_mul(quarter, quarter, t, BITS);
    arb_sub(x, quarter, x, BITS);
    arb_mul(x, x, a, BITS);
    arb_add(x, x, b, BITS);
    arb_clear(quarter);
}

/* b + a sinh t */
static void integrate_cosh(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_sinh(x, t, BITS);
    arb_mul(x, x, a, BITS);
    arb_add(x, x, b, BITS);
}

/* b - 2a log cos(t/2) */
static void integrate_tan(arb_t x, const arb_t a, const arb_t b, const arb_t t) {
    arb_mul_2exp_si(x, t, -1);
    arb_cos(x, x, BITS);
    arb_log(x, x, BITS);
    arb_mul(x, x, a, BITS);
    arb_mul_2exp_si(x, x, 1);
    arb_sub(x, b, x, BITS);
}

/* What the model says, the closed form, the ranges of a and b, the latest time. */
static const struct scalar {
    const char *field;
    solution *solve;
    double a[2], b[2], t;
} scalars[] = {
    {"a*x", grow, {-4, 2}, {-2, 2}, 4},
    {"a*x*x", hyperbola, {-2, -0.25}, {0.25, 2}, 4},
    {"a*x^2", hyperbola, {0.125, 0.25}, {0.5, 1}, 3},
    {"a*x*(1 - x)", logistic, {-2, 3}, {0.125, 1}, 4},
    {"a*(1 + x*x)", tangent, {0.25, 0.5}, {-1, 0.25}, 2},
    {"a*cos(t)*x", swing, {-2, 2}, {-2, 2}, 6},
    {"a*sqrt(x)", parabola, {0.125, 2}, {0.25, 2}, 4},
    {"a*x^(1/3)", three_halves, {0.125, 2}, {0.25, 2}, 4},
    {"a*exp(-x)", slow_growth, {0.125, 2}, {-1, 2}, 4},
    {"a/exp(x)", slow_growth, {0.125, 2}, {-1, 2}, 4},
    {"a*x*log(x)", gompertz, {-2, 0.5}, {0.25, 2}, 2},
    {"a*tanh(x)", arc_sinh, {-1, 1}, {-2, 2}, 3},
    {"a*sinh(x)/cosh(x)", arc_sinh, {-1, 1}, {-2, 2}, 3},
    {"a*sin(x)", half_angle, {-2, 2}, {-2, 2}, 3},
    {"a*atan(t)", arc_tangent, {-2, 2}, {-2, 2}, 6},
    {"a*asin(t/4)", arc_sine, {-2, 2}, {-2, 2}, 3.75},
    {"a*acos(t/4)", arc_cosine, {-2, 2}, {-2, 2}, 3.75},
    {"a*cosh(t)", integrate_cosh, {-2, 2}, {-2, 2}, 4},
    {"a*tan(t/2)", integrate_tan, {-2, 2}, {-2, 2}, 2.75},
};

enum { SCALARS = sizeof scalars / sizeof *scalars };

void enclosure_case_scalar(struct enclosure_case *c, struct sample *s) {
    const struct scalar *scalar = &scalars[sample_choice(s, SCALARS)];
    double a = floor(64 * sample_uniform(s, scalar->a[0], scalar->a[1])) / 64;
    double b = floor(64 * sample_uniform(s, scalar->b[0], scalar->b[1])) / 64;
    c->n = 1;
    c->t = floor(1024 * sample_uniform(s, 0.125, scalar->t)) / 1024;
    snprintf(c->text, CASE_TEXT, "param a = %.17g\nstate x = %.17g\nx' = %s\n", a, b,
             scalar->field);
    arb_t parameter, start, time;
    arb_inits(parameter, start, time);
    arb_set_d(parameter, a);
    arb_set_d(start, b);
    arb_set_d(time, c->t);
    scalar->solve(c->x, parameter, start, time);
}

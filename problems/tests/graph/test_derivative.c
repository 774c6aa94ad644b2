/* Derivatives: four ways to the same number at random points of random expressions with
 * every operation,
 *
 *     the symbolic derivative; coefficient 1 of the jet along one variable; the central
 *     difference (f(x + h) - f(x - h))/(2h) with h = 2^-100 at 450 bits; dual numbers in
 *     long double, written here;
 *
 * and product rule, chain rule and the sizes that a large model has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_jet.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, BITS = 450, DIFFERENCE_EXPONENT = -100 };

static const int variable[VARIABLES] = {0, 1, 2};

/* Relative to 1 + the value: exact ways agree to far more than 60 digits, a difference is
 * wrong by h^2 f''' = 2^-200 f'''/6, a dual number in long double by some 1e-19. */
static const double EXACT_TOLERANCE = 1e-60, DIFFERENCE_TOLERANCE = 1e-40,
                    DUAL_TOLERANCE = 1e-13;

struct point {
    mpfr_t x[VARIABLES];
};

static void set_point(struct point *p, const double *x) {
    for (int i = 0; i < VARIABLES; i++) {
        mpfr_init2(p->x[i], BITS);
        mpfr_set_d(p->x[i], x[i], MPFR_RNDN);
    }
}

/* value := e at p. */
static void evaluate(mpfr_t value, const graph *g, expr e, struct point *p) {
    struct program *program = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_mpfr *reader = NULL;
    cr_assert_eq(eval_mpfr_alloc(&reader, g, program, BITS, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    mpfr_t out[1];
    mpfr_init2(out[0], BITS);
    eval_mpfr_run(reader, (const mpfr_t *)p->x, out);
    mpfr_set(value, out[0], MPFR_RNDN);
}

static void difference_quotient(mpfr_t value, const graph *g, expr e, struct point *p,
                                int i) {
    mpfr_t h, before;
    mpfr_inits2(BITS, h, before, (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(h, 1, DIFFERENCE_EXPONENT, MPFR_RNDN);
    mpfr_sub(p->x[i], p->x[i], h, MPFR_RNDN);
    evaluate(before, g, e, p);
    mpfr_add(p->x[i], p->x[i], h, MPFR_RNDN);
    mpfr_add(p->x[i], p->x[i], h, MPFR_RNDN);
    evaluate(value, g, e, p);
    mpfr_sub(p->x[i], p->x[i], h, MPFR_RNDN);
    mpfr_sub(value, value, before, MPFR_RNDN);
    mpfr_div(value, value, h, MPFR_RNDN);
    mpfr_div_2ui(value, value, 1, MPFR_RNDN);
}

static void jet_derivative(mpfr_t value, const graph *g, expr e, struct point *p, int i) {
    struct program *program = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_jet *jet = NULL;
    cr_assert_eq(eval_jet_alloc(&jet, g, program, BITS, 1, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    for (int k = 0; k < VARIABLES; k++) {
        mpfr_set(eval_jet_input(jet, k)[0], p->x[k], MPFR_RNDN);
        mpfr_set_ui(eval_jet_input(jet, k)[1], k == i, MPFR_RNDN);
    }
    eval_jet_order(jet, 0);
    eval_jet_order(jet, 1);
    mpfr_set(value, eval_jet_output(jet, 0)[1], MPFR_RNDN);
}

struct dual {
    long double v, d;
};

/* f(a) with the slope f'(a). */
static struct dual chain(struct dual a, long double f, long double slope) {
    return (struct dual){f, slope * a.d};
}

static struct dual dual_function(enum expr_operation operation, struct dual a) {
    const long double x = a.v;
    switch (operation) {
    case EXPR_NEG: return (struct dual){-x, -a.d};
    case EXPR_SQRT: return chain(a, sqrtl(x), 0.5L / sqrtl(x));
    case EXPR_EXP: return chain(a, expl(x), expl(x));
    case EXPR_LOG: return chain(a, logl(x), 1 / x);
    case EXPR_SIN: return chain(a, sinl(x), cosl(x));
    case EXPR_COS: return chain(a, cosl(x), -sinl(x));
    case EXPR_TAN: return chain(a, tanl(x), 1 / (cosl(x) * cosl(x)));
    case EXPR_ASIN: return chain(a, asinl(x), 1 / sqrtl((1 - x) * (1 + x)));
    case EXPR_ACOS: return chain(a, acosl(x), -1 / sqrtl((1 - x) * (1 + x)));
    case EXPR_ATAN: return chain(a, atanl(x), 1 / (1 + x * x));
    case EXPR_SINH: return chain(a, sinhl(x), coshl(x));
    case EXPR_COSH: return chain(a, coshl(x), sinhl(x));
    default: return chain(a, tanhl(x), 1 / (coshl(x) * coshl(x)));
    }
}

static struct dual dual_operation(enum expr_operation operation, struct dual a,
                                  struct dual b, struct dual c) {
    switch (operation) {
    case EXPR_ADD: return (struct dual){a.v + b.v, a.d + b.d};
    case EXPR_SUB: return (struct dual){a.v - b.v, a.d - b.d};
    case EXPR_MUL: return (struct dual){a.v * b.v, a.d * b.v + a.v * b.d};
    case EXPR_DIV: return (struct dual){a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)};
    case EXPR_POW: return chain(a, powl(a.v, b.v), b.v * powl(a.v, b.v - 1));
    case EXPR_SELECT: return a.v >= 0 ? b : c;
    default: return dual_function(operation, a);
    }
}

static double dual_derivative(const graph *g, expr e, const double *x, int i) {
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    struct dual *slot = calloc((size_t)program_slots(p), sizeof *slot), none = {0, 0};
    const int first = p->inputs + p->constants;
    for (int k = 0; k < VARIABLES; k++)
        slot[k] = (struct dual){x[k], k == i};
    for (int k = 0; k < p->constants; k++) {
        mpfr_t value;
        mpfr_init2(value, 64);
        cr_assert_eq(expr_constant(g, p->constant[k], value), PROBLEM_OK);
        slot[p->inputs + k].v = mpfr_get_ld(value, MPFR_RNDN);
    }
    for (int k = 0; k < p->length; k++) {
        const struct instruction *code = &p->code[k];
        slot[first + k] = dual_operation(code->operation, slot[code->a],
                                         code->b < 0 ? none : slot[code->b],
                                         code->c < 0 ? none : slot[code->c]);
    }
    return (double)slot[p->output[0]].d;
}

/* |a - b|/(1 + |b|), or infinity when one of them is not finite. */
static double distance(mpfr_t a, mpfr_t b) {
    if (!mpfr_number_p(a) || !mpfr_number_p(b))
        return INFINITY;
    mpfr_t d, scale;
    mpfr_inits2(BITS, d, scale, (mpfr_ptr)NULL);
    mpfr_sub(d, a, b, MPFR_RNDN);
    mpfr_abs(d, d, MPFR_RNDN);
    mpfr_abs(scale, b, MPFR_RNDN);
    mpfr_add_ui(scale, scale, 1, MPFR_RNDN);
    mpfr_div(d, d, scale, MPFR_RNDN);
    return mpfr_get_d(d, MPFR_RNDU);
}

/* Whether the size of the value and of what leads to it suits an absolute comparison. */
static bool is_moderate(mpfr_t value) {
    return mpfr_number_p(value) && mpfr_cmp_d(value, 1e9) < 0 &&
           mpfr_cmp_d(value, -1e9) > 0;
}

static void compare_four_ways(graph *g, expr e, const double *x, int i, uint64_t seed,
                              int trial) {
    struct point p;
    mpfr_t symbolic, other, value;
    set_point(&p, x);
    mpfr_inits2(BITS, symbolic, other, value, (mpfr_ptr)NULL);
    evaluate(value, g, e, &p);
    evaluate(symbolic, g, expr_derivative(g, e, i), &p);
    if (is_moderate(value) && is_moderate(symbolic)) {
        jet_derivative(other, g, e, &p, i);
        cr_assert(distance(other, symbolic) < EXACT_TOLERANCE,
                  "jet: seed %llu trial %d x %a %a %a", (unsigned long long)seed, trial,
                  x[0], x[1], x[2]);
        difference_quotient(other, g, e, &p, i);
        cr_assert(distance(other, symbolic) < DIFFERENCE_TOLERANCE,
                  "difference: seed %llu trial %d x %a %a %a", (unsigned long long)seed,
                  trial, x[0], x[1], x[2]);
        mpfr_set_d(other, dual_derivative(g, e, x, i), MPFR_RNDN);
        cr_assert(distance(other, symbolic) < DUAL_TOLERANCE,
                  "dual: seed %llu trial %d x %a %a %a", (unsigned long long)seed, trial,
                  x[0], x[1], x[2]);
    }
}

Test(derivative, four_ways_give_the_same_number) {
    struct sample s = sample_begin();
    int seen[EXPR_SELECT + 1] = {0};
    for (int trial = 0; trial < 1200; trial++) {
        graph *g = graph_alloc();
        expr e =
            random_expression(g, &s, VARIABLES, 3 + sample_choice(&s, 10), RANDOM_TAME);
        struct program *program = program_alloc(g, VARIABLES, variable, 1, &e);
        for (int k = 0; k < program->length; k++)
            seen[program->code[k].operation]++;
        program_free(program);
        double x[VARIABLES];
        for (int i = 0; i < VARIABLES; i++) /* off the kinks: no zeros, no ties */
            x[i] = sample_uniform(&s, -2, 2);
        compare_four_ways(g, e, x, sample_choice(&s, VARIABLES), s.seed, trial);
    }
    for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++)
        cr_assert(seen[operation] >= 10, "operation %s seen %d times",
                  expr_operation_name((enum expr_operation)operation), seen[operation]);
}

/* value := the sum of what two expressions differ by at a random point. */
static double difference_of(graph *g, struct sample *s, expr a, expr b) {
    double x[VARIABLES];
    for (int i = 0; i < VARIABLES; i++)
        x[i] = sample_uniform(s, -2, 2);
    struct point p;
    set_point(&p, x);
    mpfr_t left, right;
    mpfr_inits2(BITS, left, right, (mpfr_ptr)NULL);
    evaluate(left, g, a, &p);
    evaluate(right, g, b, &p);
    return is_moderate(left) ? distance(left, right) : 0;
}

Test(derivative, products_and_quotients_obey_leibniz) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 100; trial++) {
        graph *g = graph_alloc();
        expr a = random_expression(g, &s, VARIABLES, 6, RANDOM_TAME);
        expr b = random_expression(g, &s, VARIABLES, 6, RANDOM_TAME);
        expr da = expr_derivative(g, a, 1), db = expr_derivative(g, b, 1);
        expr product = expr_derivative(g, expr_mul(g, a, b), 1);
        expr expected = expr_add(g, expr_mul(g, da, b), expr_mul(g, a, db));
        cr_assert(difference_of(g, &s, product, expected) < EXACT_TOLERANCE,
                  "seed %llu trial %d", (unsigned long long)s.seed, trial);
    }
}

/* d/dx1 of f with x0 replaced by u(x1, x2), x2 free: f_0(u) u_1 + f_1(u). */
Test(derivative, substitution_obeys_the_chain_rule) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 100; trial++) {
        graph *g = graph_alloc();
        expr f = random_expression(g, &s, VARIABLES, 6, RANDOM_TAME);
        const int zero = 0;
        const expr u = expr_add(g, expr_apply(g, EXPR_SIN, expr_variable(g, 1)),
                                expr_mul(g, expr_variable(g, 1), expr_variable(g, 2)));
        expr composed = expr_derivative(g, expr_substitute(g, f, 1, &zero, &u), 1);
        expr outer = expr_substitute(g, expr_derivative(g, f, 0), 1, &zero, &u);
        expr rest = expr_substitute(g, expr_derivative(g, f, 1), 1, &zero, &u);
        expr expected = expr_add(g, expr_mul(g, outer, expr_derivative(g, u, 1)), rest);
        cr_assert(difference_of(g, &s, composed, expected) < EXACT_TOLERANCE,
                  "seed %llu trial %d", (unsigned long long)s.seed, trial);
    }
}

Test(derivative, the_gradient_is_the_derivative_by_each_variable) {
    struct sample s = sample_begin();
    for (int trial = 0; trial < 100; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 12, RANDOM_ANY);
        expr gradient[VARIABLES];
        expr_gradient(g, e, VARIABLES, variable, gradient);
        for (int i = 0; i < VARIABLES; i++)
            cr_assert_eq(gradient[i], expr_derivative(g, e, i));
    }
}

Test(derivative, of_what_does_not_use_the_variable_is_the_number_zero) {
    graph *g = graph_alloc();
    graph_set_parameter(g, 0, fraction(g, 137, 100));
    expr e =
        expr_apply(g, EXPR_EXP, expr_mul(g, expr_parameter(g, 0), expr_variable(g, 1)));
    cr_assert(expr_is_zero(g, expr_derivative(g, e, 2)));
    cr_assert(expr_is_zero(g, expr_derivative(g, expr_parameter(g, 0), 1)));
    cr_assert(expr_is_one(g, expr_derivative(g, expr_variable(g, 1), 1)));
}

/* sqrt(max(x, 0)) once and max(x, 0)^(4/3) twice differentiated, at x = -0.37 and 0.37. */
Test(derivative, of_a_root_or_power_of_a_maximum_has_a_value_on_either_side) {
    graph *g = graph_alloc();
    expr most = expr_max(g, expr_variable(g, 0), expr_integer(g, 0));
    expr root = expr_apply(g, EXPR_SQRT, most);
    expr power = expr_pow(g, most, fraction(g, 4, 3));
    expr derivative[2] = {expr_derivative(g, root, 0),
                          expr_derivative(g, expr_derivative(g, power, 0), 0)};
    const double expected[2] = {0.5 / sqrt(0.37), 4.0 / 9.0 / cbrt(0.37 * 0.37)};
    for (int i = 0; i < 2; i++) {
        struct point p;
        mpfr_t value;
        mpfr_init2(value, BITS);
        set_point(&p, (double[VARIABLES]){-0.37});
        evaluate(value, g, derivative[i], &p);
        cr_expect(mpfr_zero_p(value), "%d", i);
        mpfr_set_d(p.x[0], 0.37, MPFR_RNDN);
        evaluate(value, g, derivative[i], &p);
        double error = mpfr_get_d(value, MPFR_RNDN) - expected[i];
        cr_expect(fabs(error) <= 1e-15 * expected[i], "%d: %g", i, error);
    }
}

/* Quadratic work would take hours here: rows of a chain of 100,000 masses, and one sum of as
 * many terms, each differentiated inside one graph of two million nodes. */
Test(derivative, of_small_expressions_in_a_large_graph_costs_little, .timeout = 120) {
    enum { N = 100000 };
    graph *g = graph_alloc();
    expr sum = expr_integer(g, 0);
    int entries = 0;
    for (int i = 1; i < N; i++) {
        expr left = expr_variable(g, i), right = expr_variable(g, i + 1);
        expr force = expr_apply(g, EXPR_SIN, expr_sub(g, right, left));
        force = expr_div(g, expr_mul(g, force, force), expr_integer(g, i + 7));
        sum = expr_add(g, sum, force);
        int *used = NULL, count = expr_variables(g, force, &used);
        expr gradient[2];
        cr_assert_eq(count, 2);
        expr_gradient(g, force, count, used, gradient);
        entries += !expr_is_zero(g, gradient[0]) + !expr_is_zero(g, gradient[1]);
    }
    cr_assert_eq(entries, 2 * (N - 1));
    cr_assert_not(expr_is_zero(g, expr_derivative(g, sum, N / 2)));
    cr_assert_not(graph_failed(g));
}

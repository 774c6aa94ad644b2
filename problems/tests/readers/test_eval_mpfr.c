/* The reader in MPFR: at every precision inside a ball of that precision, and against itself
 * at twice the precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/readers/mpfr_operation.h"
#include "problems/tests/program_balls.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3 };

static const int variable[VARIABLES] = {0, 1, 2};

/* value := p at x, computed with value's precision. */
static void run(mpfr_t value, const graph *g, const struct program *p, const double *x,
                enum eval_constants constants) {
    struct eval_mpfr *reader = NULL;
    mpfr_t in[VARIABLES], out[1];
    mpfr_init2(out[0], mpfr_get_prec(value));
    for (int i = 0; i < VARIABLES; i++)
        mpfr_init_set_d(in[i], x[i], MPFR_RNDN);
    cr_assert_eq(eval_mpfr_alloc(&reader, g, p, mpfr_get_prec(value), constants),
                 PROBLEM_OK);
    eval_mpfr_run(reader, (const mpfr_t *)in, out);
    mpfr_set(value, out[0], MPFR_RNDN);
}

Test(eval_mpfr, a_precision_and_its_double_lie_in_one_ball) {
    struct sample s = sample_begin();
    int narrow = 0;
    for (int trial = 0; trial < 2000; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 10, RANDOM_TAME);
        struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
        double x[VARIABLES];
        sample_biased(&s, VARIABLES, x);
        const mpfr_prec_t bits = 60 + sample_choice(&s, 400);
        arb_t ball;
        mpfr_t value, precise;
        arb_init(ball);
        mpfr_init2(value, bits);
        mpfr_init2(precise, 2 * bits);
        program_ball(ball, bits, g, p, x, EVAL_EXACT_CONSTANTS);
        run(value, g, p, x, EVAL_EXACT_CONSTANTS);
        run(precise, g, p, x, EVAL_EXACT_CONSTANTS);
        if (arb_is_finite(ball)) {
            cr_assert(mpfr_number_p(value) && arb_contains_mpfr(ball, value),
                      "seed %llu trial %d", (unsigned long long)s.seed, trial);
            cr_assert(mpfr_number_p(precise) && arb_contains_mpfr(ball, precise),
                      "twice: seed %llu trial %d", (unsigned long long)s.seed, trial);
            narrow += mag_cmp_2exp_si(arb_radref(ball), 20 - bits) < 0;
        }
    }
    cr_assert_gt(narrow, 1400);
}

/* Each operation by itself is MPFR's, rounded once; sines and cosines also as pairs. */
Test(eval_mpfr, one_operation_is_correctly_rounded) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    static const double in[VARIABLES] = {0.83, 1.37, -0.6};
    for (int operation = EXPR_SQRT; operation <= EXPR_TANH; operation++) {
        const enum expr_operation partner[] = {EXPR_SIN, EXPR_COS, EXPR_SINH, EXPR_COSH};
        for (int i = 0; i < 4; i++) {
            const expr output[] = {expr_apply(g, (enum expr_operation)operation, x),
                                   expr_apply(g, partner[i], x),
                                   expr_apply(g, partner[i], y)};
            struct program *p = program_alloc(g, VARIABLES, variable, 3, output);
            struct eval_mpfr *reader = NULL;
            mpfr_t at[VARIABLES], out[3], expected;
            for (int k = 0; k < VARIABLES; k++)
                mpfr_init_set_d(at[k], in[k], MPFR_RNDN);
            mpfr_inits2(77, out[0], out[1], out[2], expected, (mpfr_ptr)NULL);
            eval_mpfr_alloc(&reader, g, p, 77, EVAL_EXACT_CONSTANTS);
            eval_mpfr_run(reader, (const mpfr_t *)at, out);
            mpfr_operate(expected, (enum expr_operation)operation, at[0], NULL, NULL);
            cr_assert(mpfr_equal_p(out[0], expected));
            mpfr_operate(expected, partner[i], at[0], NULL, NULL);
            cr_assert(mpfr_equal_p(out[1], expected));
            mpfr_operate(expected, partner[i], at[1], NULL, NULL);
            cr_assert(mpfr_equal_p(out[2], expected));
        }
    }
}

/* sin x is needed before the turn of cos x comes, with which it is computed. */
Test(eval_mpfr, a_pair_is_there_when_its_first_function_is_used) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), sine = expr_apply(g, EXPR_SIN, x);
    expr first = expr_apply(g, EXPR_EXP, sine);
    expr e = expr_add(g, first, expr_apply(g, EXPR_COS, x));
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    mpfr_t value;
    mpfr_init2(value, 53);
    run(value, g, p, (const double[]){0.83, 0, 0}, EVAL_EXACT_CONSTANTS);
    cr_assert_float_eq(mpfr_get_d(value, MPFR_RNDN), exp(sin(0.83)) + cos(0.83), 1e-15);
}

/* Against what MPFR says, not what mpfr_operate says: a value for each operation by hand. */
Test(eval_mpfr, operations_are_the_ones_they_are_called) {
    static const double a = 0.83, b = 1.37;
    const double expected[EXPR_SELECT + 1] = {
        [EXPR_ADD] = a + b,    [EXPR_SUB] = a - b,    [EXPR_MUL] = a * b,
        [EXPR_DIV] = a / b,    [EXPR_NEG] = -a,       [EXPR_POW] = pow(a, b),
        [EXPR_SQRT] = sqrt(a), [EXPR_EXP] = exp(a),   [EXPR_LOG] = log(a),
        [EXPR_SIN] = sin(a),   [EXPR_COS] = cos(a),   [EXPR_TAN] = tan(a),
        [EXPR_ASIN] = asin(a), [EXPR_ACOS] = acos(a), [EXPR_ATAN] = atan(a),
        [EXPR_SINH] = sinh(a), [EXPR_COSH] = cosh(a), [EXPR_TANH] = tanh(a),
        [EXPR_SELECT] = b};
    mpfr_t x, y, z, r;
    mpfr_inits2(200, x, y, z, r, (mpfr_ptr)NULL);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    mpfr_set_d(z, -7, MPFR_RNDN);
    for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++) {
        mpfr_operate(r, (enum expr_operation)operation, x, y, z);
        cr_assert_float_eq(mpfr_get_d(r, MPFR_RNDN), expected[operation], 1e-15, "%s",
                           expr_operation_name((enum expr_operation)operation));
    }
}

Test(eval_mpfr, a_select_takes_the_first_branch_at_a_tie_and_none_at_nan) {
    graph *g = graph_alloc();
    expr e =
        expr_select(g, expr_variable(g, 0), expr_variable(g, 1), expr_variable(g, 2));
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    mpfr_t value;
    mpfr_init2(value, 53);
    static const double surface[] = {1.37, 0.0, -0.0, -1e-300};
    static const int branch[] = {3, 3, 3, 7};
    for (int i = 0; i < 4; i++) {
        run(value, g, p, (const double[]){surface[i], 3, 7}, EVAL_EXACT_CONSTANTS);
        cr_assert_eq(mpfr_cmp_si(value, branch[i]), 0);
    }
    run(value, g, p, (const double[]){NAN, 3, 7}, EVAL_EXACT_CONSTANTS);
    cr_assert(mpfr_nan_p(value));
}

Test(eval_mpfr, double_constants_are_the_nearest_doubles) {
    graph *g = graph_alloc();
    expr e = expr_add(g, expr_variable(g, 0), fraction(g, 1, 10));
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    static const double zero[VARIABLES] = {0, 0, 0};
    mpfr_t value, tenth;
    mpfr_inits2(150, value, tenth, (mpfr_ptr)NULL);
    run(value, g, p, zero, EVAL_DOUBLE_CONSTANTS);
    cr_assert_eq(mpfr_cmp_d(value, 0.1), 0);
    run(value, g, p, zero, EVAL_EXACT_CONSTANTS);
    mpfr_set_str(tenth, "0.1", 10, MPFR_RNDN);
    cr_assert(mpfr_equal_p(value, tenth));
    cr_assert_neq(mpfr_cmp_d(value, 0.1), 0);
}

Test(eval_mpfr, outputs_may_be_inputs_and_keep_their_precision) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), z = expr_variable(g, 2);
    const expr rotated[VARIABLES] = {y, z, expr_mul(g, x, y)};
    struct program *p = program_alloc(g, VARIABLES, variable, VARIABLES, rotated);
    struct eval_mpfr *reader = NULL;
    cr_assert_eq(eval_mpfr_alloc(&reader, g, p, 100, EVAL_EXACT_CONSTANTS), PROBLEM_OK);
    mpfr_t v[VARIABLES];
    for (int i = 0; i < VARIABLES; i++) {
        mpfr_init2(v[i], 20 + 40 * i);
        mpfr_set_si(v[i], 3 + 2 * i, MPFR_RNDN);
    }
    eval_mpfr_run(reader, (const mpfr_t *)v, v);
    cr_assert_eq(mpfr_cmp_si(v[0], 5), 0);
    cr_assert_eq(mpfr_cmp_si(v[1], 7), 0);
    cr_assert_eq(mpfr_cmp_si(v[2], 15), 0);
    for (int i = 0; i < VARIABLES; i++) {
        cr_assert_eq(mpfr_get_prec(v[i]), 20 + 40 * i);
    }
}

Test(eval_mpfr, a_constant_without_a_value_is_refused) {
    graph *g = graph_alloc();
    expr wrong = expr_apply(g, EXPR_LOG, expr_integer(g, -3));
    expr e = expr_mul(g, expr_variable(g, 0), wrong);
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_mpfr *reader = NULL;
    cr_assert_eq(eval_mpfr_alloc(&reader, g, p, 100, EVAL_EXACT_CONSTANTS),
                 PROBLEM_NOT_FINITE);
    cr_assert_null(reader);
    eval_mpfr_free(NULL);
}

/* A solution that blows up must end as no number, not in computing pi to 10^8 digits. */
Test(eval_mpfr, functions_of_enormous_arguments_take_no_time, .timeout = 20) {
    mpfr_t x, y, r;
    mpfr_inits2(100, x, y, r, (mpfr_ptr)NULL);
    mpfr_set_d(y, 1.37, MPFR_RNDN);
    for (long exponent = 1000; exponent < 4000000000000000000; exponent *= 3)
        for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++) {
            mpfr_set_d(x, 0.83, MPFR_RNDN);
            mpfr_mul_2si(x, x, exponent, MPFR_RNDN);
            mpfr_operate(r, (enum expr_operation)operation, x, y, y);
            mpfr_operate(r, (enum expr_operation)operation, y, x, x);
            mpfr_operate_pair(r, y, operation % 2 == 0, x);
            mpfr_set_d(y, 1.37, MPFR_RNDN);
        }
    mpfr_set_d(x, 1e300, MPFR_RNDN);
    mpfr_operate(r, EXPR_SIN, x, NULL, NULL);
    cr_assert_float_eq(mpfr_get_d(r, MPFR_RNDN), sin(1e300), 1e-15);
}

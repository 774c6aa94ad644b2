/* The reader in double: IEEE operations bit for bit as MPFR does them at 53 bits; with
 * functions, inside a ball that allows each operation two units in its last place; compiled
 * code in its place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/program_balls.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3 };

static const int variable[VARIABLES] = {0, 1, 2};

static double run_double(const graph *g, const struct program *p, const double *x) {
    struct eval_double *reader = NULL;
    double out = NAN;
    cr_assert_eq(eval_double_alloc(&reader, g, p), PROBLEM_OK);
    cr_assert_not(eval_double_is_compiled(reader));
    eval_double_run(reader, x, &out);
    return out;
}

/* The value in MPFR at 53 bits with the same constants, as a double. */
static double run_mpfr(const graph *g, const struct program *p, const double *x) {
    struct eval_mpfr *reader = NULL;
    mpfr_t in[VARIABLES], out[1];
    cr_assert_eq(eval_mpfr_alloc(&reader, g, p, 53, EVAL_DOUBLE_CONSTANTS), PROBLEM_OK);
    mpfr_init2(out[0], 53);
    for (int i = 0; i < VARIABLES; i++)
        mpfr_init_set_d(in[i], x[i], MPFR_RNDN);
    eval_mpfr_run(reader, (const mpfr_t *)in, out);
    return mpfr_get_d(out[0], MPFR_RNDN);
}

/* Whether all operations are ones that IEEE arithmetic rounds correctly. */
static bool is_arithmetic(const struct program *p) {
    for (int i = 0; i < p->length; i++) {
        enum expr_operation operation = p->code[i].operation;
        if (operation > EXPR_NEG && operation != EXPR_SQRT && operation != EXPR_SELECT)
            return false;
    }
    return true;
}

Test(eval_double, arithmetic_is_that_of_mpfr_at_53_bits) {
    struct sample s = sample_begin();
    int compared = 0;
    for (int trial = 0; trial < 8000; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 8, RANDOM_ANY);
        struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
        double x[VARIABLES];
        sample_biased(&s, VARIABLES, x);
        struct eval_double *reader = NULL; /* a constant may have no value */
        if (is_arithmetic(p) && eval_double_alloc(&reader, g, p) == PROBLEM_OK) {
            double value = run_double(g, p, x), expected = run_mpfr(g, p, x);
            if (isfinite(expected) && fabs(expected) > DBL_MIN)
                compared++;
            cr_assert(value == expected || (isnan(value) && isnan(expected)),
                      "seed %llu trial %d: %a, not %a", (unsigned long long)s.seed, trial,
                      value, expected);
        }
    }
    cr_assert_gt(compared, 1000);
}

Test(eval_double, every_result_lies_in_its_ball) {
    struct sample s = sample_begin();
    int narrow = 0;
    for (int trial = 0; trial < 3000; trial++) {
        graph *g = graph_alloc();
        expr e = random_expression(g, &s, VARIABLES, 10, RANDOM_TAME);
        struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
        double x[VARIABLES];
        sample_biased(&s, VARIABLES, x);
        arb_t value;
        arb_init(value);
        program_ball(value, DBL_MANT_DIG, g, p, x, EVAL_DOUBLE_CONSTANTS);
        double result = run_double(g, p, x);
        if (arb_is_finite(value)) {
            double distance = fabs(result - arf_get_d(arb_midref(value), ARF_RND_NEAR));
            cr_assert(distance <= arb_radius(value), "seed %llu trial %d: off by %a",
                      (unsigned long long)s.seed, trial, distance);
            narrow += arb_radius(value) < 1e-9;
        }
    }
    cr_assert_gt(narrow, 2000);
}

Test(eval_double, a_select_takes_the_first_branch_at_a_tie_and_none_at_nan) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), z = expr_variable(g, 2);
    expr e = expr_select(g, x, y, z);
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    cr_assert_eq(p->switches, 1);
    static const double surface[] = {1.37, 0.0, -0.0, -DBL_TRUE_MIN, INFINITY, -INFINITY};
    static const double branch[] = {3, 3, 3, 7, 3, 7};
    for (int i = 0; i < 6; i++)
        cr_assert_eq(run_double(g, p, (const double[]){surface[i], 3, 7}), branch[i]);
    cr_assert(isnan(run_double(g, p, (const double[]){NAN, 3, 7})));
}

Test(eval_double, constants_are_rounded_once) {
    graph *g = graph_alloc();
    expr tenth = fraction(g, 1, 10), x = expr_variable(g, 0);
    graph_set_parameter(g, 0, fraction(g, 1, 5));
    /* 0.1 + 0.2 is one constant, 0.3, not the sum of two doubles */
    expr e = expr_mul(g, x, expr_add(g, tenth, expr_parameter(g, 0)));
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    cr_assert_eq(run_double(g, p, (const double[]){1, 0, 0}), 0.3);
}

Test(eval_double, a_constant_without_a_value_is_refused) {
    graph *g = graph_alloc();
    expr wrong = expr_div(g, expr_integer(g, 3), expr_integer(g, 0));
    expr e = expr_mul(g, expr_variable(g, 0), wrong);
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_double *reader = NULL;
    cr_assert_eq(eval_double_alloc(&reader, g, p), PROBLEM_NOT_FINITE);
    cr_assert_null(reader);
    eval_double_free(NULL);
}

static void stand_in(const double *constant, const double *first, const double *second,
                     double *out) {
    out[0] = 100 * constant[0] + 10 * first[0] + second[1];
}

Test(eval_double, compiled_code_gets_the_constants_and_the_inputs) {
    graph *g = graph_alloc();
    expr e = expr_mul(g, expr_variable(g, 0), fraction(g, 137, 100));
    e = expr_add(g, e, expr_variable(g, 2));
    struct program *p = program_alloc(g, VARIABLES, variable, 1, &e);
    struct eval_double *reader = NULL;
    const double in[] = {2, 0.25, 7}, first[] = {3}, second[] = {0.5, 5};
    double out = 0;
    p->leading = 1;
    cr_assert_eq(eval_double_alloc(&reader, g, p), PROBLEM_OK);
    eval_double_use(reader, stand_in);
    cr_assert(eval_double_is_compiled(reader));
    eval_double_run(reader, in, &out);
    cr_assert_float_eq(out, 164, 1e-12);
    eval_double_run_parts(reader, first, second, &out);
    cr_assert_float_eq(out, 172, 1e-12);
    eval_double_use(reader, NULL);
    eval_double_run(reader, in, &out);
    cr_assert_float_eq(out, 9.74, 1e-12);
    eval_double_run_parts(reader, first, second, &out);
    cr_assert_float_eq(out, 9.11, 1e-12);
    cr_assert_eq(*eval_double_constants(reader), 1.37);
}

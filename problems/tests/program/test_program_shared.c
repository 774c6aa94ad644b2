/* Programs that share what differs by sign or factor only have the same values, and
 * fewer instructions where that is known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/program/program_shared.h"
#include "problems/readers/eval_arb.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/arb_support.h"
#include "problems/tests/random_expressions.h"

enum { VARIABLES = 3, OUTPUTS = 3, BITS = 128, EXACT_BITS = 400 };

static const int variable[] = {0, 1, 2, 3, 4, 5};

/* Whether the balls of the shared program contain the values of p at x; *finite counts
 * them. */
static bool agrees(const graph *g, const struct program *p, const struct program *shared,
                   mpfr_t *x, int *finite) {
    struct eval_arb *balls = NULL;
    struct eval_mpfr *numbers = NULL;
    arb_ptr in = _arb_vec_init(p->inputs), out = _arb_vec_init(p->outputs);
    mpfr_t value[OUTPUTS];
    for (int i = 0; i < p->outputs; i++)
        mpfr_init2(value[i], EXACT_BITS);
    for (int i = 0; i < p->inputs; i++)
        arb_set_interval_mpfr(in + i, x[i], x[i], EXACT_BITS);
    cr_assert_eq(eval_arb_alloc(&balls, g, shared, BITS, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    eval_arb_run(balls, in, out);
    bool good = true;
    if (eval_mpfr_alloc(&numbers, g, p, EXACT_BITS, EVAL_EXACT_CONSTANTS) == PROBLEM_OK) {
        mpfr_begin_tame();
        eval_mpfr_run(numbers, (const mpfr_t *)x, value);
        const bool tame = mpfr_was_tame();
        for (int i = 0; i < p->outputs && tame; i++) {
            good = good &&
                   (!arb_is_finite(out + i) || arb_contains_rounded(out + i, value[i]));
            *finite += arb_is_finite(out + i) != 0;
        }
    }
    return good;
}

Test(program_shared, random_programs_keep_their_values) {
    struct sample s = sample_begin();
    int finite = 0, reduced = 0;
    for (int trial = 0; trial < 1500; trial++) {
        graph *g = graph_alloc();
        expr e[OUTPUTS];
        mpfr_t x[VARIABLES];
        double start[VARIABLES];
        sample_biased(&s, VARIABLES, start);
        for (int i = 0; i < OUTPUTS; i++)
            e[i] = random_expression(g, &s, VARIABLES, 1 + sample_choice(&s, 20),
                                     trial % 2 ? RANDOM_TAME : RANDOM_ANY);
        for (int i = 0; i < VARIABLES; i++)
            mpfr_init_set_d(x[i], start[i], MPFR_RNDN);
        struct program *p = program_alloc(g, VARIABLES, variable, OUTPUTS, e);
        struct program *shared = program_shared_alloc(p);
        cr_assert_not_null(shared);
        cr_assert(agrees(g, p, shared, x, &finite), "seed %llu trial %d",
                  (unsigned long long)s.seed, trial);
        for (int i = 0; i < shared->switches; i++)
            cr_assert_eq(shared->code[shared->switching[i]].operation, EXPR_SELECT);
        cr_assert_eq(shared->switches, count_operation(shared, EXPR_SELECT));
        cr_assert(program_reduce_roots(shared));
        cr_assert(agrees(g, p, shared, x, &reduced), "seed %llu trial %d",
                  (unsigned long long)s.seed, trial);
    }
    cr_assert_gt(finite, 2500, "%d", finite);
    cr_assert_eq(reduced, finite);
}

/* r^3 = s r for the root r of s, which has no value where s < 0; r r alone stays, and so does x
 * x y. */
Test(program_shared, cubes_of_roots_need_a_product_less) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    expr r = expr_apply(g, EXPR_SQRT, expr_add(g, x, y));
    const expr e[OUTPUTS] = {expr_pow(g, r, expr_integer(g, 3)),
                             expr_mul(g, y, expr_mul(g, x, x)), expr_integer(g, 1)};
    const double at[][2] = {{0.37, 0.83}, {0.37, -0.83}};
    struct program *p = program_alloc(g, 2, variable, OUTPUTS, e);
    struct program *shared = program_shared_alloc(p);
    cr_assert(program_reduce_roots(shared));
    cr_expect_eq(count_operation(p, EXPR_MUL), 4);
    cr_expect_eq(count_operation(shared, EXPR_MUL), 3);
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        mpfr_t start[2];
        int finite = 0;
        for (int i = 0; i < 2; i++)
            mpfr_init_set_d(start[i], at[k][i], MPFR_RNDN);
        cr_expect(agrees(g, p, shared, start, &finite));
        cr_expect_eq(finite, k == 0 ? 3 : 2);
    }
    program_free(shared);
    program_free(p);
    const expr square = expr_mul(g, r, r);
    p = program_alloc(g, 2, variable, 1, &square);
    shared = program_shared_alloc(p);
    cr_assert(program_reduce_roots(shared));
    cr_expect_eq(count_operation(shared, EXPR_SQRT), 1);
}

/* Each function at an argument and at its negative, and products with signs and factors. */
Test(program_shared, signs_and_factors_come_out_right) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    expr d = expr_sub(g, x, y), opposite = expr_sub(g, y, x);
    expr three = expr_integer(g, 3), five = fraction(g, -5, 7);
    mpfr_t at[2];
    int finite = 0;
    mpfr_init_set_d(at[0], 0.37, MPFR_RNDN);
    mpfr_init_set_d(at[1], 0.83, MPFR_RNDN);
    expr pieces[] = {d,
                     opposite,
                     expr_mul(g, three, d),
                     expr_mul(g, five, opposite),
                     expr_neg(g, x),
                     expr_mul(g, y, three)};
    const int count = (int)(sizeof pieces / sizeof *pieces);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            expr a = pieces[i], b = pieces[j];
            expr e[][OUTPUTS] = {
                {expr_add(g, a, b), expr_sub(g, a, b), expr_mul(g, a, b)},
                {expr_div(g, a, b), expr_select(g, a, b, x), expr_apply(g, EXPR_EXP, a)},
                {expr_apply(g, EXPR_SIN, a), expr_apply(g, EXPR_COS, a),
                 expr_apply(g, EXPR_TAN, a)},
                {expr_apply(g, EXPR_SINH, a), expr_apply(g, EXPR_COSH, a),
                 expr_apply(g, EXPR_TANH, a)},
                {expr_apply(g, EXPR_ATAN, a), expr_apply(g, EXPR_ASIN, opposite),
                 expr_apply(g, EXPR_ACOS, opposite)}};
            for (size_t k = 0; k < sizeof e / sizeof *e; k++) {
                struct program *p = program_alloc(g, 2, variable, OUTPUTS, e[k]);
                struct program *shared = program_shared_alloc(p);
                cr_assert(agrees(g, p, shared, at, &finite), "%d %d %zu", i, j, k);
            }
        }
    cr_assert_gt(finite, 450, "%d", finite); /* asin and acos of too much are not */
}

/* Two bodies' attraction, written for each of them: one distance, one quotient. */
Test(program_shared, what_differs_by_sign_or_factor_is_computed_once) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), e[2];
    for (int i = 0; i < 2; i++) {
        expr d = i ? expr_sub(g, x, y) : expr_sub(g, y, x);
        expr r = expr_apply(g, EXPR_SQRT, expr_mul(g, d, d));
        expr cube = expr_mul(g, expr_mul(g, r, r), r);
        e[i] = expr_div(g, expr_mul(g, expr_integer(g, 2 + i), d), cube);
    }
    struct program *p = program_alloc(g, 2, variable, 2, e);
    struct program *shared = program_shared_alloc(p);
    cr_assert_eq(count_operation(p, EXPR_SQRT), 2);
    cr_assert_eq(count_operation(shared, EXPR_SQRT), 1);
    cr_assert_eq(count_operation(shared, EXPR_SUB), 1);
    cr_assert_eq(count_operation(shared, EXPR_DIV), 1);
    cr_assert_eq(count_operation(shared, EXPR_MUL), 5); /* d d, r r, r^3, two factors */
    cr_assert_eq(count_operation(shared, EXPR_NEG), 1);
}

/* Functions of one argument, and selects that differ in one argument, for so many arguments
 * that some of them meet in the table. */
Test(program_shared, nothing_else_is_shared) {
    enum { INPUTS = 60, FUNCTIONS = EXPR_TANH - EXPR_SQRT + 1 };
    int index[INPUTS];
    graph *g = graph_alloc();
    for (int i = 0; i < INPUTS; i++)
        index[i] = i;
    for (int i = FUNCTIONS; i < INPUTS; i++) {
        expr e[2 * FUNCTIONS], x = expr_variable(g, i);
        for (int k = 0; k < FUNCTIONS; k++) {
            e[k] = expr_apply(g, (enum expr_operation)(EXPR_SQRT + k), x);
            e[FUNCTIONS + k] = expr_select(g, x, x, expr_variable(g, k));
        }
        struct program *p = program_alloc(g, INPUTS, index, 2 * FUNCTIONS, e);
        struct program *shared = program_shared_alloc(p);
        cr_assert_eq(shared->length, 2 * FUNCTIONS, "%d", i);
        for (int k = 0; k < 2 * FUNCTIONS; k++) {
            const struct instruction *code = &shared->code[shared->output[k] - INPUTS];
            const int operation = k < FUNCTIONS ? EXPR_SQRT + k : (int)EXPR_SELECT;
            cr_assert_eq((int)code->operation, operation);
            cr_assert(code->a == i && (k < FUNCTIONS || code->c == k - FUNCTIONS));
        }
    }
}

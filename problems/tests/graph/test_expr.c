/* The graph: equal expressions are one node, numbers are exact, folding keeps the results
 * of double arithmetic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/random_expressions.h"

Test(expr, equal_expressions_are_one_node) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    expr first = expr_mul(g, expr_apply(g, EXPR_SIN, expr_sub(g, x, y)), y);
    int size = graph_size(g);
    cr_assert_eq(first, expr_mul(g, expr_apply(g, EXPR_SIN, expr_sub(g, x, y)), y));
    cr_assert_eq(first, expr_mul(g, y, expr_apply(g, EXPR_SIN, expr_sub(g, x, y))));
    cr_assert_eq(expr_add(g, x, y), expr_add(g, y, x));
    cr_assert_eq(graph_size(g), size + 1);
    cr_assert_neq(expr_sub(g, x, y), expr_sub(g, y, x));
    cr_assert_neq(expr_div(g, x, y), expr_div(g, y, x));
    cr_assert_neq(expr_variable(g, 3), expr_parameter(g, 3));
    cr_assert_eq(expr_parameter(g, 3), expr_parameter(g, 3));
    cr_assert_eq(expr_pi(g), expr_pi(g));
}

Test(expr, equal_numbers_are_one_node_and_others_are_not) {
    graph *g = graph_alloc();
    cr_assert_eq(fraction(g, 6, 4), fraction(g, 3, 2));
    cr_assert_neq(fraction(g, 3, 2), fraction(g, -3, 2));
    cr_assert_neq(fraction(g, 3, 2), fraction(g, 2, 3));
    expr old[3000];
    for (int i = 0; i < 3000; i++)
        old[i] = fraction(g, 7 * i + 1, 7);
    for (int i = 0; i < 3000; i++) {
        cr_assert_eq(fraction(g, 14 * i + 2, 14), old[i]);
        cr_assert_eq(mpq_cmp_si(expr_value(g, old[i]), 7 * i + 1, 7), 0);
    }
}

/* The value's address must hold while the graph grows. */
Test(expr, a_number_stays_where_it_is) {
    graph *g = graph_alloc();
    mpq_srcptr value = expr_value(g, fraction(g, 137, 83));
    for (int i = 0; i < 5000; i++)
        expr_integer(g, i);
    cr_assert_eq(mpq_cmp_si(value, 137, 83), 0);
}

Test(expr, nodes_tell_what_they_are) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 5), p = expr_parameter(g, 2);
    expr e = expr_select(g, x, p, expr_integer(g, 7));
    cr_assert_eq(expr_operation(g, e), EXPR_SELECT);
    cr_assert_eq(expr_argument(g, e, 0), x);
    cr_assert_eq(expr_argument(g, e, 1), p);
    cr_assert_eq(expr_argument(g, e, 2), expr_integer(g, 7));
    cr_assert_eq(expr_argument(g, expr_neg(g, x), 1), EXPR_NONE);
    cr_assert_eq(expr_argument(g, x, 0), EXPR_NONE);
    cr_assert_eq(expr_index(g, x), 5);
    cr_assert_eq(expr_index(g, p), 2);
    cr_assert(expr_is_constant(g, expr_add(g, p, expr_pi(g))));
    cr_assert_not(expr_is_constant(g, expr_add(g, p, x)));
    cr_assert_not(expr_is_constant(g, e));
    cr_assert_str_eq(expr_operation_name(EXPR_ATAN), "atan");
    cr_assert_eq(expr_operation_arity(EXPR_SELECT), 3);
    cr_assert_eq(expr_operation_arity(EXPR_PARAMETER), 0);
}

Test(expr, numbers_are_computed_exactly) {
    graph *g = graph_alloc();
    expr tenth = fraction(g, 1, 10), fifth = fraction(g, 1, 5);
    cr_assert_eq(expr_add(g, tenth, fifth), fraction(g, 3, 10));
    cr_assert_eq(expr_sub(g, tenth, fifth), fraction(g, -1, 10));
    cr_assert_eq(expr_mul(g, tenth, fifth), fraction(g, 1, 50));
    cr_assert_eq(expr_div(g, tenth, fifth), fraction(g, 1, 2));
    cr_assert_eq(expr_neg(g, tenth), fraction(g, -1, 10));
    cr_assert_eq(expr_pow(g, fifth, expr_integer(g, -3)), expr_integer(g, 125));
    cr_assert_eq(expr_pow(g, fifth, expr_integer(g, 7)), fraction(g, 1, 78125));
}

Test(expr, neutral_operands_disappear) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), zero = expr_integer(g, 0),
         one = expr_integer(g, 1), minus = expr_integer(g, -1), negative = expr_neg(g, x);
    cr_assert(expr_is_zero(g, zero) && expr_is_one(g, one));
    cr_assert_eq(expr_add(g, x, zero), x);
    cr_assert_eq(expr_add(g, zero, x), x);
    cr_assert_eq(expr_sub(g, x, zero), x);
    cr_assert_eq(expr_sub(g, zero, x), negative);
    cr_assert_eq(expr_mul(g, one, x), x);
    cr_assert_eq(expr_mul(g, x, one), x);
    cr_assert_eq(expr_mul(g, x, minus), negative);
    cr_assert_eq(expr_mul(g, x, zero), zero);
    cr_assert_eq(expr_mul(g, zero, x), zero);
    cr_assert_eq(expr_div(g, x, one), x);
    cr_assert_eq(expr_div(g, x, minus), negative);
    cr_assert_eq(expr_div(g, zero, x), zero);
    cr_assert_eq(expr_neg(g, negative), x);
    cr_assert_eq(expr_neg(g, zero), zero);
    cr_assert_eq(expr_add(g, y, negative), expr_sub(g, y, x));
    cr_assert_eq(expr_add(g, negative, y), expr_sub(g, y, x));
    cr_assert_eq(expr_sub(g, y, negative), expr_add(g, x, y));
}

/* What is not a number at an infinite or missing value must not be folded. */
Test(expr, what_could_be_undefined_stays) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), zero = expr_integer(g, 0);
    cr_assert_eq(expr_operation(g, expr_sub(g, x, x)), EXPR_SUB);
    cr_assert_eq(expr_operation(g, expr_div(g, x, x)), EXPR_DIV);
    cr_assert_eq(expr_operation(g, expr_div(g, zero, zero)), EXPR_DIV);
    cr_assert_eq(expr_operation(g, expr_div(g, x, zero)), EXPR_DIV);
    cr_assert_eq(expr_operation(g, expr_apply(g, EXPR_LOG, zero)), EXPR_LOG);
    cr_assert_eq(expr_operation(g, expr_pow(g, zero, expr_integer(g, -1))), EXPR_DIV);
}

Test(expr, functions_of_zero_and_one_are_folded) {
    static const struct {
        enum expr_operation function;
        int argument, value;
    } known[] = {{EXPR_SQRT, 0, 0}, {EXPR_SQRT, 1, 1}, {EXPR_EXP, 0, 1},
                 {EXPR_LOG, 1, 0},  {EXPR_SIN, 0, 0},  {EXPR_COS, 0, 1},
                 {EXPR_TAN, 0, 0},  {EXPR_ASIN, 0, 0}, {EXPR_ACOS, 1, 0},
                 {EXPR_ATAN, 0, 0}, {EXPR_SINH, 0, 0}, {EXPR_COSH, 0, 1},
                 {EXPR_TANH, 0, 0}};
    graph *g = graph_alloc();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_assert_eq(expr_apply(g, known[i].function, expr_integer(g, known[i].argument)),
                     expr_integer(g, known[i].value), "%s",
                     expr_operation_name(known[i].function));
    cr_assert_eq(expr_operation(g, expr_apply(g, EXPR_ACOS, expr_integer(g, 0))),
                 EXPR_ACOS);
    cr_assert_eq(expr_operation(g, expr_apply(g, EXPR_EXP, expr_integer(g, 1))),
                 EXPR_EXP);
}

/* value of e at (x0, x1), in double. */
static double value_at(const graph *g, expr e, double x0, double x1) {
    const int variable[] = {0, 1};
    const double in[] = {x0, x1};
    struct program *p = program_alloc(g, 2, variable, 1, &e);
    struct eval_double *reader = NULL;
    cr_assert_eq(eval_double_alloc(&reader, g, p), PROBLEM_OK);
    double out = 0;
    eval_double_run(reader, in, &out);
    return out;
}

Test(expr, integer_powers_are_products) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0);
    for (int n = -12; n <= 40; n++) {
        expr e = expr_pow(g, x, expr_integer(g, n));
        for (int i = 0; i < graph_size(g); i++)
            cr_assert_neq(expr_operation(g, i), EXPR_POW);
        /* powers of 1.5 below the 34th are exact in double, and their reciprocals one
         * rounding away; the same for both signs */
        double power = 1, expected;
        for (int k = 0; k < abs(n); k++)
            power *= -1.5;
        expected = n < 0 ? 1 / power : power;
        if (n < 34)
            cr_assert_eq(value_at(g, e, -1.5, 0), expected, "n = %d", n);
    }
    cr_assert(expr_is_one(g, expr_pow(g, x, expr_integer(g, 0))));
    cr_assert_eq(expr_pow(g, x, expr_integer(g, 1)), x);
    cr_assert_eq(expr_pow(g, x, expr_integer(g, 2)), expr_mul(g, x, x));
    int size = graph_size(g);
    expr_pow(g, x, expr_integer(g, 1000003));
    cr_assert_leq(graph_size(g), size + 41); /* twice log2 of the exponent */
}

Test(expr, other_powers_are_roots_powers_and_exponentials) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), p = expr_parameter(g, 0);
    cr_assert_eq(expr_pow(g, x, fraction(g, 1, 2)), expr_apply(g, EXPR_SQRT, x));
    cr_assert_eq(expr_operation(g, expr_pow(g, x, fraction(g, 3, 2))), EXPR_POW);
    cr_assert_eq(expr_operation(g, expr_pow(g, x, p)), EXPR_POW);
    cr_assert_eq(expr_pow(g, x, y),
                 expr_apply(g, EXPR_EXP, expr_mul(g, y, expr_apply(g, EXPR_LOG, x))));
    cr_assert_float_eq(value_at(g, expr_pow(g, x, y), 1.37, -0.83), pow(1.37, -0.83),
                       1e-15);
}

/* Both sides of each kink and the tie, as expr.h defines it. */
Test(expr, kinks_have_the_documented_values_and_ties) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    static const double at[] = {-1.37, 0, 0.83};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double a = at[i], b = at[j];
            cr_assert_eq(value_at(g, expr_max(g, x, y), a, b), a > b ? a : b);
            cr_assert_eq(value_at(g, expr_min(g, x, y), a, b), a < b ? a : b);
            cr_assert_eq(value_at(g, expr_abs(g, x), a, b), fabs(a));
            cr_assert_eq(value_at(g, expr_step(g, x), a, b), a >= 0 ? 1 : 0);
            cr_assert_eq(value_at(g, expr_sign(g, x), a, b), a >= 0 ? 1 : -1);
        }
    expr tie = expr_max(g, x, y);
    cr_assert_eq(expr_argument(g, tie, 0), expr_sub(g, y, x));
    cr_assert_eq(expr_argument(g, tie, 1), y);
    expr lower = expr_min(g, x, y);
    cr_assert_eq(expr_argument(g, lower, 0), expr_sub(g, x, y));
    cr_assert_eq(expr_argument(g, lower, 1), y);
    cr_assert(isnan(value_at(g, expr_max(g, x, y), NAN, 1.37)));
    cr_assert(isnan(value_at(g, expr_step(g, x), NAN, 1.37)));
}

Test(expr, a_select_without_a_choice_is_folded) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    cr_assert_eq(expr_select(g, x, y, y), y);
    cr_assert_eq(expr_select(g, fraction(g, 1, 9), x, y), x);
    cr_assert_eq(expr_select(g, expr_integer(g, 0), x, y), x);
    cr_assert_eq(expr_select(g, fraction(g, -1, 9), x, y), y);
}

Test(expr, variables_are_found_and_sorted) {
    graph *g = graph_alloc();
    expr e = expr_integer(g, 0);
    for (int i = 0; i < 50; i++)
        e = expr_add(g, e, expr_variable(g, (37 * i) % 101));
    for (int i = 0; i < 50; i++) /* again, so that they are counted once */
        e = expr_mul(g, e, expr_variable(g, (37 * i) % 101));
    int *indices = NULL;
    cr_assert_eq(expr_variables(g, e, &indices), 50);
    for (int i = 1; i < 50; i++)
        cr_assert_lt(indices[i - 1], indices[i]);
    free(indices);
    const expr several[] = {expr_variable(g, 7), expr_pi(g), expr_variable(g, 3)};
    cr_assert_eq(expr_variables_of(g, 3, several, &indices), 2);
    cr_expect(indices[0] == 3 && indices[1] == 7);
    free(indices);
    cr_assert_eq(expr_variables(g, expr_pi(g), &indices), 0);
    cr_assert_null(indices);
}

Test(expr, substitution_replaces_all_variables_at_once) {
    graph *g = graph_alloc();
    expr x = expr_variable(g, 0), y = expr_variable(g, 1), z = expr_variable(g, 2);
    expr e = expr_add(g, expr_mul(g, x, y), expr_apply(g, EXPR_SIN, z));
    const int swapped[] = {1, 0};
    const expr by[] = {x, expr_sub(g, y, z)};
    cr_assert_eq(
        expr_substitute(g, e, 2, swapped, by),
        expr_add(g, expr_mul(g, expr_sub(g, y, z), x), expr_apply(g, EXPR_SIN, z)));
    cr_assert_eq(expr_substitute(g, e, 0, NULL, NULL), e);
    const expr zero = expr_integer(g, 0);
    cr_assert_eq(expr_substitute(g, e, 1, swapped, &zero), expr_apply(g, EXPR_SIN, z));
}

/* A tree evaluated as written, beside the graph's folded expression of it. */
struct pair {
    expr e;
    double value;
    bool finite; /* and so is everything below */
};

static struct pair leaf_pair(graph *g, struct sample *s, const double *x) {
    static const long numerator[] = {0, 0, 1, 1, -1, -1, 2, -3, 5};
    struct pair p = {.finite = true};
    if (sample_choice(s, 2)) {
        int i = sample_choice(s, 2);
        p.e = expr_variable(g, i);
        p.value = x[i];
    } else {
        long n = numerator[sample_choice(s, 9)], d = sample_choice(s, 4) ? 1 : 2;
        p.e = fraction(g, n, (unsigned long)d);
        p.value = (double)n / (double)d;
    }
    return p;
}

/* Division by a number other than a power of two rounds, where the graph does not. */
static bool divides_exactly(const graph *g, struct pair b) {
    int exponent;
    return !expr_is_constant(g, b.e) || fabs(frexp(b.value, &exponent)) == 0.5;
}

static struct pair combine(graph *g, int operation, struct pair a, struct pair b) {
    struct pair r = {.finite = false};
    switch (operation) {
    case 0: r = (struct pair){expr_add(g, a.e, b.e), a.value + b.value, false}; break;
    case 1: r = (struct pair){expr_sub(g, a.e, b.e), a.value - b.value, false}; break;
    case 2: r = (struct pair){expr_mul(g, a.e, b.e), a.value * b.value, false}; break;
    case 3:
        if (!divides_exactly(g, b))
            b = (struct pair){expr_integer(g, -1), -1, true};
        r = (struct pair){expr_div(g, a.e, b.e), a.value / b.value, false};
        break;
    case 4: r = (struct pair){expr_neg(g, a.e), -a.value, false}; break;
    case 5: r = (struct pair){expr_abs(g, a.e), fabs(a.value), false}; break;
    case 6:
        r = (struct pair){expr_max(g, a.e, b.e), b.value >= a.value ? b.value : a.value,
                          false};
        break;
    default: r = (struct pair){expr_step(g, a.e), a.value >= 0 ? 1 : 0, false}; break;
    }
    r.finite = a.finite && b.finite && isfinite(r.value);
    return r;
}

Test(expr, folding_never_changes_a_finite_result_in_double) {
    struct sample s = sample_begin();
    int compared = 0;
    for (int trial = 0; trial < 20000; trial++) {
        graph *g = graph_alloc();
        double x[2];
        sample_biased(&s, 2, x);
        if (sample_choice(&s, 8) == 0)
            x[0] = ldexp(x[0], sample_choice(&s, 2) ? 900 : -900);
        struct pair pool[6];
        for (int i = 0; i < 6; i++)
            pool[i] = leaf_pair(g, &s, x);
        struct pair last = pool[0];
        for (int i = 0; i < 8; i++) {
            last = combine(g, sample_choice(&s, 8), pool[sample_choice(&s, 6)],
                           pool[sample_choice(&s, 6)]);
            pool[sample_choice(&s, 6)] = last;
        }
        if (last.finite) {
            cr_assert_eq(value_at(g, last.e, x[0], x[1]), last.value,
                         "seed %llu trial %d x %a %a: %a", (unsigned long long)s.seed,
                         trial, x[0], x[1], last.value);
            compared++;
        }
    }
    cr_assert_gt(compared, 10000);
}

/* 10^(10^9) would fill the memory; as a node it costs nothing. */
Test(expr, a_tower_of_powers_does_not_fill_the_memory) {
    graph *g = graph_alloc();
    expr e = expr_integer(g, 10);
    for (int i = 0; i < 40; i++)
        e = expr_pow(g, e, expr_integer(g, 1000));
    cr_assert_not(graph_failed(g));
    cr_assert(expr_is_constant(g, e));
    cr_assert_neq(expr_operation(g, e), EXPR_NUMBER);
    for (int i = 0; i < graph_size(g); i++)
        if (expr_operation(g, i) == EXPR_NUMBER)
            cr_assert_leq(mpz_sizeinbase(mpq_numref(expr_value(g, i)), 2), 1 << 15);
}

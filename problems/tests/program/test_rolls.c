/* A program in rolls gives the bits of its instructions carried out one by one, as program.h
 * defines them; and what is regular is rolled up.
 *
 * Seen to fail: with short-lived places for results that a later window uses, with the level
 * of the second argument not looked at, with strides taken from the first argument alone,
 * with the spacing of the third not looked at, with inputs and results in one roll, with
 * copies before the rolls of their stage, with one order of the instructions alone, with colours
 * by making or by use alone, with the reach of the first argument alone, with the copies of a
 * result one after the other, with windows that stay large.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/program/roller.h"
#include "problems/tests/random_expressions.h"
#include "problems/tests/reading.h"

enum { TEMPLATE_VARIABLES = 4 };

static double carry_out(const struct instruction *i, const double *slot) {
    double a = slot[i->a], b = i->b < 0 ? 0 : slot[i->b];
    switch (i->operation) {
    case EXPR_ADD: return a + b;
    case EXPR_SUB: return a - b;
    case EXPR_MUL: return a * b;
    case EXPR_DIV: return a / b;
    case EXPR_NEG: return -a;
    case EXPR_POW: return pow(a, b);
    case EXPR_SQRT: return sqrt(a);
    case EXPR_EXP: return exp(a);
    case EXPR_LOG: return log(a);
    case EXPR_SIN: return sin(a);
    case EXPR_COS: return cos(a);
    case EXPR_TAN: return tan(a);
    case EXPR_ASIN: return asin(a);
    case EXPR_ACOS: return acos(a);
    case EXPR_ATAN: return atan(a);
    case EXPR_SINH: return sinh(a);
    case EXPR_COSH: return cosh(a);
    case EXPR_TANH: return tanh(a);
    case EXPR_SELECT: return a >= 0 ? b : a < 0 ? slot[i->c] : NAN;
    default: cr_assert_fail("no instruction");
    }
    return NAN;
}

/* What program.h says that a program does. */
static void run_plainly(const struct program *p, const double *in, const double *constant,
                        double *out) {
    double *slot = calloc((size_t)program_slots(p) + 1, sizeof *slot);
    cr_assert_not_null(slot);
    for (int i = 0; i < p->inputs; i++)
        slot[i] = in[i];
    for (int i = 0; i < p->constants; i++)
        slot[p->inputs + i] = constant[i];
    for (int i = 0; i < p->length; i++)
        slot[p->inputs + p->constants + i] = carry_out(&p->code[i], slot);
    for (int i = 0; i < p->outputs; i++)
        out[i] = slot[p->output[i]];
}

static bool same_bits(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* Whether p was rolled up. Its rolls are then run twice on one memory: nothing of the first
 * run may matter to the second. */
static bool compare(const struct program *p, struct sample *s, const char *what) {
    struct rolls *r;
    cr_assert_eq(rolls_alloc(&r, p), PROBLEM_OK);
    if (!r)
        return false;
    size_t inputs = (size_t)p->inputs + 1, outputs = (size_t)p->outputs + 1;
    double *in = calloc(inputs, sizeof *in), *second = calloc(inputs, sizeof *in),
           *out = calloc(outputs, sizeof *out),
           *expected = calloc(outputs, sizeof *expected),
           *value = calloc((size_t)(r->values - r->inputs) + 1, sizeof *value);
    cr_assert(in && second && out && expected && value);
    for (int i = 0; i < p->constants; i++)
        value[i] = sample_uniform(s, -2, 2);
    for (int run = 0; run < 2; run++) {
        sample_biased(s, p->inputs, in);
        run_plainly(p, in, value, expected);
        memset(out, 0xff, outputs * sizeof *out);
        size_t others = (size_t)(p->inputs - p->leading);
        memcpy(second, in + p->leading, others * sizeof *in);
        memset(in + p->leading, 0xff, others * sizeof *in); /* not to be read there */
        rolls_run(r, in, second, value, out);
        for (int i = 0; i < p->outputs; i++)
            cr_assert(same_bits(out[i], expected[i]),
                      "%s, seed %llu, output %d: %a, not %a", what,
                      (unsigned long long)s->seed, i, out[i], expected[i]);
    }
    return true;
}

/* The template with its variables replaced: by neighbours in a family, with distance
 * `spread`, and one that is the same for all. */
static expr instance(graph *g, expr template, const expr *member, int i, int spread) {
    static const int variable[TEMPLATE_VARIABLES] = {0, 1, 2, 3};
    const expr by[TEMPLATE_VARIABLES] = {member[i], member[i + spread],
                                         member[i + 2 * spread], member[0]};
    return expr_substitute(g, template, TEMPLATE_VARIABLES, variable, by);
}

/* Two layers of a family of equal formulas, sums over it, and what is used far from where it
 * is made; outputs in any order. */
static struct program *make_family(graph *g, struct sample *s, int count) {
    enum { LAYERS = 2, MORE = 5 };
    int spread = 1 + sample_choice(s, 3), inputs = count + LAYERS * 2 * spread;
    expr *member = calloc((size_t)(2 * inputs + MORE), sizeof *member);
    int *variable = calloc((size_t)inputs, sizeof *variable);
    cr_assert(member && variable);
    for (int i = 0; i < inputs; i++) {
        variable[i] = i;
        member[i] = expr_variable(g, i);
    }
    const expr first = member[0];
    for (int layer = 0, left = inputs; layer < LAYERS; layer++) {
        expr template = random_expression(g, s, TEMPLATE_VARIABLES,
                                          1 + sample_choice(s, 6), RANDOM_ANY);
        left -= 2 * spread;
        for (int i = 0; i < left; i++)
            member[i] = instance(g, template, member, i, spread);
    }
    expr sum = first;
    for (int i = 0; i < count; i += 8)
        sum = expr_add(g, sum, member[i]);
    int outputs = count;
    member[outputs++] = sum;
    member[outputs++] = expr_mul(g, member[0], member[count - 1]);
    member[outputs++] = first;
    member[outputs++] = expr_variable(g, inputs - 1);
    for (int k = 0; k < 10; k++) { /* some change places */
        int i = sample_choice(s, outputs), j = sample_choice(s, outputs);
        expr kept = member[i];
        member[i] = member[j];
        member[j] = kept;
    }
    struct program *p = program_alloc(g, inputs, variable, outputs, member);
    if (p)
        p->leading = sample_choice(s, inputs + 1);
    return p;
}

Test(rolls, give_the_bits_of_the_instructions_one_by_one, .timeout = 120) {
    struct sample s = sample_begin();
    int rolled = 0;
    for (int trial = 0; trial < 400; trial++) {
        graph *g = graph_alloc();
        /* Every tenth is longer than some windows of 2048 instructions. */
        int count =
            trial % 10 ? 4 + sample_choice(&s, 60) : 1500 + sample_choice(&s, 3000);
        struct program *p = make_family(g, &s, count);
        cr_assert_not_null(p);
        rolled += compare(p, &s, "family");
    }
    cr_assert_gt(rolled, 100);
}

/* Each argument of a select goes its own way: forwards, not at all, backwards, and with a
 * jump somewhere. */
Test(rolls, follow_each_argument) {
    enum { MEMBERS = 60, INPUTS = 3 * MEMBERS };
    struct sample s = sample_begin();
    for (int jumping = 0; jumping < 3; jumping++) {
        graph *g = graph_alloc();
        expr output[MEMBERS];
        int variable[INPUTS];
        for (int i = 0; i < INPUTS; i++)
            variable[i] = i;
        for (int i = 0; i < MEMBERS; i++) {
            int place[] = {i, 2 * MEMBERS - 2, INPUTS - 3 - i};
            place[jumping] += i > 37 ? 2 : 0;
            output[i] =
                expr_select(g, expr_variable(g, place[0]), expr_variable(g, place[1]),
                            expr_variable(g, place[2]));
        }
        struct program *p = program_alloc(g, INPUTS, variable, MEMBERS, output);
        cr_assert_not_null(p);
        cr_expect(compare(p, &s, "selects"));
    }
}

static struct rolls *rolls_of(struct program *p) {
    struct rolls *r;
    cr_assert_not_null(p);
    cr_assert_eq(rolls_alloc(&r, p), PROBLEM_OK);
    return r;
}

static const char *const CHAIN =
    "size n = 3\nparam m = 1.37, k = 54, c = 2.3\nposition q[i] = i/100 for i in 1..n\n"
    "velocity v[i] = 0 for i in 1..n\nlet f[1] = k*sin(q[1]) + c*v[1]^3\n"
    "let f[i] = k*sin(q[i] - q[i-1]) + c*(v[i] - v[i-1])^3 for i in 2..n\n"
    "q[i]' = v[i] for i in 1..n\nv[i]' = (f[i+1] - f[i])/m for i in 1..n-1\n"
    "v[n]' = -f[n]/m\n";

/* A mass takes ten instructions, a window of 2048 some forty rolls, and the places of short-
 * lived results do not grow with the chain. */
Test(rolls, a_chain_needs_few_of_them_and_little_memory) {
    struct sample s = sample_begin();
    struct model *m = reading_model(CHAIN, "n=20000");
    struct program *p = model_rates_program(m);
    struct rolls *r = rolls_of(p);
    cr_assert_not_null(r);
    cr_expect_lt(r->rolls + r->copies, p->length / 40, "%d + %d of %d", r->rolls,
                 r->copies, p->length);
    cr_expect_lt(r->values - r->inputs - p->constants, 4096, "%d", r->values - r->inputs);
    rolls_free(r);
    cr_expect(compare(p, &s, "chain"));
    program_free(p);
    struct expr_matrix pattern;
    p = model_rates_jacobian_program(m, &pattern);
    cr_assert_not_null(p);
    cr_expect(compare(p, &s, "Jacobian of the chain"));
}

/* In the Jacobian of these balls several products use the same factors: neither of the two
 * orders finds all families. */
Test(rolls, families_that_share_arguments_are_told_apart) {
    static const char *const STACK =
        "size n = 1000\nparam k = 54, d = 0.43\nposition q[i] = i for i in 0..n\n"
        "velocity v[i] = 0 for i in 0..n\n"
        "let f[i] = k*max(q[i-1] - q[i], 0)*max(1 + d*(v[i-1] - v[i]), 0) for i in 1..n\n"
        "q[i]' = v[i] for i in 0..n\nv[0]' = 0\nv[n]' = f[n]\n"
        "v[i]' = f[i] - f[i+1] for i in 1..n-1\n";
    struct sample s = sample_begin();
    struct model *m = reading_model(STACK, NULL);
    struct expr_matrix pattern;
    struct program *p = model_rates_jacobian_program(m, &pattern);
    struct rolls *r = rolls_of(p);
    cr_assert_not_null(r);
    cr_expect_lt(r->rolls, p->length / 40, "%d of %d", r->rolls, p->length);
    rolls_free(r);
    cr_expect(compare(p, &s, "stack"));
}

static bool are_before(const struct program *p, int i) {
    const struct instruction *code = &p->code[i];
    return roller_maker(p, code->a) < i && roller_maker(p, code->b) < i &&
           roller_maker(p, code->c) < i;
}

/* The order by reach is a program of the same values, of which few live long. */
static void check_order(const struct program *p, struct sample *s) {
    enum { WINDOW = 8192 };
    struct program ordered;
    double *in = calloc((size_t)p->inputs + 1, sizeof *in),
           *constant = calloc((size_t)p->constants + 1, sizeof *constant),
           *out = calloc((size_t)p->outputs + 1, sizeof *out),
           *expected = calloc((size_t)p->outputs + 1, sizeof *expected);
    cr_assert(roller_order(p, &ordered));
    for (int i = 0; i < p->length; i++)
        cr_assert(are_before(&ordered, i), "instruction %d", i);
    sample_biased(s, p->inputs, in);
    sample_biased(s, p->constants, constant);
    run_plainly(p, in, constant, expected);
    run_plainly(&ordered, in, constant, out);
    for (int i = 0; i < p->outputs; i++)
        cr_assert(same_bits(out[i], expected[i]), "output %d", i);
    cr_expect_lt(roller_count_lasting(&ordered, WINDOW),
                 roller_count_lasting(p, WINDOW) / 4, "%d, %d",
                 roller_count_lasting(&ordered, WINDOW), roller_count_lasting(p, WINDOW));
}

/* A brick takes more instructions than a window has room for several of: their roles tell which
 * belong together. */
Test(rolls, bricks_are_rolled_up_by_the_roles_of_their_quantities) {
    struct sample s = sample_begin();
    struct setting size = {"n", "150"};
    struct model *m;
    struct diagnostic d;
    cr_assert_eq(model_read(&m, TEST_DATA "/bricks.model", 1, &size, &d), PROBLEM_OK,
                 "%s", d.text);
    struct expr_matrix matrix;
    struct program *p = model_rows_program(m, &matrix);
    struct rolls *r = rolls_of(p);
    cr_assert_not_null(r);
    cr_expect_lt(r->rolls + r->copies, p->length / 20, "%d + %d of %d", r->rolls,
                 r->copies, p->length);
    cr_expect_lt(r->copies, p->outputs / 20, "%d of %d", r->copies, p->outputs);
    rolls_free(r);
    cr_expect(compare(p, &s, "rows of bricks"));
    check_order(p, &s);
    program_free(p);
    p = model_gaps_program(m);
    cr_expect(compare(p, &s, "gaps of bricks"));
}

/* Where rolls are long windows are short, and results stay near: a gap takes few instructions. */
Test(rolls, windows_are_no_larger_than_it_takes) {
    struct sample s = sample_begin();
    struct setting size = {"n", "700"};
    struct model *m;
    struct diagnostic d;
    cr_assert_eq(model_read(&m, TEST_DATA "/bricks.model", 1, &size, &d), PROBLEM_OK,
                 "%s", d.text);
    struct program *p = model_gaps_program(m);
    struct rolls *r = rolls_of(p);
    cr_assert_not_null(r);
    cr_expect_lt(r->rolls, p->length / 40, "%d of %d", r->rolls, p->length);
    cr_expect_lt(r->values - r->inputs - p->constants, p->length / 3, "%d of %d",
                 r->values - r->inputs - p->constants, p->length);
    rolls_free(r);
    cr_expect(compare(p, &s, "gaps of many bricks"));
}

Test(rolls, there_are_none_where_little_is_alike) {
    struct sample s = sample_begin();
    const int variable[] = {0, 1, 2};
    graph *g = graph_alloc();
    expr e = random_expression(g, &s, 3, 200, RANDOM_ANY);
    struct program *p = program_alloc(g, 3, variable, 1, &e),
                   *empty = program_alloc(g, 0, NULL, 0, NULL);
    cr_expect_null(rolls_of(p));
    rolls_of(empty);
}

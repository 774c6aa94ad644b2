/* What loops, sums, conditions, indices and numbers of a model file mean, bit for bit as the
 * same thing written out in C.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

/* The rates of m at (t, x). */
static void run_rates(struct model *m, const double *in, double *out) {
    struct program *p = model_rates_program(m);
    struct eval_double *run;
    cr_assert(p);
    cr_assert(eval_double_alloc(&run, m->graph, p) == PROBLEM_OK);
    eval_double_run(run, in, out);
}

/* The graph's number of a constant expression without parameters, as a fraction. */
static const struct {
    const char *text;
    long numerator;
    unsigned long denominator;
} exact[] = {
    {"0.1", 1, 10},
    {"1.25e-2", 1, 80},
    {"3e2", 300, 1},
    {"-2^2", -4, 1},
    {"(-2)^2", 4, 1},
    {"2^3^2", 512, 1},
    {"2^-2", 1, 4},
    {"1 - 2 - 3", -4, 1},
    {"8/4/2", 1, 1},
    {"1/3*3", 1, 1},
    {"0.1 + 0.2", 3, 10},
    {"double(0.5)", 1, 2},
    {"double(-0.375)", -3, 8},
    {"double(1/3)", 6004799503160661, 18014398509481984},
    {"double(1/3)*3 - 1", -1, 18014398509481984},
    {"double(double(1/3)*3) - 1", 0, 1},
    {"sum(double(i/4) for i in 1..3)", 3, 2},
    {"double(sqrt(2))", 6369051672525773, 4503599627370496},
    {"double(2^0.5/pi) - double(double(2^0.5)/double(pi))", -1, 18014398509481984},
    {"sum(i for i in 1..10)", 55, 1},
    {"sum(i for i in 1..0)", 0, 1},
    {"product(i for i in 1..5)", 120, 1},
    {"product(i for i in 5..1)", 1, 1},
    {"sum(1/i for i in 1..4)", 25, 12},
    {"sum(i for i in 1..10 if i != 3)", 52, 1},
    {"sum(i for i in 1..10 if (i = 2 or i > 5) and not (i = 7 or i > 8))", 16, 1},
    {"sum(10*i + j for i in 1..3 for j in i..3)", 114, 1},
    {"sum(10*i + j for i in 1..3 for j in 1..3 if j < i)", 84, 1},
    {"sum(10*i + j for i in 1..3 if i != 2 for j in 1..2)", 86, 1},
    {"sum(sum(i*j for j in 1..i) for i in 1..3)", 25, 1},
    {"sum(if i < 3 then i else 100 for i in 1..4)", 203, 1},
    {"sum(2^i for i in 0..9 if i = 2 or i > 5)", 964, 1},
    {"sum(2^i for i in 0..9 if i > 2 and i < 5)", 24, 1},
    {"sum(2^i for i in 0..9 if i >= 2 and i <= 5 and i != 4)", 44, 1},
    {"sum(2^i for i in 0..9 if i < 2 or i >= 5 and not i > 6)", 99, 1},
    {"if 2 <= 2 and 3 > 4 or 5 >= 6 then 1 else 2", 2, 1},
    {"if 1 < 2 then 7 else if 2 < 3 then 8 else 9", 7, 1},
    {"if max(2, 5, 3) = 5 and min(4, 2) = 2 and abs(1 - 4) = 3 then 1 else 2", 1, 1},
    {"sum(i for i in 2^2..max(5, 6) - 1)", 9, 1},
};

Test(elaborate, constants_are_exact) {
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        char text[256];
        snprintf(text, sizeof text, "state z = %s\nz' = -z\n", exact[i].text);
        struct model *m = reading_model(text, NULL);
        cr_assert(expr_operation(m->graph, m->initial[0]) == EXPR_NUMBER, "%s",
                  exact[i].text);
        mpq_srcptr q = expr_value(m->graph, m->initial[0]);
        cr_expect(mpq_cmp_si(q, exact[i].numerator, exact[i].denominator) == 0,
                  "%s is %g", exact[i].text, mpq_get_d(q));
    }
}

Test(elaborate, the_double_of_a_number_is_not_the_number) {
    struct model *m =
        reading_model("state y = 0.1, z = double(0.1)\ny' = 0\nz' = 0\n", NULL);
    mpq_t expected;
    mpq_init(expected);
    mpq_set_d(expected, 0.1);
    cr_expect(mpq_equal(expr_value(m->graph, m->initial[1]), expected));
    mpq_set_si(expected, 1, 10);
    cr_expect(mpq_equal(expr_value(m->graph, m->initial[0]), expected));
}

/* Expressions in x = (a, b, c) and t; the same in C. */
#define ORDER_LIST(ENTRY)                                                                \
    ENTRY("a + b + c", a + b + c)                                                        \
    ENTRY("a + (b + c)", a + (b + c))                                                    \
    ENTRY("a - b + c", a - b + c)                                                        \
    ENTRY("a - (b + c)", a - (b + c))                                                    \
    ENTRY("a*b*c", a *b *c)                                                              \
    ENTRY("a*(b*c)", a *(b * c))                                                         \
    ENTRY("a*b/c", a *b / c)                                                             \
    ENTRY("a/b*c", a / b * c)                                                            \
    ENTRY("a/(b*c)", a / (b * c))                                                        \
    ENTRY("a*b + c*t", a *b + c * t)                                                     \
    ENTRY("-a*b - c", -a *b - c)                                                         \
    ENTRY("a - -b*c", a - -b * c)                                                        \
    ENTRY("0.1*a + 0.7*b", 0.1 * a + 0.7 * b)                                            \
    ENTRY("double(0.1)*a", 0.1 * a)                                                      \
    ENTRY("a^2 + b^3", a *a + b * b * b)                                                 \
    ENTRY("a^-1", 1 / a)                                                                 \
    ENTRY("-a^2", -(a * a))                                                              \
    ENTRY("sum(a*b^i for i in 1..3)", a *b + a * (b * b) + a * (b * b * b))              \
    ENTRY("sum(i*c for i in 1..4 if i != 2)", c + 3 * c + 4 * c)                         \
    ENTRY("product(a + i for i in 1..3)", (a + 1) * (a + 2) * (a + 3))                   \
    ENTRY("k*a/m", 54 * a / 1.375)                                                       \
    ENTRY("k/m*a", (54 / 1.375) * a)                                                     \
    ENTRY("w*a + w", 54 / 1.375 * a + 54 / 1.375)                                        \
    ENTRY("max(a, b, c)", fmax(fmax(a, b), c))                                           \
    ENTRY("min(a, b)*abs(c)", fmin(a, b) * fabs(c))                                      \
    ENTRY("step(a)*b - sign(c)", (a >= 0 ? 1 : 0) * b - (c >= 0 ? 1 : -1))               \
    ENTRY("sin(a)*cos(b) - exp(c)/3", sin(a) * cos(b) - exp(c) / 3)                      \
    ENTRY("tanh(a*b) + atan(c - t)", tanh(a *b) + atan(c - t))                           \
    ENTRY("if k0 = 3 then a/c else b", a / c)

#define ORDER_TEXT(text, value) text,
static const char *const order_text[] = {ORDER_LIST(ORDER_TEXT)};

#define ORDER_VALUE(text, value) (value),
static void fill_values(double t, const double x[3], double *f) {
    const double a = x[0], b = x[1], c = x[2];
    const double value[] = {ORDER_LIST(ORDER_VALUE)};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        f[i] = value[i];
}

enum { ORDERS = sizeof order_text / sizeof *order_text, STATES = 200 };

static struct model *model_of(const char *rate) {
    char text[256];
    snprintf(text, sizeof text,
             "size k0 = 3\nparam k = 54, m = 1.375, w = k/m\nstate a = 1, b = 1, c = 1\n"
             "a' = %s\nb' = 0\nc' = 0\n",
             rate);
    return reading_model(text, NULL);
}

Test(elaborate, arithmetic_is_in_the_order_of_writing_bit_for_bit) {
    for (int i = 0; i < ORDERS; i++) {
        struct model *m = model_of(order_text[i]);
        struct sample s = sample_begin();
        for (int k = 0; k < STATES; k++) {
            double in[4], out[3], value[ORDERS];
            for (int j = 0; j < 4; j++)
                in[j] = sample_uniform(&s, -2, 2);
            fill_values(in[0], in + 1, value);
            run_rates(m, in, out);
            cr_assert(out[0] == value[i], "%s: %a, not %a, TEST_SEED=%llu", order_text[i],
                      out[0], value[i], (unsigned long long)s.seed);
        }
    }
}

/* Families, nested loops, conditions, and names that belong to one turn of a loop. */
static const char *const GRID =
    "size rows = 3, columns = 4\n"
    "param k = 1.375\n"
    "param c[i] = i*k for i in 0..rows\n"
    "state z[i,j] = 10*i + j for i in 1..rows for j in 1..columns\n"
    "let edge[i,0] = c[i] for i in 1..rows\n"
    "let edge[i,j] = z[i,j]*z[i,columns + 1 - j] for i in 1..rows for j in 1..columns\n"
    "let slope[0] = 0\n"
    "let slope[i] = slope[i-1] + z[i,1] for i in 1..rows\n"
    "for i in 1..rows for j in 1..columns {\n"
    "    let left = edge[i,j-1]\n"
    "    if i = j {\n"
    "        z[i,j]' = left - sum(z[l,j] for l in 1..rows if l != i)\n"
    "    } else {\n"
    "        if j > i + 1 or i = 1 { z[i,j]' = -left } else { z[i,j]' = slope[i]*z[1,j] "
    "}\n"
    "    }\n"
    "}\n";

enum { ROWS = 3, COLUMNS = 4 };

static void grid_rates(double z[ROWS][COLUMNS], double f[ROWS][COLUMNS]) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            double left = j > 0 ? z[i][j - 1] * z[i][COLUMNS - j] : (i + 1) * 1.375;
            double sum = 0, slope = 0;
            for (int l = 0; l < ROWS; l++)
                sum += l != i ? z[l][j] : 0;
            for (int l = 0; l <= i; l++)
                slope += z[l][0];
            f[i][j] = i == j ? left - sum : j > i + 1 || i == 0 ? -left : slope * z[0][j];
        }
}

Test(elaborate, loops_conditions_and_families_mean_what_they_say) {
    struct model *m = reading_model(GRID, NULL);
    double in[1 + ROWS * COLUMNS] = {0}, out[ROWS * COLUMNS];
    double z[ROWS][COLUMNS], f[ROWS][COLUMNS];
    cr_assert(m->nz == ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        char name[32];
        snprintf(name, sizeof name, "z[%d,%d]", i / COLUMNS + 1, i % COLUMNS + 1);
        cr_expect(strcmp(m->state[i], name) == 0, "%s", m->state[i]);
        double initial = 10 * (i / COLUMNS + 1) + i % COLUMNS + 1;
        cr_expect(reading_constant(m, m->initial[i]) == initial);
        in[1 + i] = z[i / COLUMNS][i % COLUMNS] = sin(i + 1.37);
    }
    grid_rates(z, f);
    run_rates(m, in, out);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        cr_expect(out[i] == f[i / COLUMNS][i % COLUMNS], "%s: %g, not %g", m->state[i],
                  out[i], f[i / COLUMNS][i % COLUMNS]);
}

#define STATE_A "state a = 1\na' = -a\n"

static const struct {
    const char *text, *words;
} refused[] = {
    {STATE_A "let b = a[1]\n", "'a' has no indices"},
    {STATE_A "for i in 1..3 { let b = i*a }\nlet c = b\n", "unknown name 'b'"},
    {STATE_A "let c = sum(i for i in 1..3) + i\n", "unknown name 'i'"},
    {STATE_A "let c = b\nlet b = a\n", "'b' is used before line 4, which defines it"},
    {STATE_A "let b[i] = a for i in 1..3\nlet c = b[4]\n",
     "there is no b[4]: 'b' has the indices 1 to 3"},
    {STATE_A "let b[i] = a for i in 1..3 if i != 2\nlet c = b[2]\n", ", with gaps"},
    {STATE_A "let b = a\nlet b = 2*a\n", "'b' is already defined, on line 3"},
    {STATE_A "a' = a\n", "the rate of 'a' is already on line 2"},
    {STATE_A "state b = 1\n", "'b' has no rate: expected a line b' = ..."},
    {STATE_A "let b = a/0\n", "division by zero"},
    {STATE_A "let b = double(1e400)\n", "no normal binary64 number is near to this"},
    {STATE_A "let b = double(10^-400)\n", "no normal binary64 number is near to this"},
    {STATE_A "let b = double(2*a)\n", "what double( ) rounds may not depend on 'a'"},
    {STATE_A "let b = double(t)\n", "what double( ) rounds may not depend on 't'"},
};

Test(elaborate, what_has_no_meaning_is_refused) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct diagnostic d;
        cr_expect(reading_refusal(refused[i].text, NULL, &d) == PROBLEM_BAD_MODEL);
        cr_expect(strstr(d.text, refused[i].words), "'%s' lacks '%s'", d.text,
                  refused[i].words);
    }
}

/* What a model offers: field, Jacobian, programs, kinks, the time it takes to read.
 *
 * Seen to fail: with the Jacobian's columns counted from 1, with N v in the place of f, with
 * kinks in parameters counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/reading.h"

static const char *const MODEL =
    "param k = 1.37\nposition a = 1, b = 2\nvelocity u = 3\nstate z = 4\n"
    "a' = b*u\nb' = -u\nu' = -k*sin(a)*z - t\nz' = u^2 - z\ninvariant e = a*z\n";

static const char *const NONLINEAR_CHAIN =
    "size n = 3\nparam m = 1.37, k = 54, c = 2.3\nposition q[i] = i/100 for i in 1..n\n"
    "velocity v[i] = 0 for i in 1..n\nlet f[1] = k*sin(q[1]) + c*v[1]^3\n"
    "let f[i] = k*sin(q[i] - q[i-1]) + c*(v[i] - v[i-1])^3 for i in 2..n\n"
    "q[i]' = v[i] for i in 1..n\nv[i]' = (f[i+1] - f[i])/m for i in 1..n-1\n"
    "v[n]' = -f[n]/m\n";

Test(model_jacobian, jacobian_has_exactly_the_entries_that_are_not_zero) {
    struct model *m = reading_model(MODEL, NULL);
    const double x[] = {0.3, -0.7, 1.9, 0.6};
    static const struct {
        int row, column;
    } PLACE[] = {{0, 1}, {0, 2}, {1, 2}, {2, 0}, {2, 3}, {3, 2}, {3, 3}};
    const double value[] = {1.9,     -0.7, -1, -1.37 * cos(0.3) * 0.6, -1.37 * sin(0.3),
                            2 * 1.9, -1};
    expr field[4];
    struct expr_matrix J;
    cr_assert_eq(model_field(m, field), PROBLEM_OK);
    cr_assert_eq(model_jacobian(m, 4, field, 1, 4, &J), PROBLEM_OK);
    cr_assert(J.rows == 4 && J.columns == 4 && J.count == 7);
    for (int i = 0; i < J.count; i++) {
        cr_expect(J.row[i] == PLACE[i].row && J.column[i] == PLACE[i].column, "%d", i);
        double found = reading_value(m, J.entry[i], 0.5, x);
        cr_expect(isfinite(found) && fabs(found - value[i]) < 1e-15, "%d: %g", i, found);
        cr_expect_eq(J.entry[i],
                     expr_derivative(m->graph, field[J.row[i]], 1 + J.column[i]));
    }
    expr_matrix_clear(&J);
    /* By t alone: one column. */
    cr_assert_eq(model_jacobian(m, 4, field, 0, 1, &J), PROBLEM_OK);
    cr_assert(J.count == 1 && J.row[0] == 2 && J.column[0] == 0);
    expr_matrix_clear(&J);
    cr_assert_eq(model_jacobian(m, 0, NULL, 1, 4, &J), PROBLEM_OK);
    cr_assert_eq(J.count, 0);
}

static void expect_shape(struct program *p, int inputs, int outputs, const char *name) {
    cr_assert_not_null(p, "%s", name);
    cr_expect(p->inputs == inputs && p->outputs == outputs, "%s: %d to %d", name,
              p->inputs, p->outputs);
}

Test(model_jacobian, programs_have_the_inputs_and_outputs_they_promise) {
    struct model *m = reading_model(MODEL, NULL);
    struct expr_matrix field = {0}, rates = {0};
    expect_shape(model_rates_program(m), 5, 2, "rates");
    expect_shape(model_field_program(m), 5, 4, "field");
    expect_shape(model_map_program(m), 3, 2, "map");
    expect_shape(model_invariants_program(m), 5, 1, "invariants");
    expect_shape(model_jacobian_program(m, &field), 5, 7, "jacobian");
    expect_shape(model_rates_jacobian_program(m, &rates), 5, 4, "jacobian of the rates");
    cr_expect(field.count == 7 && field.rows == 4 && field.columns == 4);
    cr_expect(rates.count == 4 && rates.rows == 2 && rates.columns == 4);
}

/* The outputs of a program at (t, q, v, z) = (0.5, x), or at (q, v), in double. */
static void expect_values(struct model *m, struct program *p, bool time, int outputs,
                          const double *expected, const char *name) {
    const double in[] = {0.5, 0.3, -0.7, 1.9, 0.6};
    double out[8];
    struct eval_double *run;
    cr_assert(p && p->outputs == outputs, "%s", name);
    cr_assert_eq(eval_double_alloc(&run, m->graph, p), PROBLEM_OK);
    eval_double_run(run, time ? in : in + 1, out);
    for (int i = 0; i < outputs; i++)
        cr_expect(isfinite(out[i]) && fabs(out[i] - expected[i]) < 1e-15, "%s %d: %g",
                  name, i, out[i]);
}

Test(model_jacobian, programs_compute_what_they_are_called) {
    struct model *m = reading_model(MODEL, NULL);
    const double field[] = {-0.7 * 1.9, -1.9, -1.37 * sin(0.3) * 0.6 - 0.5,
                            1.9 * 1.9 - 0.6};
    const double invariant[] = {0.3 * 0.6};
    expect_values(m, model_field_program(m), true, 4, field, "field");
    expect_values(m, model_rates_program(m), true, 2, field + 2, "rates");
    expect_values(m, model_map_program(m), false, 2, field, "map");
    expect_values(m, model_invariants_program(m), true, 1, invariant, "invariants");
}

Test(model_jacobian, knows_whether_it_has_kinks) {
    static const struct {
        const char *text;
        bool kinks;
    } ROW[] = {
        {"state z = 1\nz' = -z\n", false},
        {"state z = 1\nz' = -max(z, 0)\n", true},
        {"state z = 1\nz' = step(t - 1)\n", true},
        {"param k = 2\nstate z = 1\nz' = abs(k)*z\n", false},
        {"state z = 1\nz' = -z\ninvariant e = abs(z)\n", false},
        {"position q = 1\nvelocity v = 1\nq' = abs(q)*v\nv' = 0\n", true},
    };
    for (size_t i = 0; i < sizeof ROW / sizeof ROW[0]; i++) {
        struct model *m = reading_model(ROW[i].text, NULL);
        cr_expect_eq(model_has_kinks(m), ROW[i].kinks, "%s", ROW[i].text);
    }
}

Test(model_jacobian, is_named_after_its_file) {
    static const char *const NAME[][2] = {{"a/b/c.model", "c"},
                                          {"c.model", "c"},
                                          {"a.b/c", "c"},
                                          {".model", ".model"},
                                          {"c.model.model", "c.model"}};
    for (size_t i = 0; i < sizeof NAME / sizeof NAME[0]; i++) {
        struct model *m;
        struct diagnostic d;
        const char *text = "state z = 1\nz' = 0";
        cr_assert_eq(model_parse(&m, NAME[i][0], text, strlen(text), 0, NULL, &d),
                     PROBLEM_OK);
        cr_expect_str_eq(m->name, NAME[i][1]);
        cr_expect_str_eq(m->path, NAME[i][0]);
        cr_expect_str_eq(m->text, text);
    }
}

Test(model_jacobian, file_that_is_not_there_is_reported) {
    static const struct {
        const char *path;
        enum problem_status status;
        const char *reason;
    } ROW[] = {{TEST_DATA "/no/such.model", PROBLEM_NOT_FOUND, "No such file"},
               {TEST_DATA "/messages.txt/x.model", PROBLEM_NOT_FOUND, "Not a directory"},
               {TEST_DATA, PROBLEM_UNREADABLE, "Is a directory"}};
    for (size_t i = 0; i < sizeof ROW / sizeof ROW[0]; i++) {
        struct model *m;
        struct diagnostic d = {""};
        cr_expect_eq(model_read(&m, ROW[i].path, 0, NULL, &d), ROW[i].status, "%s",
                     d.text);
        cr_expect_null(m);
        cr_expect(strncmp(d.text, ROW[i].path, strlen(ROW[i].path)) == 0, "%s", d.text);
        cr_expect(strstr(d.text, ROW[i].reason) != NULL, "%s", d.text);
    }
}

/* What a chain of n masses takes: nodes to read it, instructions, entries, nodes in all. */
struct counts {
    int read, rates, entries, jacobian, all;
};

static struct counts count_chain(const char *size) {
    struct model *m = reading_model(NONLINEAR_CHAIN, size);
    struct expr_matrix pattern;
    struct counts c = {.read = graph_size(m->graph)};
    struct program *rates = model_rates_program(m),
                   *jacobian = model_rates_jacobian_program(m, &pattern);
    cr_assert(rates && jacobian);
    c.rates = rates->length;
    c.entries = pattern.count;
    c.jacobian = jacobian->length;
    c.all = graph_size(m->graph);
    return c;
}

/* Counts, not times: the same number for every further mass. */
Test(model_jacobian, of_a_chain_grows_in_proportion_to_its_length) {
    struct counts a = count_chain("n=1000"), b = count_chain("n=2000"),
                  c = count_chain("n=4000");
    cr_expect_eq(a.entries, 2 * (3 * 1000 - 2));
    cr_expect_eq(c.entries, 2 * (3 * 4000 - 2));
    cr_expect_eq(c.read - b.read, 2 * (b.read - a.read));
    cr_expect_eq(c.rates - b.rates, 2 * (b.rates - a.rates));
    cr_expect_eq(c.jacobian - b.jacobian, 2 * (b.jacobian - a.jacobian));
    cr_expect_eq(c.all - b.all, 2 * (b.all - a.all));
    cr_expect(b.read < 4 * a.read && a.jacobian > 1000);
}

Test(model_jacobian, of_a_hundred_thousand_masses_is_no_trouble, .timeout = 120) {
    struct counts c = count_chain("n=100000");
    cr_expect_eq(c.entries, 2 * (3 * 100000 - 2));
}

/* Processor seconds to read a chain of n masses and to flatten its Jacobian. */
static double seconds_for_chain(int n) {
    char text[1024];
    snprintf(text, sizeof text,
             "size n = %d\nparam m = 1.37, k = 54\nposition q[i] = i/100 for i in 1..n\n"
             "velocity v[i] = 0 for i in 1..n\nlet f[1] = k*q[1]\n"
             "let f[i] = k*(q[i] - q[i-1]) for i in 2..n\nq[i]' = v[i] for i in 1..n\n"
             "v[i]' = (f[i+1] - f[i])/m for i in 1..n-1\nv[n]' = -f[n]/m\n"
             "invariant e = sum(m*v[i]^2/2 for i in 1..n)\n",
             n);
    clock_t begin = clock();
    struct model *m = reading_model(text, NULL);
    struct expr_matrix pattern;
    struct program *p = model_jacobian_program(m, &pattern);
    cr_assert_not_null(p);
    cr_assert_eq(pattern.count, n + 3 * n - 2);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Sixteen times the masses take sixteen times as long, give or take; quadratic work
 * anywhere would make it 256 times. */
Test(model_jacobian, of_a_long_chain_is_read_in_linear_time, .timeout = 120) {
    double small = seconds_for_chain(1250), large = seconds_for_chain(20000);
    cr_assert(large < 60 * (small + 0.001), "%g s and %g s", small, large);
}

/* Special functions as nodes: what is folded away, their derivatives against differences,
 * where the language lets them stand, and constants made of them.
 *
 * Seen to fail: with a factor of another function or sign in a slope, cos M for cos E, a
 * product for the quotient of F'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/graph.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/reading.h"
#include "problems/tests/special_values.h"

enum { CASES = 50 };

Test(expr_special, is_folded_away_where_its_value_is_known) {
    graph *g = graph_alloc();
    const expr x = expr_variable(g, 0), zero = g->zero, one = g->one;
    const expr half = expr_div(g, one, expr_integer(g, 2));
    cr_expect(expr_special(g, EXPR_SN, x, zero) == expr_apply(g, EXPR_SIN, x));
    cr_expect(expr_special(g, EXPR_CN, x, zero) == expr_apply(g, EXPR_COS, x));
    cr_expect(expr_special(g, EXPR_DN, x, zero) == one);
    cr_expect(expr_special(g, EXPR_AM, x, zero) == x);
    cr_expect(expr_special(g, EXPR_ELLIPTIC_F, x, zero) == x);
    cr_expect(expr_special(g, EXPR_KEPLER, x, zero) == x);
    cr_expect(expr_special(g, EXPR_ELLIPTIC_K, zero, EXPR_NONE) ==
              expr_div(g, expr_pi(g), expr_integer(g, 2)));
    cr_expect(expr_special(g, EXPR_SN, zero, half) == zero);
    cr_expect(expr_special(g, EXPR_CN, zero, half) == one);
    cr_expect(expr_special(g, EXPR_DN, zero, half) == one);
    cr_expect(expr_special(g, EXPR_KEPLER, zero, half) == zero);
    cr_expect(expr_special(g, EXPR_SN, x, half) == expr_special(g, EXPR_SN, x, half));
    cr_expect(expr_special(g, EXPR_SN, x, half) != expr_special(g, EXPR_CN, x, half));
}

Test(expr_special, is_known_to_be_in_an_expression) {
    graph *g = graph_alloc();
    const expr x = expr_variable(g, 0), m = expr_parameter(g, 0);
    const expr f = expr_special(g, EXPR_AM, x, m);
    cr_expect(!expr_is_special(g, expr_apply(g, EXPR_SIN, x)));
    cr_expect(expr_is_special(g, expr_add(g, x, expr_apply(g, EXPR_SIN, f))));
    cr_expect(!expr_is_constant(g, f));
    graph_set_parameter(g, 0, expr_special(g, EXPR_ELLIPTIC_K, g->one, EXPR_NONE));
    cr_expect(!expr_is_special(g, m) && expr_is_constant(g, m));
}

/* (f(u + h) - f(u - h))/(2 h) = f' + O(h^2). */
static double difference(struct model *m, double u) {
    const double h = 1e-4;
    double at[2];
    for (int i = 0; i < 2; i++) {
        double x = i ? u - h : u + h;
        at[i] = reading_value(m, m->drawn[0].x, 0, &x);
    }
    return (at[0] - at[1]) / (2 * h);
}

Test(expr_special, has_the_derivative_that_differences_have) {
    static const char *const names[] = {"sn", "cn", "dn", "am", "elliptic_f", "kepler"};
    struct sample s = sample_begin();
    for (int i = 0; i < 6 * CASES; i++) {
        double u = sample_uniform(&s, -1.2, 1.2), m = sample_uniform(&s, 0.1, 0.9);
        if (i % 3 == 0 && i % 6 < 4)
            m += 1;
        char text[256];
        snprintf(text, sizeof text,
                 "param m = double(%.17g)\nstate z = 1\nz' = 0\n"
                 "path %s(z, m), z\n",
                 m, names[i % 6]);
        struct model *model = reading_model(text, NULL);
        expr derivative = expr_derivative(model->graph, model->drawn[0].x, 1);
        double value = reading_value(model, derivative, 0, &u);
        cr_expect(isfinite(value) && fabs(value - difference(model, u)) < 1e-4,
                  "%s(%g, %g): %.17g, TEST_SEED=%llu", names[i % 6], u, m, value,
                  (unsigned long long)s.seed);
    }
}

/* Each kind of place; values by mpmath. */
Test(expr_special, stands_in_parameters_starts_spans_solutions_paths_and_tables) {
    struct model *m =
        reading_model("param k = elliptic_k(1/2), e = 0.3\nspan 0 .. kepler(1, e)\n"
                      "state z = sn(0.4, e), y = 0\nlet u = am(t + 0.2, e)\n"
                      "z' = k*y\ny' = -z\npath u, elliptic_f(z, e)\n"
                      "published \"me\" at kepler(2, e) { z = dn(1, e) }\n",
                      NULL);
    cr_expect(fabs(reading_constant(m, m->initial[0]) - 0.386567921238483882) < 1e-15);
    cr_expect(fabs(reading_constant(m, expr_parameter(m->graph, 0)) -
                   1.854074677301371918) < 1e-15);
    struct program *p = model_paths_program(m);
    struct eval_double *e;
    cr_assert(p && eval_double_alloc(&e, m->graph, p) == PROBLEM_OK);
    const double in[] = {0.8, 0.3, 0};
    double out[2];
    eval_double_run(e, in, out);
    const double am = 0.959266575728308913, f = 0.301341871608097017;
    cr_expect(fabs(out[0] - am) < 1e-15 && fabs(out[1] - f) < 1e-15);
}

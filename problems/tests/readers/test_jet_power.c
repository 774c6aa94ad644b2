/* Powers a^p with a constant exponent where a begins with zero: for an integer p they are
 * the products they stand for, for another p the first derivatives vanish and the later ones
 * do not exist.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/graph/expr.h"
#include "problems/tests/jet_support.h"
#include "problems/tests/random_expressions.h"

enum { BITS = 120, ORDER = 12 };

/* The exponent is a parameter, so that a^p is not made into products beforehand. */
static expr power(graph *g, long numerator, unsigned long denominator) {
    graph_set_parameter(g, 0, fraction(g, numerator, denominator));
    return expr_pow(g, expr_variable(g, 0), expr_parameter(g, 0));
}

Test(jet_power, integer_powers_are_products_wherever_the_base_begins) {
    static const double base[][3] = {{0, 1.37, 0.83}, {0, 0, -1.37}, {0, -0.83, 0},
                                     {0, 0, 0},       {1.37, 0, 1},  {-0.83, 1, 2}};
    for (int n = 0; n <= 5; n++)
        for (size_t i = 0; i < sizeof base / sizeof *base; i++) {
            graph *g = graph_alloc();
            const expr output[] = {power(g, n, 1),
                                   expr_pow(g, expr_variable(g, 0), expr_integer(g, n))};
            struct jet_run r = jet_begin(g, 1, 2, output, BITS, ORDER);
            jet_set(&r, 0, base[i][0], base[i][1], base[i][2]);
            jet_compute(&r);
            for (int k = 0; k <= ORDER; k++)
                cr_assert(relative_distance(eval_jet_output(r.jet, 0)[k],
                                            eval_jet_output(r.jet, 1)[k], 1) < 1e-30,
                          "n %d base %zu order %d", n, i, k);
        }
}

Test(jet_power, derivatives_that_do_not_exist_are_no_numbers) {
    static const struct {
        long numerator, denominator;
        double base[3];
        int exist; /* so many coefficients: those below p m, and they are zero */
    } table[] = {{3, 2, {0, 1.37, 1}, 2},
                 {3, 2, {0, 0, 1.37}, 3},
                 {5, 2, {0, 1.37, 0}, 3},
                 {2, 3, {0, 1.37, 1}, 1},
                 {-1, 3, {0, 1, 1}, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        graph *g = graph_alloc();
        expr e = power(g, table[i].numerator, (unsigned long)table[i].denominator);
        struct jet_run r = jet_begin(g, 1, 1, &e, BITS, ORDER);
        jet_set(&r, 0, table[i].base[0], table[i].base[1], table[i].base[2]);
        jet_compute(&r);
        for (int k = 0; k <= ORDER; k++) {
            mpfr_srcptr c = eval_jet_output(r.jet, 0)[k];
            cr_assert(k < table[i].exist ? mpfr_zero_p(c) : !mpfr_number_p(c),
                      "case %zu order %d", i, k);
        }
    }
}

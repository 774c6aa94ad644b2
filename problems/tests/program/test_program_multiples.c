/* Tests of program_multiples.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/tests/random_expressions.h"

static const int variable[] = {0};

/* x/c and x*c as programs of one instruction each, of constants that are given later. */
static struct program *make(graph *g, bool divides) {
    const expr x = expr_variable(g, 0), c = fraction(g, 137, 100);
    const expr e = divides ? expr_div(g, x, c) : expr_mul(g, x, c);
    struct program *p = program_alloc(g, 1, variable, 1, &e);
    cr_assert(p->length == 1 && p->constants == 1);
    return p;
}

Test(program_multiples, a_quotient_by_a_power_of_two_is_a_product_to_the_bit) {
    static const double divisor[] = {1, 2, 0.25, -8, 0x1p-1022, 0x1p1022, -0x1p-700};
    static const double at[] = {1.37,    -2.9,     0.0,
                                -0.0,    DBL_MIN,  0x1.8p-1074,
                                DBL_MAX, INFINITY, 0x1.fffffffffffffp-1000};
    graph *g = graph_alloc();
    struct program *p = make(g, true);
    for (size_t i = 0; i < sizeof divisor / sizeof *divisor; i++) {
        struct program_multiple multiple = {-1, NAN};
        cr_assert(program_is_multiple(p, 0, &divisor[i], &multiple), "%a", divisor[i]);
        cr_assert(multiple.slot == 0);
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            const double quotient = at[k] / divisor[i], product = at[k] * multiple.factor;
            cr_expect(memcmp(&quotient, &product, sizeof quotient) == 0, "%a / %a", at[k],
                      divisor[i]);
        }
    }
}

Test(program_multiples, other_divisors_are_left_alone) {
    static const double divisor[] = {1.37, 3, 0, 0x1p-1073, 0x1p1023, INFINITY, NAN};
    graph *g = graph_alloc();
    struct program *p = make(g, true);
    for (size_t i = 0; i < sizeof divisor / sizeof *divisor; i++) {
        struct program_multiple multiple;
        cr_expect_not(program_is_multiple(p, 0, &divisor[i], &multiple), "%a",
                      divisor[i]);
        cr_expect_eq(program_fingerprint_with(p, &divisor[i]), program_fingerprint(p));
    }
}

Test(program_multiples, of_factors_only_one_is_left_out) {
    static const double factor[] = {1, 2, -1, 1.37};
    graph *g = graph_alloc();
    struct program *p = make(g, false);
    for (int i = 0; i < 4; i++) {
        struct program_multiple multiple = {-1, NAN};
        cr_assert_eq(program_is_multiple(p, 0, &factor[i], &multiple), i == 0);
        cr_assert(i > 0 || (multiple.slot == 0 && multiple.factor == 1));
    }
}

Test(program_multiples, divisors_of_other_values_have_other_fingerprints) {
    static const double divisor[] = {1, 2, 4, -2};
    uint64_t print[5];
    graph *g = graph_alloc();
    struct program *p = make(g, true);
    for (int i = 0; i < 4; i++)
        print[i] = program_fingerprint_with(p, &divisor[i]);
    print[4] = program_fingerprint(p);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < i; k++)
            cr_expect_neq(print[i], print[k], "%d, %d", i, k);
}

/* When two weights are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/fingerprint/measure/judge.h"

static const double unit = 0x1p-53;

/* v, v[t], v[t^2] under t0 / h = 5: 16, 16 * 6, 16 * 11 units. */
Test(judge, rounding_of_the_time_widens_the_tolerance) {
    struct forest f = {0};
    const struct probe p = {"A", 0.125, 8, 0.625, 0, PROBE_STANDARD, 1};
    int none = 0, tree[3];
    for (int n = 0; n < 3; n++)
        tree[n] = forest_add(&f, TREE_V, n, 0, &none);
    const int deep = forest_add(&f, TREE_V, 1, 1, &tree[1]);
    struct judge j = judge_make(&f, &p, 0);
    for (int n = 0; n < 3; n++)
        cr_expect(judge_tolerance(&j, tree[n], 0.75) == 16 * unit * (1 + 5 * n));
    cr_expect(judge_tolerance(&j, deep, 0.75) == 16 * unit * 11);
    cr_expect(judge_tolerance(&j, tree[0], -3) == 48 * unit);
}

/* Of nine nodes: 9/4 times as much. Seen to be needed by a faultless singly diagonally implicit
 * method of order 4 whose coefficients are up to 8, in v[v^8]. */
Test(judge, powers_of_a_node_have_as_many_roundings) {
    enum { children = 8 };
    struct forest f = {0};
    const struct probe p = {"A", 0.125, 8, 0.625, 0, PROBE_STANDARD, 1};
    int child[children] = {0};
    cr_assert(forest_add(&f, TREE_V, 0, 0, child) == 0);
    const int four = forest_add(&f, TREE_V, 0, 3, child);
    const int bush = forest_add(&f, TREE_V, 0, children, child);
    struct judge j = judge_make(&f, &p, 0);
    cr_expect(judge_tolerance(&j, four, 0.25) == 16 * unit);
    cr_expect(judge_tolerance(&j, bush, 0.25) == 36 * unit);
}

Test(judge, differences_count_from_the_tolerance_on) {
    struct forest f = {0};
    const struct probe p = {"A", 0.125, 8, 0.625, 0, PROBE_STANDARD, 1};
    int none = 0;
    cr_assert(forest_add(&f, TREE_V, 0, 0, &none) == 0);
    for (int raised = 0; raised <= 1; raised++) {
        struct judge j = judge_make(&f, &p, raised ? 256 : 0);
        mpfr_t a, b;
        mpfr_inits2(raised ? 300 : 53, a, b, (mpfr_ptr)NULL);
        mpfr_set_d(b, 0.75, MPFR_RNDN);
        mpfr_set_ui_2exp(a, 1, raised ? -248 : -49, MPFR_RNDN);
        mpfr_add(a, a, b, MPFR_RNDN);
        cr_expect(judge_same(&j, 0, a, b));
        mpfr_set_ui_2exp(a, 9, raised ? -251 : -52, MPFR_RNDN);
        mpfr_add(a, a, b, MPFR_RNDN);
        cr_expect(!judge_same(&j, 0, a, b));
        mpfr_set_nan(a);
        cr_expect(!judge_same(&j, 0, a, b));
    }
}

/* Power series of the pair against closed forms and against the pair itself. Seen to
 * fail: the flow divided by k instead of k + 1; time t0 + h in the half series; the half
 * factor left out of the small series; M_k for M_{k+1} there; a check of one last term
 * only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/pair/series.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BITS = 256 };

/* The coefficients may be off by some rounding errors of a precision that has guard
 * bits. */
enum { ALLOWED = -BITS };

struct trial {
    struct model *m;
    ref_series *series;
    mpfr_t t, *x;
    int nx;
};

static struct trial begin(const char *text, int order) {
    struct trial c = {.m = testing_model(text)};
    c.nx = ref_state_size(c.m);
    cr_assert(ref_series_alloc(&c.series, c.m, BITS, order, EVAL_EXACT_CONSTANTS) ==
              REF_OK);
    mpfr_init2(c.t, BITS);
    c.x = vector_alloc(c.nx, BITS);
    cr_assert(ref_initial(c.m, EVAL_EXACT_CONSTANTS, c.t, c.x) == REF_OK);
    return c;
}

static void expand(struct trial *c) {
    cr_assert(ref_series_expand(c->series, c->t, vector_const(c->x)) == REF_OK);
}

static void assert_rational(mpfr_srcptr value, long p, unsigned long q, const char *what,
                            int k) {
    mpfr_t exact;
    mpfr_init2(exact, 2 * BITS);
    mpfr_set_si(exact, p, MPFR_RNDN);
    mpfr_div_ui(exact, exact, q, MPFR_RNDN);
    double distance = testing_relative(value, exact);
    cr_assert(distance < ALLOWED, "%s, order %d: off by 2^%g", what, k, distance);
}

/* x' = L x, x0 = 1: flow e^(L h), large 1/(1 - h L), half 1/(1 - h L/2), small its
 * square. */
Test(series, has_the_closed_form_of_linear_decay) {
    enum { ORDER = 12 };
    struct trial c = begin("state x = 1\nx' = -3*x\n", ORDER);
    expand(&c);
    long power = 1, factorial = 1;
    for (int k = 0; k <= ORDER; k++) {
        unsigned long two = 1ul << k;
        assert_rational(ref_series_flow(c.series, 0)[k], power, (unsigned long)factorial,
                        "flow", k);
        assert_rational(ref_series_large(c.series, 0)[k], power, 1, "large", k);
        assert_rational(ref_series_half(c.series, 0)[k], power, two, "half", k);
        assert_rational(ref_series_small(c.series, 0)[k], power * (k + 1), two, "small",
                        k);
        power *= -3;
        factorial *= k + 1;
    }
}

/* One component for each rooted tree, y' = the product of its children's components, y =
 * 0: then the coefficient of h^|tree| in y is the tree's elementary weight, and all
 * others are zero. Backward Euler's weights are 1, those of two half steps s(tree) =
 * 2^-|tree| + (1/2) product of s(children), the flow's 1/gamma. t is a leaf that stands
 * for time. */
Test(series, has_the_elementary_weights_of_the_pair) {
    enum { TREES = 9, ORDER = 5 };
    static const struct {
        const char *name;
        int order;
        unsigned long gamma;
        long small_p;
        unsigned long small_q;
    } tree[TREES] = {{"[]", 1, 1, 1, 1},          {"[[]]", 2, 2, 3, 4},
                     {"[[] []]", 3, 3, 5, 8},     {"[[[]]]", 3, 6, 1, 2},
                     {"[[] [] []]", 4, 4, 9, 16}, {"[[] [[]]]", 4, 8, 7, 16},
                     {"[[[] []]]", 4, 12, 3, 8},  {"[[[[]]]]", 4, 24, 5, 16},
                     {"[t]", 2, 2, 3, 4}};
    struct trial c =
        begin("state a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0, w = 0\n"
              "a' = 1\nb' = a\nc' = a^2\nd' = b\ne' = a^3\nf' = a*b\ng' = c\n"
              "k' = d\nw' = t - 5/8\n",
              ORDER);
    mpfr_set_d(c.t, 0.625, MPFR_RNDN);
    expand(&c);
    for (int i = 0; i < TREES; i++)
        for (int k = 0; k <= ORDER; k++) {
            bool own = k == tree[i].order;
            assert_rational(ref_series_flow(c.series, i)[k], own, tree[i].gamma,
                            tree[i].name, k);
            assert_rational(ref_series_large(c.series, i)[k], own, 1, tree[i].name, k);
            assert_rational(ref_series_small(c.series, i)[k], own ? tree[i].small_p : 0,
                            tree[i].small_q, tree[i].name, k);
        }
}

/* x' = f(x), f = 2x - 3x^2/7 at x0 = 1, so f = 11/7, f' = 8/7, f'' = -6/7. With the
 * elementary differentials f'f, f''ff, f'f'f: estimate large - small = h^2/4 f'f + ..,
 * error small - flow = h^2/4 f'f + h^3 (7/48 f''ff + 1/3 f'f'f), gap error - estimate =
 * -h^3 (1/24 f''ff + 1/6 f'f'f). */
Test(series, has_the_gap_of_elementary_differentials) {
    enum { F = 11, D = 8, S = -6 }; /* over 7 */
    struct trial c = begin("state x = 1\nx' = 2*x - 3*x^2/7\n", 3);
    mpfr_t value;
    mpfr_init2(value, BITS + 64);
    expand(&c);
    const mpfr_t *flow = ref_series_flow(c.series, 0),
                 *large = ref_series_large(c.series, 0),
                 *small = ref_series_small(c.series, 0);
    mpfr_sub(value, large[2], small[2], MPFR_RNDN);
    assert_rational(value, D * F, 4 * 49, "estimate", 2);
    mpfr_sub(value, small[2], flow[2], MPFR_RNDN);
    assert_rational(value, D * F, 4 * 49, "error", 2);
    mpfr_sub(value, small[3], flow[3], MPFR_RNDN);
    assert_rational(value, 7 * S * F * F + 16 * D * D * F, 48 * 343, "error", 3);
    mpfr_sub(value, value, large[3], MPFR_RNDN);
    mpfr_add(value, value, small[3], MPFR_RNDN);
    assert_rational(value, -(S * F * F + 4 * D * D * F), 24 * 343, "gap", 3);
}

static const char oscillator[] = "position q = 0.7\nvelocity v = -0.25\nstate z = 0.37\n"
                                 "q' = v\nv' = -2.6*sin(q) - 0.43*v*z + cos(1.3*t)\n"
                                 "z' = q*v - z^2 + t\n";

/* (value - sum_{k<order} c_k h^k) / h^order is c_order + O(h). */
static void assert_series_agrees(mpfr_srcptr value, const mpfr_t *c, int order,
                                 mpfr_srcptr h, const char *what) {
    mpfr_t sum;
    mpfr_init2(sum, 1000);
    mpfr_set_zero(sum, 1);
    for (int k = order - 1; k >= 0; k--) {
        mpfr_mul(sum, sum, h, MPFR_RNDN);
        mpfr_add(sum, sum, c[k], MPFR_RNDN);
    }
    mpfr_sub(sum, value, sum, MPFR_RNDN);
    for (int k = 0; k < order; k++)
        mpfr_div(sum, sum, h, MPFR_RNDN);
    double distance = testing_relative(sum, c[order]);
    cr_assert(distance < -32, "%s, order %d: 2^%g", what, order, distance);
}

/* With h = 2^-40 and the pair's equations solved to 512 bits. The series are expanded in
 * 512 bits too, so that the sum's lower orders do not cover the next one. */
Test(series, agrees_with_the_pair_at_a_small_step) {
    enum { ORDER = 6, NX = 3, WIDE = 512 };
    struct model *m = testing_model(oscillator);
    ref_series *s;
    ref_pair *p;
    mpfr_t t, h, *x = vector_alloc(4 * NX, WIDE);
    mpfr_inits2(WIDE, t, h, (mpfr_ptr)NULL);
    cr_assert(ref_series_alloc(&s, m, WIDE, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_pair_alloc(&p, m, WIDE, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    mpfr_set_d(t, 0.625, MPFR_RNDN);
    mpfr_set_d(h, 0x1p-40, MPFR_RNDN);
    cr_assert(ref_series_expand(s, t, vector_const(x)) == REF_OK);
    cr_assert(ref_pair_step(p, t, vector_const(x), h, x + NX, x + 2 * NX, x + 3 * NX) ==
              REF_OK);
    for (int i = 0; i < NX; i++)
        for (int order = 1; order <= ORDER; order++) {
            assert_series_agrees(x[NX + i], ref_series_large(s, i), order, h, "large");
            assert_series_agrees(x[2 * NX + i], ref_series_half(s, i), order, h, "half");
            assert_series_agrees(x[3 * NX + i], ref_series_small(s, i), order, h,
                                 "small");
        }
}

/* x' = x + e^t, x(0) = 1.37: x = (1.37 + t) e^t. */
Test(series, sums_the_flow_or_says_that_it_cannot) {
    struct trial c = begin("state x = 1.37\nx' = x + exp(t)\n", 40);
    mpfr_t h, exact, x;
    mpfr_inits2(BITS, h, exact, x, (mpfr_ptr)NULL);
    expand(&c);
    mpfr_set_d(h, 0x1p-5, MPFR_RNDN);
    cr_assert(ref_series_flow_at(c.series, h, &x) == REF_OK);
    mpfr_set_str(exact, "1.37", 10, MPFR_RNDN);
    mpfr_add(exact, exact, h, MPFR_RNDN);
    mpfr_exp(h, h, MPFR_RNDN);
    mpfr_mul(exact, exact, h, MPFR_RNDN);
    cr_assert(testing_relative(x, exact) < 2 - BITS);
    mpfr_set(exact, x, MPFR_RNDN);
    mpfr_set_d(h, 2.5, MPFR_RNDN);
    cr_assert(ref_series_flow_at(c.series, h, &x) == REF_NOT_CONVERGED);
    cr_assert(mpfr_equal_p(x, exact));
}

/* e^(t^2) is even: its terms of odd orders vanish, but not those before and after. */
static void check_last_terms(int order, int vanishing) {
    struct trial c = begin("state z = 1\nz' = 2*t*z\n", order);
    mpfr_t h, x;
    mpfr_inits2(BITS, h, x, (mpfr_ptr)NULL);
    expand(&c);
    cr_assert(mpfr_zero_p(ref_series_flow(c.series, 0)[vanishing]));
    mpfr_set_d(h, 0.5, MPFR_RNDN);
    cr_assert(ref_series_flow_at(c.series, h, &x) == REF_NOT_CONVERGED);
}

Test(series, looks_at_two_terms_before_it_trusts_the_sum) {
    check_last_terms(21, 21);
    check_last_terms(20, 19);
}

Test(series, says_when_a_coefficient_is_not_finite) {
    struct trial c = begin("state x = 0\nx' = sqrt(x)\n", 3);
    cr_assert(ref_series_expand(c.series, c.t, vector_const(c.x)) == REF_NOT_FINITE);
    mpfr_set_nan(c.t);
    cr_assert(ref_series_expand(c.series, c.t, vector_const(c.x)) == REF_NOT_FINITE);
}

/* On x = |q| type kinks the branch is that of the point. */
Test(series, stays_on_the_branch_of_the_point) {
    struct trial c = begin("state x = -0.5\nx' = max(3*x, 5*x)\n", 2); /* 3 x here */
    expand(&c);
    assert_rational(ref_series_flow(c.series, 0)[1], -3, 2, "flow", 1);
    assert_rational(ref_series_large(c.series, 0)[2], -9, 2, "large", 2);
    mpfr_set_d(c.x[0], 0.5, MPFR_RNDN);
    expand(&c);
    assert_rational(ref_series_flow(c.series, 0)[1], 5, 2, "flow", 1);
}

Test(series, refuses_orders_and_precisions_out_of_range) {
    struct model *m = testing_model(oscillator);
    ref_series *s;
    cr_assert(ref_series_alloc(&s, m, 100, 0, EVAL_EXACT_CONSTANTS) == REF_BAD_ARGUMENT);
    cr_assert(ref_series_alloc(&s, m, 0, 5, EVAL_EXACT_CONSTANTS) == REF_BAD_ARGUMENT);
    cr_assert(s == NULL);
}

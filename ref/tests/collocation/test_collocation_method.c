/* The method's coefficients against the conditions that define them: C(s) and B(2s - 1)
 * (Hairer, Wanner (1996), IV.5), the eigenvectors, the stability function.
 *
 * Seen to fail: a node moved by 2^-150; a weight's sign; an eigenvector's coefficient k +
 * 1 replaced by k; pairs of modes not counted twice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/collocation/collocation_internal.h"
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/linear.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BITS = 200, COUNT = 4 };
static const int stages_tested[COUNT] = {3, 5, 15, 31};

static struct ref_radau make_method(int stages) {
    struct ref_radau r;
    cr_assert_eq(ref_radau_init(&r, stages, BITS), REF_OK);
    return r;
}

/* log2 |a - b| for b = p/q. */
static double distance_to_ratio(mpfr_srcptr a, long p, long q) {
    mpfr_t b;
    mpfr_init2(b, 2 * BITS);
    mpfr_set_si(b, p, MPFR_RNDN);
    mpfr_div_si(b, b, q, MPFR_RNDN);
    return testing_relative(a, b);
}

/* D - z as a linear system, of which D_ij is row[i (s + 1) + j]. */
static struct ref_linear *make_system(const struct ref_radau *r, bool transposed,
                                      double z) {
    struct ref_linear *l;
    int s = r->stages;
    cr_assert_eq(ref_linear_alloc(&l, s, r->bits), REF_OK);
    for (int i = 1; i <= s; i++)
        for (int j = 1; j <= s; j++) {
            mpfr_ptr a = transposed ? ref_linear_entry(l, j - 1, i - 1)
                                    : ref_linear_entry(l, i - 1, j - 1);
            mpfr_set(a, r->slope[i * (s + 1) + j], MPFR_RNDN);
            if (i == j)
                mpfr_sub_d(a, a, z, MPFR_RNDN);
        }
    cr_assert_eq(ref_linear_factor(l), REF_OK);
    return l;
}

Test(collocation_method, three_stages_have_the_nodes_of_the_book) {
    struct ref_radau r = make_method(3);
    mpfr_t c;
    mpfr_init2(c, BITS);
    for (int i = 1; i <= 2; i++) {
        mpfr_sqrt_ui(c, 6, MPFR_RNDN);
        if (i == 1)
            mpfr_neg(c, c, MPFR_RNDN);
        mpfr_add_ui(c, c, 4, MPFR_RNDN);
        mpfr_div_ui(c, c, 10, MPFR_RNDN);
        cr_expect_lt(testing_relative(r.node[i], c), 4.0 - BITS);
    }
    cr_expect(mpfr_cmp_ui(r.node[3], 1) == 0 && mpfr_zero_p(r.node[0]));
}

/* sum_j D_ij c_j^k = k c_i^(k-1), k = 1 .. s. */
Test(collocation_method, the_slopes_differentiate_polynomials_up_to_degree_s) {
    for (int test = 0; test < COUNT; test++) {
        int s = stages_tested[test];
        struct ref_radau r = make_method(s);
        mpfr_t sum, term;
        mpfr_inits2(BITS + 64, sum, term, (mpfr_ptr)NULL);
        for (int i = 0; i <= s; i++)
            for (int k = 1; k <= s; k++) {
                mpfr_set_zero(sum, 1);
                for (int j = 1; j <= s; j++) {
                    mpfr_pow_si(term, r.node[j], k, MPFR_RNDN);
                    mpfr_mul(term, term, r.slope[i * (s + 1) + j], MPFR_RNDN);
                    mpfr_add(sum, sum, term, MPFR_RNDN);
                }
                mpfr_pow_si(term, r.node[i], k - 1, MPFR_RNDN);
                mpfr_mul_si(term, term, k, MPFR_RNDN);
                mpfr_sub(sum, sum, term, MPFR_RNDN);
                cr_expect(mpfr_zero_p(sum) || ref_exponent(sum) < 20 - BITS,
                          "s = %d, i = %d, k = %d", s, i, k);
            }
    }
}

/* The weights b are the last row of A = D^-1: sum_j b_j c_j^(k-1) = 1/k, k = 1 .. 2s - 1.
 */
Test(collocation_method, the_quadrature_is_exact_up_to_degree_2s_minus_2_and_no_further) {
    for (int test = 0; test < COUNT; test++) {
        int s = stages_tested[test];
        struct ref_radau r = make_method(s);
        struct ref_linear *l = make_system(&r, true, 0);
        mpfr_t *b = vector_alloc(s, r.bits), sum, term;
        mpfr_inits2(r.bits, sum, term, (mpfr_ptr)NULL);
        mpfr_set_ui(b[s - 1], 1, MPFR_RNDN);
        ref_linear_solve(l, b);
        for (int k = 1; k <= 2 * s; k++) {
            mpfr_set_zero(sum, 1);
            for (int j = 1; j <= s; j++) {
                mpfr_pow_si(term, r.node[j], k - 1, MPFR_RNDN);
                mpfr_mul(term, term, b[j - 1], MPFR_RNDN);
                mpfr_add(sum, sum, term, MPFR_RNDN);
            }
            double distance = distance_to_ratio(sum, 1, k);
            cr_expect(k < 2 * s ? distance < 16.0 - BITS : distance > -5.0 * s,
                      "s = %d, k = %d: 2^%g", s, k, distance);
        }
    }
}

/* R(z) = x_1 / x_0 for x' = z x: (D - z) y = z (1, .., 1), R = 1 + y_s. */
static void find_growth(const struct ref_radau *r, double z, mpfr_ptr growth) {
    int s = r->stages;
    struct ref_linear *l = make_system(r, false, z);
    mpfr_t *y = vector_alloc(s, r->bits);
    for (int i = 0; i < s; i++)
        mpfr_set_d(y[i], z, MPFR_RNDN);
    ref_linear_solve(l, y);
    mpfr_add_ui(growth, y[s - 1], 1, MPFR_RNDN);
}

Test(collocation_method, the_stability_function_vanishes_at_infinity) {
    for (int test = 0; test < COUNT; test++) {
        struct ref_radau r = make_method(stages_tested[test]);
        mpfr_t growth;
        mpfr_init2(growth, r.bits);
        find_growth(&r, -0x1p100, growth);
        cr_expect_lt(ref_exponent(growth), -88, "s = %d", r.stages);
    }
}

/* R(z) - e^z is proportional to z^(2s). */
Test(collocation_method, the_stability_function_has_order_2s_minus_1) {
    for (int test = 0; test < COUNT - 1; test++) {
        struct ref_radau r = make_method(stages_tested[test]);
        double size[2];
        mpfr_t growth, exact;
        mpfr_inits2(r.bits, growth, exact, (mpfr_ptr)NULL);
        for (int k = 0; k < 2; k++) {
            double z = -0.0171875 / (1 << k);
            find_growth(&r, z, growth);
            mpfr_set_d(exact, z, MPFR_RNDN);
            mpfr_exp(exact, exact, MPFR_RNDN);
            size[k] = testing_distance(growth, exact, exact);
        }
        if (stages_tested[test] < 15) /* beyond, the difference is rounding */
            cr_expect_float_eq(size[0] - size[1], 2.0 * r.stages, 0.05, "s = %d: %g",
                               r.stages, size[0] - size[1]);
    }
}

/* Whether |a| < 2^exponent, both parts. */
static bool is_below(acb_srcptr a, slong exponent) {
    return arf_cmpabs_2exp_si(arb_midref(acb_realref(a)), exponent) < 0 &&
           arf_cmpabs_2exp_si(arb_midref(acb_imagref(a)), exponent) < 0;
}

Test(collocation_method, the_modes_are_eigenvectors) {
    for (int test = 0; test < COUNT; test++) {
        int s = stages_tested[test];
        struct ref_radau r = make_method(s);
        acb_t sum, d;
        acb_inits(sum, d);
        for (int k = 0; k < r.modes; k++)
            for (int i = 1; i <= s; i++) {
                acb_mul(sum, r.eigenvalue + k, acb_mat_entry(r.from_modes, i - 1, k),
                        BITS);
                acb_neg(sum, sum);
                for (int j = 1; j <= s; j++) {
                    arb_zero(acb_imagref(d));
                    arf_set_mpfr(arb_midref(acb_realref(d)), r.slope[i * (s + 1) + j]);
                    acb_addmul(sum, d, acb_mat_entry(r.from_modes, j - 1, k), BITS);
                }
                cr_expect(is_below(sum, 2 * (slong)log2(s) + 12 - REF_MODE_BITS + s),
                          "s = %d, mode %d, row %d", s, k, i);
            }
    }
}

Test(collocation_method, a_vector_is_the_sum_of_its_modes) {
    for (int test = 0; test < COUNT; test++) {
        int s = stages_tested[test];
        struct ref_radau r = make_method(s);
        acb_mat_t product;
        acb_mat_init(product, s, s);
        acb_mat_mul(product, r.from_modes, r.to_modes, BITS);
        for (int i = 0; i < s; i++)
            for (int j = 0; j < s; j++) {
                acb_ptr a = acb_mat_entry(product, i, j);
                arb_zero(acb_imagref(a));
                if (i == j)
                    acb_sub_si(a, a, 1, BITS);
                cr_expect(is_below(a, 2 * s + 12 - REF_MODE_BITS), "s = %d, %d, %d", s, i,
                          j);
            }
    }
}

Test(collocation_method, values_and_slopes_at_the_probe_are_those_of_a_polynomial) {
    struct ref_radau r = make_method(15);
    mpfr_t sum, slope, term;
    mpfr_inits2(r.bits, sum, slope, term, (mpfr_ptr)NULL);
    for (int k = 1; k <= 15; k++) {
        mpfr_set_zero(sum, 1);
        mpfr_set_zero(slope, 1);
        for (int j = 1; j <= 15; j++) {
            mpfr_pow_si(term, r.node[j], k, MPFR_RNDN);
            mpfr_fma(sum, term, r.probe_value[j], sum, MPFR_RNDN);
            mpfr_fma(slope, term, r.probe_slope[j], slope, MPFR_RNDN);
        }
        mpfr_pow_si(term, r.probe, k, MPFR_RNDN);
        cr_expect_lt(testing_relative(sum, term), 20.0 - BITS);
        mpfr_pow_si(term, r.probe, k - 1, MPFR_RNDN);
        mpfr_mul_si(term, term, k, MPFR_RNDN);
        cr_expect_lt(testing_relative(slope, term), 20.0 - BITS);
    }
}

/* Linear systems whose solutions are known exactly. Seen to fail: no exchange of rows;
 * the exchange not applied to b; rows from k + 2 on eliminated; the first pivot that is
 * not zero; NaN taken for a pivot.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/linear.h"

#include <criterion/criterion.h>
#include <gmp.h>

static struct ref_linear *make_system(int n, mpfr_prec_t bits) {
    struct ref_linear *l;
    cr_assert(ref_linear_alloc(&l, n, bits) == REF_OK);
    ref_linear_identity(l);
    return l;
}

/* Element i, j = 1 .. n of the inverse of the Hilbert matrix 1/(i + j - 1). */
static void set_hilbert_inverse(mpz_t value, unsigned long n, unsigned long i,
                                unsigned long j) {
    mpz_t binomial;
    mpz_init(binomial);
    mpz_bin_uiui(value, n + i - 1, n - j);
    mpz_bin_uiui(binomial, n + j - 1, n - i);
    mpz_mul(value, value, binomial);
    mpz_bin_uiui(binomial, i + j - 2, i - 1);
    mpz_mul(value, value, binomial);
    mpz_mul(value, value, binomial);
    mpz_mul_ui(value, value, i + j - 1);
    if ((i + j) % 2 == 1)
        mpz_neg(value, value);
}

Test(linear, inverts_the_hilbert_matrix_to_its_condition) {
    enum { N = 14, BITS = 300, CONDITION_BITS = 70 };
    struct ref_linear *l = make_system(N, BITS);
    mpfr_t *b = vector_alloc(N, BITS), exact;
    mpfr_init2(exact, BITS);
    mpz_t value;
    mpz_init(value);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            mpfr_set_ui(ref_linear_entry(l, i, j), 1, MPFR_RNDN);
            mpfr_div_ui(ref_linear_entry(l, i, j), ref_linear_entry(l, i, j),
                        (unsigned long)(i + j + 1), MPFR_RNDN);
        }
    cr_assert(ref_linear_factor(l) == REF_OK);
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++)
            mpfr_set_ui(b[i], i == j, MPFR_RNDN);
        ref_linear_solve(l, b);
        for (int i = 0; i < N; i++) {
            set_hilbert_inverse(value, N, (unsigned long)i + 1, (unsigned long)j + 1);
            mpfr_set_z(exact, value, MPFR_RNDN);
            double distance = testing_relative(b[i], exact);
            cr_assert(distance < CONDITION_BITS - BITS, "(%d, %d): 2^%g", i, j, distance);
        }
    }
}

Test(linear, solves_integer_systems_with_many_zeros_to_rounding) {
    enum { MAX_N = 30, BITS = 200, TRIALS = 40 };
    struct sample s = sample_begin();
    mpfr_t *x = vector_alloc(MAX_N, BITS), *b = vector_alloc(MAX_N, BITS), term;
    mpfr_init2(term, BITS);
    for (int trial = 0; trial < TRIALS; trial++) {
        int n = 1 + sample_choice(&s, MAX_N);
        struct ref_linear *l = make_system(n, BITS);
        for (int i = 0; i < n; i++) {
            mpfr_set_si(x[i], sample_choice(&s, 2001) - 1000, MPFR_RNDN);
            mpfr_set_zero(b[i], 1);
        }
        /* Rows in a random cyclic order, so that the diagonal need not hold the
         * pivots. */
        int shift = sample_choice(&s, n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int a = sample_choice(&s, 5) == 0 ? sample_choice(&s, 19) - 9 : 0;
                if ((i + shift) % n == j)
                    a += 60;
                mpfr_set_si(ref_linear_entry(l, i, j), a, MPFR_RNDN);
                mpfr_mul_si(term, x[j], a, MPFR_RNDN);
                mpfr_add(b[i], b[i], term, MPFR_RNDN);
            }
        cr_assert(ref_linear_factor(l) == REF_OK, "seed %llu",
                  (unsigned long long)s.seed);
        ref_linear_solve(l, b);
        for (int i = 0; i < n; i++) {
            mpfr_set_ui(term, 1000, MPFR_RNDN);
            double distance = testing_distance(b[i], x[i], term);
            cr_assert(distance < 20 - BITS, "seed %llu, n = %d: 2^%g",
                      (unsigned long long)s.seed, n, distance);
        }
    }
}

Test(linear, permutes_exactly) {
    enum { N = 7, BITS = 53 };
    static const int column[N] = {3, 0, 6, 1, 5, 2, 4};
    struct ref_linear *l = make_system(N, BITS);
    mpfr_t *b = vector_alloc(N, BITS);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            mpfr_set_ui(ref_linear_entry(l, i, j), j == column[i], MPFR_RNDN);
        mpfr_set_d(b[i], 1.37 * column[i] - 0.25, MPFR_RNDN);
    }
    cr_assert(ref_linear_factor(l) == REF_OK);
    ref_linear_solve(l, b);
    for (int i = 0; i < N; i++)
        cr_assert(mpfr_cmp_d(b[i], 1.37 * i - 0.25) == 0, "component %d", i);
}

/* (2^-500 1; 1 1) x = (1, 2): without an exchange of rows x_0 would be 0, not 1. */
Test(linear, exchanges_rows_for_a_tiny_pivot) {
    enum { BITS = 113 };
    struct ref_linear *l = make_system(2, BITS);
    mpfr_t *b = vector_alloc(2, BITS);
    mpfr_set_ui_2exp(ref_linear_entry(l, 0, 0), 1, -500, MPFR_RNDN);
    mpfr_set_ui(ref_linear_entry(l, 0, 1), 1, MPFR_RNDN);
    mpfr_set_ui(ref_linear_entry(l, 1, 0), 1, MPFR_RNDN);
    mpfr_set_ui(b[0], 1, MPFR_RNDN);
    mpfr_set_ui(b[1], 2, MPFR_RNDN);
    cr_assert(ref_linear_factor(l) == REF_OK);
    ref_linear_solve(l, b);
    cr_assert(mpfr_cmp_ui(b[0], 1) == 0 && mpfr_cmp_ui(b[1], 1) == 0);
}

Test(linear, refuses_singular_and_non_finite_matrices) {
    static const int singular[][4] = {
        {0, 0, 0, 0}, {1, 2, 2, 4}, {0, 3, 0, -5}, {0, 0, 1, 2}};
    for (size_t k = 0; k < sizeof singular / sizeof *singular; k++) {
        struct ref_linear *l = make_system(2, 64);
        for (int i = 0; i < 4; i++)
            mpfr_set_si(ref_linear_entry(l, i / 2, i % 2), singular[k][i], MPFR_RNDN);
        cr_assert(ref_linear_factor(l) == REF_SINGULAR, "matrix %zu", k);
    }
    for (int i = 0; i < 8; i++) { /* the one at the upper right is in no pivot's column */
        struct ref_linear *l = make_system(2, 64);
        mpfr_set_ui(ref_linear_entry(l, 0, 1), 3, MPFR_RNDN);
        mpfr_set_ui(ref_linear_entry(l, 1, 0), i < 4 ? 5 : 0, MPFR_RNDN);
        mpfr_set_nan(ref_linear_entry(l, i / 2 % 2, i % 2));
        cr_assert(ref_linear_factor(l) == REF_NOT_FINITE, "NaN at %d", i);
        ref_linear_free(l);
    }
}

Test(linear, refuses_sizes_and_precisions_out_of_range) {
    struct ref_linear *l;
    cr_assert(ref_linear_alloc(&l, 0, 64) == REF_BAD_ARGUMENT && l == NULL);
    cr_assert(ref_linear_alloc(&l, 100000, 64) == REF_BAD_ARGUMENT && l == NULL);
    cr_assert(ref_linear_alloc(&l, 3, 0) == REF_BAD_ARGUMENT && l == NULL);
}

/* Pade approximants: with R = P/Q, Q = 1 + d_1 z + ... + d_n z^n, deg P = m, the coefficients
 * c_k of R obey
 *     c_k + d_1 c_(k-1) + ... + d_n c_(k-n) = 0   for all k > m
 * and those of P are the left sides for k <= m. The smallest m + n that satisfies all is R.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/stability_function.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

#include "harness/fingerprint/laws/fraction.h"

enum { most_chains = 16, spare_equations = 2 };

/* Of the sum of an equation's terms: what rounding of the weights and of the solution leave;
 * what cancellation inside the method leaves of a weight that is 0; and how well coefficients
 * are known before they are made fractions. */
static const double residual_allowed[] = {1e-11, 1e-7}, zero_allowed = 1e-15;
enum { roughest = 1, few_coefficients = 6, few_digits = 1000 };
/* Larger coefficients are those of a solution that is not determined. */
static const double largest_coefficient = 1e3;
static const double fraction_tolerance = 1e-8;

int stability_solve(double *x, const double *a, const double *b, int m, int n) {
    gsl_matrix *u = gsl_matrix_alloc((size_t)m, (size_t)n);
    gsl_matrix *v = gsl_matrix_alloc((size_t)n, (size_t)n);
    gsl_vector *s = gsl_vector_alloc((size_t)n), *work = gsl_vector_alloc((size_t)n);
    gsl_vector *right = gsl_vector_alloc((size_t)m),
               *solution = gsl_vector_alloc((size_t)n);
    int failed = !u || !v || !s || !work || !right || !solution;
    for (int i = 0; i < m && !failed; i++) {
        gsl_vector_set(right, (size_t)i, b[i]);
        for (int k = 0; k < n; k++)
            gsl_matrix_set(u, (size_t)i, (size_t)k, a[i * n + k]);
    }
    failed = failed || gsl_linalg_SV_decomp(u, v, s, work) ||
             gsl_linalg_SV_solve(u, v, s, right, solution);
    for (int k = 0; k < n && !failed; k++)
        x[k] = gsl_vector_get(solution, (size_t)k);
    gsl_matrix_free(u);
    gsl_matrix_free(v);
    gsl_vector_free(s);
    gsl_vector_free(work);
    gsl_vector_free(right);
    gsl_vector_free(solution);
    return failed;
}

/* The left side for k, and the sum of its terms' absolute values. */
static double left_side(const double *c, const double *d, int n, int k, double *size) {
    double sum = c[k];
    *size = fabs(c[k]);
    for (int j = 1; j <= n && j <= k; j++) {
        sum += d[j] * c[k - j];
        *size += fabs(d[j] * c[k - j]);
    }
    return sum;
}

static bool satisfies(const double *c, int count, const double *d, int m, int n,
                      int roughness) {
    for (int j = 1; j <= n; j++)
        if (!(fabs(d[j]) <= largest_coefficient))
            return false;
    for (int k = m + 1; k <= count; k++) {
        double size, sum = left_side(c, d, n, k, &size);
        if (!(fabs(sum) <= residual_allowed[roughness] * size + zero_allowed))
            return false;
    }
    return true;
}

static void make_fraction(double *x) {
    struct fraction f;
    mpfr_t value;
    mpfr_init2(value, 53);
    mpfr_set_d(value, *x, MPFR_RNDN);
    if (fraction_find(&f, value, fraction_tolerance, few_digits) == 0 ||
        fraction_find(&f, value, residual_allowed[0], FRACTION_LARGEST) == 0)
        *x = (double)f.numerator / (double)f.denominator;
    mpfr_clear(value);
}

/* d[1..n] from all equations, each divided by its largest coefficient. */
static int solve_denominator(double *d, const double *c, int count, int m, int n) {
    double a[most_chains * STABILITY_DEGREE] = {0}, b[most_chains] = {0};
    for (int k = m + 1; k <= count; k++) {
        double largest = fabs(c[k]);
        for (int j = 1; j <= n && j <= k; j++)
            largest = fmax(largest, fabs(c[k - j]));
        for (int j = 1; j <= n && j <= k && largest > 0; j++)
            a[(k - m - 1) * n + j - 1] = c[k - j] / largest;
        b[k - m - 1] = largest > 0 ? -c[k] / largest : 0;
    }
    return stability_solve(d + 1, a, b, count - m, n);
}

static bool try_degrees(struct stability *r, const double *c, int count, int m, int n,
                        int roughness) {
    double d[STABILITY_DEGREE + 1] = {1}, rounded[STABILITY_DEGREE + 1] = {1}, size;
    if (n > 0 && solve_denominator(d, c, count, m, n))
        return false;
    for (int j = 1; j <= n; j++) {
        rounded[j] = d[j];
        make_fraction(&rounded[j]);
    }
    if (satisfies(c, count, rounded, m, n, roughness))
        memcpy(d, rounded, sizeof d);
    else if (!satisfies(c, count, d, m, n, roughness))
        return false;
    *r = (struct stability){.numerator_degree = m, .denominator_degree = n};
    memcpy(r->denominator, d, sizeof d);
    for (int k = 0; k <= m; k++) {
        r->numerator[k] = left_side(c, d, n, k, &size);
        make_fraction(&r->numerator[k]);
    }
    return true;
}

/* The smallest R that has the coefficients; its number of coefficients, or -1. */
static int find_smallest(struct stability *r, const double *c, int count, int roughness) {
    for (int total = 0; total + spare_equations <= count; total++)
        for (int n = 0; n <= total; n++)
            if (n <= STABILITY_DEGREE && total - n <= STABILITY_DEGREE &&
                try_degrees(r, c, count, total - n, n, roughness))
                return total;
    return -1;
}

/* Weights of an iteration that was left early have fewer digits; where an R of few
 * coefficients has these, a large one that has more is an accident. */
int stability_find(struct stability *r, const double *chain, int count) {
    struct stability found, rough;
    double c[most_chains + 1] = {1};
    bool is_rough = false;
    if (count > most_chains)
        return 1;
    for (int k = 1; k <= count; k++)
        c[k] = chain[k - 1];
    int total = find_smallest(&found, c, count, 0);
    if (total < 0 || total > few_coefficients) {
        int fewer = find_smallest(&rough, c, count, roughest);
        if (fewer >= 0 && (total < 0 || fewer <= few_coefficients)) {
            found = rough;
            total = fewer;
            is_rough = true;
        }
    }
    if (total < 0)
        return 1;
    *r = found;
    r->is_rough = is_rough && total > few_coefficients;
    stability_judge(r);
    stability_print(r);
    return 0;
}

/* Least squares. The exponent of a convergence law, by GSL's linear least squares (a singular value
 * decomposition of the scaled columns): log|e| = log c + p log h + sum b_k h^k.
 *
 * A first fit, in which all data weigh alike, finds the residual s. Where data are known to be
 * noisier than that, a second one weighs each by its own variance, max(s, noise_i)^2. The sum of
 * its weighted squares is never more than the number of degrees of freedom, as that of the first
 * fit is not: the variances stand for themselves.
 *
 * Steps are measured in units of the largest, so that the columns h^k are of one size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/numbers/fit.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>

/* The columns before the corrections: 1 and log h. */
enum { COLUMN_CONSTANT, COLUMN_EXPONENT, COLUMNS };

struct least_squares {
    gsl_matrix *design, *covariance;
    gsl_vector *log_error, *weight, *coefficient;
    gsl_multifit_linear_workspace *workspace;
};

static void free_least_squares(struct least_squares *l) {
    gsl_matrix_free(l->design);
    gsl_matrix_free(l->covariance);
    gsl_vector_free(l->log_error);
    gsl_vector_free(l->weight);
    gsl_vector_free(l->coefficient);
    gsl_multifit_linear_free(l->workspace);
}

static int alloc_least_squares(struct least_squares *l, size_t n, size_t columns) {
    l->design = gsl_matrix_alloc(n, columns);
    l->covariance = gsl_matrix_alloc(columns, columns);
    l->log_error = gsl_vector_alloc(n);
    l->weight = gsl_vector_alloc(n);
    l->coefficient = gsl_vector_alloc(columns);
    l->workspace = gsl_multifit_linear_alloc(n, columns);
    return !(l->design && l->covariance && l->log_error && l->weight && l->coefficient &&
             l->workspace);
}

static int are_usable(int n, const double *h, const double *error) {
    for (int i = 0; i < n; i++) {
        if (!(isfinite(h[i]) && h[i] > 0 && isfinite(error[i]) && error[i] != 0))
            return 0;
        if (i > 0 && !(h[i] < h[i - 1]))
            return 0;
    }
    return 1;
}

static void fill_in(struct least_squares *l, int n, const double *h, const double *error,
                    int corrections, double unit) {
    for (int i = 0; i < n; i++) {
        size_t row = (size_t)i;
        gsl_vector_set(l->log_error, row, log(fabs(error[i])));
        gsl_matrix_set(l->design, row, COLUMN_CONSTANT, 1);
        gsl_matrix_set(l->design, row, COLUMN_EXPONENT, log(h[i] / unit));
        double power = 1;
        for (int k = 0; k < corrections; k++) {
            power *= h[i] / unit;
            gsl_matrix_set(l->design, row, COLUMNS + (size_t)k, power);
        }
    }
}

/* residual := that of a fit in which all data weigh alike, and no less than the least noise. */
static int find_residual(struct least_squares *l, const struct fit *f, double least,
                         double *residual) {
    double squares, freedom = f->points - f->corrections - COLUMNS;
    if (gsl_multifit_linear(l->design, l->log_error, l->coefficient, l->covariance,
                            &squares, l->workspace) != GSL_SUCCESS)
        return 1;
    *residual = fmax(sqrt(squares / freedom), least);
    return 0;
}

/* The fit with the data's own variances. An exact law without noise has weight 1. */
static int fit_weighted(struct least_squares *l, const struct fit *f,
                        const double *noise) {
    double squares;
    for (int i = 0; i < f->points; i++) {
        double deviation = noise ? fmax(noise[i], f->residual) : f->residual;
        gsl_vector_set(l->weight, (size_t)i,
                       deviation > 0 ? 1 / (deviation * deviation) : 1);
    }
    return gsl_multifit_wlinear(l->design, l->weight, l->log_error, l->coefficient,
                                l->covariance, &squares, l->workspace) != GSL_SUCCESS;
}

static void read_off(struct fit *f, const struct least_squares *l, double unit) {
    double freedom = f->points - f->corrections - COLUMNS;
    double variance = gsl_matrix_get(l->covariance, COLUMN_EXPONENT, COLUMN_EXPONENT);
    double deviation = f->residual > 0 ? sqrt(variance) : 0;
    double quantile = gsl_cdf_tdist_Pinv(0.5 + fit_confidence / 2, freedom);
    f->exponent = gsl_vector_get(l->coefficient, COLUMN_EXPONENT);
    f->low = f->exponent - quantile * deviation;
    f->high = f->exponent + quantile * deviation;
    f->log_constant =
        gsl_vector_get(l->coefficient, COLUMN_CONSTANT) - f->exponent * log(unit);
}

static double least_of(int n, const double *noise) {
    double least = noise ? noise[0] : 0;
    for (int i = 1; i < n && noise; i++)
        least = fmin(least, noise[i]);
    return least;
}

int fit_exponent(struct fit *f, int n, const double *h, const double *error,
                 int corrections, const double *noise) {
    if (corrections < 0 || corrections > FIT_MAX_CORRECTIONS ||
        n < COLUMNS + corrections + FIT_MIN_FREEDOM || !are_usable(n, h, error))
        return 1;
    struct least_squares l;
    struct fit result = {.points = n, .corrections = corrections};
    double unit = h[0];
    int failed = alloc_least_squares(&l, (size_t)n, (size_t)(COLUMNS + corrections));
    if (!failed) {
        fill_in(&l, n, h, error, corrections, unit);
        failed = find_residual(&l, &result, least_of(n, noise), &result.residual) ||
                 fit_weighted(&l, &result, noise);
    }
    if (!failed) {
        read_off(&result, &l, unit);
        failed = !(isfinite(result.low) && isfinite(result.high));
    }
    free_least_squares(&l);
    if (!failed)
        *f = result;
    return failed;
}

struct fit_line fit_line(const double *x, const double *y, int n) {
    struct fit_line line;
    double c00, c01, c11;
    gsl_fit_linear(x, 1, y, 1, (size_t)n, &line.intercept, &line.slope, &c00, &c01, &c11,
                   &line.squares);
    line.error = sqrt(c11);
    return line;
}

int fit_linear(int rows, int columns, const double *design, const double *y,
               double *found) {
    struct least_squares l;
    const size_t n = (size_t)rows, p = (size_t)columns;
    double squares;
    int failed = alloc_least_squares(&l, n, p);
    if (!failed) {
        gsl_matrix_const_view x = gsl_matrix_const_view_array(design, n, p);
        gsl_vector_const_view b = gsl_vector_const_view_array(y, n);
        failed = gsl_multifit_linear(&x.matrix, &b.vector, l.coefficient, l.covariance,
                                     &squares, l.workspace);
    }
    for (size_t k = 0; k < p && !failed; k++)
        found[k] = gsl_vector_get(l.coefficient, k);
    free_least_squares(&l);
    return failed;
}

/* The exponent of a convergence law, by GSL's linear least squares (a singular value
 * decomposition of the scaled columns): log|e| = log c + p log h + sum b_k h^k.
 *
 * Steps are measured in units of the largest, so that the columns h^k are of one size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/fit.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>

/* The columns before the corrections: 1 and log h. */
enum { COLUMN_CONSTANT, COLUMN_EXPONENT, COLUMNS };

struct least_squares {
    gsl_matrix *design, *covariance;
    gsl_vector *log_error, *coefficient;
    gsl_multifit_linear_workspace *workspace;
};

static void free_least_squares(struct least_squares *l) {
    if (l->design)
        gsl_matrix_free(l->design);
    if (l->covariance)
        gsl_matrix_free(l->covariance);
    if (l->log_error)
        gsl_vector_free(l->log_error);
    if (l->coefficient)
        gsl_vector_free(l->coefficient);
    if (l->workspace)
        gsl_multifit_linear_free(l->workspace);
}

static int alloc_least_squares(struct least_squares *l, size_t n, size_t columns) {
    l->design = gsl_matrix_alloc(n, columns);
    l->covariance = gsl_matrix_alloc(columns, columns);
    l->log_error = gsl_vector_alloc(n);
    l->coefficient = gsl_vector_alloc(columns);
    l->workspace = gsl_multifit_linear_alloc(n, columns);
    return !(l->design && l->covariance && l->log_error && l->coefficient &&
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

/* From the solved system, whose covariance GSL has scaled by the residual's variance. */
static void read_off(struct fit *f, const struct least_squares *l, double squares,
                     double noise, double unit) {
    double freedom = f->points - f->corrections - COLUMNS;
    f->residual = sqrt(squares / freedom);
    double variance = gsl_matrix_get(l->covariance, COLUMN_EXPONENT, COLUMN_EXPONENT);
    double deviation = sqrt(variance);
    if (f->residual < noise) {
        deviation = f->residual > 0 ? deviation * (noise / f->residual) : noise;
        f->residual = noise;
    }
    double quantile = gsl_cdf_tdist_Pinv(0.5 + FIT_CONFIDENCE / 2, freedom);
    f->exponent = gsl_vector_get(l->coefficient, COLUMN_EXPONENT);
    f->low = f->exponent - quantile * deviation;
    f->high = f->exponent + quantile * deviation;
    f->log_constant =
        gsl_vector_get(l->coefficient, COLUMN_CONSTANT) - f->exponent * log(unit);
}

int fit_exponent(struct fit *f, int n, const double *h, const double *error,
                 int corrections, double noise) {
    if (corrections < 0 || corrections > FIT_MAX_CORRECTIONS ||
        n < COLUMNS + corrections + FIT_MIN_FREEDOM || !are_usable(n, h, error))
        return 1;
    struct least_squares l;
    struct fit result = {.points = n, .corrections = corrections};
    double squares = 0, unit = h[0];
    int failed = alloc_least_squares(&l, (size_t)n, (size_t)(COLUMNS + corrections));
    if (!failed) {
        fill_in(&l, n, h, error, corrections, unit);
        failed = gsl_multifit_linear(l.design, l.log_error, l.coefficient, l.covariance,
                                     &squares, l.workspace) != GSL_SUCCESS;
    }
    if (!failed) {
        read_off(&result, &l, squares, noise, unit);
        failed = !(isfinite(result.low) && isfinite(result.high));
    }
    free_least_squares(&l);
    if (!failed)
        *f = result;
    return failed;
}

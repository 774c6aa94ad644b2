/* Linear least squares, and by them the exponent of a convergence law.
 *
 * A method of order p has the error e(h) = c h^p (1 + c1 h + c2 h^2 + ...), so
 *
 *     log|e| = log c + p log h + b1 h + b2 h^2 + ... + bK h^K,
 *
 * linear in (log c, p, b1 .. bK). The interval for p is Student's (N. R. Draper, H. Smith,
 * Applied Regression Analysis, 3rd edition, section 5.1):  p -+ t(confidence, n - K - 2) s_p.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FIT_H
#define HARNESS_FIT_H

/* Chance with which an interval is meant to hold the true exponent. */
static const double fit_confidence = 0.99;

/* Degrees of freedom left in any fit: with fewer Student's quantile is of no use. */
enum { FIT_MIN_FREEDOM = 2 };

/* Largest K accepted. */
enum { FIT_MAX_CORRECTIONS = 6 };

struct fit {
    int points, corrections;
    double exponent;     /* p */
    double low, high;    /* the interval for p */
    double log_constant; /* log c */
    double residual;     /* standard deviation of log|e| about a fit of equal weights */
};

/* Fits n points with h[0] > h[1] > .. > 0 and errors (of either sign), with K = corrections.
 * `noise` is the relative error that each datum may have (size n; NULL: none is known): its
 * deviation is not taken to be smaller, and it weighs accordingly. Returns 0; or nonzero, *f
 * unchanged, when n < K + 2 + FIT_MIN_FREEDOM, the steps do not fall, an error is zero or not
 * finite, or GSL fails (its error handler must be off). */
int fit_exponent(struct fit *f, int n, const double *h, const double *error,
                 int corrections, const double *noise);

/* The line through n points, n >= 2, whose x[n] are not all the same: intercept and slope, the
 * slope's standard error, and the sum of the squares of what is left. */
struct fit_line {
    double intercept, slope, error, squares;
};
struct fit_line fit_line(const double *x, const double *y, int n);

/* found[columns] := the solution of design[rows * columns], by rows, times it = y[rows].
 * Nonzero: GSL fails, or memory runs out. */
int fit_linear(int rows, int columns, const double *design, const double *y,
               double *found);

#endif

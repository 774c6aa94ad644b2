/* What the rule finds, and how often it is wrong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>

#include "harness/speed/compare/rule.h"

/* Of the variance of normal data, Q_n's knows as much as this share of the sample would. */
static const double efficiency = 0.82;

static const double confidence = 0.95;

/* Equally probable values of u that an expectation is taken over. */
enum { points = 64 };

static double freedom(int n) {
    return efficiency * (n - 1);
}

/* The scatter that n processes with this Q_n may have, at the most. */
static double upper_scale(double scale, int n) {
    return scale * sqrt(freedom(n) / gsl_cdf_chisq_Pinv(1 - confidence, freedom(n)));
}

/* Of one run to its last look. */
static double power_of_run(const struct rule *r, double scale) {
    const int n = r->look[r->looks - 1];
    const double se = sqrt(M_PI_2) * scale / sqrt(n), nu = freedom(n);
    const double t = gsl_cdf_tdist_Qinv(r->alpha / (2 * r->looks), n - 1);
    double sum = 0;
    for (int i = 0; i < points; i++) {
        double u = sqrt(gsl_cdf_chisq_Pinv((i + 0.5) / points, nu) / nu);
        double limit = fmax(r->delta / 2, t * se * u);
        sum += gsl_cdf_ugaussian_P((log1p(r->delta) - limit) / se);
    }
    return sum / points - r->alpha / 2;
}

double rule_power(const struct rule *r, double scale, int n) {
    if (!isfinite(scale) || n < RULE_FEWEST)
        return NAN;
    /* Processes that all agree still have the least error that the rule admits. */
    double p = power_of_run(r, fmax(upper_scale(scale, n), GSL_SQRT_DBL_EPSILON));
    return fmax(p, 0) * fmax(p, 0);
}

double rule_bound(long alarms, long n) {
    return alarms >= n
               ? 1
               : gsl_cdf_beta_Pinv(confidence, (double)alarms + 1, (double)(n - alarms));
}

double rule_lower_bound(long found, long n) {
    return found <= 0 ? 0
                      : gsl_cdf_beta_Pinv(1 - confidence, (double)found,
                                          (double)(n - found) + 1);
}

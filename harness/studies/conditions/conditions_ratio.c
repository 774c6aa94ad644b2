/* How a difference is measured: over what is allowed, and what iterations leave.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/conditions/conditions.h"

/* Never more than so much of the motion, of the largest component. */
static const double most_part = 1e-5, most_size = 1e-9;

/* Nor, late in a run, than this of values of size one. */
static const double most_late = 1e-6;

/* Less than this is not told from rounding: a hundred roundings. */
static const double least = 1e-14;

static const double growth = 1e3, accuracies = 32, contraction = 0.5;

/* Formulas that take the difference of a drive over a small part of a step multiply its
 * rounding. */
static const double differences = 8;

double conditions_accuracy(enum conditions_level level) {
    static const double accuracy[CONDITIONS_LEVELS] = {TABLEAU_ACCURACY, 1e-6, 1e-4};
    return accuracy[level];
}

/* A forward quotient over delta is off by u (1 + |t|/T)/delta + delta/(2 T^2) of the rates, and
 * stands in a step with h^2/2. Programs have a delta from 1e-8 h on, or sqrt(u max(1e-5, |t|)) (E.
 * Hairer, G. Wanner, Solving ODEs II: RODAS), up to sqrt(u) max(1, |t|). */
double conditions_quotient(const struct conditions *c, double t, double h, double T) {
    static const double smallest = 1e-8, least_time = 1e-5, all = 0.5;
    const double shortest =
        fmin(smallest * h, sqrt(ROUNDOFF_UNIT * fmax(least_time, fabs(t))));
    const double longest = sqrt(2 * ROUNDOFF_UNIT) * fmax(1, fabs(t));
    const double left =
        h * (ROUNDOFF_UNIT * (1 + fabs(t) / T) / shortest + longest / (4 * T * T));
    return c->may_be_linear ? fmin(all, left) : 0;
}

double conditions_ratio(double difference, double allowed) {
    double ratio = difference == 0 ? 0 : fabs(difference) / allowed;
    return isnan(ratio) ? INFINITY : ratio;
}

double conditions_largest(const double *x, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = isnan(x[i]) ? INFINITY : fmax(largest, fabs(x[i]));
    return largest;
}

static void note_left(struct conditions_rest *left, double rest, double motion,
                      double size) {
    if (rest <= 0)
        return;
    left->part = fmax(left->part, motion > 0 ? rest / motion : INFINITY);
    left->size = fmax(left->size, rest / size);
}

/* An elimination with pivots is backward stable in the matrix's norm (Higham, Accuracy and
 * Stability of Numerical Algorithms, 9.3): small entries may be lost, and those of a stiff
 * system matter. What is left of such a system may be as large as the motion, and as a component
 * has been drawn; a linear solve alone, of a method without a law, is not judged by it. */
static bool is_hard_to_eliminate(const struct draw *d) {
    return d->kind == DRAW_STIFF && !draw_is_modest(d);
}

/* Where rates depend on the time. */
static double find_quotient(const struct law *l) {
    const struct draw *d = l->draw;
    return d->forced ? conditions_quotient(l->c, d->t0, draw_step(d),
                                           ldexp(1, d->time_exponent))
                     : 0;
}

/* In units of what is allowed with a growth g. */
static double ratio_with(const struct law *l, const struct difference *d, double rounding,
                         double g) {
    const struct conditions_rest *rest = &l->c->rest[l->level];
    const double asked = accuracies * conditions_accuracy(l->level);
    double part = fmin(most_part, g * fmax(least, rest->part)) + asked + find_quotient(l);
    double size = fmin(most_size, g * fmax(least, rest->size)) + asked;
    return conditions_ratio(
        d->value, rounding + part * d->motion +
                      fmin(size * fmax(1, d->largest), contraction * d->motion));
}

double iteration_ratio(const struct law *l, enum conditions_check check,
                       const struct difference *d, bool *is_lost) {
    const double g = draw_is_modest(l->draw) ? growth : growth * growth;
    const double rounding =
        d->rounding + CONDITIONS_ROUNDINGS * draw_drive(l->draw) * d->motion;
    const bool is_symmetry = check > CONDITIONS_ESTIMATE;
    note_left(&l->c->left, fabs(d->value) - rounding, d->motion, fmax(1, d->largest));
    if (is_hard_to_eliminate(l->draw))
        return is_symmetry
                   ? 0
                   : conditions_ratio(d->value, d->rounding + d->motion + d->unit);
    double ratio = ratio_with(l, d, rounding, g);
    if (ratio <= 1 || !is_symmetry || !draw_is_mixed(l->draw))
        return ratio;
    ratio = ratio_with(l, d, rounding, INFINITY);
    *is_lost = ratio <= 1;
    return ratio;
}

double iteration_late_ratio(double accuracy, double difference, double rounding,
                            double settled) {
    return conditions_ratio(difference,
                            differences * rounding +
                                fmin(most_late, growth * fmax(least, settled)) +
                                accuracies * accuracy);
}

double iteration_late_rest(const struct conditions *c) {
    double rest = 0;
    for (int i = 0; i < CONDITIONS_LEVELS; i++)
        rest = c->rest[i].is_known ? fmax(rest, c->rest[i].size) : rest;
    return growth * rest;
}

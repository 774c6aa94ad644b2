/* Steps of a given size, and under error control: a step is kept when its error is at most the
 * accuracy; the next attempt is
 *
 *     h' = h min(most growth, max(most shrinkage, safety (accuracy / error)^(1/order)))
 *
 * (Hairer, Norsett, Wanner, Solving ODEs I, II.4 (4.13)), after a rejected one not longer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

/* Without a longest step the first one is so much of what is asked for. */
static const double first_share = 0.01;

/* No step is shorter than so many roundings of the time. */
static const double shortest = 1e-15;

enum { MOST_ATTEMPTS = 60 };

int textbook_fail(struct textbook *b, const char *why) {
    b->why = why;
    return -1;
}

/* The attempt of h becomes the state. */
static void accept(struct textbook *b, double t, double h) {
    if (b->method->accepted != NULL)
        b->method->accepted(b, h);
    memcpy(b->x, b->next, (size_t)b->n * sizeof *b->x);
    b->t = t;
    b->last = h;
    b->history++;
    b->steps++;
    b->has_error = b->method->has_estimate;
}

static bool is_finite(const double *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static int attempt(struct textbook *b, double h) {
    if (b->method->attempt(b, h))
        return -1;
    textbook_distort(b, h);
    return is_finite(b->next, b->n) ? 0 : textbook_fail(b, "the state is not finite");
}

int textbook_step(struct textbook *b, double h) {
    if (attempt(b, h))
        return -1;
    accept(b, b->t + h, h);
    return 0;
}

/* The size of the last attempt's error. */
static double find_size(const struct textbook *b) {
    const struct textbook_norm *norm = &b->method->rule.norm;
    double largest = 0, sum = 0;
    for (int i = 0; i < b->n; i++) {
        double part = b->error[i] / (1 + norm->relative * fabs(b->x[i]));
        if (isnan(part))
            return part;
        largest = fmax(largest, fabs(part));
        sum += part * part;
    }
    return norm->is_mean_square ? sqrt(sum / b->n) : largest;
}

static double find_growth(const struct textbook *b, double error) {
    const struct textbook_rule *rule = &b->method->rule;
    if (!(error <= INFINITY))
        return rule->most_shrinkage;
    double growth = rule->safety * pow(b->accuracy / error, 1 / rule->order);
    return fmin(rule->most_growth, fmax(rule->most_shrinkage, growth));
}

int textbook_advance(struct textbook *b, double t_final) {
    const double whole = t_final - b->t;
    double first = isfinite(b->longest) ? b->longest : first_share * whole;
    double h = b->proposed > 0 ? b->proposed : first, most_growth = INFINITY;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        bool is_last = fmin(h, b->longest) >= whole;
        double tried = is_last ? whole : fmin(h, b->longest);
        if (tried < shortest * fabs(b->t))
            break;
        double error = attempt(b, tried) ? NAN : find_size(b);
        h = tried * fmin(most_growth, find_growth(b, error));
        if (error <= b->accuracy) {
            b->proposed = is_last ? fmax(h, b->proposed) : h;
            accept(b, is_last ? t_final : b->t + tried, tried);
            return 0;
        }
        b->rejected++;
        most_growth = 1;
    }
    return textbook_fail(b, "no step is short enough");
}

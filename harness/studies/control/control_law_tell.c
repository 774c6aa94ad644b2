/* A law of error control in one line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/studies/control/control_law.h"

/* Exponents are 1/p as a rule, and otherwise have few digits. */
static const double is_whole = 1e-5;

/* Of a larger one every number is 1/p. */
static const double most_order = 100;

static void add(char *text, size_t size, const char *format, double value) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, format, value);
}

static void add_exponent(char *text, size_t size, double exponent) {
    double order = 1 / exponent;
    if (order < most_order && fabs(order - round(order)) < is_whole * order)
        add(text, size, "^(1/%g)", round(order));
    else
        add(text, size, "^%.4g", exponent);
}

/* H211b: a = -b = 1/(k B), c = 1/B. */
static bool is_h211b(const struct control_law *law) {
    return law->terms == 3 && law->ratio > 0 &&
           fabs(law->before + law->exponent) < is_whole * law->exponent;
}

/* What such a rule is called; "": it has no name. */
static void name_rule(const struct control_law *law, char *text, size_t size) {
    text[0] = '\0';
    if (law->terms == 2 && law->before > is_whole) {
        add(text, size, "PI controller, alpha = %.4g, ", law->exponent);
        add(text, size, "beta = %.4g: ", law->before);
    } else if (is_h211b(law)) {
        add(text, size, "digital filter H211b, b = %.4g, ", 1 / law->ratio);
        add(text, size, "k = %.4g: ", law->ratio / law->exponent);
    } else if (law->terms == 3) {
        add(text, size, "digital filter: ", 0);
    }
}

/* (err before/tol)^b, turned round where b < 0; nothing where b is 0. */
static void add_before(char *text, size_t size, double before) {
    if (fabs(before) < is_whole)
        return;
    add(text, size, before > 0 ? " (err before/tol)" : " (tol/err before)", 0);
    add_exponent(text, size, fabs(before));
}

void control_law_tell(const struct control_law *law, char *text, size_t size) {
    name_rule(law, text, size);
    add(text, size, "h' = ", 0);
    if (fabs(law->safety - 1) < is_whole)
        add(text, size, "h (tol/err)", 0);
    else
        add(text, size, "%.4g h (tol/err)", law->safety);
    add_exponent(text, size, law->exponent);
    if (law->terms > 1)
        add_before(text, size, law->before);
    if (law->terms > 2) {
        add(text, size, law->ratio > 0 ? " (h before/h)" : " (h/h before)", 0);
        add_exponent(text, size, fabs(law->ratio));
    }
    if (isfinite(law->growth) && law->growth > 1)
        add(text, size, ", growth <= %.4g", law->growth);
    else
        add(text, size, ", no limit of growth met", 0);
    if (isfinite(law->shrinkage) && law->shrinkage < 1)
        add(text, size, ", shrinkage >= %.4g", law->shrinkage);
    size_t used = strlen(text);
    snprintf(text + used, size - used, ", norm %s of %s over %s",
             control_kind_name(law->norm.kind), control_scale_name(law->norm.scale),
             control_over_name(law->norm.over));
    add(text, size, "; accepts err up to %.4g tol", law->most_accepted);
    if (isfinite(law->least_rejected))
        add(text, size, ", rejects from %.4g tol", law->least_rejected);
}

/* A law of error control in one line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/control/control_law.h"

/* Exponents are 1/p as a rule, and otherwise have few digits. */
static const double is_whole = 1e-5;

static void add(char *text, size_t size, const char *format, double value) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, format, value);
}

static void add_exponent(char *text, size_t size, double exponent) {
    double order = 1 / exponent;
    if (fabs(order - round(order)) < is_whole * fabs(order))
        add(text, size, "^(1/%g)", round(order));
    else
        add(text, size, "^%.4g", exponent);
}

void control_law_tell(const struct control_law *law, char *text, size_t size) {
    snprintf(text, size, "h' = ");
    if (fabs(law->safety - 1) < is_whole)
        add(text, size, "h (tol/err)", 0);
    else
        add(text, size, "%.4g h (tol/err)", law->safety);
    add_exponent(text, size, law->exponent);
    if (law->has_before) {
        add(text, size, " (err before/tol)", 0);
        add_exponent(text, size, law->before);
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

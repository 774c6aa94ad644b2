/* R as text: "(1 + z/2)/(1 - z/2)".
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"
#include "harness/fingerprint/trees/stability_function.h"

/* To this coefficients are fractions. */
static const double fraction_tolerance = 1e-11;

/* " - 3z^2/8"; the first term without blanks around its sign. Returns the length. */
static int print_term(char *text, size_t room, double coefficient, int power,
                      bool first) {
    char number[FRACTION_TEXT], variable[16] = "";
    fraction_print_rough(number, fabs(coefficient), fraction_tolerance);
    const char *sign = coefficient < 0 ? (first ? "-" : " - ") : (first ? "" : " + ");
    if (power > 0)
        snprintf(variable, sizeof variable, power == 1 ? "z" : "z^%d", power);
    char *slash = strchr(number, '/');
    if (slash != NULL)
        *slash = '\0';
    bool hidden = power > 0 && strcmp(number, "1") == 0;
    return snprintf(text, room, "%s%s%s%s%s", sign, hidden ? "" : number, variable,
                    slash != NULL ? "/" : "", slash != NULL ? slash + 1 : "");
}

static int print_polynomial(char *text, size_t room, const double *p, int degree) {
    int length = 0, terms = 0;
    for (int k = 0; k <= degree; k++)
        if (p[k] != 0)
            length +=
                print_term(text + length, room - (size_t)length, p[k], k, terms++ == 0);
    return terms;
}

void stability_print(struct stability *r) {
    char above[STABILITY_TEXT / 2 - 8] = "0", below[STABILITY_TEXT / 2 - 8] = "1";
    int terms = print_polynomial(above, sizeof above, r->numerator, r->numerator_degree);
    print_polynomial(below, sizeof below, r->denominator, r->denominator_degree);
    if (r->denominator_degree == 0)
        snprintf(r->text, sizeof r->text, "%s", above);
    else
        snprintf(r->text, sizeof r->text, terms > 1 ? "(%s)/(%s)" : "%s/(%s)", above,
                 below);
}

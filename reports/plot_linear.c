/* Linear axes: round numbers, each with as many decimals as tell it from the next.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TICS = 7 };

#define MINUS "\xE2\x88\x92" /* U+2212 */
#define TIMES "\xC3\x97"     /* U+00D7 */

/* The smallest of 1, 2, 5 times a power of ten that gives no more tics than wanted. */
static double find_step(double span) {
    static const double factors[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(span / MOST_TICS)));
    for (int i = 0; i < 3; i++) {
        if (span / (factors[i] * power) <= MOST_TICS) {
            return factors[i] * power;
        }
    }
    return factors[3] * power;
}

/* A number as gnuplot's enhanced text; as a power of ten where it is not plain. */
static void tic_number(struct text *script, double value, bool plain, int decimals) {
    double size = fabs(value);
    if (value < 0) {
        text_add(script, MINUS);
    }
    if (plain || size == 0) {
        text_format(script, "%.*f", plain ? decimals : 0, size);
        return;
    }
    int exponent = (int)floor(log10(size) + 1e-9);
    text_format(script, "%.3g" TIMES "10^{%s%d}", size / pow(10, exponent),
                exponent < 0 ? MINUS : "", abs(exponent));
}

void axis_linear_tics(struct text *script, char axis, double low, double high) {
    const double largest_plain = 1e6, smallest_plain = 1e-4;
    const int comfortable = 5; /* digits */
    double step = find_step(high - low), size = fmax(fabs(low), fabs(high));
    int decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    bool plain = size < largest_plain && size > smallest_plain;
    bool is_long = plain && decimals + log10(fmax(size, 1)) > comfortable;
    int every = axis == 'x' && is_long ? 3 : 1, number = 0;
    text_format(script, "set %ctics (", axis);
    for (double k = ceil(low / step); k * step <= high; k++, number++) {
        text_add(script, number > 0 ? ", \"" : "\"");
        if (number % every == 0) {
            tic_number(script, k * step, plain, decimals);
        }
        text_format(script, "\" %.12g", k * step);
    }
    text_add(script, ")\n");
}

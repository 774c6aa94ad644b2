/* Numbers for people. A value is shown with the decimals that its interval supports, so
 * that no digit on the page is noise.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\xE2\x88\x92"             /* U+2212 */
#define TIMES "\xC2\xA0\xC3\x97\xC2\xA0" /* U+00D7 between no-break spaces */
#define DASH "\xE2\x80\x93"              /* U+2013 */

enum {
    NUMBER_ROOM = 64,
    FEWEST_DECIMALS = 2,
    MOST_DECIMALS = 4,
    SMALLEST_PLAIN = -3, /* exponents from here .. */
    LARGEST_PLAIN = 5    /* .. to here are written without a power of ten */
};

static void add_signed(struct text *t, const char *number) {
    text_add(t, number[0] == '-' ? MINUS : "");
    text_add(t, number + (number[0] == '-'));
}

static void cut_trailing_zeros(char *number) {
    if (strchr(number, '.')) {
        size_t length = strlen(number);
        while (number[length - 1] == '0') {
            length--;
        }
        number[number[length - 1] == '.' ? length - 1 : length] = '\0';
    }
}

void decimal_number(struct text *t, double x, int digits) {
    char number[NUMBER_ROOM];
    if (!isfinite(x)) {
        text_add(t, DASH);
        return;
    }
    snprintf(number, sizeof number, "%.*e", digits - 1, x);
    char *mark = strchr(number, 'e');
    int exponent = atoi(mark + 1);
    if (x == 0 || (exponent >= SMALLEST_PLAIN && exponent <= LARGEST_PLAIN)) {
        int decimals = digits - 1 - exponent;
        snprintf(number, sizeof number, "%.*f", x != 0 && decimals > 0 ? decimals : 0, x);
        cut_trailing_zeros(number);
        add_signed(t, number);
        return;
    }
    *mark = '\0';
    cut_trailing_zeros(number);
    if (strcmp(number, "1") != 0) {
        add_signed(t, number);
        text_add(t, TIMES);
    }
    text_add(t, "10<sup>");
    snprintf(number, sizeof number, "%d", exponent);
    add_signed(t, number);
    text_add(t, "</sup>");
}

/* Half the width, on the wider side; NaN without an interval. */
static double find_half_width(double value, double low, double high) {
    return isfinite(low) && isfinite(high) ? fmax(high - value, value - low) : NAN;
}

void decimal_value(struct text *t, double value, double low, double high) {
    if (!isfinite(value)) {
        text_add(t, DASH);
        return;
    }
    double half = find_half_width(value, low, high);
    int decimals = MOST_DECIMALS;
    if (half > 0) {
        double supported = ceil(-log10(half));
        decimals = supported < FEWEST_DECIMALS ? FEWEST_DECIMALS
                   : supported > MOST_DECIMALS ? MOST_DECIMALS
                                               : (int)supported;
    }
    char number[NUMBER_ROOM];
    int length = snprintf(number, sizeof number, "%.*f", decimals, value);
    if (length < 0 || length >= NUMBER_ROOM) {
        snprintf(number, sizeof number, "%.*e", decimals, value);
    }
    add_signed(t, number);
}

void decimal_interval(struct text *t, double value, double low, double high) {
    decimal_value(t, value, low, high);
    double half = find_half_width(value, low, high);
    if (isfinite(value) && half > 0) {
        text_add(t, "\xC2\xA0\xC2\xB1\xC2\xA0");
        decimal_number(t, half, 1);
    }
}

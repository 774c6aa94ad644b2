/* log10(d.ddd e n) = log10(d.ddd) + n: the exponent never passes through a double's
 * range.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/decimal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MANTISSA_ROOM = 64,           /* more digits than a double can tell apart */
    LARGEST_EXPONENT = 1000000000 /* of a decimal: keeps sums of exponents exact */
};

/* Digits of the mantissa without the point, leading zeros skipped; *exponent is that of
 * the first digit kept. Returns what follows the mantissa, NULL when there is no digit.
 * */
static const char *read_mantissa(const char *s, char digits[MANTISSA_ROOM],
                                 long *exponent) {
    int kept = 0;
    bool point = false, any = false;
    *exponent = -1;
    for (; isdigit((unsigned char)*s) || (*s == '.' && !point); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        any = true;
        bool leading = kept == 0 && *s == '0';
        if (!leading && kept < MANTISSA_ROOM - 1) {
            digits[kept] = *s;
        }
        kept += leading ? 0 : 1;
        *exponent += point ? (leading ? -1 : 0) : (leading ? 0 : 1);
    }
    digits[kept < MANTISSA_ROOM ? kept : MANTISSA_ROOM - 1] = '\0';
    return any ? s : NULL;
}

double decimal_log10(const char *decimal) {
    char digits[MANTISSA_ROOM + 2], mantissa[MANTISSA_ROOM + 2];
    long exponent = 0;
    const char *rest = read_mantissa(decimal + (*decimal == '+'), digits, &exponent);
    if (!rest || digits[0] == '\0') {
        return NAN;
    }
    long shift = 0;
    if (*rest == 'e' || *rest == 'E') {
        char *end = NULL;
        shift = strtol(rest + 1, &end, 10);
        rest = end == rest + 1 ? rest : end;
    }
    if (*rest != '\0' || labs(shift) > LARGEST_EXPONENT) {
        return NAN;
    }
    mantissa[0] = digits[0];
    mantissa[1] = '.';
    strcpy(mantissa + 2, digits + 1);
    return log10(strtod(mantissa, NULL)) + (double)exponent + (double)shift;
}

static size_t length_before(const char *s, const char *stops) {
    return strcspn(s, stops);
}

size_t decimal_agreement(const char *a, const char *b) {
    const char *tail_a = a + length_before(a, "eE"), *tail_b = b + length_before(b, "eE");
    if (strcmp(tail_a, tail_b) != 0 ||
        length_before(a, ".eE") != length_before(b, ".eE")) {
        return 0;
    }
    size_t same = 0;
    while (a + same < tail_a && a[same] == b[same]) {
        same++;
    }
    return same;
}

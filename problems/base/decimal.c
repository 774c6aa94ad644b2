/* Reading decimal numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/decimal.h"

/* The digits of text before any exponent as an integer, in a zero-ended array; the number
 * of digits after the point in *decimals; returns where the exponent begins, -1: too long. */
static int copy_digits(char *digits, const char *text, int length, int *decimals) {
    int i, count = 0;
    bool after_point = false;
    *decimals = 0;
    for (i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
        if (text[i] == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (count >= DECIMAL_MOST_DIGITS)
            return -1;
        digits[count++] = text[i];
        *decimals += after_point;
    }
    digits[count] = '\0';
    return i;
}

/* False: it is none, or too large. */
static bool read_exponent(const char *text, int from, int length, int *exponent) {
    int i = from + 1;
    *exponent = 0;
    if (from >= length)
        return true;
    const bool negative = i < length && text[i] == '-';
    i += i < length && (text[i] == '-' || text[i] == '+');
    if (i >= length)
        return false;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || *exponent > DECIMAL_MOST_EXPONENT)
            return false;
        *exponent = 10 * *exponent + (text[i] - '0');
    }
    *exponent = negative ? -*exponent : *exponent;
    return true;
}

bool decimal_read(mpq_ptr value, const char *text, int length) {
    char digits[DECIMAL_MOST_DIGITS + 1];
    int decimals, exponent;
    const int end = copy_digits(digits, text, length, &decimals);
    if (end < 0 || !read_exponent(text, end, length, &exponent) ||
        mpz_set_str(mpq_numref(value), digits, 10) != 0)
        return false;
    exponent -= decimals;
    mpz_ui_pow_ui(mpq_denref(value), 10,
                  (unsigned long)(exponent < 0 ? -exponent : exponent));
    if (exponent > 0) {
        mpz_mul(mpq_numref(value), mpq_numref(value), mpq_denref(value));
        mpz_set_ui(mpq_denref(value), 1);
    }
    mpq_canonicalize(value);
    return true;
}

/* Numbers as they are written: 9.81 = 981 10^-2, and double(0.1), the rational value of the
 * binary64 number nearest to 0.1 (ties to even).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <string.h>

#include "problems/elaboration/elaborate.h"

/* The digits of text before any exponent as an integer, in a zero-ended array; the number
 * of digits after the point in *decimals; returns where the exponent begins. */
static int copy_digits(char *digits, const char *text, int length, int *decimals) {
    int i, count = 0;
    bool after_point = false;
    *decimals = 0;
    for (i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
        if (text[i] == '.') {
            after_point = true;
            continue;
        }
        digits[count++] = text[i];
        *decimals += after_point;
    }
    digits[count] = '\0';
    return i;
}

static int read_exponent(const char *text, int from, int length) {
    int exponent = 0, i = from + 1;
    if (from >= length)
        return 0;
    bool negative = text[i] == '-';
    i += text[i] == '-' || text[i] == '+';
    for (; i < length; i++) /* the lexer has bounded the value */
        exponent = 10 * exponent + (text[i] - '0');
    return negative ? -exponent : exponent;
}

static bool read_rational(const struct source *s, const struct term *term,
                          mpq_ptr value) {
    char digits[SOURCE_LINE_LIMIT + 1]; /* no word is longer than a line */
    const char *text = s->text + term->offset;
    int decimals, end = copy_digits(digits, text, term->length, &decimals);
    int exponent = read_exponent(text, end, term->length) - decimals;
    if (mpz_set_str(mpq_numref(value), digits, 10) != 0)
        return false;
    mpz_ui_pow_ui(mpq_denref(value), 10,
                  (unsigned long)(exponent < 0 ? -exponent : exponent));
    if (exponent > 0) {
        mpz_mul(mpq_numref(value), mpq_numref(value), mpq_denref(value));
        mpz_set_ui(mpq_denref(value), 1);
    }
    mpq_canonicalize(value);
    return true;
}

/* Rounds to binary64; false: the result is not zero and not a normal number. */
static bool round_to_double(mpq_ptr value) {
    mpfr_t rounded;
    mpfr_init2(rounded, DBL_MANT_DIG);
    mpfr_set_q(rounded, value, MPFR_RNDN);
    bool normal = mpfr_zero_p(rounded) ||
                  (mpfr_regular_p(rounded) && mpfr_get_exp(rounded) >= DBL_MIN_EXP &&
                   mpfr_get_exp(rounded) <= DBL_MAX_EXP);
    if (normal)
        mpfr_get_q(value, rounded);
    mpfr_clear(rounded);
    return normal;
}

expr elaborate_number(struct elaboration *e, struct term *term) {
    if (term->cached != EXPR_NONE)
        return term->cached;
    mpq_t value;
    mpq_init(value);
    bool valid = read_rational(e->source, term, value);
    if (valid && term->kind == TERM_DOUBLE) {
        valid = round_to_double(value);
        if (term->negative)
            mpq_neg(value, value);
    }
    if (valid)
        term->cached = expr_number(e->model->graph, value);
    else
        elaborate_fail(e, term->offset, "no normal binary64 number is near to this");
    mpq_clear(value);
    return term->cached;
}

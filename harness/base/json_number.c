/* Numbers and foreign text in JSON documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"

enum { exponent_room = 32 };

json_t *json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_seconds(double seconds) {
    return seconds == floor(seconds) && fabs(seconds) <= JSON_MOST_WHOLE
               ? json_integer((json_int_t)seconds)
               : json_number(seconds);
}

double json_number_in(const json_t *object, const char *key) {
    const json_t *number = json_object_get(object, key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

json_t *json_numbers(const double *x, int n) {
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_number(x[i]));
    return array;
}

/* d.ddd e exponent, from MPFR's digits of 0.dddd times ten to the exponent. */
static char *point_and_exponent(const char *digits, long exponent) {
    const char *sign = digits[0] == '-' ? "-" : "";
    digits += digits[0] == '-';
    size_t length = strlen(digits) + exponent_room;
    char *text = malloc(length);
    if (text != NULL)
        snprintf(text, length, "%s%c.%se%+03ld", sign, digits[0],
                 digits[1] != '\0' ? digits + 1 : "0", exponent - 1);
    return text;
}

char *json_decimal_text(mpfr_srcptr value, size_t digits) {
    if (!mpfr_number_p(value))
        return NULL;
    if (mpfr_zero_p(value))
        return strdup("0");
    mpfr_exp_t exponent;
    /* MPFR asks for two digits at least in base 10 at one bit of precision. */
    char *all =
        mpfr_get_str(NULL, &exponent, 10, digits == 1 ? 2 : digits, value, MPFR_RNDN);
    char *text = all != NULL ? point_and_exponent(all, (long)exponent) : NULL;
    if (all != NULL)
        mpfr_free_str(all);
    return text;
}

json_t *json_decimal(mpfr_srcptr value, size_t digits) {
    char *text = json_decimal_text(value, digits);
    json_t *string = mpfr_number_p(value) ? json_string(text) : json_null();
    free(text);
    return string;
}

struct decimal decimal_exact(mpfr_srcptr value) {
    return (struct decimal){mpfr_get_d(value, MPFR_RNDN), false,
                            json_decimal_text(value, 0)};
}

json_t *decimal_tell(const struct decimal *d) {
    if (d->digits != NULL)
        return json_string(d->digits);
    return d->is_whole ? json_integer((json_int_t)d->value) : json_number(d->value);
}

void decimal_print(const struct decimal *d, FILE *out) {
    if (d->digits != NULL || !isfinite(d->value))
        fputs(d->digits != NULL ? d->digits : "-", out);
    else
        fprintf(out, "%.17g", d->value);
}

struct decimal *decimals_of(const double *x, const mpfr_t *exact, int n) {
    struct decimal *all = calloc((size_t)n + 1, sizeof *all);
    for (int i = 0; i < n && all != NULL && (x != NULL || exact != NULL); i++)
        all[i] = x != NULL ? (struct decimal){.value = x[i]} : decimal_exact(exact[i]);
    return all;
}

json_t *json_text(const char *text, size_t length) {
    json_t *string = json_stringn(text, length);
    if (string != NULL)
        return string;
    char *ascii = malloc(length + 1);
    if (ascii == NULL)
        return NULL;
    for (size_t i = 0; i < length; i++)
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    ascii[length] = '\0';
    string = json_stringn(ascii, length);
    free(ascii);
    return string;
}

json_t *json_text_of(const char *text) {
    return json_text(text, strlen(text));
}

void json_print(const json_t *document, FILE *out) {
    json_dumpf(document, out, JSON_NUMBER_FLAGS | JSON_INDENT(2));
    fputc('\n', out);
}

static const char *const part[] = {"q", "v", "z"};

const json_t *json_state_at(const json_t *state, int i) {
    size_t k = (size_t)i;
    for (int p = 0; p < 3; p++) {
        const json_t *list = json_object_get(state, part[p]);
        if (k < json_array_size(list))
            return json_array_get(list, k);
        k -= json_array_size(list);
    }
    return NULL;
}

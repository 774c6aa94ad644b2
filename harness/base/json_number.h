/* Numbers and foreign text in JSON documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JSON_NUMBER_H
#define HARNESS_JSON_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>
#include <mpfr.h>

/* How every document is written: reals with 17 significant digits, which read back exactly. */
#define JSON_NUMBER_FLAGS (JSON_REAL_PRECISION(17) | JSON_ENSURE_ASCII)

/* Up to here whole numbers are exact in double. */
#define JSON_MOST_WHOLE 0x1p53

/* A number; null when it is not finite, which JSON cannot say. */
json_t *json_number(double value);

/* A time in seconds: a whole number where it is one; null when it is not finite. */
json_t *json_seconds(double seconds);

/* The number under a key of an object; not a number when there is none. */
double json_number_in(const json_t *object, const char *key);

/* x[0..n-1] as an array of numbers. */
json_t *json_numbers(const double *x, int n);

/* A decimal string, like "-1.2500e-03", with enough digits to read back exactly at the same
 * precision, or with `digits` significant ones when that is not 0; null when not finite. */
json_t *json_decimal(mpfr_srcptr value, size_t digits);
char *json_decimal_text(mpfr_srcptr value,
                        size_t digits); /* freed by the caller; NULL: null */

/* A number of whichever arithmetic. */
struct decimal {
    double value;
    bool is_whole;
    const char *digits; /* of MPFR, its own; NULL: the value is in double */
};

/* With digits that read back exactly at the same precision; none of what is not finite. */
struct decimal decimal_exact(mpfr_srcptr value);

/* n of a vector in double or in MPFR, the other one NULL, or zeros. NULL: out of memory. */
struct decimal *decimals_of(const double *x, const mpfr_t *exact, int n);

/* A number, or its digits as a string; null where it is not finite. */
json_t *decimal_tell(const struct decimal *d);

/* 17 digits of a double, all of MPFR's; "-" where it is not finite. */
void decimal_print(const struct decimal *d, FILE *out);

/* Component i of {"q": [...], "v": [...], "z": [...]}; NULL: it has no more. */
const json_t *json_state_at(const json_t *state, int i);

/* A string from outside: bytes that are no UTF-8 become question marks. */
json_t *json_text(const char *text, size_t length);
json_t *json_text_of(const char *text); /* all of it */

/* Writes a document and a line end. */
void json_print(const json_t *document, FILE *out);

#endif

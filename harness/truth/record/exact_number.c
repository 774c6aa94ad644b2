/* Numbers as texts that read back exactly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/record/exact_number.h"

enum { base = 16, exponent_room = 32 };

/* Exponents of what is stored lie below this; exact differences of such numbers take a few
 * megabytes. */
static const long largest_exponent = 1L << 26;

char *exact_number_text(mpfr_srcptr x) {
    if (!mpfr_number_p(x))
        return NULL;
    mpz_t integer;
    mpz_init(integer);
    long exponent = mpfr_zero_p(x) ? 0 : (long)mpfr_get_z_2exp(integer, x);
    if (mpz_sgn(integer) != 0) {
        mp_bitcnt_t zeros = mpz_scan1(integer, 0);
        mpz_tdiv_q_2exp(integer, integer, zeros);
        exponent += (long)zeros;
    }
    size_t room = mpz_sizeinbase(integer, base) + exponent_room;
    char *text = malloc(room);
    if (text != NULL)
        mpz_get_str(text, base, integer);
    if (text != NULL && mpz_sgn(integer) != 0)
        snprintf(text + strlen(text), exponent_room, "p%ld", exponent);
    mpz_clear(integer);
    return text;
}

/* The integer before the 'p' at text[length]. */
static int read_integer(mpz_ptr integer, const char *text, size_t length) {
    char *digits = calloc(length + 1, 1);
    if (digits == NULL)
        return -1;
    memcpy(digits, text, length);
    bool plain = length > 0 && strspn(digits, "-0123456789abcdef") == length;
    int failed = !plain || mpz_set_str(integer, digits, base) != 0;
    free(digits);
    return failed;
}

int exact_number_read(mpfr_ptr x, const char *text) {
    if (text == NULL)
        return -1;
    size_t length = strcspn(text, "p");
    long exponent = 0;
    char *end = NULL;
    if (text[length] == 'p') {
        exponent = strtol(text + length + 1, &end, 10);
        if (end == text + length + 1 || *end != '\0')
            return -1;
    }
    if (exponent > largest_exponent || exponent < -largest_exponent)
        return -1;
    mpz_t integer;
    mpz_init(integer);
    int failed = read_integer(integer, text, length) ||
                 mpfr_set_z_2exp(x, integer, (mpfr_exp_t)exponent, MPFR_RNDN) != 0;
    mpz_clear(integer);
    return failed;
}

json_t *exact_numbers(const mpfr_t *x, int n) {
    json_t *array = json_array();
    for (int i = 0; i < n && array != NULL; i++) {
        char *text = exact_number_text(x[i]);
        if (text == NULL || json_array_append_new(array, json_string(text)) != 0) {
            json_decref(array);
            array = NULL;
        }
        free(text);
    }
    return array;
}

int exact_numbers_read(mpfr_t *x, int n, const json_t *array) {
    if (!json_is_array(array) || json_array_size(array) != (size_t)n)
        return -1;
    for (int i = 0; i < n; i++)
        if (exact_number_read(x[i], json_string_value(json_array_get(array, (size_t)i))))
            return -1;
    return 0;
}

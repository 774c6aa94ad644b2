/* The request that was fulfilled by a truth, from the document that was kept of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/vector.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_record.h"

/* More digits than this need more bits than the ways allow themselves: those of the digits, and
 * three times as many for the growth of errors. */
enum { DIGITS_WITHIN_REACH = 300, BITS_A_DIGIT = 14 };

mpfr_prec_t truth_query_bits(int digits) {
    return digits > DIGITS_WITHIN_REACH ? BITS_A_DIGIT * (mpfr_prec_t)digits : 0;
}

/* Bits that hold a number with this text. */
static mpfr_prec_t bits_of_text(const char *text) {
    return text == NULL ? MPFR_PREC_MIN : 4 * (mpfr_prec_t)strlen(text) + MPFR_PREC_MIN;
}

static mpfr_t *read_times(const json_t *times) {
    size_t n = json_array_size(times), i;
    mpfr_prec_t bits = MPFR_PREC_MIN;
    json_t *text;
    json_array_foreach(times, i, text) {
        mpfr_prec_t needed = bits_of_text(json_string_value(text));
        bits = needed > bits ? needed : bits;
    }
    mpfr_t *time = n > 0 ? vector_alloc((int)n, bits) : NULL;
    if (time == NULL || exact_numbers_read(time, (int)n, times) == 0)
        return time;
    vector_free(time, (int)n);
    return NULL;
}

int truth_record_query(struct truth_query *w, mpfr_t **time, struct model *m,
                       const json_t *document) {
    const char *manner = json_string_value(json_object_get(document, "manner"));
    const json_t *times = json_object_get(document, "times");
    char search[8], constants[8];
    long steps, bits;
    const json_int_t digits = json_integer_value(json_object_get(document, "digits"));
    if (manner == NULL || digits < 1 || digits > INT_MAX ||
        sscanf(manner, "%7[a-z], %7[a-z] constants, steps %ld, bits %ld", search,
               constants, &steps, &bits) != 4)
        return -1;
    *time = read_times(times);
    *w = (struct truth_query){.model = m,
                              .times = (int)json_array_size(times),
                              .time = vector_const(*time),
                              .best = strcmp(search, "best") == 0};
    w->options.digits = (int)digits;
    w->options.constants =
        strcmp(constants, "exact") == 0 ? EVAL_EXACT_CONSTANTS : EVAL_DOUBLE_CONSTANTS;
    w->options.max_steps = steps;
    w->options.max_bits = bits; /* of the best one: the default */
    return *time == NULL ? -1 : 0;
}

/* Numbers and foreign text in documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"

static double read_back(const char *document) {
    json_t *value = json_loads(document, JSON_DECODE_ANY, NULL);
    cr_assert(value != NULL, "%s", document);
    return json_number_value(value);
}

Test(json_number, doubles_read_back_to_the_bit) {
    const double values[] = {0.1,      1.0 / 3, 5e-324,      DBL_MAX,
                             -DBL_MIN, 1e22,    123456789.0, 0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        json_t *number = json_number(values[i]);
        char *text = json_dumps(number, JSON_NUMBER_FLAGS | JSON_ENCODE_ANY);
        double back = read_back(text);
        cr_assert(memcmp(&back, &values[i], sizeof back) == 0, "%a gave %s", values[i],
                  text);
    }
}

Test(json_number, what_is_not_finite_becomes_null) {
    cr_assert(json_is_null(json_number(NAN)));
    cr_assert(json_is_null(json_number(-INFINITY)));
    mpfr_t x;
    mpfr_init2(x, 100);
    mpfr_set_inf(x, 1);
    cr_assert(json_is_null(json_decimal(x, 0)));
}

Test(json_number, decimals_of_any_precision_read_back_exactly) {
    const mpfr_prec_t bits[] = {24, 53, 113, 256, 1000};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        mpfr_t x, back;
        mpfr_inits2(bits[i], x, back, (mpfr_ptr)0);
        mpfr_set_si(x, -7, MPFR_RNDN);
        mpfr_div_ui(x, x, 3000, MPFR_RNDN);
        json_t *text = json_decimal(x, 0);
        mpfr_set_str(back, json_string_value(text), 10, MPFR_RNDN);
        cr_assert(mpfr_equal_p(x, back), "%s", json_string_value(text));
    }
}

Test(json_number, decimals_have_the_point_behind_the_first_digit) {
    static const struct {
        const char *value, *text;
        size_t digits;
    } known[] = {
        {"123.456", "1.2346e+02", 5}, {"-0.00125", "-1.25e-03", 3}, {"0", "0", 5},
        {"1e400", "1.00e+400", 3},    {"7", "7.0e+00", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mpfr_t x;
        mpfr_init2(x, 200);
        mpfr_set_str(x, known[i].value, 10, MPFR_RNDN);
        json_t *text = json_decimal(x, known[i].digits);
        cr_assert_str_eq(json_string_value(text), known[i].text);
    }
}

Test(json_number, bytes_that_are_no_utf8_do_not_spoil_a_document) {
    const char *foreign = "a\xff\xc3(b";
    json_t *text = json_text(foreign, strlen(foreign));
    cr_assert_str_eq(json_string_value(text), "a?\?(b");
    json_decref(text);
    text = json_text("\xc3\xa9", 2);
    cr_assert_str_eq(json_string_value(text), "\xc3\xa9");
}

Test(json_number, what_stands_under_a_key_is_a_number_or_is_not_there) {
    json_t *object = json_pack("{s:f, s:i, s:s, s:n}", "real", 1.37, "whole", 7, "text",
                               "7", "nothing");
    cr_expect(json_number_in(object, "real") == 1.37);
    cr_expect(json_number_in(object, "whole") == 7);
    cr_expect(isnan(json_number_in(object, "text")));
    cr_expect(isnan(json_number_in(object, "nothing")));
    cr_expect(isnan(json_number_in(object, "missing")));
    cr_expect(isnan(json_number_in(NULL, "real")));
}

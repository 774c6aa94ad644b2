/* Numbers on the command line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/base/number.h"
#include "problems/base/status.h"

Test(number, decimals_and_expressions_are_rounded_once) {
    static const struct {
        const char *text;
        double value;
    } known[] = {
        {"0.0078125", 0x1p-7},
        {"1/128", 0x1p-7},
        {"0.1", 0.1},
        {"1e-3", 1e-3},
        {"-2", -2},
        {"2*pi", 0x1.921fb54442d18p+2},
        {"1/3", 1.0 / 3},
        {"3^2", 9},
        {"5e-324", 5e-324},
        {"sqrt(2)", 0x1.6a09e667f3bcdp+0},
        {"max(1, 2)", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double value;
        struct diagnostic d = {""};
        cr_assert(number_read_double(&value, known[i].text, "--step", &d) == 0, "%s",
                  d.text);
        cr_assert(value == known[i].value, "%s is %a", known[i].text, value);
    }
}

Test(number, a_decimal_is_exact_until_it_is_rounded_to_the_precision_asked_for) {
    mpfr_t value, tenth;
    struct diagnostic d = {""};
    mpfr_inits2(300, value, tenth, (mpfr_ptr)0);
    mpfr_set_ui(tenth, 1, MPFR_RNDN);
    mpfr_div_ui(tenth, tenth, 10, MPFR_RNDN);
    cr_assert(number_read(value, "0.1", "--step", &d) == 0, "%s", d.text);
    cr_assert(mpfr_equal_p(value, tenth));
}

Test(number, what_is_no_finite_number_is_refused_and_the_value_kept) {
    static const char *const wrong[] = {
        "",      "nan",    "inf",       "-inf",    "NaN",
        "abc",   "1 2",    "1/0",       "log(-1)", "1,2",
        "t",     "0x10",   "1e99999",   "\n",      "1\nstate w = 2",
        "1e400", "number", "the_number"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double value = 1.37;
        struct diagnostic d = {""};
        cr_assert(number_read_double(&value, wrong[i], "--step", &d) != 0, "'%s' passes",
                  wrong[i]);
        cr_assert(value == 1.37);
        cr_assert(strncmp(d.text, "--step: '", 9) == 0, "%s", d.text);
    }
}

/* Nothing is said of the model that carries the expression. */
Test(number, a_refusal_is_one_line_about_what_was_typed) {
    static const struct {
        const char *text, *message;
    } refused[] = {
        {"nan", "--at: 'nan' is not a number"},
        {"number", "--at: 'number' is not a number"},
        {"sqr(2)+x", "--at: 'sqr(2)+x' is not a number: "
                     "unknown function 'sqr'; did you mean 'sqrt'?"},
        {"nan+1", "--at: 'nan+1' is not a number: unknown name 'nan'"},
        {"", "--at: '' is not a number: expected an expression, found its end"},
        {"1)+(2",
         "--at: '1)+(2' is not a number: expected the end of the value, found ')'"},
        {"1/0", "--at: '1/0' is not a number: division by zero"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        double value;
        struct diagnostic d = {""};
        cr_assert(number_read_double(&value, refused[i].text, "--at", &d) != 0);
        cr_expect_str_eq(d.text, refused[i].message);
    }
}

/* Equal as numbers, not as texts; a time that comes again later is another one. */
Test(number, equal_neighbours_of_a_list_are_merged) {
    static const double kept[] = {0.5, 0.1, 3, 0.5};
    mpfr_t *value;
    int count;
    struct diagnostic d = {""};
    cr_assert(number_read_list(&value, &count, 53, "1/2,0.5,0.1,1/10,3,0.5,5e-1", "--at",
                               &d) == 0);
    number_list_merge(value, &count);
    cr_assert(count == 4);
    for (int i = 0; i < 4; i++)
        cr_expect(mpfr_cmp_d(value[i], kept[i]) == 0, "%d", i);
    number_list_merge(value, &count);
    cr_assert(count == 4);
}

Test(number, lists_are_cut_at_commas_outside_brackets) {
    mpfr_t *value;
    int count;
    struct diagnostic d = {""};
    cr_assert(number_read_list(&value, &count, 53, "0.5,max(1,2),3", "--at", &d) == 0,
              "%s", d.text);
    cr_assert(count == 3);
    cr_assert(mpfr_cmp_d(value[0], 0.5) == 0);
    cr_assert(mpfr_cmp_d(value[1], 2) == 0);
    cr_assert(mpfr_cmp_d(value[2], 3) == 0);
}

Test(number, an_empty_item_of_a_list_is_refused) {
    static const char *const wrong[] = {"", "1,", ",1", "1,,2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        mpfr_t *value;
        int count;
        struct diagnostic d = {""};
        cr_assert(number_read_list(&value, &count, 53, wrong[i], "--at", &d) != 0, "'%s'",
                  wrong[i]);
        cr_assert(value == NULL);
    }
}

/* Verdicts in colour.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/session/colour.h"

static void expect(const char *text, const char *expected) {
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    colour_verdicts(text, out);
    fclose(out);
    cr_expect_str_eq(printed, expected);
}

Test(colour, verdicts_at_the_ends_of_lines_are_coloured_and_nothing_else) {
    expect("PASS: 0 of 3\n", "\033[32mPASS\033[0m: 0 of 3\n");
    expect("a\nFAIL: 1 of 3", "a\n\033[31mFAIL\033[0m: 1 of 3");
    expect("order  0.9  fail\norder  1  pass\n",
           "order  0.9  \033[31mfail\033[0m\norder  1  \033[32mpass\033[0m\n");
    expect("fail\n a pass\nPASSED\nx  failed\n\n",
           "fail\n a pass\nPASSED\nx  failed\n\n");
    expect("", "");
}

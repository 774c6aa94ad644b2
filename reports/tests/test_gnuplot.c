/* gnuplot as a child process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "reports/gnuplot.h"
#include "reports/svg.h"

Test(gnuplot, what_it_draws_comes_back) {
    struct text script = {0}, output = {0}, why = {0};
    size_t at = 0, length;
    const char *document;
    text_add(&script, "set terminal svg\nplot x\nplot x**2\n");
    cr_assert(gnuplot_run(&script, &output, &why), "%s", text_bytes(&why));
    cr_assert(svg_next(&output, &at, &document, &length));
    cr_assert(svg_next(&output, &at, &document, &length));
    cr_assert_not(svg_next(&output, &at, &document, &length));
    text_clear(&script);
    text_clear(&output);
}

Test(gnuplot, more_than_a_pipe_holds_does_not_block) {
    struct text script = {0}, output = {0}, why = {0};
    text_add(&script, "set terminal svg\n");
    for (int i = 0; i < 40; i++) {
        text_format(&script, "# a line that makes the script longer: %0999d\n", i);
        text_add(&script, "plot x, x**2, sin(x)\n");
    }
    cr_assert(gnuplot_run(&script, &output, &why), "%s", text_bytes(&why));
    cr_assert_gt(output.length, 200000);
    text_clear(&script);
    text_clear(&output);
}

Test(gnuplot, its_complaint_is_passed_on) {
    struct text script = {0}, output = {0}, why = {0};
    text_add(&script, "set terminal svg\nplot nonsense(x)\n");
    cr_assert_not(gnuplot_run(&script, &output, &why));
    cr_assert_not_null(strstr(text_bytes(&why), "gnuplot failed with status 1"));
    cr_assert_not_null(strstr(text_bytes(&why), "undefined function"));
    text_clear(&script);
    text_clear(&output);
    text_clear(&why);
}

Test(gnuplot, its_absence_is_said) {
    struct text script = {0}, output = {0}, why = {0};
    setenv("PATH", "/nowhere", 1);
    cr_assert_not(gnuplot_run(&script, &output, &why));
    cr_assert_not_null(strstr(text_bytes(&why), "was not found"));
    cr_assert_eq(output.length, 0);
    text_clear(&why);
}

/* What may enter a page as markup.
 *
 * Seen to fail: with any attribute let in, with any element let in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "reports/mathml.h"

Test(mathml, equations_are_let_in) {
    static const char *const good[] = {
        "", "a &lt; b",
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"
        "<mtable displaystyle=\"true\" class=\"system\"><mtr><mtd><mi>a</mi>"
        "<mspace width=\"0.17em\"/></mtd></mtr></mtable></math>",
        "<pre class=\"written\">body rod { }</pre>"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(mathml_is_safe(good[i]), "%s", good[i]);
}

Test(mathml, what_could_act_is_kept_out) {
    static const char *const bad[] = {"<script>alert(1)</script>",
                                      "<mi onclick=\"alert(1)\">a</mi>",
                                      "<mi href=\"javascript:alert(1)\">a</mi>",
                                      "<math><annotation-xml>a</annotation-xml></math>",
                                      "<mi class=\"a\"onclick=\"b\">a</mi>",
                                      "<mi class=\"a>b</mi>",
                                      "<mi class='a'>b</mi>",
                                      "<!-- a -->",
                                      "<style>a</style>",
                                      "<mi",
                                      "<mi ",
                                      "<mi class=\"",
                                      "<",
                                      "</",
                                      "<MI>a</MI>",
                                      "<mathmathmathmathmath>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(mathml_is_safe(bad[i]), "%s", bad[i]);
}

/* gnuplot's SVG made fit for a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/svg.h"

static const char document[] =
    "<svg \n viewBox=\"0 0 460 450\"\n xmlns=\"http://www.w3.org/2000/svg\"\n"
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\"\n>\n"
    "<title>Gnuplot</title>\n<desc>Produced by GNUPLOT 5.4 </desc>\n"
    "<g id=\"gnuplot_canvas\">\n<rect x=\"0\" y=\"0\" fill=\"none\"/>\n<defs>\n"
    "\t<circle id='gpPt5' stroke-width='0.2' stroke='currentColor' r='1'/>\n"
    "\t<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' stroke='none'/>\n"
    "\t<filter id='textbox'><feFlood flood-color='white'/></filter>\n</defs>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"rgb(  1,   1,   2)\">\n</g>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\">\n"
    "\t<path stroke='rgb(  1,   1,   6)' class=\"gridline\" d='M1,2 L3,4 '/>\t"
    "<g transform=\"translate(5,6)\" stroke=\"none\" fill=\"rgb(1,1,3)\" "
    "font-family=\"sans\" font-size=\"13.00\">\n\t\t<text>slope <tspan "
    "font-family=\"sans\" >1 &lt; 2</tspan></text>\n\t</g>\n</g>\n"
    "<polygon fill = 'rgb(  1,   1,   4)' filter='url(#textbox)' points = '1,2 3,4 '/>\n"
    "<use xlink:href='#gpPt6' transform='scale(4.88)' color='rgb(  1,   1,   7)'/>\n"
    "<path stroke='rgb(148,   0, 211)' d='M0,0'/>\n</g>\n</svg>";

static const char expected[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 460 450\" "
    "role=\"img\" aria-labelledby=\"g7-title g7-desc\">\n"
    "<title id=\"g7-title\">A &amp; B</title>\n<desc id=\"g7-desc\">Words</desc>\n"
    "<g id=\"g7-gnuplot_canvas\"><defs><circle id=\"g7-gpPt5\" stroke-width=\"0.2\" "
    "stroke=\"currentColor\" r=\"1\"/>\n"
    "<use href=\"#g7-gpPt5\" id=\"g7-gpPt6\" fill=\"currentColor\" stroke=\"none\"/>\n"
    "</defs>\n"
    "<g fill=\"none\" stroke=\"currentColor\"><path d=\"M1,2 L3,4 \" class=\"s6\"/>\n"
    "<g transform=\"translate(5,6)\" stroke=\"none\" font-size=\"13.00\" class=\"f3\">"
    "<text>slope <tspan>1 &lt; 2</tspan></text>\n</g>\n</g>\n"
    "<polygon filter=\"url(#g7-textbox)\" points=\"1,2 3,4 \" class=\"f4\"/>\n"
    "<use href=\"#g7-gpPt6\" transform=\"scale(4.88)\" class=\"k7\"/>\n"
    "<path stroke=\"rgb(148,   0, 211)\" d=\"M0,0\"/>\n</g>\n</svg>\n";

static const struct svg_words words = {"g7", "A & B", "Words", 0};

Test(svg, a_document_is_rewritten_as_by_hand) {
    struct text t = {0};
    cr_assert(svg_rewrite(&t, document, strlen(document), &words));
    cr_assert_str_eq(text_bytes(&t), expected, "\n%s\nand not\n%s", text_bytes(&t),
                     expected);
    text_clear(&t);
}

Test(svg, documents_are_found_one_after_the_other) {
    struct text output = {0};
    size_t at = 0, length = 0;
    const char *found = NULL;
    text_add(&output,
             "<?xml version=\"1.0\"?>\n<svg>1</svg>\n<?xml?>\n<svg >22</svg>\n<svg");
    cr_assert(svg_next(&output, &at, &found, &length));
    cr_assert_eq(length, strlen("<svg>1</svg>"));
    cr_assert(svg_next(&output, &at, &found, &length));
    cr_assert_eq(memcmp(found, "<svg >22</svg>", length), 0);
    cr_assert_not(svg_next(&output, &at, &found, &length));
    text_clear(&output);
}

Test(svg, what_is_no_svg_is_refused) {
    static const char *const wrong[] = {"<svg><g></svg>",
                                        "<svg><path d=3/></svg>",
                                        "<svg><path d='3\"4'/></svg>",
                                        "<svg><path d='3></svg>",
                                        "<svg><></svg>",
                                        "<svg><path d='3'",
                                        "<svg><title>"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct text t = {0};
        cr_assert_not(svg_rewrite(&t, wrong[i], strlen(wrong[i]), &words), "%s",
                      wrong[i]);
        text_clear(&t);
    }
}

Test(svg, groups_nested_without_end_are_refused) {
    struct text given = {0}, t = {0};
    for (int i = 0; i < 1000; i++) {
        text_add(&given, "<g>");
    }
    cr_assert_not(svg_rewrite(&t, text_bytes(&given), given.length, &words));
    text_clear(&given);
    text_clear(&t);
}

Test(svg, a_file_has_its_own_colours) {
    struct text file = {0};
    svg_file(&file, "<svg class=\"figure\"><path/></svg>\n");
    const char *style = strstr(text_bytes(&file), "<svg class=\"figure\">\n<style>\n");
    cr_assert_not_null(style);
    cr_assert_not_null(strstr(style, "prefers-color-scheme:dark"));
    cr_assert_not_null(strstr(style, "</style><path/></svg>\n"));
    text_clear(&file);
}

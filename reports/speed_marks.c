/* The marks of verdicts about speed. They differ in shape and in colour: slower is a
 * triangle that points up, as the time does; faster one that points down; "same" two bars;
 * "cannot tell" a broken ring; "not measured" a bar.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed_text.h"

static const struct {
    const char *name, *text;
} marks[SPEED_VERDICTS] = {
    [SPEED_SLOWER] = {"slower", "slower"},
    [SPEED_FASTER] = {"faster", "faster"},
    [SPEED_CANNOT_TELL] = {"cannot", "cannot tell"},
    [SPEED_NOT_MEASURED] = {"none", "not measured"},
    [SPEED_SAME] = {"same", "same"},
};

const char *speed_verdict_text(enum speed_verdict verdict) {
    return marks[verdict].text;
}

void speed_mark(struct text *out, enum speed_verdict verdict) {
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mark %s\" "
                "aria-hidden=\"true\"><use href=\"#mark-%s\"/></svg>",
                marks[verdict].name, marks[verdict].name);
}

void speed_symbols(struct text *out) {
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"symbols\" "
             "aria-hidden=\"true\">\n"
             "<symbol id=\"mark-slower\" viewBox=\"0 0 16 16\">"
             "<path d=\"M8 2L14.5 13.5H1.5Z\" fill=\"currentColor\"/></symbol>\n"
             "<symbol id=\"mark-faster\" viewBox=\"0 0 16 16\">"
             "<path d=\"M8 14L1.5 2.5H14.5Z\" fill=\"currentColor\"/></symbol>\n"
             "<symbol id=\"mark-cannot\" viewBox=\"0 0 16 16\">"
             "<circle cx=\"8\" cy=\"8\" r=\"5.5\" fill=\"none\" stroke=\"currentColor\" "
             "stroke-width=\"2\" stroke-dasharray=\"2.6 3.16\" stroke-linecap=\"round\"/>"
             "</symbol>\n"
             "<symbol id=\"mark-none\" viewBox=\"0 0 16 16\">"
             "<path d=\"M3 8H13\" stroke=\"currentColor\" stroke-width=\"2\"/></symbol>\n"
             "<symbol id=\"mark-same\" viewBox=\"0 0 16 16\">"
             "<path d=\"M2.5 5.7H13.5M2.5 10.3H13.5\" stroke=\"currentColor\" "
             "stroke-width=\"2.4\"/></symbol>\n</svg>\n");
}

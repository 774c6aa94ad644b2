/* gnuplot's SVG made fit for a page. The group that gnuplot opens before its definitions and
 * closes at the end is opened here.
 *
 * Inside a page its definitions are those of the page (page/marks.html), and its colours
 * variables of the style sheet; as a file of its own it keeps both.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "reports/site/figure.h"

static const char hypertext[] = "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'";
static const char hypertext_end[] =
    "')\" onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>\n\t";

/* A group without anything in it: its length. */
static size_t empty_group(const char *at) {
    const char *end =
        text_begins(at, "<g fill=\"none\" color=\"") ? strchr(at, '>') : NULL;
    return end != NULL && text_begins(end, ">\n</g>\n")
               ? (size_t)(end - at) + strlen(">\n</g>\n")
               : 0;
}

/* A whole number behind blanks, and what has to follow it. Not by scanf, which looks for the end
 * of the file first. */
static bool take_number(const char **at, long *number, char then) {
    char *end;
    *number = strtol(*at, &end, 10);
    bool good = end != *at && *end == then;
    *at = end + 1;
    return good;
}

/* rgb(1,0,K) and rgb(2,0,K), with blanks or without: the name of the colour. */
static size_t take_colour(struct text *out, const char *at) {
    long kind = 0, zero = 0, number = 0;
    const char *end = at + strlen("rgb(");
    if (!text_begins(at, "rgb(") || !take_number(&end, &kind, ',') ||
        !take_number(&end, &zero, ',') || !take_number(&end, &number, ')') || zero != 0 ||
        (kind != 1 && kind != 2))
        return 0;
    text_format(out, "var(--%c%ld)", kind == 1 ? 'm' : 'g', number);
    return (size_t)(end - at);
}

/* What the pointer is told becomes a title. */
static size_t take_hypertext(struct text *out, const char *at) {
    if (!text_begins(at, hypertext))
        return 0;
    const char *words = at + strlen(hypertext), *end = strstr(words, hypertext_end);
    if (end == NULL)
        return 0;
    text_add(out, "<g class=\"p\"><title>");
    text_add_bytes(out, words, (size_t)(end - words));
    text_add(out, "</title>");
    return (size_t)(end - at) + strlen(hypertext_end);
}

/* The group of a curve, whose title is the command that drew it. */
static size_t take_curve(struct text *out, const char *at) {
    static const char end[] = "</title>";
    const char *title = text_begins(at, "<g id=\"gnuplot_plot_") ? strstr(at, end) : NULL;
    if (title == NULL)
        return 0;
    text_add(out, "<g class=\"c\">");
    return (size_t)(title - at) + strlen(end);
}

/* What XML does not allow, in somebody's name. */
static size_t take_forbidden(struct text *out, const char *at) {
    size_t length = 1;
    if (text_allowed(at) > 0)
        return 0;
    while (length < 4 && ((unsigned char)at[length] & 0xC0) == 0x80)
        length++;
    text_escaped_bytes(out, at, length);
    return length;
}

/* Constant words and what they become. */
static size_t take_word(struct text *out, const char *at) {
    static const char *const words[][2] = {
        {"<tspan font-family=\"sans-serif\" >", "<tspan>"},
        {" font-family=\"sans-serif\" ", " "},
        {" color=\"black\" stroke=\"currentColor\"", " stroke=\"currentColor\""},
        {" color=\"white\" stroke=", " stroke="},
        {" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"", ""},
        {"stroke='black'", "stroke='currentColor'"},
        {"fill=\"black\"", "fill=\"currentColor\""},
        {"font-size=\"10.4\"", "font-size=\"12.5\""}, /* of an exponent beside 13 */
        {"font-size=\"10.0\"", "font-size=\"12.5\""}, /* beside 12.5 */
        {"xlink:href", "href"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_begins(at, words[i][0])) {
            text_add(out, words[i][1]);
            return strlen(words[i][0]);
        }
    return 0;
}

static void open_figure(struct text *out, const char *view, const char *title,
                        const char *style) {
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" role=\"img\" "
             "viewBox=\"");
    text_add_bytes(out, view, strcspn(view, "\""));
    text_add(out, "\" font-family=\"sans-serif\"><title>");
    text_escaped(out, title);
    text_add(out, "</title>\n<g>\n");
    if (style != NULL)
        text_format(out, "<style>%s</style>\n", style);
}

void svg_tidy(struct text *out, const char *svg, const char *title, const char *style) {
    const char *view = strstr(svg, "viewBox=\""), *body = strstr(svg, "<defs>");
    const char *behind = strstr(svg, "</defs>");
    struct text replaced = {0};
    if (view == NULL || body == NULL || behind == NULL)
        return;
    open_figure(out, view + strlen("viewBox=\""), title, style);
    if (style == NULL)
        body = behind + strlen("</defs>");
    const char *kept = body; /* from here on nothing is replaced */
    while (*body != '\0') {
        struct text *part = &replaced;
        size_t length = *body == '<' ? empty_group(body) : 0;
        length = length == 0 && *body == '<' ? take_hypertext(part, body) : length;
        length = length == 0 && *body == '<' ? take_curve(part, body) : length;
        length = length == 0 && (unsigned char)(*body - 0x20) >= 0x5F
                     ? take_forbidden(part, body)
                     : length;
        length = length == 0 && *body == 'r' ? take_colour(part, body) : length;
        length = length == 0 && strchr("< sfx", *body) != NULL ? take_word(part, body)
                                                               : length;
        if (length == 0) {
            body += (unsigned char)*body < 0x80 ? 1 : text_allowed(body);
            continue;
        }
        text_add_bytes(out, kept, (size_t)(body - kept));
        text_add_bytes(out, text_bytes(part), part->length);
        part->length = 0;
        kept = body += length;
    }
    text_add_bytes(out, kept, (size_t)(body - kept));
    text_clear(&replaced);
}

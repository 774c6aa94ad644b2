/* The table of a problem's verdicts: measured, expected, and why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

/* What components have to say that the whole state has not: "not
 * asymptotic: 3 of 8 components." */
static void write_components(const struct page *page, int model,
                             const struct column *column,
                             const struct report_result *result) {
    int count = 0, worse[VERDICT_FAIL + 1] = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *part = &page->r->result[i];
        if (part->model == model && part->component && column_has(column, part)) {
            count++;
            worse[part->verdict]++;
        }
    }
    for (int v = VERDICT_FAIL; v > (int)result->verdict; v--) {
        if (worse[v] > 0) {
            text_add(page->out, " <span class=\"finding\">");
            page_mark(page->out, (enum verdict)v, v == VERDICT_FAIL);
            text_format(page->out, " %s: %d of ", verdict_text((enum verdict)v),
                        worse[v]);
            page_count(page->out, count, "component", "components");
            text_add(page->out, ".</span>");
        }
    }
}

/* `column`: NULL in a row that marks do not lead to. */
static void write_row(const struct page *page, int model, const struct column *column,
                      const struct report_result *result) {
    text_format(page->out, "<tr class=\"%s\"", result_stops(result) ? "stops" : "");
    if (column) {
        text_add(page->out, " id=\"");
        page_anchor(page->out, &page->r->model[model], column);
        text_add(page->out, "\"");
    }
    text_add(page->out, "><td>");
    page_mark(page->out, result->verdict, result_stops(result));
    text_add(page->out, "</td><th scope=\"row\">");
    page_quantity(page->out, result);
    text_add(page->out, " <small>");
    page_arithmetic(page->out, result->arithmetic);
    if (result->component) {
        text_add(page->out, ", ");
        text_escaped(page->out, result->component);
    }
    text_add(page->out, "</small></th><td class=\"value\">");
    page_value(page->out, result);
    text_add(page->out, "</td><td class=\"expected\">");
    page_expected(page->out, result);
    text_add(page->out, "</td><td class=\"reason\">");
    page_sentence(page->out, result->reason);
    if (!result->required) {
        text_add(page->out, " <small>Not required.</small>");
    }
    if (column && !result->component) {
        write_components(page, model, column, result);
    }
    text_add(page->out, "</td></tr>\n");
}

/* Further results of the column that are about the whole state. */
static void write_others(const struct page *page, int model, const struct column *column,
                         const struct report_result *shown) {
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (result != shown && result->model == model && !result->component &&
            column_has(column, result)) {
            write_row(page, model, NULL, result);
        }
    }
}

void page_verdicts(const struct page *page, int model) {
    const char *group = "";
    text_add(
        page->out,
        "<table class=\"verdicts\">\n<thead><tr><th><span class=\"unseen\">Verdict</span>"
        "</th><th>Quantity</th><th>Measured</th><th>Expected</th><th>Why</th></tr>"
        "</thead>\n<tbody>\n");
    for (int i = 0; i < page->columns->count; i++) {
        const struct column *column = &page->columns->column[i];
        const struct report_result *main_result =
            page_main_result(page->r, model, column);
        if (!main_result) {
            continue;
        }
        if (strcmp(group, column->quantity->group) != 0) {
            group = column->quantity->group;
            text_format(page->out,
                        "<tr class=\"group\"><th colspan=\"5\" scope=\"rowgroup\">%s</th>"
                        "</tr>\n",
                        group);
        }
        write_row(page, model, column, main_result);
        write_others(page, model, column, main_result);
    }
    text_add(page->out, "</tbody>\n</table>\n");
}

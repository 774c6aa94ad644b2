/* Problems by quantities: one mark for the worst verdict of each pair.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

static bool same_group(const struct column *a, const struct column *b) {
    return strcmp(a->quantity->group, b->quantity->group) == 0;
}

static void write_groups(const struct page *page) {
    const struct columns *columns = page->columns;
    text_add(page->out, "<tr><th rowspan=\"2\" scope=\"col\">Problem</th>");
    for (int i = 0, next; i < columns->count; i = next) {
        for (next = i; next < columns->count &&
                       same_group(&columns->column[i], &columns->column[next]);) {
            next++;
        }
        text_format(page->out,
                    "<th class=\"group\" colspan=\"%d\" scope=\"colgroup\">%s</th>",
                    next - i, columns->column[i].quantity->group);
    }
    text_add(page->out, "</tr>\n");
}

/* Whether the column stands first in its group. */
static bool is_first(const struct columns *columns, int i) {
    return i == 0 || !same_group(&columns->column[i - 1], &columns->column[i]);
}

/* Whether the same quantity has a column in the other arithmetic. */
static bool has_twin(const struct columns *columns, int i) {
    for (int k = 0; k < columns->count; k++) {
        const struct report_result *a = columns->column[k].sample;
        const struct report_result *b = columns->column[i].sample;
        int length = result_base_length(b);
        if (k != i && strcmp(a->study, b->study) == 0 &&
            result_base_length(a) == length &&
            strncmp(a->quantity, b->quantity, (size_t)length) == 0) {
            return true;
        }
    }
    return false;
}

static void write_heads(const struct page *page) {
    text_add(page->out, "<tr>");
    for (int i = 0; i < page->columns->count; i++) {
        const struct column *column = &page->columns->column[i];
        const char *arithmetic = column->multiple ? "MPFR" : "double";
        text_format(page->out, "<th scope=\"col\"%s><span>",
                    is_first(page->columns, i) ? " class=\"first\"" : "");
        if (column->quantity->brief) {
            text_add(page->out, column->quantity->brief);
        } else {
            page_quantity(page->out, column->sample);
        }
        if (has_twin(page->columns, i)) {
            text_format(page->out, ", %s", arithmetic);
        }
        text_add(page->out, "</span></th>");
    }
    text_add(page->out, "</tr>\n");
}

static void write_cell(const struct page *page, int model, int i) {
    const struct column *column = &page->columns->column[i];
    struct tally tally = tally_results(page->r, model, column);
    text_format(page->out, "<td class=\"%s%s\">",
                is_first(page->columns, i) ? "first" : "",
                tally.stopping > 0 ? " stops" : "");
    if (!tally.worst) {
        text_add(page->out, "</td>");
        return;
    }
    text_add(page->out, "<a href=\"#");
    page_anchor(page->out, &page->r->model[model], column);
    text_add(page->out, "\" title=\"");
    page_quantity(page->out, tally.worst);
    text_add(page->out, ", ");
    page_arithmetic(page->out, tally.worst->arithmetic);
    if (page->sides->count > 1 && !tally.worst->shared) {
        text_add(page->out, ", ");
        page_side(page->out, tally.worst);
    }
    text_format(page->out, ": %s. ", verdict_text(tally.worst->verdict));
    page_sentence(page->out, tally.worst->reason);
    text_add(page->out, "\">");
    page_mark(page->out, tally.worst->verdict, tally.stopping > 0);
    text_add(page->out, "</a></td>");
}

static void write_row(const struct page *page, int model) {
    text_add(page->out, "<tr><th scope=\"row\"><a href=\"#");
    page_anchor(page->out, &page->r->model[model], NULL);
    text_add(page->out, "\">");
    text_escaped(page->out, page->r->model[model].name);
    text_add(page->out, "</a></th>");
    for (int i = 0; i < page->columns->count; i++) {
        write_cell(page, model, i);
    }
    text_add(page->out, "</tr>\n");
}

static void write_legend(const struct page *page) {
    text_add(page->out, "<p class=\"legend\">");
    page_mark(page->out, VERDICT_PASS, false);
    text_add(page->out, " as expected ");
    page_mark(page->out, VERDICT_FAIL, false);
    text_add(page->out, " not as expected ");
    page_mark(page->out, VERDICT_NOT_ASYMPTOTIC, false);
    text_add(page->out,
             " not asymptotic: the step sizes that could be tried show no settled "
             "exponent, which is no pass. Of the whole state and its components ");
    text_add(page->out, page->sides->count > 1 ? "under all methods and modes " : "");
    text_add(page->out, "the worst is shown. Each mark leads to its figures.</p>\n");
}

void page_matrix(const struct page *page) {
    if (page->r->models == 0 || page->columns->count == 0) {
        return;
    }
    text_add(page->out, "<section>\n<h2 class=\"unseen\">All verdicts</h2>\n"
                        "<div class=\"wide\"><table class=\"matrix\">\n<thead>\n");
    write_groups(page);
    write_heads(page);
    text_add(page->out, "</thead>\n<tbody>\n");
    for (int i = 0; i < page->r->models; i++) {
        write_row(page, i);
    }
    text_add(page->out, "</tbody>\n</table></div>\n");
    write_legend(page);
    text_add(page->out, "</section>\n");
}

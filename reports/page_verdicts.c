/* The table of a problem's verdicts: one row for each quantity, methods and modes side by
 * side; measured, expected, and why.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

#include "reports/decimal.h"

/* What stands in one row: results about the whole state of one quantity in one
 * arithmetic. `sample` is one of them; `parts`: of identities each has a part of its own,
 * and all stand in one row. */
struct row {
    const struct page *page;
    int model;
    const struct column *column;
    const struct report_result *sample;
    bool parts;
};

static bool row_has(const struct row *row, const struct report_result *result) {
    return result == row->sample ||
           (result->model == row->model && !result->component &&
            !row->sample->component && column_has(row->column, result) &&
            strcmp(result->arithmetic, row->sample->arithmetic) == 0 &&
            (row->parts || strcmp(result->quantity, row->sample->quantity) == 0));
}

/* What components have to say that the whole state has not: "not
 * asymptotic: 3 of 8 components." */
static void write_components(const struct row *row, enum verdict known) {
    const struct page *page = row->page;
    int count = 0, worse[VERDICT_FAIL + 1] = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *part = &page->r->result[i];
        if (part->model == row->model && part->component &&
            column_has(row->column, part)) {
            count++;
            worse[part->verdict]++;
        }
    }
    for (int v = VERDICT_FAIL; v > (int)known; v--) {
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

/* The worst of the row's results that belong to sides from `first` on, of all when `first`
 * is negative; how many there are, how many pass, and how many sides they take. */
static const struct report_result *find_worst(const struct row *row, int first,
                                              int *count, int *passing, int *span) {
    const struct report_result *worst = NULL;
    *count = *passing = *span = 0;
    for (int i = 0; i < row->page->r->count; i++) {
        const struct report_result *result = &row->page->r->result[i];
        if (!row_has(row, result)) {
            continue; /* of nearly all: sides are found for the others only */
        }
        int at, sides = side_span(row->page->sides, result, &at);
        if (first >= 0 && at != first) {
            continue;
        }
        ++*count;
        *passing += result->verdict == VERDICT_PASS ? 1 : 0;
        *span = sides > *span ? sides : *span;
        if (!worst || result_is_worse(result, worst)) {
            worst = result;
        }
    }
    return worst;
}

/* With several sides the reason gets a row of its own. */
static bool is_wide(const struct page *page) {
    return page->sides->count > 1;
}

static bool is_multiple(enum quantity_kind kind) {
    return kind == QUANTITY_BOUND || kind == QUANTITY_SHARE;
}

static void write_cell(const struct row *row, const struct report_result *worst,
                       int count, int passing, int span) {
    struct text *out = row->page->out;
    text_format(out, "<td class=\"value%s\"", result_stops(worst) ? " bad" : "");
    if (span > 1) {
        text_format(out, " colspan=\"%d\"", span);
    }
    text_add(out, " title=\"");
    page_sentence(out, worst->reason);
    text_add(out, "\">");
    page_mark(out, worst->verdict, result_stops(worst));
    text_add(out, " ");
    enum quantity_kind kind = row->column->quantity->kind;
    if (row->parts) {
        text_format(out, "%d of %d hold", passing, count);
    } else if (is_wide(row->page) && is_multiple(kind)) {
        decimal_number(out, worst->value, 3); /* the reason has its unit */
    } else {
        page_value(out, worst);
    }
    text_add(out,
             is_wide(row->page) && worst->shared ? " <small>every method</small>" : "");
    text_add(out, "</td>");
}

static void write_cells(const struct row *row) {
    int sides = row->page->sides->count > 0 ? row->page->sides->count : 1;
    for (int i = 0; i < sides;) {
        int count, passing, span;
        const struct report_result *worst = find_worst(row, i, &count, &passing, &span);
        if (!worst) {
            text_add(row->page->out, "<td></td>");
            i++;
            continue;
        }
        write_cell(row, worst, count, passing, span);
        i += span > 0 ? span : 1;
    }
}

/* The first that expects something. */
static void write_expected(const struct row *row) {
    struct text expected = {0};
    for (int i = 0; i < row->page->r->count && expected.length == 0; i++) {
        if (row_has(row, &row->page->r->result[i])) {
            page_expected(&expected, &row->page->r->result[i]);
        }
    }
    text_add(row->page->out, text_bytes(&expected));
    text_clear(&expected);
}

static void write_reason(const struct row *row, const struct report_result *worst,
                         int count) {
    struct text *out = row->page->out;
    enum quantity_kind kind = row->column->quantity->kind;
    if (is_wide(row->page) && kind == QUANTITY_BOUND) {
        text_add(out, "In units of the bound. ");
    }
    if (count > 1 && worst->verdict != VERDICT_PASS && !worst->shared) {
        struct text side = {0};
        page_side(&side, worst);
        text_format(out, "<b>%s:</b> ", text_bytes(&side));
        text_clear(&side);
    }
    if (!row->parts || worst->verdict != VERDICT_PASS) {
        page_reason(out, worst);
    }
    if (!worst->required) {
        text_add(out, " <small>Not required.</small>");
    }
}

/* `anchor`: a row that marks lead to. */
static void write_row(const struct row *row, bool anchor) {
    struct text *out = row->page->out;
    int count, passing, span;
    const struct report_result *worst = find_worst(row, -1, &count, &passing, &span);
    worst = worst ? worst : row->sample;
    text_format(out, "<tr class=\"%s\"", result_stops(worst) ? "stops" : "");
    if (anchor) {
        text_add(out, " id=\"");
        page_anchor(out, &row->page->r->model[row->model], row->column);
        text_add(out, "\"");
    }
    text_add(out, "><th scope=\"row\">");
    if (row->parts) {
        text_add(out, row->column->quantity->label);
    } else {
        page_quantity(out, row->sample);
    }
    text_add(out, " <small>");
    page_arithmetic(out, row->sample->arithmetic);
    if (row->sample->component) {
        text_add(out, ", ");
        text_escaped(out, row->sample->component);
    }
    text_add(out, "</small></th>");
    write_cells(row);
    text_add(out, "<td class=\"expected\">");
    write_expected(row);
    if (is_wide(row->page)) {
        text_format(out, "</td></tr>\n<tr class=\"because%s\"><td colspan=\"%d\" ",
                    result_stops(worst) ? " stops" : "", 2 + row->page->sides->count);
    } else {
        text_add(out, "</td><td ");
    }
    text_add(out, "class=\"reason\">");
    write_reason(row, worst, count);
    if (anchor && !row->sample->component) {
        write_components(row, worst->verdict);
    }
    text_add(out, "</td></tr>\n");
}

/* Whether an earlier result has opened the row. */
static bool is_written(const struct row *row) {
    for (const struct report_result *before = row->page->r->result; before < row->sample;
         before++) {
        if (row_has(row, before)) {
            return true;
        }
    }
    return false;
}

/* All rows of a column; where nothing is about the whole state the worst component
 * speaks. */
static void write_column(const struct page *page, int model,
                         const struct column *column) {
    bool anchor = true;
    struct row row = {page, model, column, NULL,
                      column->quantity->kind == QUANTITY_DEFECT ||
                          column->quantity->kind == QUANTITY_CASES};
    for (int i = 0; i < page->r->count; i++) {
        row.sample = &page->r->result[i];
        if (row.sample->model == model && !row.sample->component &&
            column_has(column, row.sample) && !is_written(&row)) {
            write_row(&row, anchor);
            anchor = false;
        }
    }
    row.sample = page_main_result(page->r, model, column);
    if (anchor && row.sample) {
        write_row(&row, true);
    }
}

static void write_group(const struct page *page, const char *group) {
    text_format(
        page->out,
        "<tr class=\"group\"><th colspan=\"%d\" scope=\"rowgroup\">%s</th></tr>\n",
        is_wide(page) ? 2 + page->sides->count : 4, group);
}

/* The methods, and below them their modes. */
static void write_sides(const struct page *page) {
    const struct sides *sides = page->sides;
    text_add(page->out, "<tr><th rowspan=\"2\">Quantity</th>");
    for (int i = 0; i < sides->count; i += sides_of_method(sides, i)) {
        text_format(page->out, "<th colspan=\"%d\" scope=\"colgroup\">",
                    sides_of_method(sides, i));
        side_method(page->out, sides->side[i].method);
        text_add(page->out, "</th>");
    }
    text_add(page->out, "<th rowspan=\"2\">Expected</th></tr>\n<tr>");
    for (int i = 0; i < sides->count; i++) {
        text_add(page->out, "<th scope=\"col\">");
        text_escaped(page->out, sides->side[i].mode);
        text_add(page->out, "</th>");
    }
    text_add(page->out, "</tr>");
}

void page_verdicts(const struct page *page, int model) {
    const char *group = "";
    text_format(page->out, "<div class=\"wide\"><table class=\"verdicts%s\">\n<thead>",
                is_wide(page) ? " sides" : "");
    if (is_wide(page)) {
        write_sides(page);
    } else {
        text_add(page->out, "<tr><th>Quantity</th><th>Measured</th><th>Expected</th>"
                            "<th>Why</th></tr>");
    }
    text_add(page->out, "</thead>\n<tbody>\n");
    for (int i = 0; i < page->columns->count; i++) {
        const struct column *column = &page->columns->column[i];
        if (!page_main_result(page->r, model, column)) {
            continue;
        }
        if (strcmp(group, column->quantity->group) != 0) {
            group = column->quantity->group;
            write_group(page, group);
        }
        write_column(page, model, column);
    }
    text_add(page->out, "</tbody>\n</table></div>\n");
}

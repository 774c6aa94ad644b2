/* The evidence for a grade: quantities from top to bottom, the worst first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <stdlib.h>
#include <string.h>

/* Results of one quantity about whole states, and how they came out. */
struct row {
    const struct report_result *worst;
    int count, passing;
};

static bool belongs(const struct report_result *result, enum subject_kind kind) {
    return subject_of(result) == kind && !result->component && subject_judges(result);
}

static bool same_row(const struct report_result *a, const struct report_result *b) {
    return strcmp(a->quantity, b->quantity) == 0 && strcmp(a->study, b->study) == 0 &&
           result_is_multiple(a) == result_is_multiple(b);
}

/* Room for all results is enough. */
static int collect(const struct results *r, enum subject_kind kind, struct row *row) {
    int rows = 0;
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        int k = 0;
        if (!belongs(result, kind)) {
            continue;
        }
        while (k < rows && !same_row(row[k].worst, result)) {
            k++;
        }
        if (k == rows) {
            row[rows++] = (struct row){result, 0, 0};
        }
        row[k].count++;
        row[k].passing += result->verdict == VERDICT_PASS ? 1 : 0;
        row[k].worst = result_is_worse(result, row[k].worst) ? result : row[k].worst;
    }
    return rows;
}

static int compare_rows(const void *a, const void *b) {
    const struct report_result *p = ((const struct row *)a)->worst;
    const struct report_result *q = ((const struct row *)b)->worst;
    bool worse = result_stops(p) != result_stops(q) || p->verdict != q->verdict;
    return worse ? (result_is_worse(p, q) ? -1 : 1) : (p > q) - (p < q);
}

static const struct column *find_column(const struct page *page,
                                        const struct report_result *result) {
    for (int i = 0; i < page->columns->count; i++) {
        if (column_has(&page->columns->column[i], result)) {
            return &page->columns->column[i];
        }
    }
    return NULL;
}

/* Whether "holds" says all. */
static bool counts_cases(const struct report_result *result) {
    enum quantity_kind kind = quantity_of(result)->kind;
    return kind == QUANTITY_CASES || kind == QUANTITY_DEFECT || kind == QUANTITY_COUNT;
}

/* The problem of a row's worst that is no pass, as a link to its verdict. */
static void write_problem(const struct page *page, const struct report_result *result) {
    if (result->verdict == VERDICT_PASS) {
        return;
    }
    if (result->model >= 0) {
        text_add(page->out, "<a href=\"#");
        page_anchor(page->out, &page->r->model[result->model], find_column(page, result));
        text_add(page->out, "\">");
        text_escaped(page->out, page->r->model[result->model].name);
        text_add(page->out, "</a>: ");
    } else if (result->model == MODEL_OTHER && strcmp(result->about, "fingerprint")) {
        text_escaped(page->out, result->about);
        text_add(page->out, ": ");
    }
}

static void write_row(const struct page *page, const struct row *row) {
    const struct report_result *worst = row->worst;
    struct text *out = page->out;
    text_format(out, "<tr%s><th scope=\"row\">",
                result_stops(worst) ? " class=\"stops\"" : "");
    page_quantity(out, worst);
    if (strcmp(worst->arithmetic, "double") != 0 && worst->arithmetic[0]) {
        text_add(out, " <small>");
        page_arithmetic(out, worst->arithmetic);
        text_add(out, "</small>");
    }
    text_add(out, "</th><td class=\"value\">");
    page_mark(out, worst->verdict, result_stops(worst));
    text_format(out, " %d of %d</td><td class=\"worst\">", row->passing, row->count);
    struct text expected = {0};
    if (!counts_cases(worst)) {
        page_expected(&expected, worst);
    }
    page_value(out, worst);
    text_format(out, expected.length > 0 ? ", expected %s" : "", text_bytes(&expected));
    text_clear(&expected);
    text_add(out, "</td><td class=\"reason\">");
    write_problem(page, worst);
    page_reason(out, worst);
    text_add(out, "</td></tr>\n");
}

void card_evidence(const struct page *page, enum subject_kind kind) {
    struct row *row = malloc(((size_t)page->r->count + 1) * sizeof *row);
    if (!row) {
        page->out->failed = true;
        return;
    }
    int rows = collect(page->r, kind, row);
    qsort(row, (size_t)rows, sizeof *row, compare_rows);
    if (rows > 0) {
        text_add(page->out,
                 "<div class=\"wide\"><table class=\"verdicts evidence\">\n<thead><tr>"
                 "<th scope=\"col\">What was checked</th><th scope=\"col\">Pass</th>"
                 "<th scope=\"col\">The worst</th><th scope=\"col\">Where, and why</th>"
                 "</tr></thead>\n<tbody>\n");
    }
    for (int i = 0; i < rows; i++) {
        write_row(page, &row[i]);
    }
    text_add(page->out, rows > 0 ? "</tbody>\n</table></div>\n" : "");
    free(row);
}

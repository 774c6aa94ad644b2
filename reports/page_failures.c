/* What fails, the worst first: one entry for each problem, with the reason of its worst
 * verdict. Below it, folded, what is not asymptotic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <stdlib.h>

static int compare_worst(const void *a, const void *b) {
    const struct tally *p = a, *q = b;
    if (result_is_worse(p->worst, q->worst)) {
        return -1;
    }
    if (result_is_worse(q->worst, p->worst)) {
        return 1;
    }
    return (p->worst > q->worst) - (p->worst < q->worst);
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

static void write_value(const struct page *page, const struct report_result *result) {
    page_quantity(page->out, result);
    if (result->component) {
        text_add(page->out, " of <code>");
        text_escaped(page->out, result->component);
        text_add(page->out, "</code>");
    }
    text_add(page->out, ", ");
    page_arithmetic(page->out, result->arithmetic);
    if (page->sides->count > 1 && !result->shared && result->model >= 0) {
        text_add(page->out, ", ");
        page_side(page->out, result);
    }
    if (result->model < 0 && result->mode[0]) {
        text_add(page->out, ", ");
        text_escaped(page->out, result->mode);
    }
    text_add(page->out, ": <b>");
    page_value(page->out, result);
    text_add(page->out, "</b>");
    struct text expected = {0};
    page_expected(&expected, result);
    if (expected.length > 0) {
        text_format(page->out, ", expected %s", text_bytes(&expected));
    }
    text_clear(&expected);
    text_add(page->out, ". ");
}

static void write_link(const struct page *page, const struct report_result *result) {
    if (result->model == MODEL_NONE) {
        text_add(page->out, "<a href=\"#catalogue\">All problems</a> ");
        return;
    }
    if (result->model == MODEL_OTHER) {
        text_add(page->out, "<a href=\"#fingerprint\">");
        text_escaped(page->out, result->about);
        text_add(page->out, "</a> ");
        return;
    }
    text_add(page->out, "<a href=\"#");
    page_anchor(page->out, &page->r->model[result->model], find_column(page, result));
    text_add(page->out, "\">");
    text_escaped(page->out, page->r->model[result->model].name);
    text_add(page->out, "</a> ");
}

static void write_entry(const struct page *page, const struct tally *tally, int others) {
    const struct report_result *worst = tally->worst;
    text_add(page->out, "<li>");
    page_mark(page->out, worst->verdict, result_stops(worst));
    text_add(page->out, "<div>");
    write_link(page, worst);
    write_value(page, worst);
    page_reason(page->out, worst);
    if (others > 0) {
        text_add(page->out, " <span class=\"soft\">And ");
        page_count(page->out, others, "verdict", "verdicts");
        text_add(page->out, worst->model == MODEL_NONE ? " more of all problems.</span>"
                            : worst->model == MODEL_OTHER
                                ? " more of this kind.</span>"
                                : " more on this problem.</span>");
    }
    text_add(page->out, "</div></li>\n");
}

/* The problems whose worst verdict stops the gate, or those whose worst is merely not
 * asymptotic, sorted; returns their number. */
static int find_models(const struct page *page, bool stopping, struct tally *list) {
    int count = 0;
    for (int i = -2; i < page->r->models; i++) {
        int model = i == -2 ? MODEL_OTHER : i == -1 ? MODEL_NONE : i;
        struct tally tally = tally_results(page->r, model, NULL);
        bool wanted = stopping ? tally.stopping > 0
                               : tally.stopping == 0 && tally.worst &&
                                     tally.worst->verdict == VERDICT_NOT_ASYMPTOTIC;
        if (wanted) {
            list[count++] = tally;
        }
    }
    qsort(list, (size_t)count, sizeof *list, compare_worst);
    return count;
}

static void write_list(const struct page *page, const struct tally *list, int count) {
    text_add(page->out, "<ol class=\"findings\">\n");
    for (int i = 0; i < count; i++) {
        int same = list[i].stopping > 0 ? list[i].stopping
                                        : list[i].verdicts[VERDICT_NOT_ASYMPTOTIC];
        write_entry(page, &list[i], same - 1);
    }
    text_add(page->out, "</ol>\n");
}

void page_failures(const struct page *page) {
    struct tally *list = malloc(((size_t)page->r->models + 3) * sizeof *list);
    if (!list) {
        page->out->failed = true;
        return;
    }
    int count = find_models(page, true, list);
    if (count > 0) {
        text_add(page->out, "<section class=\"failures\">\n<h2>What fails</h2>\n");
        write_list(page, list, count);
        text_add(page->out, "</section>\n");
    }
    count = find_models(page, false, list);
    if (count > 0) {
        text_add(page->out, "<details class=\"failures\"><summary>");
        page_count(page->out, count, "problem has", "problems have");
        text_add(page->out, " verdicts that are not asymptotic, and none that fails"
                            "</summary>\n");
        write_list(page, list, count);
        text_add(page->out, "</details>\n");
    }
    free(list);
}

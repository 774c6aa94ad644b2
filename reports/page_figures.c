/* The two figures of a problem, with what is in them and where the numbers are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

#include "reports/curve.h"

struct caption {
    const char *study, *words;
};

static const struct caption captions[FIGURE_KINDS] = {
    {"order",
     "<b>Convergence.</b> Bars at the foot mark the fitted range; hollow points are "
     "not in the fit."},
    {"gap", "<b>One step.</b> Its error, the method\xE2\x80\x99s estimate, and the gap "
            "between the two. The triangles have the expected slopes."},
    {"statistics",
     "<b>Evaluations for an error.</b> Right-hand sides, those for Jacobians "
     "counted by columns; lower is cheaper. Hollow points are not in a "
     "fit."},
    {"statistics",
     "<b>Time for an error.</b> The same runs by the clock, on one machine; "
     "lower is faster."},
    {"timing", "<b>A step and its kernels.</b> For each method and mode the kind of run "
               "that is dearest compared with its kernels; the number is the ratio."},
    {"timing", "<b>Growth.</b> The time of a step against the length of the chain."},
    {"statistics",
     "<b>Default against faithful mode.</b> Evaluations at equal error, one row for each "
     "problem; dashed: the geometric mean of each method."},
};

/* Why the worst exponent of the study is no pass; nothing when all are. */
static void write_finding(const struct page *page, int model, const char *study) {
    const struct report_result *worst = NULL;
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        bool counts = result->model == model && !result->component &&
                      quantity_of(result)->kind == QUANTITY_ORDER &&
                      strcmp(result->study, study) == 0;
        if (counts && (!worst || result_is_worse(result, worst))) {
            worst = result;
        }
    }
    if (worst && worst->verdict != VERDICT_PASS) {
        text_add(page->out, " <span class=\"finding\">");
        page_mark(page->out, worst->verdict, result_stops(worst));
        text_add(page->out, " ");
        page_sentence(page->out, worst->reason);
        text_add(page->out, "</span>");
    }
}

/* Whether the figure has curves from several starts of the step. */
static bool has_several_starts(const struct page *page, int model) {
    bool several = false;
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        struct curve curve;
        if (result->model == model && result_is(result, "gap-order") &&
            !result->component && curve_read(&curve, result)) {
            several = several || curve.starts > 1;
            curve_free(&curve);
        }
    }
    return several;
}

void page_table_links(struct text *out, const struct page *page, int model,
                      const char *kind) {
    for (int i = 0; i < page->tables->count; i++) {
        const struct table *table = &page->tables->table[i];
        if (table->model != model || !table_is_about(table, page->r, kind)) {
            continue;
        }
        text_add(out, " <a href=\"tables/");
        text_address(out, table->name);
        text_add(out, "\" title=\"");
        text_escaped(out, table->columns);
        text_add(out, "\">");
        text_escaped(out, table->name);
        text_add(out, "</a>");
    }
}

static void write_links(const struct page *page, int model, enum figure_kind kind) {
    struct text name = {0};
    figure_name(&name, page->r, model, kind);
    text_add(page->out, " <span class=\"links\"><a href=\"figures/");
    text_address(page->out, text_bytes(&name));
    text_add(page->out, "\">SVG</a>");
    text_clear(&name);
    page_table_links(page->out, page, model, captions[kind].study);
    text_add(page->out, "</span>");
}

void page_figures(const struct page *page, int model) {
    bool any = false;
    for (int i = 0; i < FIGURE_KINDS; i++) {
        any = any || figure_element(page->figures, model, (enum figure_kind)i);
    }
    if (!any) {
        return;
    }
    text_add(page->out, "<div class=\"figures\">\n");
    for (int i = 0; i < FIGURE_KINDS; i++) {
        enum figure_kind kind = (enum figure_kind)i;
        const char *element = figure_element(page->figures, model, kind);
        if (!element) {
            continue;
        }
        text_add(page->out, "<figure>\n");
        text_add(page->out, element);
        text_format(page->out, "<figcaption>%s", captions[kind].words);
        if (kind == FIGURE_GAP && has_several_starts(page, model)) {
            text_add(page->out, " One curve for each start on the trajectory.");
        }
        write_finding(page, model, captions[kind].study);
        write_links(page, model, kind);
        text_add(page->out, "</figcaption>\n</figure>\n");
    }
    text_add(page->out, "</div>\n");
}

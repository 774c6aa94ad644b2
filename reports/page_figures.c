/* The two figures of a problem, with what is in them and where the numbers are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

#include "reports/curve.h"

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
    page_table_links(page->out, page, model, figure_kind_info(kind)->study);
    text_add(page->out, "</span>");
}

void page_figure(const struct page *page, int model, enum figure_kind kind) {
    const char *element = figure_element(page->figures, model, kind);
    if (!element) {
        return;
    }
    text_add(page->out, "<figure>\n");
    text_add(page->out, element);
    text_format(page->out, "<figcaption>%s", figure_kind_info(kind)->caption);
    if (kind == FIGURE_GAP && has_several_starts(page, model)) {
        text_add(page->out, " One curve for each start on the trajectory.");
    }
    if (kind == FIGURE_MOTION || kind == FIGURE_MOTION_TIME || kind == FIGURE_STROBE) {
        page_motion_way(page->out, &page->r->model[model]);
    }
    write_finding(page, model, figure_kind_info(kind)->study);
    write_links(page, model, kind);
    text_add(page->out, "</figcaption>\n</figure>\n");
}

/* Whether the figure stands in a problem's section, or with those of all problems; the
 * others are among the parts of a report about one integrator, of the fingerprint, or of
 * the motion. */
static bool is_in_place(const struct page *page, enum figure_kind kind) {
    bool elsewhere = kind == FIGURE_DRIFT || kind == FIGURE_INVARIANTS ||
                     kind == FIGURE_WORK || kind == FIGURE_WORK_TIME ||
                     kind == FIGURE_ESTIMATE;
    bool with_motion = kind == FIGURE_MOTION || kind == FIGURE_MOTION_TIME;
    bool with_structure = kind == FIGURE_LIMITS || kind == FIGURE_TURNING;
    bool with_contact = kind >= FIGURE_STROBE && kind <= FIGURE_SETTLING;
    return kind != FIGURE_STABILITY && !with_motion && !with_structure && !with_contact &&
           !(elsewhere && page->r->integrator.given);
}

void page_figures(const struct page *page, int model) {
    bool any = false;
    for (int i = 0; i < FIGURE_KINDS; i++) {
        enum figure_kind kind = (enum figure_kind)i;
        any = any ||
              (is_in_place(page, kind) && figure_element(page->figures, model, kind));
    }
    if (!any) {
        return;
    }
    text_add(page->out, "<div class=\"figures\">\n");
    for (int i = 0; i < FIGURE_KINDS; i++) {
        if (is_in_place(page, (enum figure_kind)i)) {
            page_figure(page, model, (enum figure_kind)i);
        }
    }
    text_add(page->out, "</div>\n");
}

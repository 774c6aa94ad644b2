/* What is said of all problems together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

static void write_results(const struct page *page) {
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (result->model != MODEL_NONE) {
            continue;
        }
        text_format(page->out, "<li%s>", result_stops(result) ? " class=\"stops\"" : "");
        page_mark(page->out, result->verdict, result_stops(result));
        text_add(page->out, "<div><b>");
        page_quantity(page->out, result);
        text_add(page->out, "</b>, ");
        if (strcmp(result->method, "all") == 0) {
            side_name(page->out, &(struct side){"every method", result->mode}, false);
        } else {
            page_side(page->out, result);
        }
        text_add(page->out, ": <b>");
        page_value(page->out, result);
        text_add(page->out, "</b>");
        struct text expected = {0};
        page_expected(&expected, result);
        text_add(page->out, expected.length > 0 ? ", expected " : "");
        text_add(page->out, text_bytes(&expected));
        text_clear(&expected);
        text_add(page->out, ". ");
        page_reason(page->out, result);
        text_add(page->out, "</div></li>\n");
    }
}

bool page_has_catalogue(const struct page *page) {
    return tally_results(page->r, MODEL_NONE, NULL).count > 0 ||
           figure_element(page->figures, MODEL_NONE, FIGURE_RATIOS);
}

void page_catalogue(const struct page *page) {
    struct tally tally = tally_results(page->r, MODEL_NONE, NULL);
    if (!page_has_catalogue(page)) {
        return;
    }
    text_add(page->out, "<section class=\"problem\" id=\"catalogue\">\n<h2>");
    if (tally.worst) {
        page_mark(page->out, tally.worst->verdict, tally.stopping > 0);
    }
    text_add(page->out, " All problems together</h2>\n");
    page_figures(page, MODEL_NONE);
    if (tally.count > 0) {
        text_add(page->out, "<ul class=\"findings\">\n");
        write_results(page);
        text_add(page->out, "</ul>\n");
    }
    page_timing(page, MODEL_NONE);
    text_add(page->out, "</section>\n");
}

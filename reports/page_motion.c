/* How a problem moves, and how its exact solution is known: the pictures of its motion beside
 * the table of truths and what was published.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

#include "reports/json.h"

static bool has_figure(const struct page *page, int model) {
    return figure_element(page->figures, model, FIGURE_MOTION) ||
           figure_element(page->figures, model, FIGURE_MOTION_TIME);
}

static void write_truth(struct text *out, const struct report_model *model) {
    const char *why = json_loose_text(model->truth, "why");
    text_add(out, "<div class=\"of\">\n<h3>The exact solution</h3>\n");
    if (strcmp(model->grade, "none") == 0) {
        text_add(out, "<p class=\"soft\">Not known");
        text_add(out, why[0] ? ": " : "");
        text_escaped(out, why);
        text_add(out, ".</p>\n");
    } else {
        page_truth_times(out, model->truth);
    }
    page_published(out, model->truth);
    text_add(out, "</div>\n");
}

void page_motion(const struct page *page, int index) {
    const struct report_model *model = &page->r->model[index];
    bool known = page_truth_count(model->truth) > 0;
    if (!known && !has_figure(page, index)) {
        return;
    }
    text_add(page->out, "<div class=\"figures loose\">\n");
    page_figure(page, index, FIGURE_MOTION);
    page_figure(page, index, FIGURE_MOTION_TIME);
    if (known) {
        write_truth(page->out, model);
    }
    text_add(page->out, "</div>\n");
}

void page_motion_way(struct text *out, const struct report_model *model) {
    const char *way = json_loose_text(model->motion, "way");
    double left_out = json_loose_number(model->motion, "left_out");
    bool complete = json_is_true(json_object_get(model->motion, "complete"));
    text_add(out, " Drawn from ");
    text_escaped(out, way[0] ? way : "its states");
    if (!complete) {
        text_add(out, ", as far as it goes: to the time ");
        page_number(out, model->motion, "end", 4);
    }
    text_add(out, ".");
    if (left_out > 0) {
        text_format(out, " %.0f more curves are left out.", left_out);
    }
}

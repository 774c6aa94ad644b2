/* Distributions: of each comparison its blocks and its processes, what changed first and the
 * rest folded; of the measurements of one build, row by row.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>

#include "reports/speed_text.h"

static const char how_to_read[] =
    "<p>Above, the share of blocks that took no longer than so much, the slowest three "
    "in "
    "a hundred left out; ticks are the medians of processes. Below, one dot for each "
    "process: the median of new over old, pair by pair. Grey is where the rule calls "
    "them "
    "the same; the bar on top is the median with its interval; hollow dots lie beyond "
    "the "
    "edge; diamonds are the places where code can begin in a cache line.</p>\n";

static bool is_open(const struct speed_comparison *c) {
    return c->verdict <= SPEED_FASTER || c->work > SPEED_WORK_SAME;
}

static void write_caption(struct text *out, const struct speed_comparison *c) {
    text_add(out, "<b>");
    speed_mark(out, c->verdict);
    text_add(out, " ");
    speed_name(out, c->name);
    text_add(out, "</b> ");
    speed_change(out, c->change);
    if (isfinite(c->half)) {
        text_add(out, " \xC2\xB1\xC2\xA0");
        speed_percent(out, c->half);
    }
    text_format(out, ", %s.", speed_verdict_text(c->verdict));
    if (isfinite(c->placement)) {
        text_add(out, " Placement: ");
        speed_percent(out, c->placement);
        text_add(out, " between places in a cache line, not counted.");
    }
}

/* The figures of those that are open, or of the others; their number. */
static int write_figures(const struct page *page, bool open) {
    const struct speed *speed = page->r->speed;
    int count = 0;
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        if (is_open(c) == open &&
            speed_figure_find(page->speed_figures, SPEED_FIGURE_COMPARED, i)) {
            struct text caption = {0}, anchor = {0};
            write_caption(&caption, c);
            text_format(&anchor, "d-%d", c->number);
            text_add(page->out, count == 0 ? "<div class=\"figures loose\">\n" : "");
            page_speed_figure(page, SPEED_FIGURE_COMPARED, i, text_bytes(&anchor),
                              text_bytes(&caption), NULL);
            text_clear(&caption);
            text_clear(&anchor);
            count++;
        }
    }
    text_add(page->out, count > 0 ? "</div>\n" : "");
    return count;
}

static bool has_figures(const struct page *page) {
    for (int i = 0; i < page->r->speed->comparisons; i++) {
        if (speed_figure_find(page->speed_figures, SPEED_FIGURE_COMPARED, i)) {
            return true;
        }
    }
    return false;
}

void page_distributions(const struct page *page) {
    struct page inner = *page;
    struct text folded = {0};
    if (!has_figures(page)) {
        return;
    }
    text_add(page->out, "<section class=\"problem\" id=\"distributions\">\n"
                        "<h2>Distributions</h2>\n");
    text_add(page->out, how_to_read);
    write_figures(page, true);
    inner.out = &folded;
    write_figures(&inner, false);
    page_fold(page->out, "All others", &folded);
    text_add(page->out, "</section>\n");
}

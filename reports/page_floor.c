/* What a step costs over its kernels: all benchmarks, dearest first, and the kernels of a
 * step one upon the other where a study has them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <stdlib.h>

#include "reports/decimal.h"
#include "reports/plot_speed.h"
#include "reports/speed_text.h"

static void write_table(struct text *out, const struct speed *speed, const int *row,
                        int count) {
    text_add(out,
             "<div class=\"wide\"><table class=\"points\"><thead><tr><th "
             "scope=\"col\">Benchmark</th><th scope=\"col\">over its kernels</th><th "
             "scope=\"col\">a step</th></tr></thead><tbody>\n");
    for (int i = 0; i < count; i++) {
        const struct speed_measurement *m = &speed->measurement[row[i]];
        text_add(out, "<tr><th scope=\"row\">");
        speed_name(out, m->name);
        text_add(out, "</th><td class=\"number\">");
        page_speed_interval(out, &m->floor);
        text_add(out, "</td><td class=\"number\">");
        speed_time(out, m->ns.value);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
}

void page_floor(const struct page *page) {
    struct text table = {0};
    struct page inner = *page;
    int count;
    int *row = plot_floor_rows(page->r->speed, &count);
    if (!row || count == 0) {
        free(row);
        return;
    }
    text_add(page->out,
             "<section class=\"problem\" id=\"floor\">\n<h2>Steps and kernels</h2>\n<p>A "
             "step cannot be cheaper than what it has to do: its evaluations, Jacobians, "
             "factorisations and solves, each timed alone in the same run.</p>\n"
             "<div class=\"figures\">\n");
    inner.out = &table;
    for (int i = 0; i < plot_speed_figures(count); i++) {
        page_speed_figure(i < 2 ? page : &inner, SPEED_FIGURE_FLOOR, i, NULL,
                          "<b>A step over the sum of its kernels,</b> dearest first.",
                          "measured.tsv");
    }
    text_add(page->out, "</div>\n");
    if (table.length > 0) {
        struct text figures = {0};
        text_add(&figures, "<div class=\"figures\">\n");
        text_add_bytes(&figures, table.data, table.length);
        text_add(&figures, "</div>\n");
        text_clear(&table);
        page_fold(page->out, "The others", &figures);
    }
    write_table(&table, page->r->speed, row, count);
    page_fold(page->out, "All of them as a table", &table);
    text_add(page->out, "</section>\n");
    free(row);
}

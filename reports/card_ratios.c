/* How large the error estimate is beside the true error, problem by problem.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/estimate.h"

static void write_ratio(struct text *out, const struct estimate_pairs *pairs,
                        double share) {
    text_add(out, "<td>");
    decimal_number(out, pow(10, estimate_quantile(pairs, share)), 3);
    text_add(out, "</td>");
}

static void write_row(const struct page *page, int model,
                      const struct estimate_pairs *pairs) {
    text_add(page->out, "<tr><th scope=\"row\"><a href=\"#");
    page_anchor(page->out, &page->r->model[model], NULL);
    text_add(page->out, "\">");
    text_escaped(page->out, page->r->model[model].name);
    text_format(page->out, "</a></th><td>%d</td>", pairs->count);
    write_ratio(page->out, pairs, 0);
    write_ratio(page->out, pairs, 0.5);
    write_ratio(page->out, pairs, 1);
    text_add(page->out, "</tr>\n");
}

void card_ratios(const struct page *page) {
    text_add(page->out,
             "<div><h3>Estimate over true error</h3>\n<div class=\"wide\"><table "
             "class=\"points ratios\">\n<thead><tr><th scope=\"col\">Problem</th><th "
             "scope=\"col\">Steps</th><th scope=\"col\">smallest</th><th "
             "scope=\"col\">median</th><th scope=\"col\">largest</th></tr></thead>\n"
             "<tbody>\n");
    for (int i = 0; i < page->r->models; i++) {
        struct estimate_pairs pairs;
        if (!estimate_read(&pairs, page->r, i)) {
            page->out->failed = true;
            return;
        }
        if (pairs.count > 0) {
            write_row(page, i, &pairs);
        }
        estimate_free(&pairs);
    }
    text_add(page->out, "</tbody>\n</table></div></div>\n");
}

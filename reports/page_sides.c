/* Verdicts counted by method and mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

static bool is_of(const struct report_result *result, const struct side *side) {
    return !result->shared && strcmp(result->method, side->method) == 0 &&
           strcmp(result->mode, side->mode) == 0;
}

/* `side`: NULL for what several methods share. */
static struct tally count_results(const struct results *r, const struct side *side) {
    struct tally tally = {0};
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (side ? is_of(result, side) : result->shared) {
            tally.count++;
            tally.verdicts[result->verdict]++;
            tally.stopping += result_stops(result) ? 1 : 0;
        }
    }
    return tally;
}

static void write_row(struct text *out, const char *name, const struct tally *tally) {
    static const enum verdict order[] = {VERDICT_PASS, VERDICT_FAIL,
                                         VERDICT_NOT_ASYMPTOTIC};
    if (tally->count == 0) {
        return;
    }
    text_format(out, "<tr%s><th scope=\"row\">%s</th>",
                tally->stopping > 0 ? " class=\"stops\"" : "", name);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        text_format(out, "<td>%d</td>", tally->verdicts[order[i]]);
    }
    text_add(out, "</tr>\n");
}

static void write_head(struct text *out) {
    text_add(out, "<div class=\"wide\"><table class=\"points by-side\">\n<thead><tr>"
                  "<th>Verdicts of</th><th scope=\"col\">pass</th><th "
                  "scope=\"col\">fail</th><th scope=\"col\">not asymptotic</th></tr>"
                  "</thead>\n<tbody>\n");
}

static void write_side(struct text *out, const struct results *r, const char *method,
                       const char *mode, const char *without) {
    struct side side = {method, mode};
    struct tally tally = count_results(r, &side);
    struct text name = {0};
    side_name(&name, &side, true);
    text_add(&name, mode[0] ? "" : without);
    write_row(out, text_bytes(&name), &tally);
    text_clear(&name);
}

void page_sides(const struct page *page) {
    const struct sides *sides = page->sides;
    struct tally shared = count_results(page->r, NULL);
    if (sides->count < 2) {
        return;
    }
    write_head(page->out);
    write_row(page->out, "discrete equations, every method", &shared);
    for (int i = 0; i < sides->count; i += sides_of_method(sides, i)) {
        int modes = sides_of_method(sides, i);
        for (int k = i; k < i + modes; k++) {
            write_side(page->out, page->r, sides->side[k].method, sides->side[k].mode,
                       "");
        }
        if (sides->side[i].mode[0]) {
            write_side(page->out, page->r, sides->side[i].method, "", ", several modes");
        }
    }
    text_add(page->out, "</tbody>\n</table></div>\n");
}

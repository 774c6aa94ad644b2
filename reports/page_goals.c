/* The numbers that the design wants to reach, row by row.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

static void write_cell(struct text *out, const char *words) {
    text_add(out, "<td>");
    text_escaped(out, words);
    text_add(out, "</td>");
}

static void write_mark(struct text *out, const char *verdict) {
    bool pass = strcmp(verdict, "pass") == 0, fail = strcmp(verdict, "fail") == 0;
    bool open = strcmp(verdict, "not-asymptotic") == 0;
    page_mark(out,
              pass   ? VERDICT_PASS
              : fail ? VERDICT_FAIL
                     : VERDICT_NOT_ASYMPTOTIC,
              fail);
    text_add(out, pass   ? " reached"
                  : fail ? " missed"
                  : open ? " cannot tell"
                         : " not measured");
}

static void write_value(struct text *out, const json_t *goal) {
    struct speed_interval at = speed_interval_read(goal);
    page_speed_interval(out, &at);
    const char *unit = json_loose_text(goal, "unit");
    if (unit[0] && isfinite(at.value)) {
        text_add(out, "\xC2\xA0");
        text_escaped(out, unit);
    }
}

static void write_peer(struct text *out, const json_t *goal) {
    double value = json_loose_number(goal, "peer_value");
    text_add(out, "<td>");
    text_escaped(out, json_loose_text(goal, "peer"));
    if (isfinite(value)) {
        text_add(out, " ");
        decimal_number(out, value, 3);
    }
    text_add(out, "</td>");
}

static void write_row(struct text *out, const json_t *goal) {
    const char *verdict = json_loose_text(goal, "verdict");
    const char *reason = json_loose_text(goal, "reason");
    text_format(out, "<tr class=\"%s\"><td class=\"verdict\">",
                strcmp(verdict, "fail") == 0 ? "stops" : "holds");
    write_mark(out, verdict);
    text_add(out, "</td><th scope=\"row\">");
    text_escaped(out, json_loose_text(goal, "what"));
    text_add(out, "</th>");
    write_cell(out, json_loose_text(goal, "elsewhere"));
    write_cell(out, json_loose_text(goal, "goal"));
    text_add(out, "<td class=\"value\">");
    write_value(out, goal);
    text_add(out, "</td>");
    write_peer(out, goal);
    text_add(out, "<td><code>");
    text_escaped(out, json_loose_text(goal, "command"));
    text_add(out, "</code></td></tr>\n");
    if (reason[0]) {
        text_add(out, "<tr class=\"because\"><td></td><td colspan=\"6\">");
        page_sentence(out, reason);
        text_add(out, "</td></tr>\n");
    }
}

void page_goals(const struct page *page) {
    const struct speed *speed = page->r->speed;
    int reached = 0, measured = 0;
    if (speed->goals == 0) {
        return;
    }
    for (int i = 0; i < speed->goals; i++) {
        const char *verdict = json_loose_text(speed->goal[i], "verdict");
        reached += strcmp(verdict, "pass") == 0;
        measured += strcmp(verdict, "not-measured") != 0;
    }
    text_format(page->out,
                "<section id=\"goals\">\n<h2>Numbers to reach</h2>\n<p>%d of %d that "
                "were measured are reached; %d were not measured here.</p>\n<div "
                "class=\"wide\"><table class=\"points goals\">\n"
                "<thead><tr><th scope=\"col\"></th><th scope=\"col\">What</th>"
                "<th scope=\"col\">Elsewhere</th><th scope=\"col\">Aim</th>"
                "<th scope=\"col\">Today</th><th scope=\"col\">In the same run</th>"
                "<th scope=\"col\">Command</th></tr></thead>\n<tbody>\n",
                reached, measured, speed->goals - measured);
    for (int i = 0; i < speed->goals; i++) {
        write_row(page->out, speed->goal[i]);
    }
    text_add(page->out, "</tbody></table></div>\n<p class=\"links\"><a "
                        "href=\"tables/goals.tsv\">goals.tsv</a></p>\n</section>\n");
}

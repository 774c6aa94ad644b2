/* Other people's integrators on the same problems in the same run: ratios, time against
 * error, how each was configured and why it may be compared; what is not installed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/plot_speed.h"
#include "reports/side.h"
#include "reports/speed_text.h"

/* Whether an earlier entry is of the same peer, or of the same peer and configuration. */
static bool is_repeated(const struct speed *speed, int i, bool with_configuration) {
    for (int k = 0; k < i; k++) {
        const struct speed_peer *p = &speed->peer[k], *q = &speed->peer[i];
        if (p->installed == q->installed && strcmp(p->peer, q->peer) == 0 &&
            (!with_configuration || strcmp(p->configuration, q->configuration) == 0)) {
            return true;
        }
    }
    return false;
}

static void write_ratio_row(struct text *out, const struct speed_peer *p) {
    text_format(out, "<tr id=\"p-%d\"><th scope=\"row\">", p->number);
    text_escaped(out, p->problem);
    text_add(out, "</th><td>");
    side_name(out, &(struct side){p->method, ""}, false);
    text_add(out, "</td><td>");
    text_escaped(out, p->peer);
    text_add(out, "</td><td class=\"number\">");
    page_speed_interval(out, &p->ratio);
    text_add(out, "</td><td class=\"number\">");
    speed_time(out, p->ns);
    text_add(out, "</td><td class=\"number\">");
    speed_time(out, p->peer_ns);
    const double numbers[] = {p->evaluations, p->peer_evaluations, p->error,
                              p->peer_error};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text_add(out, "</td><td class=\"number\">");
        decimal_number(out, numbers[i], i < 2 ? 9 : 2);
    }
    text_add(out, "</td></tr>\n");
    if (p->reason[0]) {
        text_add(out, "<tr class=\"because\"><td></td><td colspan=\"9\">");
        page_sentence(out, p->reason);
        text_add(out, "</td></tr>\n");
    }
}

static void write_ratios(struct text *out, const struct speed *speed) {
    struct text rows = {0};
    for (int i = 0; i < speed->peers; i++) {
        if (speed->peer[i].installed) {
            write_ratio_row(&rows, &speed->peer[i]);
        }
    }
    if (rows.length > 0) {
        text_add(out, "<div class=\"wide\"><table class=\"points\"><thead><tr><th "
                      "scope=\"col\">Problem</th><th scope=\"col\">Ours</th><th "
                      "scope=\"col\">Other</th><th scope=\"col\">times faster</th><th "
                      "scope=\"col\">ours</th><th scope=\"col\">theirs</th><th "
                      "scope=\"col\">our evaluations</th><th "
                      "scope=\"col\">theirs</th><th scope=\"col\">our error</th><th "
                      "scope=\"col\">theirs</th></tr></thead><tbody>\n");
        text_add_bytes(out, rows.data, rows.length);
        text_add(out, "</tbody></table></div>\n");
    }
    out->failed = out->failed || text_failed(&rows);
    text_clear(&rows);
}

static void write_configurations(struct text *out, const struct speed *speed) {
    text_add(out, "<h3>How they were configured</h3>\n<div class=\"wide\"><table "
                  "class=\"points open\"><thead><tr><th scope=\"col\">Integrator</th><th "
                  "scope=\"col\">Version</th><th scope=\"col\">Configuration</th><th "
                  "scope=\"col\">Why it may be compared</th></tr></thead><tbody>\n");
    for (int i = 0; i < speed->peers; i++) {
        const struct speed_peer *p = &speed->peer[i];
        if (!p->installed || is_repeated(speed, i, true)) {
            continue;
        }
        text_add(out, "<tr><th scope=\"row\">");
        text_escaped(out, p->peer);
        text_add(out, "</th><td>");
        text_escaped(out, p->version);
        text_add(out, "</td><td class=\"why\">");
        text_escaped(out, p->configuration);
        text_add(out, "</td><td class=\"why\">");
        text_escaped(out, p->comparable);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
}

static void write_missing(struct text *out, const struct speed *speed) {
    const char *open = "<h3>Not installed here</h3>\n<ul>\n", *close = "";
    for (int i = 0; i < speed->peers; i++) {
        const struct speed_peer *p = &speed->peer[i];
        if (p->installed || is_repeated(speed, i, false)) {
            continue;
        }
        text_add(out, open);
        text_add(out, "<li><b>");
        text_escaped(out, p->peer);
        text_add(out, "</b>: <code>");
        text_escaped(out, p->how);
        text_add(out, "</code>");
        text_add(out, p->reason[0] ? " " : "");
        page_sentence(out, p->reason);
        text_add(out, "</li>\n");
        open = "";
        close = "</ul>\n";
    }
    text_add(out, close);
}

static bool has_installed(const struct speed *speed) {
    for (int i = 0; i < speed->peers; i++) {
        if (speed->peer[i].installed) {
            return true;
        }
    }
    return false;
}

static void write_figures(const struct page *page) {
    const struct speed *speed = page->r->speed;
    text_add(page->out, "<div class=\"figures\">\n");
    for (int i = 0; i < plot_speed_figures(speed->peers); i++) {
        page_speed_figure(page, SPEED_FIGURE_PEERS, i, NULL,
                          "<b>Side by side.</b> Their time over ours, with its interval; "
                          "right of the line ours is faster.",
                          "peers.tsv");
    }
    for (int i = 0; i < speed->peers; i++) {
        struct text caption = {0};
        text_add(&caption, "<b>Time for an error,</b> ");
        text_escaped(&caption, speed->peer[i].problem);
        text_add(&caption, "; lower is faster.");
        page_speed_figure(page, SPEED_FIGURE_PEER_WORK, i, NULL, text_bytes(&caption),
                          "peers-curves.tsv");
        text_clear(&caption);
    }
    text_add(page->out, "</div>\n");
}

void page_peers(const struct page *page) {
    const struct speed *speed = page->r->speed;
    struct text table = {0};
    if (speed->peers == 0) {
        return;
    }
    text_add(page->out, "<section class=\"problem\" id=\"peers\">\n<h2>Other "
                        "integrators</h2>\n<p>The same problem at the same accuracy, in "
                        "turns in the same run.</p>\n");
    if (has_installed(speed)) {
        write_figures(page);
        write_ratios(&table, speed);
        page_fold(page->out, "The ratios as a table", &table);
        write_configurations(page->out, speed);
    }
    write_missing(page->out, speed);
    text_add(page->out, "</section>\n");
}

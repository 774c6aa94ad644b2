/* How well the suite finds faults: of integrators that were made wrong on purpose, how
 * many it caught, by which check, and which it did not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>

#include "reports/decimal.h"

static double get_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void write_text(struct text *out, const json_t *object, const char *key) {
    text_escaped(out, json_string_value(json_object_get(object, key)));
}

/* What recorded runs of the same program show is no fault found. */
static void write_changed(struct text *out, double changed) {
    if (!(changed > 0))
        return;
    text_add(out, "; of ");
    decimal_number(out, changed, 6);
    text_add(out, " others it was seen that runs are not as before");
}

static void write_score(struct text *out, const json_t *detection) {
    double killed = get_number(detection, "killed"), of = get_number(detection, "of");
    double alarms = get_number(detection, "false_alarms");
    text_add(out, "<p class=\"score\"><b>");
    decimal_number(out, killed, 6);
    text_add(out, " of ");
    decimal_number(out, of, 6);
    text_add(out, "</b> faults that were built in on purpose were found");
    write_changed(out, get_number(detection, "changed"));
    if (isfinite(alarms)) {
        text_add(out, "; <b>");
        decimal_number(out, alarms, 6);
        text_add(out, "</b> false alarms in ");
        decimal_number(out, get_number(detection, "runs"), 6);
        text_add(out, " runs without fault");
    }
    text_add(out, ".</p>\n");
}

/* A bar as long as the share of all that were found. */
static void write_bar(struct text *out, double share) {
    const double length = 160;
    if (share >= 0 && share <= 1) {
        text_format(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bar\" "
                    "width=\"%g\" height=\"10\" aria-hidden=\"true\"><rect "
                    "width=\"%.1f\" height=\"10\" rx=\"2\"/></svg>",
                    length, fmax(2, share * length));
    }
}

static void write_checks(struct text *out, const json_t *detection) {
    const json_t *by = json_object_get(detection, "by");
    if (json_array_size(by) == 0) {
        return;
    }
    text_add(out, "<div><h3>Which check found it first</h3>\n<div class=\"wide\"><table "
                  "class=\"points\">\n<thead><tr><th scope=\"col\">Check</th><th "
                  "scope=\"col\">Found</th><th></th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < json_array_size(by); i++) {
        const json_t *entry = json_array_get(by, i);
        double killed = get_number(entry, "killed");
        text_add(out, "<tr><th scope=\"row\">");
        write_text(out, entry, "check");
        text_add(out, "</th><td>");
        decimal_number(out, killed, 6);
        text_add(out, "</td><td>");
        write_bar(out, killed / get_number(detection, "killed"));
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody>\n</table></div></div>\n");
}

static void write_smallest(struct text *out, const json_t *detection) {
    const json_t *list = json_object_get(detection, "smallest");
    if (json_array_size(list) == 0) {
        return;
    }
    text_add(out, "<div><h3>The smallest faults found</h3>\n<div class=\"wide\"><table "
                  "class=\"points\">\n<thead><tr><th scope=\"col\">Coefficient</th><th "
                  "scope=\"col\">Relative size</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        text_add(out, "<tr><th scope=\"row\">");
        write_text(out, entry, "coefficient");
        text_add(out, "</th><td>");
        decimal_number(out, get_number(entry, "size"), 2);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody>\n</table></div></div>\n");
}

static void write_survivors(struct text *out, const json_t *detection) {
    const json_t *list = json_object_get(detection, "survivors");
    struct text rows = {0};
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *reason = json_string_value(json_object_get(entry, "reason"));
        text_add(&rows, "<li><code>");
        write_text(&rows, entry, "id");
        text_add(&rows, "</code> ");
        page_sentence(&rows, reason ? reason : "");
        text_add(&rows, "</li>\n");
    }
    if (rows.length > 0) {
        text_format(out,
                    "<h3>Those that were not found</h3>\n<ul class=\"survivors\">\n%s"
                    "</ul>\n",
                    text_bytes(&rows));
    }
    out->failed = out->failed || text_failed(&rows);
    text_clear(&rows);
}

void page_detection(const struct page *page) {
    const json_t *detection = page->r->detection;
    if (!detection) {
        return;
    }
    text_add(page->out,
             "<section class=\"problem\" id=\"detection\">\n<h2>How much these "
             "checks find</h2>\n");
    write_score(page->out, detection);
    text_add(page->out, "<div class=\"beside\">\n");
    write_checks(page->out, detection);
    write_smallest(page->out, detection);
    text_add(page->out, "</div>\n");
    write_survivors(page->out, detection);
    text_add(page->out, "</section>\n");
}

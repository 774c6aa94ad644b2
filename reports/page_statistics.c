/* What the statistics study found on one problem: the two methods against each other,
 * identities that are missed, runs that leave their replay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

static const struct report_result *find_result(const struct results *r, int model,
                                               const char *quantity) {
    for (int i = 0; i < r->count; i++) {
        if (r->result[i].model == model && result_is(&r->result[i], quantity) &&
            strcmp(r->result[i].study, "statistics") == 0) {
            return &r->result[i];
        }
    }
    return NULL;
}

/* "The same step to 40 digits, for 0.9 of the evaluations." */
static void write_twins(const struct page *page, int model) {
    const struct report_result *same = find_result(page->r, model, "same-step");
    const struct report_result *cost = find_result(page->r, model, "method-cost");
    bool has_same = same && isfinite(same->value), has_cost = cost && cost->value > 0;
    if (!has_same && !has_cost) {
        return;
    }
    text_add(page->out, "<p class=\"twins\"><b>Velocity-implicit against implicit "
                        "Euler.</b> ");
    if (has_same) {
        text_format(page->out,
                    "Their steps agree with one and the same exact pair to %.0f digits. ",
                    floor(same->value));
    }
    if (has_cost) {
        text_add(page->out, "Velocity-implicit Euler takes ");
        decimal_number(page->out, cost->value, 3);
        text_add(page->out, " times the evaluations of implicit Euler. <small>");
        page_sentence(page->out, cost->reason);
        text_add(page->out, "</small>");
    }
    text_add(page->out, "</p>\n");
}

/* A scalar of a point, by a path of two names; "" when there is none. */
static void write_member(struct text *out, const json_t *point, const char *key) {
    const json_t *value = json_object_get(point, key);
    if (json_is_real(value) || json_is_null(value)) {
        decimal_number(out, json_is_real(value) ? json_real_value(value) : NAN, 4);
        return;
    }
    char *words = json_scalar_text(value);
    text_escaped(out, words);
    free(words);
}

/* "Newton 1 at t = 0.5, h = 0.1: 0.73 against 1" */
static void write_decision(struct text *out, const json_t *decision) {
    if (!json_is_object(decision)) {
        return;
    }
    write_member(out, decision, "kind");
    text_add(out, " \xE2\x86\x92 ");
    write_member(out, decision, "outcome");
    text_add(out, " <small>t\xC2\xA0=\xC2\xA0");
    write_member(out, decision, "t");
    text_add(out, ", h\xC2\xA0=\xC2\xA0");
    write_member(out, decision, "h");
    text_add(out, ", ");
    write_member(out, decision, "value");
    text_add(out, " against ");
    write_member(out, decision, "limit");
    text_add(out, "</small>");
}

static bool has_difference(const json_t *point) {
    return json_number_value(json_object_get(point, "differences")) > 0 ||
           json_object_get(point, "decision") || json_object_get(point, "counter");
}

static void write_difference(struct text *out, const struct report_result *result,
                             const json_t *point) {
    static const char *const keys[] = {"setting", "differences", "counter", "decision",
                                       "margin"};
    text_add(out, "<tr><th scope=\"row\">");
    page_side(out, result);
    text_add(out, "</th>");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        text_add(out, "<td>");
        write_member(out, point, keys[i]);
        text_add(out, "</td>");
    }
    text_add(out, "<td>");
    write_decision(out, json_object_get(point, "double"));
    text_add(out, "</td><td>");
    write_decision(out, json_object_get(point, "replay"));
    text_format(out, "</td><td>%s</td></tr>\n",
                json_is_true(json_object_get(point, "rounding-sensitive")) ? "yes"
                                                                           : "no");
}

static void write_replay(const struct page *page, int model) {
    struct text rows = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (result->model != model || !result_is(result, "replay")) {
            continue;
        }
        for (size_t k = 0; k < json_array_size(result->points); k++) {
            const json_t *point = json_array_get(result->points, k);
            if (has_difference(point)) {
                write_difference(&rows, result, point);
            }
        }
    }
    if (rows.length > 0) {
        text_add(page->out,
                 "<h3>Runs that leave their replay</h3>\n<div class=\"wide\"><table "
                 "class=\"points\">\n<thead><tr><th>Method</th><th>Run</th>"
                 "<th>Differences</th><th>First counter</th><th>First decision</th>"
                 "<th>Margin</th><th>In double</th><th>In the replay</th>"
                 "<th>Rounding-sensitive</th></tr></thead>\n<tbody>\n");
        text_add_bytes(page->out, rows.data, rows.length);
        text_add(page->out, "</tbody>\n</table></div>\n");
    }
    page->out->failed = page->out->failed || text_failed(&rows);
    text_clear(&rows);
}

static void write_missed(const struct page *page, int model) {
    struct text rows = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (result->model != model || !result_is(result, "identity")) {
            continue;
        }
        for (size_t k = 0; k < json_array_size(result->points); k++) {
            const json_t *point = json_array_get(result->points, k);
            struct text mode = {0};
            write_member(&mode, point, "mode");
            text_add(&rows, "<tr><th scope=\"row\">");
            text_escaped(&rows, result_part(result));
            text_add(&rows, "</th><td>");
            page_side(&rows, result);
            text_format(&rows, "</td><td>%s</td><td>", text_bytes(&mode));
            write_member(&rows, point, "setting");
            text_add(&rows, "</td><td>");
            write_member(&rows, point, "defect");
            text_add(&rows, "</td></tr>\n");
            text_clear(&mode);
        }
    }
    if (rows.length > 0) {
        text_add(page->out, "<h3>Identities that do not hold</h3>\n<div class=\"wide\">"
                            "<table class=\"points\">\n<thead><tr><th>Identity</th>"
                            "<th>Method</th><th>Mode</th><th>Run</th><th>Off by</th></tr>"
                            "</thead>\n<tbody>\n");
        text_add_bytes(page->out, rows.data, rows.length);
        text_add(page->out, "</tbody>\n</table></div>\n");
    }
    page->out->failed = page->out->failed || text_failed(&rows);
    text_clear(&rows);
}

void page_statistics(const struct page *page, int model) {
    write_twins(page, model);
    write_missed(page, model);
    write_replay(page, model);
    page_counters(page, model);
}

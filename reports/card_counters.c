/* What an integrator counted in the same run on each problem, under its own names: points
 * {"counter", "value"}. Counters that are zero everywhere have no column.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <string.h>

#include "reports/decimal.h"

enum { MOST_COUNTERS = 24 };

struct counters {
    int count;
    const char *key[MOST_COUNTERS];
};

static const char *get_text(const json_t *point, const char *key) {
    const char *s = json_string_value(json_object_get(point, key));
    return s ? s : "";
}

static void add_key(struct counters *c, const char *key) {
    for (int i = 0; i < c->count; i++) {
        if (strcmp(c->key[i], key) == 0) {
            return;
        }
    }
    if (c->count < MOST_COUNTERS) {
        c->key[c->count++] = key;
    }
}

static void write_name(struct text *out, const char *key) {
    for (; *key; key++) {
        text_escaped_bytes(out, *key == '_' ? " " : key, 1);
    }
}

static bool is_list(const struct report_result *result) {
    return get_text(json_array_get(result->points, 0), "counter")[0] != '\0';
}

static double find_value(const struct report_result *result, const char *counter) {
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        const json_t *point = json_array_get(result->points, i);
        if (strcmp(get_text(point, "counter"), counter) == 0) {
            return json_number_value(json_object_get(point, "value"));
        }
    }
    return 0;
}

static bool is_counters(const struct report_result *result) {
    return strcmp(result->quantity, "counters") == 0 && json_array_size(result->points);
}

static void find_counters(struct counters *c, const struct results *r) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        for (size_t k = 0; is_counters(result) && k < json_array_size(result->points);
             k++) {
            const json_t *point = json_array_get(result->points, k);
            if (json_number_value(json_object_get(point, "value")) != 0 &&
                get_text(point, "counter")[0]) {
                add_key(c, get_text(point, "counter"));
            }
        }
    }
}

static void write_list(struct text *out, const struct page *page,
                       const struct report_result *result, const struct counters *c) {
    text_add(out, "<tr><th scope=\"row\">");
    text_escaped(out,
                 result->model >= 0 ? page->r->model[result->model].name : result->about);
    text_add(out, "</th>");
    for (int i = 0; i < c->count; i++) {
        text_add(out, "<td>");
        decimal_number(out, find_value(result, c->key[i]), 6);
        text_add(out, "</td>");
    }
    text_add(out, "</tr>\n");
}

static void write_head(struct text *out, const struct counters *c) {
    text_add(out, "<div class=\"wide\"><table class=\"points counters\">\n<thead><tr><th "
                  "scope=\"col\">Problem</th>");
    for (int i = 0; i < c->count; i++) {
        text_add(out, "<th scope=\"col\">");
        write_name(out, c->key[i]);
        text_add(out, "</th>");
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
}

void card_counters(const struct page *page) {
    struct counters c = {0};
    find_counters(&c, page->r);
    if (c.count == 0) {
        return;
    }
    write_head(page->out, &c);
    for (int i = 0; i < page->r->count; i++) {
        if (is_counters(&page->r->result[i]) && is_list(&page->r->result[i])) {
            write_list(page->out, page, &page->r->result[i], &c);
        }
    }
    text_add(page->out, "</tbody>\n</table></div>\n");
}

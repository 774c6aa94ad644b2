/* Counters of a problem's runs: settings from top to bottom, in each of them methods and
 * modes below each other, so that what differs stands together. Counters that are zero in
 * all runs have no column.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

struct counter {
    const char *key, *label, *group;
};

static const struct counter counters[] = {
    {"steps_taken", "steps", ""},
    {"derivative_evals", "evaluations", "All in all"},
    {"derivative_evals_for_jacobian", "for Jacobians", "All in all"},
    {"jacobian_evals", "Jacobians", "All in all"},
    {"factorizations", "factorisations", "All in all"},
    {"newton_iters", "iterations", "All in all"},
    {"ee_derivative_evals", "evaluations", "The estimator\xE2\x80\x99s share"},
    {"ee_derivative_evals_for_jacobian", "for Jacobians",
     "The estimator\xE2\x80\x99s share"},
    {"ee_jacobian_evals", "Jacobians", "The estimator\xE2\x80\x99s share"},
    {"ee_factorizations", "factorisations", "The estimator\xE2\x80\x99s share"},
    {"ee_newton_iters", "iterations", "The estimator\xE2\x80\x99s share"},
    {"shrink_error_control", "error", "Shrunk for"},
    {"shrink_substep_failure", "failure", "Shrunk for"},
    {"substep_failures", "failed sub-steps", ""},
};

enum { COUNTERS = sizeof counters / sizeof counters[0] };

static bool is_about(const struct report_result *result, int model) {
    return result->model == model && result_is(result, "counters") &&
           strcmp(result->study, "statistics") == 0;
}

static const char *get_text(const json_t *point, const char *key) {
    const char *s = json_string_value(json_object_get(point, key));
    return s ? s : "";
}

/* Walks over the runs of all methods: the next one from *result, *point on; NULL: done. */
static const json_t *next_run(const struct results *r, int model, int *result,
                              size_t *point) {
    for (; *result < r->count; ++*result, *point = 0) {
        const struct report_result *of = &r->result[*result];
        while (is_about(of, model) && *point < json_array_size(of->points)) {
            const json_t *run = json_array_get(of->points, (*point)++);
            if (get_text(run, "setting")[0]) {
                return run;
            }
        }
    }
    return NULL;
}

static bool is_used(const struct results *r, int model, const char *key) {
    const json_t *run;
    int result = 0;
    for (size_t point = 0; (run = next_run(r, model, &result, &point)) != NULL;) {
        if (json_number_value(json_object_get(run, key)) != 0) {
            return true;
        }
    }
    return false;
}

/* The head in two rows; how many counters are shown. */
static int write_head(struct text *out, const bool *used) {
    int count = 0;
    text_add(out, "<thead><tr><th rowspan=\"2\">Method</th>");
    for (int i = 0, next; i < COUNTERS; i = next) {
        int span = 0;
        for (next = i;
             next < COUNTERS && strcmp(counters[next].group, counters[i].group) == 0;) {
            span += used[next++] ? 1 : 0;
        }
        if (span > 0) {
            text_format(out, "<th colspan=\"%d\" scope=\"colgroup\">%s</th>", span,
                        counters[i].group);
        }
        count += span;
    }
    text_add(out, "</tr>\n<tr>");
    for (int i = 0; i < COUNTERS; i++) {
        if (used[i]) {
            text_format(out, "<th scope=\"col\">%s</th>", counters[i].label);
        }
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
    return count;
}

static void write_run(struct text *out, const struct report_result *result,
                      const json_t *run, const bool *used, int count) {
    struct side side = {result->method, get_text(run, "mode")};
    text_add(out, "<tr><th scope=\"row\">");
    side_name(out, &side, true);
    text_add(out, "</th>");
    if (get_text(run, "why")[0]) {
        text_format(out, "<td colspan=\"%d\" class=\"words\">", count);
        page_sentence(out, get_text(run, "why"));
        text_add(out, "</td></tr>\n");
        return;
    }
    for (int i = 0; i < COUNTERS; i++) {
        if (used[i]) {
            const json_t *value = json_object_get(run, counters[i].key);
            text_add(out, "<td>");
            decimal_number(out, json_is_number(value) ? json_number_value(value) : NAN,
                           6);
            text_add(out, "</td>");
        }
    }
    text_add(out, "</tr>\n");
}

/* Whether the run at a place is the first of its setting. */
static bool is_first(const struct results *r, int model, const json_t *here) {
    const json_t *run;
    int result = 0;
    for (size_t point = 0; (run = next_run(r, model, &result, &point)) != NULL;) {
        if (strcmp(get_text(run, "setting"), get_text(here, "setting")) == 0) {
            return run == here;
        }
    }
    return true;
}

static void write_setting(const struct page *page, int model, const char *setting,
                          const bool *used, int count, struct text *out) {
    const json_t *run;
    int result = 0;
    text_format(out, "<tr class=\"group\"><th colspan=\"%d\" scope=\"rowgroup\">",
                count + 1);
    text_escaped(out, setting);
    text_add(out, "</th></tr>\n");
    for (size_t point = 0; (run = next_run(page->r, model, &result, &point)) != NULL;) {
        if (strcmp(get_text(run, "setting"), setting) == 0) {
            write_run(out, &page->r->result[result], run, used, count);
        }
    }
}

void page_counters(const struct page *page, int model) {
    struct text table = {0};
    bool used[COUNTERS];
    const json_t *run;
    int result = 0;
    for (int i = 0; i < COUNTERS; i++) {
        used[i] = is_used(page->r, model, counters[i].key);
    }
    text_add(&table, "<div class=\"wide\"><table class=\"points counters\">\n");
    int count = write_head(&table, used), settings = 0;
    for (size_t point = 0; (run = next_run(page->r, model, &result, &point)) != NULL;) {
        if (is_first(page->r, model, run)) {
            write_setting(page, model, get_text(run, "setting"), used, count, &table);
            settings++;
        }
    }
    text_add(&table, "</tbody>\n</table></div>\n");
    if (settings == 0) {
        text_clear(&table);
    }
    page_fold(page->out, "Counters, methods and modes below each other", &table);
}

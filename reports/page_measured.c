/* What steps of one build cost: a table for each model, and how the blocks are spread.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/plot_speed.h"
#include "reports/speed_text.h"

static const struct {
    const char *key, *label;
} counters[] = {
    {"steps", "steps"},
    {"evaluations", "evaluations"},
    {"iterations", "iterations"},
    {"jacobians", "Jacobians"},
    {"factorizations", "factorisations"},
    {"solves", "solves"},
    {"allocations", "allocations"},
    {"allocated_bytes", "bytes allocated"},
};

static const struct {
    const char *key, *label;
} touched[] = {
    {"instructions", "instructions"},
    {"data_bytes", "bytes of data"},
    {"code_bytes", "bytes of code"},
};

enum {
    COUNTERS = sizeof counters / sizeof *counters,
    TOUCHED = sizeof touched / sizeof *touched,
    WHOLE = 12 /* digits: counts are exact */
};

static size_t model_length(const char *name) {
    return strcspn(name, "/");
}

static bool same_model(const char *a, const char *b) {
    size_t length = model_length(a);
    return length == model_length(b) && strncmp(a, b, length) == 0;
}

static void write_head(struct text *out) {
    text_add(out, "<div class=\"wide\"><table class=\"points counters\">\n<thead><tr><th "
                  "scope=\"col\">Benchmark</th><th scope=\"col\">a step</th><th "
                  "scope=\"col\">from, to</th><th scope=\"col\">cycles</th>");
    for (int i = 0; i < COUNTERS; i++) {
        text_format(out, "<th scope=\"col\">%s</th>", counters[i].label);
    }
    for (int i = 0; i < TOUCHED; i++) {
        text_format(out, "<th scope=\"col\">%s</th>", touched[i].label);
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
}

static void write_row(struct text *out, const struct speed_measurement *m) {
    const char *rest = m->name + model_length(m->name);
    text_format(out, "<tr id=\"t-%d\"><th scope=\"row\">", m->number);
    speed_name(out, rest[0] && rest[1] ? rest + 1 : m->name);
    if (strcmp(m->unit, "step") != 0) {
        text_add(out, " <small>a ");
        text_escaped(out, m->unit);
        text_add(out, "</small>");
    }
    text_add(out, "</th><td>");
    speed_time(out, m->ns.value);
    text_add(out, "</td><td><small>");
    if (isfinite(m->ns.low) && isfinite(m->ns.high)) {
        speed_time(out, m->ns.low);
        text_add(out, ", ");
        speed_time(out, m->ns.high);
    }
    text_add(out, "</small></td><td>");
    decimal_number(out, m->cycles.value, 3);
    text_add(out, "</td>");
    for (int i = 0; i < COUNTERS; i++) {
        text_add(out, "<td>");
        decimal_number(out, json_loose_number(m->counters, counters[i].key), WHOLE);
        text_add(out, "</td>");
    }
    for (int i = 0; i < TOUCHED; i++) {
        text_add(out, "<td>");
        decimal_number(out, json_loose_number(m->instructions, touched[i].key), WHOLE);
        text_add(out, "</td>");
    }
    text_add(out, "</tr>\n");
}

/* The benchmarks of the model of measurement `first`, unless an earlier one has it. */
static void write_model(struct text *out, const struct speed *speed, int first) {
    const struct speed_measurement *m = speed->measurement;
    struct text table = {0}, summary = {0};
    for (int i = 0; i < first; i++) {
        if (same_model(m[i].name, m[first].name)) {
            return;
        }
    }
    write_head(&table);
    for (int i = first; i < speed->measurements; i++) {
        if (same_model(m[i].name, m[first].name)) {
            write_row(&table, &m[i]);
        }
    }
    text_add(&table, "</tbody></table></div>\n");
    text_escaped_bytes(&summary, m[first].name, model_length(m[first].name));
    page_fold(out, summary.length > 0 ? text_bytes(&summary) : "without a name", &table);
    text_clear(&summary);
}

static void write_spreads(const struct page *page) {
    struct page inner = *page;
    struct text folded = {0};
    int count;
    int *row = plot_spread_rows(page->r->speed, &count);
    free(row);
    inner.out = &folded;
    for (int i = 0; i < plot_speed_figures(count); i++) {
        page_speed_figure(&inner, SPEED_FIGURE_SPREAD, i, NULL,
                          "<b>Blocks.</b> Their density, without the fastest two and the "
                          "slowest four in a hundred; crosses are medians of processes.",
                          "measured-blocks.tsv");
    }
    if (folded.length > 0) {
        text_add(page->out, "<h3>How the times of blocks are spread</h3>\n"
                            "<div class=\"figures\">\n");
        text_add_bytes(page->out, folded.data, folded.length);
        text_add(page->out, "</div>\n");
    }
    page->out->failed = page->out->failed || text_failed(&folded);
    text_clear(&folded);
}

static void write_work(const struct page *page) {
    const struct speed *speed = page->r->speed;
    struct page inner = *page;
    struct text figures = {0};
    inner.out = &figures;
    for (int i = 0; i < speed->work_models; i++) {
        struct text caption = {0};
        text_add(&caption, "<b>Time for an error,</b> ");
        text_escaped(&caption, speed->work_model[i]);
        text_add(
            &caption,
            ": seconds of a run against the relative error at its end, default mode.");
        page_speed_figure(&inner, SPEED_FIGURE_WORK, i, NULL, text_bytes(&caption), NULL);
        text_clear(&caption);
    }
    if (figures.length > 0) {
        text_add(page->out,
                 "<h3>What an error costs</h3>\n<div class=\"figures loose\">\n");
        text_add_bytes(page->out, figures.data, figures.length);
        text_add(page->out, "</div>\n");
    }
    page->out->failed = page->out->failed || text_failed(&figures);
    text_clear(&figures);
}

void page_measured(const struct page *page) {
    const struct speed *speed = page->r->speed;
    if (speed->measurements == 0) {
        return;
    }
    text_add(page->out,
             "<section class=\"problem\" id=\"measured\">\n<h2>What steps cost</h2>\n<p>"
             "Times are of one step; counters, instructions and bytes touched are of one "
             "pass over the benchmark\xE2\x80\x99s steps.</p>\n");
    for (int i = 0; i < speed->measurements; i++) {
        write_model(page->out, speed, i);
    }
    text_add(page->out, "<p class=\"links\"><a href=\"tables/measured.tsv\">measured.tsv"
                        "</a></p>\n");
    write_work(page);
    write_spreads(page);
    text_add(page->out, "</section>\n");
}

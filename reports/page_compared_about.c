/* Which builds were compared or measured, on which machine, by which rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/speed_text.h"

static void open_fact(struct text *out, const char *name) {
    text_add(out, "<div><dt>");
    text_escaped(out, name);
    text_add(out, "</dt><dd>");
}

static void close_fact(struct text *out) {
    text_add(out, "</dd></div>\n");
}

/* A fact whose value is a text of the document; nothing when it is absent. */
static void write_text(struct text *out, const char *name, const json_t *object,
                       const char *key) {
    const char *value = json_loose_text(object, key);
    if (value[0]) {
        open_fact(out, name);
        text_add(out, "<code>");
        text_escaped(out, value);
        text_add(out, "</code>");
        close_fact(out);
    }
}

static void write_one_build(struct text *out, const char *title, const json_t *build) {
    if (!build) {
        return;
    }
    text_format(out, "<h3>%s</h3>\n<dl class=\"facts\">\n", title);
    open_fact(out, "Commit");
    speed_build(out, build);
    close_fact(out);
    write_text(out, "Version", build, "halfstep");
    write_text(out, "Compiler", build, "compiler");
    write_text(out, "Flags", build, "flags");
    write_text(out, "Place", build, "place");
    text_add(out, "</dl>\n");
}

static void write_load(struct text *out, const json_t *document) {
    const json_t *load = speed_object(document, "load");
    double before = json_loose_number(load, "before");
    double after = json_loose_number(load, "after");
    double steal = json_loose_number(load, "steal");
    if (!isfinite(before) && !isfinite(after)) {
        return;
    }
    open_fact(out, "Load");
    decimal_number(out, before, 3);
    text_add(out, " before, ");
    decimal_number(out, after, 3);
    text_add(out, " after");
    if (isfinite(steal)) {
        text_add(out, "; stolen by the host ");
        speed_percent(out, steal);
    }
    close_fact(out);
}

static void write_machine(const struct page *page) {
    const struct results *r = page->r;
    text_add(page->out, "<h3>Machine</h3>\n<dl class=\"facts\">\n");
    for (int i = 0; i < r->facts; i++) {
        open_fact(page->out, r->fact[i].name);
        text_escaped(page->out, r->fact[i].value);
        close_fact(page->out);
    }
    write_load(page->out, r->document);
    double taken = json_loose_number(r->document, "taken");
    if (isfinite(taken)) {
        open_fact(page->out, "Taken");
        speed_date(page->out, taken, true);
        close_fact(page->out);
    }
    if (r->seconds > 0) {
        open_fact(page->out, "Time");
        speed_time(page->out, 1e9 * r->seconds);
        close_fact(page->out);
    }
    double seed = json_loose_number(r->document, "seed");
    if (isfinite(seed)) {
        open_fact(page->out, "Seed");
        text_format(page->out, "%.0f", seed);
        close_fact(page->out);
    }
    write_text(page->out, "Command", r->document, "command");
    text_add(page->out, "</dl>\n");
}

/* "8, 12, 16 processes". */
static void write_looks(struct text *out, const json_t *looks) {
    for (size_t i = 0; i < json_array_size(looks); i++) {
        const json_t *look = json_array_get(looks, i);
        text_add(out, i > 0 ? ", " : "");
        decimal_number(out, json_is_number(look) ? json_number_value(look) : NAN, 6);
    }
    text_add(out, " processes");
}

static void write_rule(const struct page *page) {
    const json_t *rule = speed_object(page->r->document, "rule");
    if (!rule) {
        return;
    }
    text_add(page->out, "<h3>Rule</h3>\n<dl class=\"facts\">\n");
    open_fact(page->out, "Looks for changes of");
    speed_percent(page->out, speed_delta(page->r->speed));
    close_fact(page->out);
    open_fact(page->out, "False alarms allowed to each comparison");
    speed_percent(page->out, json_loose_number(rule, "alpha"));
    close_fact(page->out);
    if (speed_array(rule, "looks")) {
        open_fact(page->out, "Looks after");
        write_looks(page->out, speed_array(rule, "looks"));
        close_fact(page->out);
    }
    double pairs = json_loose_number(rule, "pairs");
    if (isfinite(pairs)) {
        open_fact(page->out, "Pairs of blocks in a process");
        decimal_number(page->out, pairs, 6);
        close_fact(page->out);
    }
    open_fact(page->out, "Alarms");
    text_add(page->out, json_is_true(json_object_get(rule, "confirmed"))
                            ? "each confirmed by a second run with another seed"
                            : "not confirmed by a second run");
    close_fact(page->out);
    text_add(page->out, "</dl>\n");
}

static void write_builds(const struct page *page) {
    static const struct {
        const char *key, *title;
    } builds[] = {{"baseline", "Old (baseline)"},
                  {"candidate", "New (candidate)"},
                  {"build", "Build"}};
    struct text content = {0};
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        write_one_build(&content, builds[i].title,
                        speed_object(page->r->document, builds[i].key));
    }
    if (content.length > 0) {
        text_add(page->out, "<div>\n");
        text_add_bytes(page->out, content.data, content.length);
        text_add(page->out, "</div>\n");
    }
    page->out->failed = page->out->failed || text_failed(&content);
    text_clear(&content);
}

void page_compared_about(const struct page *page) {
    const json_t *document = page->r->document;
    bool compares = page->r->speed->comparisons > 0 ||
                    speed_is_command(page->r->speed->command, "compare") ||
                    speed_object(document, "baseline") != NULL;
    text_add(page->out, "<section>\n");
    if (compares) {
        page_self_test(page);
    }
    text_format(page->out, "<h2>%s</h2>\n<div class=\"builds\">\n",
                compares ? "What was compared" : "What was measured");
    write_builds(page);
    text_add(page->out, "<div>\n");
    write_machine(page);
    write_rule(page);
    text_add(page->out, "</div></div>\n<p class=\"soft\">Every number behind this page "
                        "is in <a href=\"results.json\">results.json</a>.</p>\n"
                        "</section>\n");
}

/* The components of a problem's state by the quantities that are told component by
 * component, methods and modes side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 64 }; /* beyond, only components that do not pass are shown */

/* The model's results about components: one after the other, as in the file. */
struct parts {
    int count;
    const struct report_result **result;
};

static bool find_parts(const struct page *page, int model, struct parts *parts) {
    const struct results *r = page->r;
    *parts = (struct parts){0, malloc(((size_t)r->count + 1) * sizeof *parts->result)};
    for (int i = 0; parts->result && i < r->count; i++) {
        if (r->result[i].model == model && r->result[i].component) {
            parts->result[parts->count++] = &r->result[i];
        }
    }
    return parts->result != NULL;
}

/* A column of this table: of a quantity those results that are of one side, or of no
 * single one (side -1). */
struct slot {
    const struct page *page;
    const struct column *column;
    int side;
};

static bool slot_has(const struct slot *slot, const struct report_result *result) {
    int first, span = side_span(slot->page->sides, result, &first);
    int side = result->shared || span != 1 ? -1 : first;
    return side == slot->side && column_has(slot->column, result);
}

/* The slots one after the other, column by column; a slot of which there is nothing has
 * no head. */
static struct slot get_slot(const struct page *page, int number) {
    int sides = page->sides->count + 1;
    return (struct slot){page, &page->columns->column[number / sides],
                         number % sides - 1};
}

static int count_slots(const struct page *page) {
    return page->columns->count * (page->sides->count + 1);
}

static bool is_used(const struct parts *parts, const struct slot *slot) {
    for (int i = 0; i < parts->count; i++) {
        if (slot_has(slot, parts->result[i])) {
            return true;
        }
    }
    return false;
}

static const struct report_result *
find_part(const struct parts *parts, const struct slot *slot, const char *component) {
    for (int i = 0; i < parts->count; i++) {
        if (strcmp(parts->result[i]->component, component) == 0 &&
            slot_has(slot, parts->result[i])) {
            return parts->result[i];
        }
    }
    return NULL;
}

/* Whether the component appears here for the first time. */
static bool is_first(const struct parts *parts, int i) {
    for (int k = 0; k < i; k++) {
        if (strcmp(parts->result[k]->component, parts->result[i]->component) == 0) {
            return false;
        }
    }
    return true;
}

static bool passes(const struct parts *parts, const char *component) {
    for (int i = 0; i < parts->count; i++) {
        if (parts->result[i]->verdict != VERDICT_PASS &&
            strcmp(parts->result[i]->component, component) == 0) {
            return false;
        }
    }
    return true;
}

static void write_head(const struct page *page, const struct parts *parts) {
    text_add(page->out, "<thead><tr><th scope=\"col\">Component</th>");
    for (int i = 0; i < count_slots(page); i++) {
        struct slot slot = get_slot(page, i);
        if (is_used(parts, &slot)) {
            text_add(page->out, "<th scope=\"col\">");
            page_quantity(page->out, slot.column->sample);
            text_format(page->out, " <small>%s",
                        slot.column->multiple ? "MPFR" : "double");
            if (slot.side >= 0 && page->sides->count > 1) {
                text_add(page->out, ", ");
                side_name(page->out, &page->sides->side[slot.side], false);
            }
            text_add(page->out, "</small></th>");
        }
    }
    text_add(page->out, "</tr></thead>\n<tbody>\n");
}

static void write_row(const struct page *page, const struct parts *parts,
                      const char *component) {
    text_add(page->out, "<tr><th scope=\"row\"><code>");
    text_escaped(page->out, component);
    text_add(page->out, "</code></th>");
    for (int i = 0; i < count_slots(page); i++) {
        struct slot slot = get_slot(page, i);
        const struct report_result *result = find_part(parts, &slot, component);
        if (!result) {
            text_add(page->out, is_used(parts, &slot) ? "<td></td>" : "");
            continue;
        }
        text_add(page->out, "<td title=\"");
        page_sentence(page->out, result->reason);
        text_add(page->out, "\">");
        page_mark(page->out, result->verdict, result_stops(result));
        text_add(page->out, " ");
        page_value(page->out, result);
        text_add(page->out, "</td>");
    }
    text_add(page->out, "</tr>\n");
}

/* "12 components: 9 pass throughout". */
static void write_summary(const struct page *page, const struct parts *parts, bool open,
                          int components, int passing) {
    text_format(page->out, "<details%s><summary>", open ? " open=\"open\"" : "");
    page_count(page->out, components, "component", "components");
    if (passing == components) {
        text_add(page->out, ", all as expected");
    } else {
        text_format(page->out, ", of which %d throughout as expected", passing);
    }
    text_add(page->out, "</summary>\n<div class=\"wide\"><table class=\"components\">\n");
    write_head(page, parts);
}

void page_components(const struct page *page, int model) {
    struct parts parts;
    if (!find_parts(page, model, &parts)) {
        page->out->failed = true;
        return;
    }
    int components = 0, passing = 0, shown = 0;
    bool open = false;
    for (int i = 0; i < parts.count; i++) {
        bool first = is_first(&parts, i);
        components += first ? 1 : 0;
        passing += first && passes(&parts, parts.result[i]->component) ? 1 : 0;
        open = open || result_stops(parts.result[i]);
    }
    if (components > 0) {
        write_summary(page, &parts, open, components, passing);
        for (int i = 0; i < parts.count; i++) {
            const char *component = parts.result[i]->component;
            if (is_first(&parts, i) &&
                (shown < MOST_ROWS || !passes(&parts, component))) {
                write_row(page, &parts, component);
                shown++;
            }
        }
        text_add(page->out, "</tbody>\n</table></div>\n");
        if (shown < components) {
            text_format(page->out,
                        "<p class=\"soft\">%d more, all as expected, are in "
                        "results.json.</p>\n",
                        components - shown);
        }
        text_add(page->out, "</details>\n");
    }
    free(parts.result);
}

/* Times, run by run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

enum { MOST_MEMBERS = 12 };

/* A table: the quantity whose points it shows, and the members of them. */
struct list {
    const char *quantity, *title;
    struct {
        const char *key, *label;
    } member[MOST_MEMBERS]; /* the first without a key is the end */
};

static const struct list lists[] = {
    {"ns-per-step",
     "Times of a step",
     {{"kind", "run"},
      {"jacobian", "Jacobian"},
      {"newton", "Newton"},
      {"accuracy", "accuracy"},
      {"value", "ns a step"},
      {"evaluations", "evaluations"},
      {"iterations", "iterations"},
      {"jacobians", "Jacobians"},
      {"factorizations", "factorisations"},
      {"allocations", "allocations"},
      {"counters", "counters"}}},
    {"original-ratio",
     "Against the original\xE2\x80\x99s recorded times",
     {{"kind", "run"},
      {"scheme", "scheme"},
      {"accuracy", "accuracy"},
      {"original_ns", "original, ns"},
      {"ns", "ours, ns"},
      {"value", "times faster"}}},
    {"step-over-kernels",
     "Steps over their kernels",
     {{"kind", "run"},
      {"jacobian", "Jacobian"},
      {"newton", "Newton"},
      {"accuracy", "accuracy"},
      {"ns", "ns a step"},
      {"floor", "kernels, ns"},
      {"value", "ratio"},
      {"low", "from"},
      {"high", "to"}}},
    {"chain-slope",
     "The chain, length by length",
     {{"masses", "masses"},
      {"value", "ns a step"},
      {"ns_per_mass", "ns a mass"},
      {"bytes_per_mass", "bytes a mass"},
      {"evaluations", "evaluations"},
      {"iterations", "iterations"},
      {"jacobians", "Jacobians"},
      {"factorizations", "factorisations"},
      {"allocations", "allocations"}}},
    {"chain-slope-exact",
     "The chain with the exact Jacobian",
     {{"masses", "masses"},
      {"value", "ns a step"},
      {"ns_per_mass", "ns a mass"},
      {"bytes_per_mass", "bytes a mass"},
      {"allocations", "allocations"}}},
    {"peer-ratio",
     "Beside Simbody",
     {{"size", "n"},
      {"solver", "solver"},
      {"ns", "ns a step"},
      {"peer_ns", "Simbody, ns"},
      {"value", "times faster"},
      {"original_ns", "recorded, ns"},
      {"iterations", "iterations"},
      {"solves", "solves"},
      {"solves_not_verified", "not verified"},
      {"allocations", "allocations"}}},
    {"contact-slope",
     "Stacks",
     {{"masses", "contacts"},
      {"value", "ns a step"},
      {"ns_per_mass", "ns a contact"},
      {"bytes_per_mass", "bytes a contact"},
      {"iterations", "iterations"},
      {"factorizations", "factorisations"},
      {"allocations", "allocations"}}},
    {"original-ratio-mean",
     "The means by parts",
     {{"part", "part"},
      {"rows", "kinds of runs"},
      {"value", "times faster"},
      {"low", "from"},
      {"high", "to"}}},
};

static void write_member(struct text *out, const json_t *value) {
    if (json_is_number(value) || json_is_null(value)) {
        decimal_number(out, json_is_null(value) ? NAN : json_number_value(value), 3);
        return;
    }
    char *words = json_scalar_text(value);
    text_escaped(out, words);
    free(words);
}

static void write_head(struct text *out, const struct list *list) {
    text_add(out, "<div class=\"wide\"><table class=\"points\">\n<thead><tr>"
                  "<th>Method</th>");
    for (int i = 0; i < MOST_MEMBERS && list->member[i].key; i++) {
        text_format(out, "<th scope=\"col\">%s</th>", list->member[i].label);
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
}

static void write_points(struct text *out, const struct list *list,
                         const struct report_result *result) {
    struct side side = {strcmp(result->method, "all") == 0 ? "every method"
                                                           : result->method,
                        result->mode};
    for (size_t k = 0; k < json_array_size(result->points); k++) {
        const json_t *point = json_array_get(result->points, k);
        text_add(out, "<tr><th scope=\"row\">");
        side_name(out, &side, false);
        text_add(out, "</th>");
        for (int i = 0; i < MOST_MEMBERS && list->member[i].key; i++) {
            text_add(out, "<td>");
            write_member(out, json_object_get(point, list->member[i].key));
            text_add(out, "</td>");
        }
        text_add(out, "</tr>\n");
    }
}

void page_timing(const struct page *page, int model) {
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct text table = {0}, rows = {0};
        for (int k = 0; k < page->r->count; k++) {
            const struct report_result *result = &page->r->result[k];
            if (result->model == model && strcmp(result->study, "timing") == 0 &&
                result_is(result, lists[i].quantity)) {
                write_points(&rows, &lists[i], result);
            }
        }
        if (rows.length > 0) {
            write_head(&table, &lists[i]);
            text_add_bytes(&table, rows.data, rows.length);
            text_add(&table, "</tbody>\n</table></div>\n");
        }
        page->out->failed = page->out->failed || text_failed(&rows);
        text_clear(&rows);
        page_fold(page->out, lists[i].title, &table);
    }
}

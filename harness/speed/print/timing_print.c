/* What the timing study has found, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/speed/print/timing_print.h"

/* The other quantity of the same model, method and mode; an empty result: there is none. */
static const struct result *find(const struct results *results, const struct result *of,
                                 const char *quantity) {
    static const struct result none = {.value = NAN, .verdict = VERDICT_PASS};
    RESULTS_FOREACH(results, r) {
        if (strcmp(r->quantity, quantity) == 0 && strcmp(r->model, of->model) == 0 &&
            strcmp(r->method, of->method) == 0 && strcmp(r->mode, of->mode) == 0)
            return r;
    }
    return &none;
}

/* The half-width of a result's interval in per cent. */
static double spread_of(const struct result *r) {
    return 50 * (r->high - r->low) / r->value;
}

static void print_marked(char *cell, const char *format, const struct result *r) {
    static const char *const mark[] = {
        [VERDICT_PASS] = "", [VERDICT_FAIL] = "!", [VERDICT_NOT_ASYMPTOTIC] = "?"};
    char value[table_cell_room - 1];
    table_print_number(value, format, r->value);
    snprintf(cell, table_cell_room, "%s%s", value, mark[r->verdict]);
}

static double in_first_point(const struct result *r, const char *key) {
    return json_number_in(json_array_get(r->points, 0), key);
}

static void fill_model(char (*cell)[table_cell_room], const struct results *results,
                       const struct result *ns) {
    const struct result *ratio = find(results, ns, "original-ratio");
    const struct result *floor = find(results, ns, "step-over-kernels");
    snprintf(cell[0], table_cell_room, "%s", ns->model);
    snprintf(cell[1], table_cell_room, "%s", ns->method);
    snprintf(cell[2], table_cell_room, "%s", ns->mode);
    print_marked(cell[3], "%.0f", ns);
    table_print_number(cell[4], "%.1f", spread_of(ns));
    table_print_number(cell[5], "%.2f", in_first_point(ns, "evaluations"));
    table_print_number(cell[6], "%.2f", in_first_point(ns, "iterations"));
    table_print_number(cell[7], "%.0f", in_first_point(ratio, "original_ns"));
    print_marked(cell[8], "%.1f", ratio);
    print_marked(cell[9], "%.2f", floor);
}

static void print_models(const struct results *results, FILE *out) {
    static const char *const head[] = {"model",    "method",     "mode",       "ns/step",
                                       "+- %",     "evals/step", "iters/step", "original",
                                       "x faster", "/kernels"};
    enum { columns = sizeof head / sizeof *head };
    struct table t = table_begin(columns, head);
    char(*cell)[table_cell_room];
    RESULTS_FOREACH(results, r) {
        if (strcmp(r->quantity, "ns-per-step") == 0 && !timing_is_of_contacts(r) &&
            (cell = table_add_row(&t)) != NULL)
            fill_model(cell, results, r);
    }
    if (t.rows > 1)
        table_print(&t, 1u << 1 | 1u << 2, out);
    table_clear(&t);
}

static void print_means(const struct results *results, FILE *out) {
    RESULTS_FOREACH(results, r) {
        if (strcmp(r->quantity, "original-ratio-mean") != 0)
            continue;
        fprintf(out,
                "\n%s mode, recorded runs of these models: %.2f (%.2f to %.2f) times "
                "faster than "
                "the original's recorded times,\nwhich are from another machine",
                r->mode, r->value, r->low, r->high);
        if (isfinite(r->expected))
            fprintf(out, "; expected %g: %s", r->expected, verdict_text(r->verdict));
        fputc('\n', out);
    }
}

static void print_growth(const struct result *r, FILE *out) {
    fprintf(out, "\n%s, %s: %.3f (%.3f to %.3f), expected at most %g: %s\n", r->model,
            r->quantity, r->value, r->low, r->high, r->expected,
            verdict_text(r->verdict));
    size_t i;
    json_t *point;
    json_array_foreach(r->points, i, point) {
        fprintf(out,
                "  %7.0f masses  %12.0f ns/step  %8.2f ns/step and mass  %8.1f "
                "bytes/mass\n",
                json_number_in(point, "masses"), json_number_in(point, "value"),
                json_number_in(point, "ns_per_mass"),
                json_number_in(point, "bytes_per_mass"));
    }
}

void timing_print(const struct results *results, FILE *out) {
    print_models(results, out);
    print_means(results, out);
    timing_print_contacts(results, out);
    RESULTS_FOREACH(results, r) {
        if (strstr(r->quantity, "-slope") != NULL)
            print_growth(r, out);
    }
}

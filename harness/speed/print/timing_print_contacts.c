/* What the timing study has found of the stepper with contacts, for a person: ours, Simbody's in
 * the same rounds, and Simbody's as recorded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/speed/print/timing_print.h"
#include "harness/speed/timing/timing_rows.h"

static void fill(char (*cell)[table_cell_room], const struct result *r,
                 const json_t *point) {
    const double ns = json_number_in(point, "ns"),
                 simbody = json_number_in(point, "peer_ns");
    const double recorded = json_number_in(point, "original_ns");
    snprintf(cell[0], table_cell_room, "%s", r->model);
    snprintf(cell[1], table_cell_room, "%s", results_text(point, "size"));
    snprintf(cell[2], table_cell_room, "%s", r->mode);
    snprintf(cell[3], table_cell_room, "%s", results_text(point, "solver"));
    table_print_number(cell[4], "%.0f", ns);
    table_print_number(cell[5], "%.2f", json_number_in(point, "iterations"));
    table_print_number(cell[6], "%.2f", json_number_in(point, "solves_not_verified"));
    table_print_number(cell[7], "%.0f", simbody);
    table_print_number(cell[8], "%.1f", simbody / ns);
    table_print_number(cell[9], "%.0f", recorded);
    table_print_number(cell[10], "%.1f", recorded / ns);
}

bool timing_is_of_contacts(const struct result *r) {
    return strcmp(r->method, TIMING_CONTACTS_METHOD) == 0;
}

void timing_print_contacts(const struct results *results, FILE *out) {
    static const char *const head[] = {"model",    "n",          "mode",       "solver",
                                       "ns/step",  "iters/step", "unverified", "Simbody",
                                       "x faster", "recorded",   "x faster"};
    enum { columns = sizeof head / sizeof *head };
    struct table t = table_begin(columns, head);
    char(*cell)[table_cell_room];
    size_t i;
    json_t *point;
    RESULTS_FOREACH(results, r) {
        if (!timing_is_of_contacts(r) || strcmp(r->quantity, "ns-per-step") != 0)
            continue;
        json_array_foreach(r->points, i, point) {
            if ((cell = table_add_row(&t)) != NULL)
                fill(cell, r, point);
        }
    }
    if (t.rows > 1)
        table_print(&t, 1u << 2 | 1u << 3, out);
    table_clear(&t);
}

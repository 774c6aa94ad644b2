/* Growth of all methods for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/speed/timing/timing_chain.h"

/* The longest chain that was measured; NULL: none. */
static const json_t *last_point(const struct result *r) {
    for (size_t i = json_array_size(r->points); i > 0; i--)
        if (json_is_number(json_object_get(json_array_get(r->points, i - 1), "value")))
            return json_array_get(r->points, i - 1);
    return NULL;
}

static const char *const head[] = {"model", "method",  "grows as n^",     "from",
                                   "to",    "up to n", "ns/step and mass"};
enum { COLUMNS = sizeof head / sizeof *head };

static void fill(char (*cell)[table_cell_room], const struct result *r) {
    const json_t *last = last_point(r);
    snprintf(cell[0], table_cell_room, "%s", r->model);
    snprintf(cell[1], table_cell_room, "%s", r->method);
    table_print_number(cell[2], "%.2f", r->value);
    table_print_number(cell[3], "%.2f", r->low);
    table_print_number(cell[4], "%.2f", r->high);
    table_print_number(cell[5], "%.0f", json_number_in(last, "masses"));
    table_print_number(cell[6], "%.0f", json_number_in(last, "ns_per_mass"));
}

void timing_growth_print(const struct results *results, FILE *out) {
    struct table t = table_begin(COLUMNS, head);
    char(*cell)[table_cell_room];
    RESULTS_FOREACH(results, r) {
        if (strcmp(r->quantity, "growth") == 0 && (cell = table_add_row(&t)) != NULL)
            fill(cell, r);
    }
    if (t.rows > 1) {
        fputs("\nGrowth of a step's time with the length n of a chain\n", out);
        table_print(&t, 1u << 1, out);
    }
    table_clear(&t);
}

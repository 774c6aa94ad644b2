/* Growth of all methods for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/table.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_growth.h"

/* The longest chain that was measured; NULL: none. */
static const json_t *last_point(const json_t *result) {
    const json_t *points = json_object_get(result, "points");
    for (size_t i = json_array_size(points); i > 0; i--)
        if (json_is_number(json_object_get(json_array_get(points, i - 1), "value")))
            return json_array_get(points, i - 1);
    return NULL;
}

static const char *const head[] = {"model", "method",  "grows as n^",     "from",
                                   "to",    "up to n", "ns/step and mass"};
enum { COLUMNS = sizeof head / sizeof *head };

static void fill(char (*cell)[table_cell_room], const json_t *result) {
    const json_t *last = last_point(result);
    snprintf(cell[0], table_cell_room, "%s", results_text(result, "model"));
    snprintf(cell[1], table_cell_room, "%s", results_text(result, "method"));
    table_print_number(cell[2], "%.2f", json_number_in(result, "value"));
    table_print_number(cell[3], "%.2f", json_number_in(result, "low"));
    table_print_number(cell[4], "%.2f", json_number_in(result, "high"));
    table_print_number(cell[5], "%.0f", json_number_in(last, "masses"));
    table_print_number(cell[6], "%.0f", json_number_in(last, "ns_per_mass"));
}

void timing_growth_print(const json_t *results, FILE *out) {
    struct table t = table_begin(COLUMNS, head);
    char(*cell)[table_cell_room];
    size_t i;
    json_t *result;
    json_array_foreach((json_t *)results, i, result) {
        if (strcmp(results_text(result, "quantity"), "growth") == 0 &&
            (cell = table_add_row(&t)) != NULL)
            fill(cell, result);
    }
    if (t.rows > 1) {
        fputs("\nGrowth of a step's time with the length n of a chain\n", out);
        table_print(&t, 1u << 1, out);
    }
    table_clear(&t);
}

/* The numbers to reach, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/speed/timing/timing_goals.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/table.h"
#include "harness/results/results_count.h"

static bool is_measured(const json_t *goal) {
    return strcmp(results_text(goal, "verdict"), "not-measured") != 0;
}

static const char *const head[] = {"number to reach", "goal",  "today",  "from", "to",
                                   "verdict",         "peers", "command"};
enum { COLUMNS = sizeof head / sizeof *head };

static void print_number(char *cell, const json_t *goal, const char *key) {
    const double value = json_number_in(goal, key);
    if (isfinite(value))
        snprintf(cell, table_cell_room, "%.3g %s", value, results_text(goal, "unit"));
    else
        snprintf(cell, table_cell_room, "-");
}

static void fill(char (*cell)[table_cell_room], const json_t *goal) {
    const double peer = json_number_in(goal, "peer_value");
    snprintf(cell[0], table_cell_room, "%s", results_text(goal, "what"));
    snprintf(cell[1], table_cell_room, "%s", results_text(goal, "goal"));
    print_number(cell[2], goal, "value");
    print_number(cell[3], goal, "low");
    print_number(cell[4], goal, "high");
    snprintf(cell[5], table_cell_room, "%s",
             is_measured(goal) ? results_text(goal, "verdict") : "-");
    if (isfinite(peer))
        snprintf(cell[6], table_cell_room, "%.24s %.3g %.8s", results_text(goal, "peer"),
                 peer, results_text(goal, "unit"));
    else
        snprintf(cell[6], table_cell_room, "%s", results_text(goal, "elsewhere"));
    snprintf(cell[7], table_cell_room, "%s", results_text(goal, "command"));
}

void timing_goals_print(const json_t *goals, bool all, FILE *out) {
    struct table t = table_begin(COLUMNS, head);
    char(*cell)[table_cell_room];
    size_t i;
    json_t *goal;
    json_array_foreach((json_t *)goals, i, goal) {
        if ((all || is_measured(goal)) && (cell = table_add_row(&t)) != NULL)
            fill(cell, goal);
    }
    if (t.rows > 1) {
        fputc('\n', out);
        table_print(&t, 1u << 1 | 1u << 5 | 1u << 6 | 1u << 7, out);
    }
    table_clear(&t);
}

/* The numbers to reach, described, and as a table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/goals/timing_goals.h"

#include <math.h>
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/speed/timing/timing_told.h"

const char goal_not_measured[] = "not-measured", goal_not_installed[] = "not-installed";

static const char *const verdicts[] = {
    "pass", "fail", "not-asymptotic", goal_not_measured, goal_not_installed, NULL};

#define TOLD(member, ...) RECORD_FIELD(struct goal_told, member, __VA_ARGS__)
#define REACHED(name, member, what)                                                      \
    RECORD_NAMED(name, struct goal_told, reached.member, NUMBER, what)

static const struct record_field fields[] = {
    TOLD(what, TEXT, "is measured"),
    TOLD(elsewhere, TEXT, "what others have", .or_null = true),
    TOLD(goal, TEXT, "in words"),
    TOLD(unit, TEXT, "of the numbers"),
    TOLD(limit, NUMBER, "as a number"),
    REACHED("value", value, "the median"),
    REACHED("low", low, "of its interval"),
    REACHED("high", high, "of its interval"),
    TOLD(verdict, TEXT, "whether it is met", .words = verdicts),
    TOLD(peer, TEXT, "whose number it is held against", .or_null = true),
    REACHED("peer_value", peer, "that number"),
    TOLD(peer_unit, TEXT, "of that number"),
    TOLD(command, TEXT, "that measures it again"),
    TOLD(reason, TEXT, "of the verdict"),
    {.key = NULL}};
const struct record goal_record = {"goal", "A number to reach.", sizeof(struct goal_told),
                                   fields};

static bool is_measured(const struct goal_told *g) {
    return strcmp(g->verdict, goal_not_measured) != 0;
}

/* Numbers have their units. */
static void fill_row(char (*cell)[table_cell_room], const struct goal_told *g) {
    const char *const text[] = {g->what, g->goal,    "",           "",
                                "",      g->verdict, g->elsewhere, g->command};
    const double number[] = {g->reached.value, g->reached.low, g->reached.high};
    for (int i = 0; i < 8; i++)
        snprintf(cell[i], table_cell_room, "%s", text[i]);
    for (int i = 0; i < 3; i++) {
        table_print_number(cell[2 + i], "%.3g", number[i]);
        if (isfinite(number[i]))
            snprintf(cell[2 + i], table_cell_room, "%.3g %s", number[i], g->unit);
    }
    if (!is_measured(g))
        snprintf(cell[5], table_cell_room, "-");
    if (isfinite(g->reached.peer))
        snprintf(cell[6], table_cell_room, "%.24s %.3g %.8s", g->peer, g->reached.peer,
                 g->peer_unit);
}

void timing_goals_print(const struct timing_told *told, bool all, FILE *out) {
    static const char *const head[] = {"number to reach", "goal",  "today",  "from", "to",
                                       "verdict",         "peers", "command"};
    struct table t = table_begin(sizeof head / sizeof *head, head);
    for (int i = 0; i < told->goals; i++) {
        char(*cell)[table_cell_room] =
            all || is_measured(&told->goal[i]) ? table_add_row(&t) : NULL;
        if (cell != NULL)
            fill_row(cell, &told->goal[i]);
    }
    if (t.rows > 1) {
        fputc('\n', out);
        table_print(&t, 0xe3, out);
    }
    table_clear(&t);
}

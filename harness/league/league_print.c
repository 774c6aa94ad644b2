/* The league for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/league/league.h"
#include "harness/results/results_count.h"

enum { first_columns = 3, most_commands = 12 };

/* What stands before the engines' columns: "slide_22", "direction [deg]", "0". */
static void fill_head(char (*cell)[table_cell_room], const struct league_cell *one) {
    const bool has_unit = one->unit[0] != '\0';
    snprintf(cell[0], table_cell_room, "%s", one->scene);
    snprintf(cell[1], table_cell_room, "%s%s%s%s", one->quantity, has_unit ? " [" : "",
             one->unit, has_unit ? "]" : "");
    table_print_number(cell[2], "%.4g", one->expected);
}

static void fill_value(char *cell, const struct league_cell *one) {
    if (one->status == LEAGUE_MEASURED)
        table_print_number(cell, "%.4g", one->value);
    else
        snprintf(cell, table_cell_room, "%s",
                 one->status == LEAGUE_NOT_BUILT ? "-" : "failed");
}

static int find_column(const struct league_engines *engines, const char *title) {
    for (int i = 0; i < engines->count; i++)
        if (strcmp(engines->engine[i].title, title) == 0)
            return i;
    return 0;
}

static bool is_of_row(const struct league_cell *one, const struct league_cell *other) {
    return strcmp(one->scene, other->scene) == 0 &&
           strcmp(one->quantity, other->quantity) == 0;
}

/* Whether no cell before it is of its row. */
static bool begins_row(const struct league *l, int i) {
    for (int k = 0; k < i; k++)
        if (is_of_row(&l->cell[k], &l->cell[i]))
            return false;
    return true;
}

/* The row that begins with cell i. */
static void fill_row(char (*cell)[table_cell_room], const struct league *l, int i) {
    fill_head(cell, &l->cell[i]);
    for (int k = i; k < l->cells; k++)
        if (is_of_row(&l->cell[k], &l->cell[i]))
            fill_value(cell[first_columns + find_column(l->engines, l->cell[k].engine)],
                       &l->cell[k]);
}

static void print_table(const struct league *l, FILE *out) {
    static const char *const head[] = {"scene", "quantity", "expected"};
    const int columns = first_columns + l->engines->count;
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s",
                 i < first_columns ? head[i]
                                   : l->engines->engine[i - first_columns].title);
    for (int i = 0; i < l->cells; i++)
        if (begins_row(l, i) && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, l, i);
    table_print(&t, 3u, out);
    table_clear(&t);
}

static void print_engines(const struct league_engines *engines, FILE *out) {
    for (int i = 0; i < engines->count; i++) {
        const struct league_engine *e = &engines->engine[i];
        const char *version = results_text(e->declared, "version");
        screen_print_format(0, 4, out, "%s: %s%s%s%s", e->title,
                            version[0] != '\0' ? "version " : "", version,
                            version[0] != '\0' ? ", " : "",
                            e->options[0] != '\0' ? e->options : "its usual settings");
    }
}

/* A scene that the engine has built otherwise than the model is: by more than the half of the
 * digits of its arithmetic. */
static void print_deviation(const struct league_cell *one, const struct league_engine *e,
                            FILE *out) {
    const double bits = json_number_in(e->declared, "significand_bits");
    if (isnan(one->equivalence) && e->method == NULL && one->status == LEAGUE_MEASURED)
        fprintf(out, "%s, %s: not compared with the model: it tells no energy\n",
                one->scene, one->engine);
    if (one->equivalence > pow(2, -bits / 2))
        fprintf(out, "%s, %s: built otherwise than the model, by %.3g of its size\n",
                one->scene, one->engine, one->equivalence);
}

/* Of another scene or engine than the cell before. */
static bool begins_round(const struct league *l, int i) {
    const struct league_cell *one = &l->cell[i];
    return i == 0 || strcmp(one->scene, one[-1].scene) != 0 ||
           strcmp(one->engine, one[-1].engine) != 0;
}

/* Why there is a dash or a failure, and the commands of a few. */
static void print_remarks(const struct league *l, FILE *out) {
    const bool is_few = l->cells <= most_commands;
    for (int i = 0; i < l->cells; i++) {
        const struct league_cell *one = &l->cell[i];
        if (!begins_round(l, i))
            continue;
        if (one->why[0] != '\0' && (one->status != LEAGUE_NOT_BUILT || is_few))
            fprintf(out, "%s, %s: %s\n", one->scene, one->engine, one->why);
        if (one->differs[0] != '\0')
            fprintf(out, "%s, %s differs: %s\n", one->scene, one->engine, one->differs);
        print_deviation(one, &l->engines->engine[find_column(l->engines, one->engine)],
                        out);
        if (is_few)
            fprintf(out, "%s\n", one->command);
    }
    if (!is_few)
        fprintf(out, "the command of each number, the reason of each dash: --json or "
                     "--csv, or fewer scenes\n");
}

void league_print(const struct league *l, FILE *out) {
    print_table(l, out);
    fprintf(out, "h = %.6g s\n", l->step);
    print_engines(l->engines, out);
    if (l->engines->missing[0] != '\0')
        fprintf(out, "not installed: %s\n", l->engines->missing);
    print_remarks(l, out);
}

/* Series for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/history/calendar.h"
#include "harness/base/screen/table.h"
#include "harness/speed/history/series.h"

enum { commit_width = 12 };

static const double hundred = 100; /* per cent */

static void print_number(char *cell, double value, const char *unit) {
    const char *gap = unit[0] == '\0' ? "" : " ";
    snprintf(cell, table_cell_room,
             fabs(value) >= 1e5 || value == floor(value) ? "%.10g%s%s" : "%.5g%s%s",
             value, gap, unit);
}

static void print_commit(char *cell, const struct series_point *p) {
    snprintf(cell, table_cell_room, "%.*s%s", commit_width,
             p->commit[0] == '\0' ? "-" : p->commit, p->changed ? "+" : "");
}

static void print_change(char *cell, double before, double after) {
    double size = after == before ? 0 : after / before - 1;
    if (isfinite(size))
        snprintf(cell, table_cell_room, "%+.2f %%", hundred * size);
    else
        snprintf(cell, table_cell_room, "%.6g -> %.6g", before, after);
}

static bool has(const struct series_list *l, int i, const char *quantity) {
    for (int k = 0; k < l->count; k++)
        if (strcmp(l->series[k].name, l->series[i].name) == 0 &&
            strcmp(l->series[k].quantity, quantity) == 0)
            return true;
    return false;
}

/* Whether it is shown when not all are wanted: one quantity of each benchmark, and what has
 * changed. */
static bool series_is_main(const struct series_list *l, int i) {
    const struct series *s = &l->series[i];
    if (s->changes > 0 || strcmp(s->quantity, "cycles") == 0 ||
        strcmp(s->quantity, "ratio") == 0)
        return true;
    if (strcmp(s->quantity, "time") == 0)
        return !has(l, i, "cycles");
    return !has(l, i, "cycles") && !has(l, i, "time");
}

static int print_row(struct table *t, const struct series *s) {
    const struct series_point *latest = &s->point[s->count - 1];
    char(*cell)[table_cell_room] = table_add_row(t);
    if (cell == NULL)
        return -1;
    snprintf(cell[0], table_cell_room, "%s", s->name);
    snprintf(cell[1], table_cell_room, "%s", s->quantity);
    snprintf(cell[2], table_cell_room, "%d", s->count);
    print_number(cell[3], latest->value, s->unit);
    print_commit(cell[4], latest);
    if (s->count > 1 && !latest->split)
        print_change(cell[5], s->point[s->count - 2].value, latest->value);
    if (s->changes > 0) {
        const struct series_change *c = &s->change[s->changes - 1];
        print_change(cell[6], c->before, c->after);
        print_commit(cell[7], &s->point[c->index]);
        snprintf(cell[8], table_cell_room, "%s", c->judged == NULL ? "" : c->judged);
    }
    return 0;
}

void series_print_list(const struct series_list *l, bool all, FILE *out) {
    static const char *const heads[] = {"benchmark", "quantity", "points",
                                        "latest",    "commit",   "step",
                                        "change",    "since",    "judged"};
    enum { columns = sizeof heads / sizeof *heads };
    const unsigned left = 1u << 1 | 1u << 4 | 1u << 7 | 1u << 8;
    struct table t = table_begin(columns, heads);
    int shown = 0;
    for (int i = 0; i < l->count; i++)
        if (l->series[i].count > 0 && (all || series_is_main(l, i)))
            shown += print_row(&t, &l->series[i]) == 0;
    table_print(&t, left, out);
    table_clear(&t);
    if (shown < l->count)
        fprintf(out, "%d more series: --all shows them\n", l->count - shown);
}

static const struct series_change *change_at(const struct series *s, int index) {
    for (int i = 0; i < s->changes; i++)
        if (s->change[i].index == index)
            return &s->change[i];
    return NULL;
}

static void print_point(struct table *t, const struct series *s, int i) {
    const struct series_point *p = &s->point[i];
    const struct series_change *c = change_at(s, i);
    char(*cell)[table_cell_room] = table_add_row(t), date[CALENDAR_ROOM];
    if (cell == NULL)
        return;
    print_commit(cell[0], p);
    calendar_print_date(date, isfinite(p->committed) ? p->committed : p->taken);
    snprintf(cell[1], table_cell_room, "%s", date);
    print_number(cell[2], p->value, s->unit);
    if (isfinite(p->low) && isfinite(p->high))
        snprintf(cell[3], table_cell_room, "%.5g .. %.5g", p->low, p->high);
    if (c != NULL)
        print_change(cell[4], c->before, c->after);
    if (c != NULL && isfinite(c->p))
        snprintf(cell[5], table_cell_room, "%s, p %.3g", c->method, c->p);
    else if (c != NULL)
        snprintf(cell[5], table_cell_room, "%s%s", c->method,
                 strcmp(c->method, "L1") == 0 ? " alone" : "");
    if (c != NULL && c->judged != NULL)
        snprintf(cell[6], table_cell_room, "%s", c->judged);
    else if (p->split)
        snprintf(cell[6], table_cell_room, "other machine or compiler");
}

void series_print_points(const struct series *s, FILE *out) {
    static const char *const heads[] = {"commit", "date",     "value", "interval",
                                        "change", "found by", "judged"};
    enum { columns = sizeof heads / sizeof *heads };
    const unsigned left = 1u << 1 | 1u << 3 | 1u << 5 | 1u << 6;
    struct table t = table_begin(columns, heads);
    fprintf(out, "%s/%s\n%s%s%s", s->name, s->quantity, s->machine,
            s->compiler[0] != '\0' ? "; " : "", s->compiler);
    if (s->baseline[0] != '\0')
        fprintf(out, "; against %.*s", commit_width, s->baseline);
    fputc('\n', out);
    for (int i = 0; i < s->count; i++)
        print_point(&t, s, i);
    table_print(&t, left, out);
    table_clear(&t);
}

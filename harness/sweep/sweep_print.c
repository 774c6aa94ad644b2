/* What a sweep is printed as.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/screen/table.h"
#include "harness/results/results_count.h"
#include "harness/sweep/sweep.h"

/* A member of the rows, or of a member of theirs; path: "k=set.k", as json_csv.h has it. */
struct column {
    const char *name, *member;
    char path[384];
};

struct columns {
    int count;
    struct column *column;
};

static void add_column(struct columns *c, const char *name, const char *member) {
    struct column *column = &c->column[c->count++];
    column->name = name;
    column->member = member;
    if (member == NULL)
        snprintf(column->path, sizeof column->path, "%s", name);
    else
        snprintf(column->path, sizeof column->path, "%s=%s.%s", name, member, name);
}

/* All columns, or at most so many: without those that a table for a person can do without, and
 * of the state what there is room for. No column: out of memory. */
static struct columns find_columns(const json_t *document, size_t most) {
    const json_t *ranges = json_object_get(document, "ranges"), *range, *name;
    const json_t *states = json_object_get(document, "states");
    const bool is_whole = most == 0;
    struct columns c = {0, NULL};
    size_t i;
    c.column =
        calloc(json_array_size(ranges) + json_array_size(states) + 5, sizeof *c.column);
    if (c.column == NULL)
        return c;
    if (is_whole)
        add_column(&c, "point", NULL);
    json_array_foreach(ranges, i, range) {
        add_column(&c, results_text(range, "name"), "set");
    }
    add_column(&c, "t", NULL);
    json_array_foreach(states, i, name) {
        if (is_whole || (size_t)c.count + 2 < most)
            add_column(&c, json_string_value(name), "state");
    }
    add_column(&c, "steps", NULL);
    add_column(&c, "status", NULL);
    if (is_whole)
        add_column(&c, "why", NULL);
    return c;
}

void sweep_print_csv(const json_t *document, FILE *out) {
    struct columns c = find_columns(document, 0);
    const char **path = calloc((size_t)c.count + 1, sizeof *path);
    for (int i = 0; i < c.count && path != NULL; i++)
        path[i] = c.column[i].path;
    if (path != NULL)
        json_csv_print(json_object_get(document, "points"), path, out);
    free(path);
    free(c.column);
}

/* A setting is a text in the document. */
static void fill_cell(char *cell, const struct column *column, const json_t *row) {
    const json_t *object =
        column->member == NULL ? row : json_object_get(row, column->member);
    const json_t *value = json_object_get(object, column->name);
    const char *text = json_string_value(value);
    if (json_is_null(value) || value == NULL)
        snprintf(cell, table_cell_room, "-");
    else if (text != NULL && column->member == NULL)
        snprintf(cell, table_cell_room, "%s", text);
    else if (json_is_integer(value))
        snprintf(cell, table_cell_room, "%lld", (long long)json_integer_value(value));
    else
        table_print_number(cell, "%.6g",
                           text != NULL ? strtod(text, NULL) : json_real_value(value));
}

static void print_table(const json_t *document, const struct columns *c, FILE *out) {
    struct table t = table_start(c->count);
    char(*cell)[table_cell_room] = table_add_row(&t);
    const json_t *row;
    size_t i;
    for (int k = 0; k < c->count && cell != NULL; k++)
        snprintf(cell[k], table_cell_room, "%s", c->column[k].name);
    json_array_foreach(json_object_get(document, "points"), i, row) {
        cell = table_add_row(&t);
        for (int k = 0; k < c->count && cell != NULL; k++)
            fill_cell(cell[k], &c->column[k], row);
    }
    table_print(&t, 1u << (c->count - 1), out);
    table_clear(&t);
}

/* The reasons, each once. */
static void print_reasons(const json_t *document, FILE *out) {
    json_t *known = json_object();
    const json_t *row;
    size_t i;
    json_array_foreach(json_object_get(document, "points"), i, row) {
        const char *why = results_text(row, "why");
        if (why[0] == '\0' || json_object_get(known, why) != NULL)
            continue;
        fprintf(out, "%s: %s\n", results_text(row, "status"), why);
        json_object_set_new(known, why, json_true());
    }
    json_decref(known);
}

void sweep_print(const json_t *document, FILE *out) {
    struct columns c = find_columns(document, table_most_columns);
    const size_t states = json_array_size(json_object_get(document, "states"));
    const size_t ranges = json_array_size(json_object_get(document, "ranges"));
    if (c.column == NULL)
        return;
    print_table(document, &c, out);
    if ((size_t)c.count < ranges + states + 3)
        fprintf(out, "The state has %zu components: --csv and --json tell all.\n",
                states);
    print_reasons(document, out);
    free(c.column);
}

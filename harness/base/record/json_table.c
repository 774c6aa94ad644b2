/* Tables of JSON documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/json_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/screen/screen.h"
#include "harness/base/verdict.h"

const char json_column_time[] = "time", json_column_spread[] = "spread";

enum { LONGEST_MEMBER = 64 };

/* The part of a place up to `end`. */
static const json_t *find(const json_t *document, const char *place, const char *end) {
    while (place < end) {
        char member[LONGEST_MEMBER];
        const size_t length = strcspn(place, "./");
        snprintf(member, sizeof member, "%.*s", (int)length, place);
        document = json_is_array(document)
                       ? json_array_get(document, strtoul(member, NULL, 10))
                       : json_object_get(document, member);
        place += length + 1;
    }
    return document;
}

const json_t *json_at(const json_t *document, const char *place) {
    return find(document, place, place + strlen(place));
}

static double number_of(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

double json_number_at(const json_t *document, const char *place) {
    const char *over = strchr(place, '/');
    char *end;
    if (over == NULL)
        return number_of(json_at(document, place));
    const double constant = strtod(over + 1, &end);
    return number_of(find(document, place, over)) /
           (*end == '\0' ? constant : number_of(json_at(document, over + 1)));
}

struct table json_table_begin(const struct json_column *column) {
    int columns = 0;
    while (column[columns].heading != NULL)
        columns++;
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", column[i].heading);
    return t;
}

static void print_number(char *cell, const struct json_column *c, const json_t *row) {
    const double number = json_number_at(row, c->place);
    const json_t *estimate = json_at(row, c->place);
    if (c->format == json_column_spread)
        table_print_number(
            cell, "%.1f",
            50 * (json_number_in(estimate, "high") - json_number_in(estimate, "low")) /
                json_number_in(estimate, "value"));
    else if (c->format == json_column_time)
        table_print_number(cell, table_format_time(number), number);
    else
        table_print_number(cell, c->format, number);
}

static void fill(char *cell, const struct json_column *c, const json_t *row) {
    const char *text = json_string_value(json_at(row, c->place));
    const char *verdict =
        c->mark != NULL ? json_string_value(json_at(row, c->mark)) : NULL;
    if (c->format == NULL)
        snprintf(cell, table_cell_room, "%s", text != NULL ? text : "");
    else
        print_number(cell, c, row);
    if (verdict != NULL && strcmp(verdict, verdict_words[VERDICT_PASS]) != 0)
        strncat(cell, strcmp(verdict, verdict_words[VERDICT_FAIL]) == 0 ? "!" : "?",
                table_cell_room - strlen(cell) - 1);
}

char (*json_table_add(struct table *t, const struct json_column *column,
                      const json_t *row))[table_cell_room] {
    char(*cell)[table_cell_room] = table_add_row(t);
    for (int i = 0; i < t->columns && cell != NULL; i++)
        fill(cell[i], &column[i], row);
    return cell;
}

/* Its words in lines of the screen's width, between the line ends that it begins and ends with. */
static void print_title(const char *title, FILE *out) {
    const size_t before = strspn(title, "\n");
    const char *end = title + strlen(title);
    while (end > title + before && end[-1] == '\n')
        end--;
    fprintf(out, "%.*s", (int)before, title);
    screen_print_words(title + before, 0, 0, screen_columns(out), out);
    fputs(end, out);
}

int json_table_end(struct table *t, const struct json_column *column, const char *title,
                   FILE *out) {
    const int rows = t->rows - 1;
    unsigned left = 0;
    for (int i = 0; i < t->columns; i++)
        left |= (unsigned)(column[i].format == NULL) << i;
    if (rows > 0) {
        print_title(title != NULL ? title : "", out);
        table_print(t, left, out);
    }
    table_clear(t);
    return rows;
}

/* Tables for a person whose columns are places in JSON documents.
 *
 * A place is a member, a member of a member, "ns.value", or one of an array, "points.0.h"; of
 * numbers one over another, or over a constant: "counters.evaluations/counters.steps",
 * "bytes/1024". The empty place is the document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JSON_TABLE_H
#define HARNESS_JSON_TABLE_H

#include <jansson.h>

#include "harness/base/screen/table.h"

struct json_column {
    const char *heading, *place;
    /* printf's, of a number, or one of these two; NULL: it is a text. */
    const char *format;
    const char *mark; /* where a verdict is: "!" is added to what fails, "?" to what is
                           undecided; NULL: nowhere */
};

/* Columns: of a text, of a number, of one with a verdict; and the end of them. */
#define JSON_TEXT(heading, place)                                                        \
    { heading, place, NULL, NULL }
#define JSON_NUMBER(heading, place, format)                                              \
    { heading, place, format, NULL }
#define JSON_JUDGED(heading, place, format, verdict)                                     \
    { heading, place, format, verdict }
#define JSON_END                                                                         \
    { NULL, NULL, NULL, NULL }

/* Three significant digits without an exponent; of an estimate {"value", "low", "high"} half the
 * interval, in per cent. */
extern const char json_column_time[], json_column_spread[];

/* What is there; NULL: nothing. Its number; NaN: there is none. */
const json_t *json_at(const json_t *document, const char *place);
double json_number_at(const json_t *document, const char *place);

/* A table with the headings of columns, which end with a NULL heading; a row of it, whose first
 * cell is returned (NULL: out of memory); and its end: printed after a title (NULL: none), if it
 * has rows, and cleared. Returns how many. */
struct table json_table_begin(const struct json_column *column);
char (*json_table_add(struct table *t, const struct json_column *column,
                      const json_t *row))[table_cell_room];
int json_table_end(struct table *t, const struct json_column *column, const char *title,
                   FILE *out);

#endif

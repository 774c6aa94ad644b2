/* Arrays of JSON objects as tables of comma-separated values (RFC 4180).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JSON_CSV_H
#define HARNESS_JSON_CSV_H

#include <stdio.h>

#include <jansson.h>

struct model;

/* Prints a line of names and a line for each row. A column is a member of the rows, or a member
 * of a member, "truth.grade", which is called grade, or whatever stands before an equals sign:
 * "method=of.name". The columns end with NULL. Numbers have as many digits as read back exactly,
 * a list's texts are separated by spaces, and what is null or not there is empty. */
void json_csv_print(const json_t *rows, const char *const *columns, FILE *out);

/* The same of rows {"t", "state": {"q", "v", "z"}, ...}: the time, each state under its name in
 * the model, and the columns. */
void json_csv_print_states(const struct model *m, const json_t *rows,
                           const char *const *columns, FILE *out);

/* Members of members as rows of their own: [{"of": row, "each": one of row[member]}, ...], which
 * the caller frees. */
json_t *json_csv_join(const json_t *rows, const char *member);

#endif

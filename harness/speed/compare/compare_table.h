/* Comparisons as a table for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_TABLE_H
#define HARNESS_COMPARE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

/* One row for each comparison that is wanted; nothing when there is none. */
void compare_print_table(const json_t *comparisons, bool (*is_wanted)(const json_t *),
                         FILE *out);

#endif

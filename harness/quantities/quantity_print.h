/* The table of quantities, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_QUANTITY_PRINT_H
#define HARNESS_QUANTITY_PRINT_H

#include <stdio.h>

/* Prints all quantities: "json" {"quantities": [...]}, "csv", "markdown" (a table), "schema" (of the
 * JSON document); NULL: for a person. */
void quantities_print(const char *form, FILE *out);

#endif

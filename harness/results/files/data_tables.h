/* The data behind results as plain tables, one file for each model and kind of quantity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DATA_TABLES_H
#define HARNESS_DATA_TABLES_H

#include "harness/results/files/folder.h"
#include "harness/results/result_list.h"

/* Writes into the folder tables/MODEL-order.tsv, MODEL-gap.tsv (slopes), MODEL-constants.tsv
 * and MODEL-steps.tsv, each where there are points. The first line begins with '#' and names
 * the columns; a cell without a value is "-". Nonzero: *d says why. */
int data_tables_write(const struct results *results, const struct folder *folder,
                      struct diagnostic *d);

/* One table: the points of all results of `model` that are of a kind ("order", "gap",
 * "constants", "steps"). The caller frees the text; *rows tells how many points there are.
 * NULL: out of memory. */
char *data_tables_make(const struct results *results, const char *model, const char *kind,
                       int *rows);

#endif

/* The data behind results as plain tables, one file for each model and kind of quantity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DATA_TABLES_H
#define HARNESS_DATA_TABLES_H

#include "harness/results/files/folder.h"
#include "harness/results/result_list.h"

/* Writes into the folder tables/MODEL-STUDY.tsv for each study of a model that has points; but
 * what has "constant" in its name into MODEL-constants.tsv, and what has a point for each step
 * (step-..., newton-...) into MODEL-steps.tsv. The first line begins with '#' and names the
 * columns; a cell without a value is "-". Nonzero: *d says why. */
int data_tables_write(const struct results *results, const struct folder *folder,
                      struct diagnostic *d);

/* The results of a document, a new array: those with a point for each step have the name of
 * their table in `table`, and no points. */
json_t *data_tables_refer(const json_t *results);

/* One table: the points of all results of `model` that are of a kind (a study, "constants",
 * "steps"). The caller frees the text; *rows tells how many points there are.
 * NULL: out of memory. */
char *data_tables_make(const struct results *results, const char *model, const char *kind,
                       int *rows);

/* "pendulum-gap.tsv", which the caller frees; a model given by its path has no slashes there. NULL:
 * out of memory. */
char *data_tables_name(const char *model, const char *kind);

#endif

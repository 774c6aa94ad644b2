/* The tables behind the figures: the files tables/MODEL-*.tsv of an output folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TABLES_H
#define REPORTS_TABLES_H

#include "reports/results.h"
#include "reports/text.h"

struct table {
    char *name;    /* of the file, "pendulum-gap.tsv" */
    char *columns; /* what its first line names, "h, error, ..."; "" when it names none */
    int model;     /* whose it is, -1: nobody's */
};

/* By name. */
struct tables {
    int count;
    struct table *table;
};

/* Finds the tables of a folder; none is no failure. A table belongs to the model with the
 * longest name that starts its own. False: out of memory. Freed with tables_free. */
bool tables_find(struct tables *tables, const char *folder, const struct results *r);
void tables_free(struct tables *tables);

/* Whether a table of a model is about a study: MODEL-STUDY.tsv or MODEL-STUDY-*.tsv. */
bool table_is_about(const struct table *table, const struct results *r,
                    const char *study);

#endif

/* Statements as rows of tables: what is defined, how, and for which indices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROW_H
#define PROBLEMS_ROW_H

#include "problems/typeset/mathml.h"

struct rows {
    struct mathml mathml;
    struct arena *arena;
    bool open;   /* a table is open */
    int written; /* where the text ends that was last put as it stands */
};

/* A for or if around a statement, or its else; NULL: none. */
struct block {
    const struct statement *statement;
    bool otherwise;
    const struct block *outer;
};

/* Prints a statement with the ranges and conditions of the blocks around it. False: out of
 * memory. */
bool row_print(struct rows *rows, struct statement *s, const struct block *outer);

/* Ends the table, if one is open. */
void row_close(struct rows *rows);

#endif

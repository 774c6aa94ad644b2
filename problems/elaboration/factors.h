/* A symmetric matrix of expressions as L D L^T.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_FACTORS_H
#define PROBLEMS_FACTORS_H

#include "problems/elaboration/degree_queue.h"
#include "problems/elaboration/elaborate.h"

struct neighbours {
    int count, capacity, degree; /* degree: how many are not eliminated */
    int *row;
};

/* Rows that no entry of the matrix joins, even by others, are of different components, and
 * are solved for apart. */
struct factors {
    struct elaboration *e;
    int n, offset; /* offset: of what a message about too much work points at */
    int entries, entry_capacity;
    struct key_table place; /* of the entry (i, j), i <= j */
    expr *entry;            /* the matrix, then D and, off the diagonal, L */
    struct neighbours *near;
    bool *done;
    struct degree_queue queue;
    int *order;     /* rows in the order of elimination (size n) */
    int *component; /* of each row (size n) */
    int components;
    int *start;  /* where a component's rows begin (size components + 1) */
    int *member; /* rows, component by component, in the order of elimination (size n) */
};

enum factors_status {
    FACTORS_DONE,
    FACTORS_NO_DIAGONAL, /* a row without an entry on the diagonal */
    FACTORS_ZERO_PIVOT,
    FACTORS_TOO_MANY, /* updates */
    FACTORS_FAILED    /* as *e has noted */
};

/* An empty n x n matrix; emptied by factors_clear, after a failure as well. */
bool factors_start(struct factors *f, struct elaboration *e, int n, int offset);
void factors_clear(struct factors *f);

/* Adds a value to the entry (i, j) and (j, i). */
bool factors_add(struct factors *f, int i, int j, expr value);

/* Factors the matrix, with so many updates of entries at most; x[n], a right-hand side, becomes
 * D L^T A^-1 x on the way. *row says where a pivot is missing. */
enum factors_status factors_run(struct factors *f, long updates, expr *x, int *row);

/* What is left to do for that right-hand side: x[n] := L^-T D^-1 x. */
void factors_finish(const struct factors *f, expr *x);

/* The entry (i, j) of the matrix; after factors_run D_ii, and off the diagonal L. NULL: it is
 * zero. */
expr *factors_entry(const struct factors *f, int i, int j);

/* x[n] := A^-1 x in the rows of one component, after factors_run. */
void factors_solve(const struct factors *f, int component, expr *x);

#endif

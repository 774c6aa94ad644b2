/* A program rolled up into loops: instructions of the same kind whose arguments are evenly
 * spaced in memory become one, as those of the masses of a chain do.
 *
 *     result[i] := operation(a[i], b[i], c[i]),   a[i] = value[a.first + i a.stride], ...
 *
 * The values are, by number: the inputs, the constants, then the results, of which those
 * that are used only near where they are made share a few places. Every result is made by
 * the same operation from the same values as in the program, and so has the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROLLS_H
#define PROBLEMS_ROLLS_H

#include "problems/base/status.h"
#include "problems/graph/operation.h"

struct program; /* problems/program/program.h */

/* The largest number of arguments of an operation. */
enum { ROLLS_ARGUMENTS = 3 };

struct progression {
    int first, stride;
};

struct roll {
    enum expr_operation operation;
    int count, result;                            /* results first, first + 1, ... */
    struct progression argument[ROLLS_ARGUMENTS]; /* {0, 0} beyond the arity */
};

/* out[to.first + i to.stride] := value[from.first + i from.stride]. */
struct roll_copy {
    int count;
    struct progression from, to;
};

/* Between two stages the places of short-lived results change hands: a stage's rolls come
 * first, then its copies. */
struct roll_stage {
    int rolls, copies; /* where they end */
};

struct rolls {
    int leading, inputs, values; /* inputs in the first array, inputs, all values */
    int rolls, copies, stages;
    struct roll *roll;
    struct roll_copy *copy;
    struct roll_stage *stage;
};

/* *r := the rolls of p, which the caller frees with rolls_free; NULL when p has too little
 * regularity to gain by it. *r is NULL on failure: PROBLEM_NO_MEMORY. */
enum problem_status rolls_alloc(struct rolls **r, const struct program *p);
void rolls_free(struct rolls *r); /* takes NULL */

/* Runs in double. value[r->values - r->inputs]: the constants, then room for the results. */
void rolls_run(const struct rolls *r, const double *first, const double *second,
               double *value, double *out);

#endif

/* A program: some expressions of a graph, flattened into straight-line code over slots.
 *
 *     slot 0 .. inputs-1                     the inputs, in the order the caller chose
 *     slot inputs .. inputs+constants-1      constants, each rounded once by each reader
 *     slot inputs+constants+i                the result of instruction i
 *
 * The inputs may come in two arrays, as (t | x) or (q | v): the first `leading` of them, and
 * the others.
 *
 * No slot is written twice and every argument stands in an earlier slot, so any arithmetic
 * can run the code front to back. A maximal subexpression without variables is a constant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_PROGRAM_H
#define PROBLEMS_PROGRAM_H

#include <stdint.h>

#include "problems/graph/node.h"
#include "problems/graph/operation.h"

struct instruction {
    enum expr_operation operation; /* EXPR_ADD to EXPR_KEPLER */
    int a, b, c;                   /* argument slots; -1 beyond the arity */
};

struct program {
    int inputs, leading; /* all inputs; those in the first array, 0 from program_alloc */
    int constants, length, outputs, switches;
    expr *constant;           /* the constants' expressions (size constants) */
    struct instruction *code; /* (size length) */
    int *output;              /* slot of each output (size outputs) */
    int *switching;           /* instruction index of each select (size switches) */
};

/* Flattens `outputs` expressions whose variables are among variable[0..inputs-1]; input i
 * is that variable. The caller frees the result with program_free; NULL when memory runs
 * out or an expression uses a variable that is no input. */
struct program *program_alloc(const graph *g, int inputs, const int *variable,
                              int outputs, const expr *output);

/* Takes NULL. */
void program_free(struct program *p);

/* Number of slots. */
int program_slots(const struct program *p);

/* A fingerprint of the code (inputs and where they come from, instructions, outputs;
 * not the constants' values):
 * programs with equal fingerprints run the same instructions. */
uint64_t program_fingerprint(const struct program *p);

/* The result of an instruction as an argument's multiple, to the bit in double. */
struct program_multiple {
    int slot;
    double factor; /* a power of two */
};

/* Whether instruction i is one for these values of the constants, and which. */
bool program_is_multiple(const struct program *p, int i, const double *constant,
                         struct program_multiple *multiple);

/* A fingerprint of the code with these instructions as multiples; program_fingerprint(p) if
 * there are none. Programs with equal ones do the same to the bit. */
uint64_t program_fingerprint_with(const struct program *p, const double *constant);

#endif

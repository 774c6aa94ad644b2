/* Programs written as C: straight-line code that does the interpreter's operations in the
 * interpreter's order, so that a compiler which keeps to IEEE arithmetic (no contraction, no
 * reassociation) gives the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EMIT_H
#define PROBLEMS_EMIT_H

#include <stdint.h>
#include <stdio.h>

#include "problems/graph/operation.h"

struct program; /* problems/program/program.h */

/* Programs with more instructions are better interpreted: compile time grows faster than the
 * code, and code of megabytes runs from memory as slowly as the interpreter does. */
enum { EMIT_LENGTH_LIMIT = 10000 };

/* The same for programs that are run seldom. */
enum { EMIT_SHORT_LENGTH_LIMIT = EMIT_LENGTH_LIMIT / 4 };

/* The same for functions beside the general ones, for the catalogue's own constants. */
enum { EMIT_CONSTANT_LENGTH_LIMIT = EMIT_LENGTH_LIMIT / 10 };

/* The same for functions over lanes. */
enum { EMIT_LANES_LENGTH_LIMIT = EMIT_LENGTH_LIMIT / 10 };

/* Writes what all functions need: the includes. */
void emit_prologue(FILE *out);

/* Writes one static function of type compiled_function, called `name`. With `constant` it is
 * for these values of the constants, or others with which the program has the same fingerprint
 * (program_fingerprint_with); NULL: for any. Errors of writing are kept in the stream
 * (ferror). */
void emit_function(FILE *out, const struct program *p, const double *constant,
                   const char *name);

/* Writes "const double rI = ...;": an instruction of these operands. */
void emit_operation(FILE *out, enum expr_operation operation, int i, const char *a,
                    const char *b, const char *c);

/* The same function over rows of `lanes` numbers, for any constants (eval_lanes.h); by_rows:
 * sines and cosines are row_sine.h's, if so many lanes are such a row. False: out of memory. */
bool emit_lanes(FILE *out, const struct program *p, int lanes, bool by_rows,
                const char *name);

/* The name of the function for a fingerprint. */
struct emit_name {
    char text[32];
};
struct emit_name emit_name(uint64_t fingerprint);

/* Writes a function of compiled_find's type, called `find`, over functions that were emitted
 * under their emit_name, given their fingerprints in rising order without repetitions. */
void emit_table(FILE *out, const char *find, int count, const uint64_t *fingerprint);

#endif

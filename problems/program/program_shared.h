/* A program that computes the same with less: what differs by its sign or by a constant
 * factor only is computed once. Of all pairs i, j in a sum over bodies, x_i - x_j and
 * x_j - x_i are one difference, and so are all that follows from them.
 *
 * The results are equal as real functions, not in floating point, so this is for readers in
 * balls and in high precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_PROGRAM_SHARED_H
#define PROBLEMS_PROGRAM_SHARED_H

#include <stdbool.h>

struct program; /* problems/program/program.h */

/* The same inputs, constants and outputs; other instructions, and equal selects are one. The
 * caller frees it with program_free; NULL when memory runs out. */
struct program *program_shared_alloc(const struct program *p);

/* Takes s r for r^3 where r = sqrt(s), in place, and the cheapest instruction, -x_0, for what is
 * needed no more; the program has an input. False: out of memory, and nothing has changed. */
bool program_reduce_roots(struct program *p);

#endif

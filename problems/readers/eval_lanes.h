/* A program in double precision, over several settings of its constants at once: each
 * instruction runs over a row of numbers, a lane for each setting. What stands in a lane is
 * what eval_double gives for its constants and inputs, to the bit; no lane sees another.
 *
 * Rows are contiguous: value i of lane k is at [i * EVAL_LANES + k].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_LANES_H
#define PROBLEMS_EVAL_LANES_H

#include "problems/readers/eval_double.h"

enum { EVAL_LANES = 32 };

struct eval_lanes;

/* *e refers to p, which must outlive it and has no special functions; the caller frees *e with
 * eval_lanes_free. PROBLEM_NO_MEMORY: *e is NULL. */
enum problem_status eval_lanes_alloc(struct eval_lanes **e, const struct program *p);
void eval_lanes_free(struct eval_lanes *e); /* takes NULL */

/* The constants' values of one lane := constant[constants]; zeros before. */
void eval_lanes_set(struct eval_lanes *e, int lane, const double *constant);

/* Run by compiled code from then on, which bears p's fingerprint; NULL: interpret. */
void eval_lanes_use(struct eval_lanes *e, compiled_function *function);

/* As compiled_find, for functions over EVAL_LANES lanes (problems/generate.c). */
compiled_function *compiled_lanes_find(uint64_t fingerprint);

/* The same functions for processors with vectors of four numbers, and of eight, where the build
 * has such. */
compiled_function *compiled_lanes_find_wide(uint64_t fingerprint);
compiled_function *compiled_lanes_find_widest(uint64_t fingerprint);

/* Whether two lanes have the same constants, to the bit. */
bool eval_lanes_are_equal(const struct eval_lanes *e, int i, int k);

/* out[outputs * EVAL_LANES] := the program at first[leading * EVAL_LANES] and second[(inputs -
 * leading) * EVAL_LANES]. Nothing overlaps; allocates nothing. */
void eval_lanes_run(struct eval_lanes *e, const double *first, const double *second,
                    double *out);

#endif

/* A program in double precision: interpreted, or run by C code that was generated from it.
 * Both give the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_DOUBLE_H
#define PROBLEMS_EVAL_DOUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"

struct program; /* problems/program/program.h */

/* Generated code: out[outputs] from the constants' values and the inputs in two arrays,
 * first[leading] and second[inputs - leading]. */
typedef void compiled_function(const double *constant, const double *first,
                               const double *second, double *out);

struct eval_double; /* a program with its constants rounded and its slots */

/* Rounds p's constants to double. *e refers to p, which must outlive it; the caller frees
 * *e with eval_double_free. On failure *e is NULL. */
enum problem_status eval_double_alloc(struct eval_double **e, const graph *g,
                                      const struct program *p);
void eval_double_free(struct eval_double *e);

/* out[outputs] := the program at in[inputs]; they do not overlap. Allocates nothing. */
void eval_double_run(struct eval_double *e, const double *in, double *out);

/* The same with the inputs in two arrays. */
void eval_double_run_parts(struct eval_double *e, const double *first,
                           const double *second, double *out);

/* Run by compiled code from then on (the code must bear p's fingerprint); NULL: interpret. */
void eval_double_use(struct eval_double *e, compiled_function *function);
bool eval_double_is_compiled(const struct eval_double *e);

/* The constants' values, for whoever calls compiled code himself. */
const double *eval_double_constants(const struct eval_double *e);

/* The compiled code for a fingerprint among the functions built with the project, or NULL.
 * (Defined in the library `compiled`, made from the catalogue at build time.) */
compiled_function *compiled_find(uint64_t fingerprint);

/* The longest of them once more, for processors with vectors of four numbers: the same bits.
 * NULL where the function is shorter, too. */
compiled_function *compiled_find_wide(uint64_t fingerprint);

#endif

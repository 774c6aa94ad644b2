/* A program in MPFR: each operation rounded to nearest at one working precision. Sine, cosine
 * and tangent of more than 2^16384 are not a number: their cost grows with the exponent. The
 * special functions are not rounded as well as the others, and allocate: mpfr_special.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_MPFR_H
#define PROBLEMS_EVAL_MPFR_H

#include <mpfr.h>

#include "problems/base/status.h"
#include "problems/graph/node.h"
#include "problems/program/eval_constants.h"

struct eval_mpfr;
struct program; /* problems/program/program.h */

/* *e refers to p, which must outlive it; the caller frees *e with eval_mpfr_free. On
 * failure *e is NULL. */
enum problem_status eval_mpfr_alloc(struct eval_mpfr **e, const graph *g,
                                    const struct program *p, mpfr_prec_t bits,
                                    enum eval_constants constants);
void eval_mpfr_free(struct eval_mpfr *e);

/* out[outputs] := the program at in[inputs], each rounded to its own precision; outputs may
 * be inputs. Allocates nothing (save what MPFR's functions keep in their caches). */
void eval_mpfr_run(struct eval_mpfr *e, const mpfr_t *in, mpfr_t *out);

#endif

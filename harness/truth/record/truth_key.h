/* What a truth is a truth of, as a text: two models with the same text have the same
 * solution, to the last bit of every arithmetic.
 *
 * It is made of the model as it was understood, not of its file: the expressions of x' =
 * F(t, x), of the start, of the invariants and of the closed form, with the parameters'
 * values. Comments, names, titles, pictures and published values are not in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_KEY_H
#define HARNESS_TRUTH_KEY_H

#include <stdint.h>

struct model; /* problems/model.h */

/* The text, which the caller frees; NULL: out of memory. */
char *truth_key(struct model *m);

/* The number of a text, for names of files and for checksums (FNV-1a, 64 bits: G. Fowler,
 * L. C. Noll, K.-P. Vo, D. Eastlake, RFC 9923): texts that differ in one byte differ
 * in it. */
uint64_t truth_hash(const char *text);

#endif

/* The weights of a faulty integrator in any precision: the steps of plain.h on a probe
 * (harness/fingerprint/measure/probe.h), whose equations are triangular, so that tree by tree
 * each implicit step is explicit. This is how a fault of size 1e-30 can be: a scheme
 * in double has no room for it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_PRECISE_H
#define HARNESS_CORPUS_PRECISE_H

#include <mpfr.h>

#include "harness/corpus/variant.h"
#include "harness/fingerprint/trees/forest.h"

/* Weights of the result and the estimate [f->count each], initialised by the caller,
 * for a variant SIZE_... of the given size, in the precision of result[0]; with size 0
 * the method's own. Nonzero: out of memory, or the coefficients are not multiples of
 * 1/120. */
int precise_weights(mpfr_t *result, mpfr_t *estimate, const struct forest *f,
                    const struct variant *v, mpfr_srcptr size);

#endif

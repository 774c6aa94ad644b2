/* What the processor has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROCESSOR_H
#define FAST_PROCESSOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the processor is known to have AVX2, vectors of four numbers: then functions that are
 * compiled with them may be given as callbacks. False also where the C library cannot tell.
 * Results do not depend on it. */
bool fast_has_wide_vectors(void);

/* How many numbers the longest vectors hold that the processor is known to have: 8 (AVX-512 with
 * F, DQ, BW, VL, and FMA), 4 (AVX2), or 2. */
int fast_vector_length(void);

#ifdef __cplusplus
}
#endif

#endif
